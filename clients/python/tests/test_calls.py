"""What the client does with each kind of response. The same rules as those of the TypeScript client."""
from __future__ import annotations

import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate

from flaky_server import (
    Answer,
    FlakyServer,
    Handler,
    answer_json,
    answer_text,
    break_off,
    break_off_chunked,
    endless,
    hang_up,
    silence,
)
from ktima_client import Client, KtimaApiError

GOOD = answer_json(200, {"status": "ok"})


def busy(retry_after: str, status: int = 503) -> Answer:
    body = {"error": status, "message": "too many at once"}
    return answer_json(status, body, {"Retry-After": retry_after})


class Retries(unittest.TestCase):
    def fails(self, client: Client, timeout: float | None = None) -> KtimaApiError:
        with self.assertRaises(KtimaApiError) as caught:
            client.health(timeout=timeout)
        return caught.exception

    def test_a_call_is_retried_after_a_lost_connection_a_cut_response_503_and_429(self) -> None:
        for trouble in (hang_up, break_off, break_off_chunked, busy("0"), busy("0", 429)):
            with FlakyServer(trouble, trouble, GOOD) as server:
                self.assertEqual(Client(server.url).health(), {"status": "ok"})
                self.assertEqual(len(server.seen), 3)

    def test_an_endless_answer_ends_before_it_fills_the_memory(self) -> None:
        with FlakyServer(endless) as server:
            error = self.fails(Client(server.url, timeout=60))
            self.assertEqual((error.reason, error.status), ("answer", 200))
            self.assertEqual(str(error), "the answer has more than 200 MB")
            self.assertEqual(len(server.seen), 1)

    def test_retry_after_is_waited_for_in_seconds_or_as_a_date(self) -> None:
        def in_two_seconds(request: Handler) -> None:
            # A date has whole seconds only.
            busy(formatdate(time.time() + 2, usegmt=True))(request)

        for asked in (busy("1"), in_two_seconds):
            with FlakyServer(asked, GOOD) as server:
                start = time.monotonic()
                Client(server.url).health()
                self.assertGreaterEqual(time.monotonic() - start, 0.99)

    def test_a_long_retry_after_or_one_beyond_the_timeout_is_raised(self) -> None:
        with FlakyServer(busy("900", 429), busy("3"), GOOD) as server:
            client = Client(server.url)
            error = self.fails(client)
            self.assertEqual((error.status, error.retry_after), (429, 900))
            self.assertEqual((error.message, str(error)), ("too many at once",) * 2)
            self.assertEqual(self.fails(client, timeout=1).retry_after, 3)
            self.assertEqual(len(server.seen), 2)

    def test_after_the_last_retry_the_error_is_raised(self) -> None:
        with FlakyServer(hang_up) as server:
            error = self.fails(Client(server.url))
            self.assertEqual((error.reason, error.status, error.host), ("network", 0, "api"))
            self.assertEqual(str(error), f"{server.url} cannot be reached")
            self.assertEqual(len(server.seen), 3)

    def test_a_rejected_request_is_not_retried(self) -> None:
        for status in (400, 401, 404, 422, 500, 502):
            headers = {"X-Request-Id": "abc"}
            answer = answer_json(status, {"error": status, "message": "no"}, headers)
            with FlakyServer(answer) as server:
                error = self.fails(Client(server.url))
                self.assertEqual((error.status, error.message), (status, "no"))
                self.assertEqual((error.reason, error.request_id), ("answer", "abc"))
                self.assertEqual(len(server.seen), 1)

    def test_a_login_is_sent_once_when_it_is_unknown_whether_it_arrived(self) -> None:
        with FlakyServer(hang_up, GOOD) as server:
            with self.assertRaises(KtimaApiError) as caught:
                Client(server.url, server.url).login("a", "b")
            self.assertEqual((caught.exception.reason, caught.exception.host), ("network", "auth"))
            self.assertEqual(len(server.seen), 1)

    def test_a_service_that_does_not_respond_causes_a_timeout(self) -> None:
        with FlakyServer(silence) as server:
            error = self.fails(Client(server.url), timeout=0.2)
            self.assertEqual((error.reason, error.status), ("timeout", 0))
            self.assertEqual(str(error), "no answer within 0.2 s")

    def test_a_response_of_another_program_is_an_error_with_its_status(self) -> None:
        for answer, status, message in (
            (answer_text(502, "<h1>Bad gateway</h1>"), 502, "the service answered 502"),
            (answer_text(200, "<h1>Welcome</h1>"), 200, "the answer is not JSON"),
            (answer_text(500, "[1]"), 500, "the service answered 500"),
        ):
            with FlakyServer(answer) as server:
                error = self.fails(Client(server.url))
                self.assertEqual((error.status, str(error)), (status, message))

    def test_a_redirect_is_not_followed_because_it_would_pass_the_token_on(self) -> None:
        with FlakyServer(GOOD) as other:
            target = {"Location": f"{other.url}/healthz"}
            with FlakyServer(answer_text(302, "", target)) as server:
                client = Client(server.url, access_token=lambda: "secret", token_for_all=True)
                self.assertEqual(self.fails(client).status, 302)
            self.assertEqual(other.seen, [])


