"""Astroforce in words: what an order is called and will do, what is asked, what happened, what lies on the table."""

from __future__ import annotations

from collections.abc import Sequence

from starforge.engine.action import Action
from starforge.engine.event import Event
from starforge.games.astroforce.model import Astroforce
from starforge.games.astroforce.view import AstroforceView


def describe(s: Astroforce, action: Action) -> tuple[str, str]:
    """Return an order's label and hint."""
    return str(action), ""


def question(view: AstroforceView) -> str:
    """Return what the seat is asked, or what is waited for."""
    return "What will the crew do?"


def tell(event: Event, names: Sequence[str]) -> str:
    """Return an event in words."""
    return event.kind


def lines(view: AstroforceView, names: Sequence[str]) -> list[str]:
    """Return the table in words."""
    return [f"Hull {view.hull}"]
