"""The client of both services."""
from __future__ import annotations

import ssl
import time
from types import TracebackType
from typing import Any, Callable, Mapping

from .errors import KtimaApiError
from .operations import LOGIN, LOGOUT, REFRESH, TOKEN, Operations
from .request import Route, check_address, open_sender, request_of, send
from .retry import with_retries
from .session import Session


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
        seconds = self._timeout if timeout is None else timeout
        deadline = time.monotonic() + seconds
        if route.host not in self._urls:
            raise ValueError(f"auth_url: needed for {route.path}")
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
        return send(self._opener, request, deadline)
