"""Run starforge as ``python -m starforge``."""

import sys

from starforge.cli import main

if __name__ == "__main__":
    sys.exit(main())
