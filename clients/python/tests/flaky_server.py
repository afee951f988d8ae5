"""A server on loopback that answers its requests by a list, the last answer again and again."""
from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Mapping

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    server: FlakyServer

    def do_GET(self) -> None:
        self.body = self.rfile.read(int(self.headers.get("content-length", 0))).decode()
        with self.server.lock:
            answer = self.server.answers[min(len(self.server.seen), len(self.server.answers) - 1)]
            self.server.seen.append(f"{self.command} {self.path} {self.body}".strip())
        answer(self)

    do_POST = do_GET

    def log_message(self, *_: Any) -> None:
        pass


class FlakyServer(ThreadingHTTPServer):
    """Use it in `with`; `seen` has the requests, `url` the address."""

    daemon_threads = True
    request_queue_size = 50

    def __init__(self, *answers: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answers = answers
        self.seen: list[str] = []
        self.lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_address[1]}"

    def __enter__(self) -> FlakyServer:
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.01}).start()
        return self

    def __exit__(self, *_: Any) -> None:
        self.shutdown()
        self.server_close()


def answer_json(status: int, value: Any, headers: Mapping[str, str] = {}) -> Answer:
    return answer_text(status, json.dumps(value), headers)


def answer_text(status: int, text: str, headers: Mapping[str, str] = {}) -> Answer:
    def answer(request: Handler) -> None:
        body = text.encode()
        request.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            request.send_header(name, value)
        request.end_headers()
        request.wfile.write(body)

    return answer


def hang_up(request: Handler) -> None:
    """Cuts the connection without a response."""
    request.close_connection = True


def break_off(request: Handler) -> None:
    """Begins a response and cuts it."""
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b'{"status"')
    request.close_connection = True


def break_off_chunked(request: Handler) -> None:
    request.protocol_version = "HTTP/1.1"
    request.send_response(200)
    request.send_header("Transfer-Encoding", "chunked")
    request.end_headers()
    request.wfile.write(b"9\r\n")
    request.close_connection = True


def endless(request: Handler) -> None:
    """Sends JSON until the client leaves."""
    request.send_response(200)
    request.end_headers()
    piece = b'"' + b"x" * 1_000_000
    try:
        while True:
            request.wfile.write(piece)
    except OSError:
        pass


def silence(request: Handler) -> None:
    """Answers nothing until the client leaves."""
    request.connection.recv(1)
