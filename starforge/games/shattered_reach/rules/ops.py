"""The steps of a war that wait in its queue; the modules of the phases add their own."""

from __future__ import annotations

from starforge.engine.ops import Ops

op = Ops()
