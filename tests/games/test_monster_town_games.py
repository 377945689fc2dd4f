"""Whole games of Monster Town, through commands, to each kind of ending."""

from __future__ import annotations

import pytest
from town_games import STORIES, ByCommands

from companion.games import GAMES


@pytest.mark.parametrize("name", STORIES)
def test_a_whole_game_through_commands(name):
    story = STORIES[name]
    town = ByCommands(story).play(story)
    outcome = town.seen["outcome"]
    assert outcome, town.text
    assert (outcome["reason"], outcome["winners"]) == (story.reason, story.winners)
    assert town.refold() == town.bytes


def test_the_stories_tell_every_ending():
    assert {story.reason for story in STORIES.values()} == set(GAMES["monster-town"].reasons)
