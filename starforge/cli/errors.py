"""The error of the command line itself."""


class UsageError(Exception):
    """Report a command that cannot be meant; the text says what to write instead."""
