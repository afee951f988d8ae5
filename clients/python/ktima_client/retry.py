"""Retries of a call."""
from __future__ import annotations

import random
import time
from typing import Any, Callable

from .errors import KtimaApiError

#: If the service requests a longer pause than this, the call fails; in seconds.
LONGEST_PAUSE = 10.0
FIRST_PAUSE = 0.2


def with_retries(
    attempt: Callable[[], Any], *, retries: int, deadline: float, is_repeatable: bool
) -> Any:
    """Sends a request, and retries it where that is safe and the remaining time is enough."""
    for tried in range(retries + 1):
        try:
            return attempt()
        except KtimaApiError as error:
            pause = _pause_before(error, tried, is_repeatable)
            if tried == retries or pause is None or time.monotonic() + pause >= deadline:
                raise
        time.sleep(pause)


def _pause_before(error: KtimaApiError, tried: int, is_repeatable: bool) -> float | None:
    """The pause before the next attempt, in seconds; None when a retry is useless."""
    is_busy = error.status in (429, 503)
    if not is_busy and not (error.reason == "network" and is_repeatable):
        return None
    if error.retry_after is not None and error.retry_after > LONGEST_PAUSE:
        return None
    # Jitter: clients that were rejected together should not retry together.
    spread = FIRST_PAUSE * float(2**tried) * (0.5 + random.random() / 2)
    return (error.retry_after or 0.0) + spread