class Tokens(unittest.TestCase):
    """A server that gives tokens, and rejects those that it no longer accepts."""

    def setUp(self) -> None:
        self.given = 0
        self.oldest = 1
        self.lifetime = 3600.0
        self.server = FlakyServer(self.answer).__enter__()
        self.addCleanup(self.server.__exit__)

    def answer(self, request: Handler) -> None:
        if request.path.startswith("/auth/"):
            with self.server.lock:
                self.given += 1
            token = {"access_token": str(self.given), "expires_in": self.lifetime}
            return answer_json(200, {**token, "refresh_token": f"r{self.given}"})(request)
        token = request.headers.get("authorization", "Bearer 0")
        if int(token[len("Bearer ") :]) < self.oldest:
            return answer_json(401, {"error": 401, "message": "token: expired"})(request)
        answer_json(200, [])(request)

    def ask_in_parallel(self, client: Client) -> None:
        with ThreadPoolExecutor(20) as pool:
            calls = [
                pool.submit(client.points_of_interest, latitude=38, longitude=23)
                for _ in range(20)
            ]
        self.assertEqual([call.result() for call in calls], [[]] * 20)

    def program(self) -> Client:
        return Client(self.server.url, self.server.url, client_id="nightly", client_secret="s")

    def user(self) -> Client:
        client = Client(self.server.url, self.server.url)
        client.login("maria", "password")
        return client

    def test_parallel_calls_share_a_token(self) -> None:
        for open_client in (self.program, self.user):
            before = self.given
            client = open_client()
            self.ask_in_parallel(client)
            self.ask_in_parallel(client)
            self.assertEqual(self.given, before + 1)

    def test_a_rejected_token_is_renewed_once_for_parallel_calls(self) -> None:
        for client in (self.program(), self.user()):
            self.ask_in_parallel(client)
            self.oldest = self.given + 1
            self.ask_in_parallel(client)
            self.assertEqual(self.given, self.oldest)

    def test_a_token_is_renewed_before_it_expires_once_for_parallel_calls(self) -> None:
        self.lifetime = 20.0
        for client in (self.program(), self.user()):
            self.ask_in_parallel(client)
            before = self.given
            held = client._session._held
            assert held is not None
            held.renew_at = 0
            self.ask_in_parallel(client)
            self.assertEqual(self.given, before + 1)

    def test_a_failed_early_renewal_does_not_matter(self) -> None:
        client = self.user()
        held = client._session._held
        assert held is not None
        held.renew_at = 0
        with FlakyServer(answer_json(500, {})) as broken:
            client._urls["auth"] = broken.url
            self.ask_in_parallel(client)
        self.assertTrue(client.is_logged_in())

    def test_what_is_sent(self) -> None:
        program = self.program()
        program.points_of_interest(latitude=38, longitude=23.5)
        program.points_of_interest(latitude=38, longitude=23.5, walk=True)
        self.assertEqual(
            self.server.seen,
            [
                "POST /auth/token grant_type=client_credentials&client_id=nightly&client_secret=s",
                'POST /api/points-of-interest/ {"latitude": 38, "longitude": 23.5}',
                'POST /api/points-of-interest/?walk=true {"latitude": 38, "longitude": 23.5}',
            ],
        )

    def test_no_login_for_programs_and_no_half_credentials(self) -> None:
        with self.assertRaisesRegex(ValueError, "credentials of a program"):
            self.program().login("maria", "password")
        url = self.server.url
        for wrong in (
            lambda: Client(url, url, client_id="x"),
            lambda: Client(url, client_id="x", client_secret="y"),
            lambda: Client("127.0.0.1:8000"),
            lambda: Client("http://"),
            lambda: Client(url, "file:///etc/passwd"),
            lambda: Client(url).login("a", "b"),
        ):
            self.assertRaises(ValueError, wrong)
        self.assertEqual(self.server.seen, [])


if __name__ == "__main__":
    unittest.main()
