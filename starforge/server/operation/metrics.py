"""What a server does and how quickly, for its operator: in sentences, and as the text that Prometheus reads."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter, deque
from collections.abc import Callable, Iterable
from time import monotonic

KEPT = 2000
"""Durations from which quantiles are worked out: the last ones."""
LATELY = 60.0
"""Seconds over which rates are told."""
_SAMPLE = 0.5
_QUANTILES = (0.5, 0.95, 0.99)


class Durations:
    """Hold how long something took, in seconds: all in sum, the last ones one by one."""

    def __init__(self) -> None:
        self.count, self.sum = 0, 0.0
        self._last: deque[tuple[float, float]] = deque(maxlen=KEPT)

    def note(self, seconds: float) -> None:
        self.count += 1
        self.sum += seconds
        self._last.append((monotonic(), seconds))

    def quantile(self, part: float) -> float:
        last = sorted(seconds for _, seconds in self._last)
        return last[min(int(len(last) * part), len(last) - 1)] if last else 0.0

    def rate(self) -> float:
        """Return how often it happened in a second lately."""
        now = monotonic()
        lately = [at for at, _ in self._last if at > now - LATELY]
        span = LATELY if len(self._last) < KEPT else max(now - self._last[0][0], 0.001)
        return len(lately) / min(span, LATELY)


class Metrics:
    """Count what happens; ``state`` returns what is true now, by name, with its label."""

    def __init__(self) -> None:
        self.requests, self.lags = Durations(), Durations()
        self.asked: Counter[str] = Counter()
        self.limits: Counter[str] = Counter()
        self.bot_moves = 0
        self.state: Callable[[], dict[str, int]] = dict

    def answered(self, request: str, seconds: float) -> None:
        self.asked[request] += 1
        self.requests.note(seconds)

    async def watch(self) -> None:
        """Note, for ever, how late the loop comes to what is due."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + _SAMPLE
            await asyncio.sleep(_SAMPLE)
            self.lags.note(max(loop.time() - due, 0.0))

    def words(self) -> str:
        """Return what an operator reads."""
        state, asked = self.state(), self.requests
        used = resource.getrusage(resource.RUSAGE_SELF)
        met = ", ".join(f"{name} {count} times" for name, count in sorted(self.limits.items())) or "none"
        return "\n".join(
            [
                f"{state['people']} people in {state['clients']} sessions; tables: {state['playing']} being played, "
                f"{state['seating']} not begun, {state['in memory']} in memory",
                f"{asked.rate():.1f} requests a second, {asked.count} since the start, {self.asked['submit']} of them "
                f"moves; bots moved {self.bot_moves} times",
                f"answers take {_ms(asked, 0.5)} (half of them) to {_ms(asked, 0.95)} (95 %)",
                f"the loop is late by {_ms(self.lags, 0.5)} (half of the time) to {_ms(self.lags, 0.95)} (95 %)",
                f"limits met: {met}",
                f"{used.ru_utime + used.ru_stime:.0f} s of CPU, {used.ru_maxrss // 1024} MB at most",
            ]
        )

    def prometheus(self) -> str:
        """Return the same as Prometheus reads it."""
        used = resource.getrusage(resource.RUSAGE_SELF)
        state = self.state()
        stages = {f'{{stage="{stage}"}}': state.pop(stage) for stage in ("playing", "seating")}
        lines = _family("starforge_tables", "gauge", stages.items())
        for name, value in state.items():
            lines += _family(f"starforge_{name.replace(' ', '_')}", "gauge", [("", value)])
        lines += _family("starforge_requests_total", "counter", _labelled("request", self.asked))
        lines += _family("starforge_limits_met_total", "counter", _labelled("limit", self.limits))
        lines += _family("starforge_bot_moves_total", "counter", [("", self.bot_moves)])
        for name, times in (("request", self.requests), ("loop_lag", self.lags)):
            parts = [(f'{{quantile="{part}"}}', round(times.quantile(part), 6)) for part in _QUANTILES]
            sums = [("_sum", round(times.sum, 6)), ("_count", times.count)]
            lines += _family(f"starforge_{name}_seconds", "summary", [*parts, *sums])
        lines += _family("process_cpu_seconds_total", "counter", [("", round(used.ru_utime + used.ru_stime, 3))])
        return "\n".join(lines) + "\n"


def _ms(times: Durations, part: float) -> str:
    return f"{times.quantile(part) * 1000:.1f} ms"


def _labelled(label: str, counts: Counter[str]) -> list[tuple[str, float]]:
    return [(f'{{{label}="{name}"}}', count) for name, count in sorted(counts.items())]


def _family(name: str, kind: str, values: Iterable[tuple[str, float]]) -> list[str]:
    return [f"# TYPE {name} {kind}", *(f"{name}{label} {value}" for label, value in values)]
