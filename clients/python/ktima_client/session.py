"""The tokens of a login or of a program, kept in memory only and renewed before they expire."""
from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, Callable, Mapping

from .errors import KtimaApiError

#: Tokens are renewed this many seconds before they expire, as a request takes time to arrive.
EARLY = 30.0


class _Held:
    """The tokens of one login or renewal; without them, the next call that needs one renews."""

    def __init__(self, granted: Mapping[str, Any] | None = None) -> None:
        lifetime = float(granted["expires_in"]) if granted else 0.0
        self.access_token: str | None = granted["access_token"] if granted else None
        self.refresh_token: str | None = granted.get("refresh_token") if granted else None
        # By a clock that does not change with that of the system.
        self.expires_at = time.monotonic() + lifetime
        # With a short lifetime, not every call renews the token.
        self.renew_at = self.expires_at - min(EARLY, lifetime / 2)
        #: The renewal under way, one for all threads.
        self.renewal: Future[None] | None = None


class Session:
    """Gives each call a token. `request` gets new tokens, by the refresh token if there is one."""

    def __init__(
        self, request: Callable[[str | None], Mapping[str, Any]], *, is_program: bool
    ) -> None:
        self._request = request
        self._is_program = is_program
        self._lock = threading.Lock()
        self._held = _Held() if is_program else None

    def start(self, granted: Mapping[str, Any]) -> None:
        """Uses the tokens of a login."""
        self._held = _Held(granted)

    def end(self) -> str | None:
        """Forgets the tokens and returns the refresh token."""
        held, self._held = self._held, None
        return held.refresh_token if held else None

    def is_open(self) -> bool:
        """Whether calls get a token."""
        return self._held is not None

    def access_token(self, deadline: float) -> str | None:
        """A token that is valid for a while; None without a login."""
        held, now = self._held, time.monotonic()
        if held and now >= held.expires_at:
            self._renew(held, deadline)
        elif held and now >= held.renew_at:
            try:
                self._renew(held, deadline)
            except (KtimaApiError, TimeoutError):
                pass  # The token is still valid.
        return self._held.access_token if self._held else None

    def token_other_than(self, refused: str, deadline: float) -> str | None:
        """A token other than the rejected one, after a renewal if necessary."""
        held = self._held
        if held and held.access_token == refused:
            self._renew(held, deadline)
        return self._held.access_token if self._held else None

    def _renew(self, before: _Held, deadline: float) -> None:
        with self._lock:
            # Another thread may just have finished.
            if self._held is not before:
                return
            pending = before.renewal
            mine: Future[None] = Future()
            before.renewal = pending or mine
        if pending:
            try:
                return pending.result(max(0.0, deadline - time.monotonic()))
            except FutureTimeout:
                raise TimeoutError from None
        try:
            self._replace(before)
            mine.set_result(None)
        except BaseException as error:
            before.renewal = None
            mine.set_exception(error)
            raise

    def _replace(self, before: _Held) -> None:
        """Renews the tokens. A user's session ends when it is refused; a program may try again."""
        try:
            after: _Held | None = _Held(self._request(before.refresh_token))
        except KtimaApiError as error:
            if self._is_program or error.status not in (400, 401, 403):
                raise
            after = None
        with self._lock:
            # After a logout or a new login meanwhile, the new tokens are dropped.
            if self._held is before:
                self._held = after
