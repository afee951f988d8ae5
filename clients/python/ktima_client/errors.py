"""The error of a failed call."""
from __future__ import annotations

import json
import time
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Literal

Reason = Literal["answer", "network", "timeout"]


class KtimaApiError(Exception):
    """The error of every failed call."""

    def __init__(
        self,
        message: str,
        *,
        reason: Reason,
        status: int = 0,
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
    return KtimaApiError(
        _message_of(body) or message or f"the service answered {status}",
        reason="answer",
        status=status,
        request_id=headers.get("x-request-id"),
        retry_after=_seconds_of(headers.get("retry-after")),
    )


def _message_of(body: bytes) -> str | None:
    """The message in a body of our services; a proxy may have sent any other body."""
    try:
        value = json.loads(body)
    except ValueError:
        return None
    if not isinstance(value, dict):
        return None
    # The second is that of OAuth 2.0, which only `token` has.
    text = value.get("message", value.get("error_description"))
    return text if isinstance(text, str) else None


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
