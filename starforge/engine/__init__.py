"""Play any game: chance, state, asks, actions, ops, events, matches and saves. Pure: no clock, no files, no screen."""
