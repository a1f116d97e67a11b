"""Three space board games for the terminal, rules enforced."""

__version__ = "0.1.0"
