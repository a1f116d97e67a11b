from tests.server.conftest import fresh, postgres

__all__ = ["fresh", "postgres"]
