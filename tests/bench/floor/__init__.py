"""The floor: the least that does the same kind of work, in Flask under waitress, with nothing of ours."""
