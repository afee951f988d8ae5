"""Makes the request of an operation, sends it, and reads the response."""
from __future__ import annotations

import json
import re
import socket
import ssl
import time
from http.client import HTTPException, HTTPResponse, IncompleteRead
from typing import Any, Mapping, NamedTuple
from urllib.error import URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import (
    HTTPErrorProcessor,
    HTTPSHandler,
    OpenerDirector,
    Request,
    build_opener,
)

from .errors import KtimaApiError, error_of_answer


#: The most bytes of an answer that is no file: a hundred reports with all their places have less.
MOST_BYTES = 200_000_000


class Route(NamedTuple):
    """Where an operation is, and how its fields are sent."""

    host: str
    method: str
    #: A parameter in it is `{name}`, and is one of the fields.
    path: str
    #: One of `query`, `json`, `urlencoded`, `file` and `none`.
    input: str
    needs_token: bool
    #: Whether the response is a file.
    is_file: bool = False
    #: Whether it takes an `Idempotency-Key`.
    has_key: bool = False
    #: The fields that are sent in the query, although there is a body.
    beside_body: tuple[str, ...] = ()


class _EveryAnswer(HTTPErrorProcessor):
    """Returns each response. A redirect is not followed: it would pass the token on to its target."""

    def http_response(self, request: Request, response: HTTPResponse) -> HTTPResponse:
        return response

    https_response = http_response


def open_sender(context: ssl.SSLContext | None) -> OpenerDirector:
    """Sends requests, by the proxy that the environment names (`HTTPS_PROXY`)."""
    return build_opener(_EveryAnswer, HTTPSHandler(context=context))


def check_address(name: str, address: str) -> str:
    """The address without its last slash. Fails for what is no URL of a web server."""
    if re.match(r"https?://", address, re.I) is None or not urlsplit(address).hostname:
        raise ValueError(f"{name}: expected http:// or https:// and a host, got {address}")
    return address.rstrip("/")


def request_of(base: str, route: Route, whole: Mapping[str, Any], token: str | None) -> Request:
    """The request of a route. Fields that the path names are sent in the path only."""
    fields = {name: value for name, value in whole.items() if value is not None}
    url = base + re.sub(r"\{(\w+)\}", lambda found: _segment(str(found[1]), fields), route.path)
    accept = ("*/*" if route.is_file else "application/json") + ", application/problem+json"
    headers = {"Accept": accept, "User-Agent": "ktima-client-python"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    if route.has_key:
        headers["Idempotency-Key"] = fields.pop("idempotency_key")
    body: bytes | None = None
    if route.input == "file":
        headers["Content-Type"] = "application/octet-stream"
        body = fields.pop("file")
    is_query = route.input in ("query", "file")
    in_query = fields if is_query else {k: fields.pop(k) for k in route.beside_body if k in fields}
    if in_query:
        url += "?" + urlencode(_texts(in_query))
    if route.input == "json":
        headers["Content-Type"] = "application/json"
        body = json.dumps(fields, allow_nan=False).encode()
    if route.input == "urlencoded":
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = urlencode(_texts(fields)).encode()
    if route.method == "POST" and body is None:
        body = b""
    return Request(url, body, headers, method=route.method)


def _segment(name: str, fields: dict[str, Any]) -> str:
    text = str(fields.pop(name, ""))
    # Servers drop a segment of dots, so such a value would reach another path.
    if text in ("", ".", ".."):
        raise ValueError(f"{name}: needed in the path")
    return quote(text, safe="")


def _texts(fields: Mapping[str, Any]) -> dict[str, str]:
    as_json = {True: "true", False: "false"}
    return {
        name: as_json[value] if isinstance(value, bool) else str(value)
        for name, value in fields.items()
    }


def send(opener: OpenerDirector, request: Request, deadline: float, is_file: bool = False) -> Any:
    """The JSON or the file of the response; None without body. Raises TimeoutError at the deadline."""
    try:
        with opener.open(request, timeout=_remaining(deadline)) as answer:
            status, headers = answer.status, answer.headers
            is_wanted = is_file and 200 <= status < 300
            body = _read(answer, deadline, None if is_wanted else MOST_BYTES)
    except (OSError, HTTPException) as error:
        reason = error.reason if isinstance(error, URLError) else error
        if isinstance(reason, (socket.timeout, TimeoutError)):
            raise TimeoutError from error
        address = urlsplit(request.full_url)
        message = f"{address.scheme}://{address.netloc} cannot be reached"
        raise KtimaApiError(message, reason="network") from error
    if not 200 <= status < 300:
        raise error_of_answer(status, headers, body)
    if status == 204:
        return None
    if is_file:
        return body
    try:
        return json.loads(body)
    except ValueError as error:
        raise error_of_answer(status, headers, b"", "the answer is not JSON") from error


def _read(answer: HTTPResponse, deadline: float, most: int | None) -> bytes:
    """The whole body; one that is cut is an error, as no response would be."""
    left = answer.length
    parts = []
    read = 0
    while left is None or left > 0:
        _remaining(deadline)
        if most is not None and read > most:
            message = f"the answer has more than {most // 1_000_000} MB"
            raise error_of_answer(answer.status, answer.headers, b"", message)
        part = answer.read1(65_536 if left is None else min(left, 65_536))
        if not part:
            break
        parts.append(part)
        read += len(part)
        left = None if left is None else left - len(part)
    if left:
        raise IncompleteRead(b"".join(parts), left)
    return b"".join(parts)


def _remaining(deadline: float) -> float:
    seconds = deadline - time.monotonic()
    if seconds <= 0:
        raise TimeoutError
    return seconds
