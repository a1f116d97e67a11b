"""Tables: matches with people and bots at their seats, kept in a store as they are played."""

import logging

logging.getLogger("starforge").addHandler(logging.NullHandler())  # no record reaches a terminal unless it is sent there
