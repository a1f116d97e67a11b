"""All requests that a server answers, by name."""

from __future__ import annotations

from starforge.server.requests import account, chat, credentials, daily, lobby, operator, play, registry, table

TOPICS = (account, chat, credentials, daily, lobby, operator, play, table)
REQUESTS: registry.Requests = registry.REGISTERED
