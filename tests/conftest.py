"""What holds for all tests."""

from hypothesis import settings

settings.register_profile("starforge", deadline=None)  # how long an example takes says nothing on a busy machine
settings.load_profile("starforge")
