"""The client against a running service with sample data, whose address and users are in the environment."""
from __future__ import annotations

import json
import os
import re
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ktima_client import Client, KtimaApiError

API, AUTH = os.environ.get("API"), os.environ.get("AUTH")
SYNTAGMA = {"latitude": 37.9755, "longitude": 23.7348}


@unittest.skipUnless(API and AUTH, "API and AUTH are not set")
class Service(unittest.TestCase):
    def setUp(self) -> None:
        self.open = Client(API or "", AUTH)
        credentials = {name: os.environ[f"KTIMA_{name.upper()}"] for name in ("client_id", "client_secret")}
        self.program = Client(API or "", AUTH, timeout=60, **credentials)

    def refused(self, status: int, call: object, **fields: object) -> KtimaApiError:
        with self.assertRaises(KtimaApiError) as caught:
            call(**fields)  # type: ignore[operator]
        self.assertEqual(caught.exception.status, status)
        return caught.exception

    def test_open_operations_need_no_token(self) -> None:
        cost = self.open.reconstruction_cost(
            postal_code="10563", property_type="apartment", build_area=85, explain=True
        )
        self.assertEqual(cost["reconstruction_cost"]["as_new"], 89_250)
        self.assertEqual(cost["basis"]["postal_prefix"], "10")
        self.assertEqual(self.open.kaek_search(kaek_code="050099901001")["area"], 324.18)
        found = self.open.address_search(address="Βασ. Σοφίας 24, Αθήνα", limit=1)
        self.assertEqual(found["results"][0]["components"]["postal_code"], "10676")
        self.assertEqual(self.open.reverse(**SYNTAGMA)["results"][0]["country_code"], "GR")
        self.assertEqual(len(self.open.point_of_interest_types()), 25)
        self.assertEqual(self.open.health()["status"], "ok")
        self.assertEqual(self.open.auth_readiness()["status"], "ready")
        self.assertEqual(len(self.open.jwks()["keys"]), 1)

    def test_an_error_has_the_message_of_the_service(self) -> None:
        error = self.refused(404, self.open.kaek_search, kaek_code="050681726999")
        self.assertEqual(str(error), "kaek_code: no parcel 050681726999 is loaded")
        self.assertRegex(error.request_id or "", r"^[\da-f-]{36}$")
        self.refused(401, self.open.points_of_interest, **SYNTAGMA)

    def test_a_user_logs_in_and_out(self) -> None:
        with Client(API or "", AUTH) as client:
            self.refused(401, client.login, username="demo", password="wrong")
            client.login("demo", "ktima-demo")
            self.assertEqual(client.points_of_interest(**SYNTAGMA)[0]["place_type"], "bus_stop")
            # A token that the service rejects is refreshed, by one thread for all.
            held = client._session._held
            assert held is not None
            held.access_token = "rejected"
            with ThreadPoolExecutor(8) as pool:
                calls = [pool.submit(client.points_of_interest, **SYNTAGMA) for _ in range(8)]
            self.assertTrue(all(call.result() for call in calls))
            client.logout()
            self.assertFalse(client.is_logged_in())
            self.refused(401, client.points_of_interest, **SYNTAGMA)

    def test_a_program_gets_tokens_by_its_credentials(self) -> None:
        places = self.program.points_of_interest(**SYNTAGMA)
        self.assertEqual(places[0]["distance"], 65.86)
        report = self.program.property_report(kaek_code="050099901001")
        self.assertEqual((report["parcel"] or {})["kaek"], "050099901001")
        wrong = Client(API or "", AUTH, client_id="unknown", client_secret="wrong")
        self.assertEqual(self.refused(401, wrong.points_of_interest, **SYNTAGMA).host, "auth")

    def test_batches(self) -> None:
        found = self.open.address_batch(requests=[{"address": "Ερμού 10, Αθήνα"}, {"reference": "7", **SYNTAGMA}])
        self.assertEqual([len(one["results"]) > 0 for one in found["answers"]], [True, True])
        costs = self.open.reconstruction_cost_batch(
            requests=[{"postal_code": "10563", "property_type": "house", "build_area": 85}]
        )
        self.assertIsNone(costs["answers"][0]["failure"])
        reports = self.program.property_report_batch(
            requests=[{"kaek_code": "050099901001"}, {"kaek_code": "050099999999"}], neighbourhood=False
        )["answers"]
        self.assertEqual([(one["failure"] or {}).get("status") for one in reports], [None, 404])

    def test_a_portfolio_in_one_call_and_by_its_operations(self) -> None:
        book = "Διεύθυνση;Τ.Κ.;Είδος ακινήτου;Εμβαδόν\nΕρμού 15;10563;διαμέρισμα;85,5\n".encode()
        states: list[str] = []
        done = self.program.run_portfolio(
            book, name="book.csv", decimal_comma=False, on_state=lambda one: states.append(one["state"])
        )
        self.assertEqual((done.portfolio["state"], done.portfolio["rows"]), ("done", 1))
        self.assertEqual((states[0], states[-1]), ("queued", "done"))
        self.assertIn(";89775;", done.result.decode())
        self.assertEqual(done.summary["terms"]["rates"], "prefix")
        self.assertEqual(self.program.portfolios()["portfolios"], [])
        with self.assertRaises(KtimaApiError) as caught:
            self.program.run_portfolio(b"a;b\n1;2\n", name="bad.csv")
        self.assertIn("no column shows where a property is", caught.exception.message)

        kept = self.program.run_portfolio(book, keep=True, idempotency_key="k-1").portfolio["id"]
        again = self.program.send_portfolio(file=book, idempotency_key="k-1")
        self.assertEqual(again["id"], kept)
        rows = self.program.portfolio_rows(id=kept, limit=10)
        self.assertEqual(rows["count"], 1)
        cells = [{"line": 2, "cells": {"Εμβαδόν": "100"}}]
        self.assertEqual(self.program.correct_portfolio_rows(id=kept, rows=cells)["corrected"], 1)
        again = self.program.run_portfolio_again(id=kept, idempotency_key="again-1")
        self.assertEqual(again["id"], kept)
        while self.program.portfolio(id=kept, wait=30)["state"] != "done":
            pass
        self.assertIn(b";105000", self.program.portfolio_result(id=kept))
        self.assertTrue(self.program.portfolio_summary_file(id=kept, format="xlsx").startswith(b"PK"))
        self.assertIsNone(self.program.delete_portfolio(id=kept))

    def test_the_example_of_the_readme_runs(self) -> None:
        readme = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")
        for code in re.findall(r"^```python\n(.*?)^```", readme, re.M | re.S):
            for address, real in (("http://127.0.0.1:8000", API), ("http://127.0.0.1:8001", AUTH)):
                code = code.replace(address, str(real))
            exec(compile(code, "README.md", "exec"), {})


if __name__ == "__main__":
    unittest.main()
