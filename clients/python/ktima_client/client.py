"""The client of both services."""
from __future__ import annotations

import ssl
import time
import uuid
from types import TracebackType
from typing import Any, Callable, Mapping, NamedTuple

from . import types
from .errors import KtimaApiError
from .operations import LOGIN, LOGOUT, REFRESH, TOKEN, Operations
from .request import Route, check_address, open_sender, request_of, send
from .retry import with_retries
from .session import Session


class FinishedPortfolio(NamedTuple):
    """A portfolio that is done."""

    portfolio: types.Portfolio
    #: The enriched file.
    result: bytes
    summary: types.PortfolioSummary


class Client(Operations):
    """Every operation as a method. A client can be shared by threads.

    api_url: the main API, such as `http://127.0.0.1:8000`.
    auth_url: the authentication service; needed for tokens.
    client_id, client_secret: the credentials of a program, in place of `login`.
    scope: the scopes of a program's tokens, separated by spaces; default: all that it has.
    access_token: returns a token of another identity provider for each call that needs one.
    token_for_all: for a service whose KTIMA_REQUIRE_TOKEN is `all`.
    timeout: seconds for a call, including retries.
    retries: how often a call is repeated, where that is safe.
    ssl_context: for a service whose certificate is of your own authority.
    """

    def __init__(
        self,
        api_url: str,
        auth_url: str | None = None,
        *,
        client_id: str | None = None,
        client_secret: str | None = None,
        scope: str | None = None,
        access_token: Callable[[], str] | None = None,
        token_for_all: bool = False,
        timeout: float = 10.0,
        retries: int = 2,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        if (client_id is None) != (client_secret is None):
            raise ValueError("client_id, client_secret: expected both or none")
        if client_id is not None and auth_url is None:
            raise ValueError("auth_url: needed for client_id")
        self._urls = {"api": check_address("api_url", api_url)}
        if auth_url is not None:
            self._urls["auth"] = check_address("auth_url", auth_url)
        self._given_token = access_token
        self._token_for_all = token_for_all
        self._timeout = timeout
        self._retries = retries
        self._opener = open_sender(ssl_context)
        self._credentials = {
            "grant_type": "client_credentials",
            "client_id": client_id,
            "client_secret": client_secret,
            "scope": scope,
        }
        self._is_program = client_id is not None
        self._session = Session(self._request_tokens, is_program=self._is_program)

    def login(
        self, username: str, password: str, otp: str | None = None, *, timeout: float | None = None
    ) -> None:
        """Logs a user in. Later calls send a token, which is kept in memory and refreshed."""
        if self._is_program:
            raise ValueError("login: this client has credentials of a program")
        fields = {"username": username, "password": password, "otp": otp}
        self._session.start(self._call(LOGIN, fields, timeout))

    def logout(self, *, timeout: float | None = None) -> None:
        """Ends the session of a user, here and at the service."""
        if self._is_program:
            return
        # First here: even if the request fails, no later call sends the token.
        refresh_token = self._session.end()
        if refresh_token is not None:
            self._call(LOGOUT, {"refresh_token": refresh_token}, timeout)

    def is_logged_in(self) -> bool:
        """Whether calls get a token from a login or from credentials."""
        return self._session.is_open()

    def run_portfolio(
        self,
        file: bytes,
        *,
        on_state: Callable[[types.Portfolio], None] | None = None,
        keep: bool = False,
        timeout: float = 600.0,
        **options: Any,
    ) -> FinishedPortfolio:
        """Sends a file, waits for its run, and returns the result.

        file: the bytes of the file; `options` are those of `send_portfolio`.
        on_state: called with each state and, while it runs, every second with the progress.
        keep: whether the portfolio stays at the service, for its rows and other summaries.
        timeout: seconds for each request, not for the run.

        Raises KtimaApiError with the reason if the run fails.
        """
        portfolio = self.send_portfolio(file=file, timeout=timeout, **options)
        id = portfolio["id"]
        is_kept = False
        try:
            while portfolio["state"] in ("queued", "running"):
                if on_state:
                    on_state(portfolio)
                portfolio = self.portfolio(id=id, wait=1 if on_state else 30, timeout=timeout)
            if on_state:
                on_state(portfolio)
            if portfolio["state"] == "failed":
                message = portfolio["error"] or "the run failed"
                raise KtimaApiError(message, reason="answer", status=200)
            result = self.portfolio_result(id=id, timeout=timeout)
            summary = self.portfolio_summary(id=id, timeout=timeout)
            is_kept = keep
            return FinishedPortfolio(portfolio, result, summary)
        finally:
            if not is_kept:
                try:
                    self.delete_portfolio(id=id)
                except KtimaApiError:
                    # A service that cannot be reached removes it by itself, a day later.
                    pass

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.logout()

    def _request_tokens(self, refresh_token: str | None) -> Mapping[str, Any]:
        answer: Mapping[str, Any] = (
            self._call(TOKEN, self._credentials)
            if self._is_program
            else self._call(REFRESH, {"refresh_token": refresh_token})
        )
        return answer

    def _call(self, route: Route, fields: Mapping[str, Any], timeout: float | None = None) -> Any:
        # The service may wait as long as it was asked to.
        waited = float(fields.get("wait") or 0)
        seconds = self._timeout + waited if timeout is None else timeout
        deadline = time.monotonic() + seconds
        if route.host not in self._urls:
            raise ValueError(f"auth_url: needed for {route.path}")
        if route.has_key:
            # A retry after a lost response starts no second run.
            key = fields.get("idempotency_key") or str(uuid.uuid4())
            fields = {**fields, "idempotency_key": key}
        try:
            return with_retries(
                lambda: self._attempt(route, fields, deadline),
                retries=self._retries,
                deadline=deadline,
                # A repeated login could count as a second failure, or use up a one-time password.
                is_repeatable=route is not LOGIN,
            )
        except TimeoutError as cause:
            error = KtimaApiError(f"no answer within {seconds:g} s", reason="timeout")
            error.host = route.host
            raise error from cause
        except KtimaApiError as error:
            # The first call that fails is the cause: perhaps a renewal, inside another call.
            error.host = error.host or route.host
            raise

    def _attempt(self, route: Route, fields: Mapping[str, Any], deadline: float) -> Any:
        """Sends a request. A token may be rejected before it expires: then it is renewed once."""
        is_closed = route.needs_token or (route.host == "api" and self._token_for_all)
        token = self._token(deadline) if is_closed else None
        try:
            return self._send(route, fields, token, deadline)
        except KtimaApiError as error:
            if error.status != 401 or token is None or self._given_token:
                raise
            other = self._session.token_other_than(token, deadline)
            if other is None:
                raise
        return self._send(route, fields, other, deadline)

    def _token(self, deadline: float) -> str | None:
        if self._given_token:
            return self._given_token()
        return self._session.access_token(deadline)

    def _send(
        self, route: Route, fields: Mapping[str, Any], token: str | None, deadline: float
    ) -> Any:
        request = request_of(self._urls[route.host], route, fields, token)
        return send(self._opener, request, deadline, route.is_file)
