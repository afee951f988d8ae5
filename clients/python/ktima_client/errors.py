"""The error of a failed call."""
from __future__ import annotations

import json
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Literal

Reason = Literal["answer", "network", "timeout"]


class KtimaApiError(Exception):
    """The error of every failed call."""

    def __init__(
        self,
        message: str,
        *,
        reason: Reason,
        status: int = 0,
        type: str | None = None,
        errors: list[dict[str, Any]] | None = None,
        request_id: str | None = None,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        #: What is wrong, in the words of the service if it responded.
        self.message = message
        #: An error response, no connection, or a time-out.
        self.reason = reason
        #: The HTTP status; 0 when there was no response.
        self.status = status
        #: The kind of error, one of `error_types`; None if the response was not of our services.
        self.type = type
        #: The faults that the message names, with `field` and `code`; empty for other errors.
        self.errors = errors or []
        #: The `X-Request-Id` of the response, by which the operator finds it in the logs.
        self.request_id = request_id
        #: Seconds to wait before a retry, if the service sent `Retry-After`.
        self.retry_after = retry_after
        #: The service that failed, `api` or `auth`; `auth` also if a token could not be renewed.
        self.host: str | None = None


def error_of_answer(
    status: int, headers: Message, body: bytes, message: str | None = None
) -> KtimaApiError:
    """The error of an unexpected response; `message` is used if its body has none."""
    said = _read(body)
    # The third is that of OAuth 2.0, which only `token` has.
    text = said.get("detail", said.get("message", said.get("error_description")))
    errors = said.get("errors")
    return KtimaApiError(
        text if isinstance(text, str) else message or f"the service answered {status}",
        reason="answer",
        status=status,
        type=said.get("type"),
        errors=errors if isinstance(errors, list) else [],
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_of(headers.get("retry-after")),
    )


def _read(body: bytes) -> dict[str, Any]:
    """The body of an error; a proxy may have sent any other body."""
    try:
        value = json.loads(body)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _seconds_of(header: str | None) -> float | None:
    """`Retry-After` in seconds, from either of its forms (RFC 9110, section 10.2.3)."""
    if header is None:
        return None
    if header.isascii() and header.isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
