"""The thinking player of Astroforce, and the figures by which its games are judged."""
