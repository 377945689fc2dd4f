"""What we claim to be fast at. `make bench` runs it; tests.bench.__main__ says how."""
