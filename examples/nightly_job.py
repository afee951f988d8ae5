#!/usr/bin/env python3
"""A nightly job: position, parcel and cost of each property in a file, as JSON lines.

    ktima client add nightly --scopes report      # prints the credentials
    KTIMA_CLIENT_ID=… KTIMA_CLIENT_SECRET=… examples/nightly_job.py examples/book.csv results.ndjson

The file has the columns id, kaek_code or address, property_type, build_area and construction_year;
cells may be empty. Lines are added to the results after each batch, and properties that have a line
are left out: a job that was stopped, by a quota of the day for example, continues in its next run.
"""
import csv
import json
import os
import sys
import time
from pathlib import Path

# In your own project: pip install clients/python
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients/python"))
from ktima_client import Client, KtimaApiError, error_types

#: A batch takes up to a hundred; each entry counts as a request of the quota.
BATCH = 100
#: A quota of a minute is waited for; one of a day ends the job.
LONGEST_WAIT_SECONDS = 900
TEXTS = ("kaek_code", "address", "property_type")
NUMBERS = ("build_area", "construction_year")


def number_of(cell):
    """What is no number stays as it is: the service says what is wrong with it."""
    try:
        return json.loads(cell)
    except ValueError:
        return cell


def request_of(row):
    """The fields that a row has, as the report takes them."""
    texts = {name: row[name] for name in TEXTS if row.get(name)}
    return {**texts, **{name: number_of(row[name]) for name in NUMBERS if row.get(name)}}


def reports_on(ktima, rows):
    """One answer for each row. Waits while the quota is used up."""
    while True:
        try:
            requests = [request_of(row) for row in rows]
            return ktima.property_report_batch(requests=requests, neighbourhood=False)["answers"]
        except KtimaApiError as error:
            wait = error.retry_after
            if error.status != 429 or wait is None or wait > LONGEST_WAIT_SECONDS:
                raise
            print(f"{error.message}: waiting {wait:.0f} s", file=sys.stderr)
            time.sleep(wait)


def line_of(row, answer):
    """What the results say about a row."""
    if answer["failure"]:
        return {"id": row["id"], "problem": answer["failure"]["detail"]}
    report = answer["report"]
    cost = (report["cost"] or {}).get("reconstruction_cost", {})
    parcel = report["parcel"] or {}
    position = report["position"]
    return {
        "id": row["id"],
        "latitude": position["latitude"],
        "longitude": position["longitude"],
        "kaek": parcel.get("kaek"),
        "as_new": cost.get("as_new"),
        "as_is": cost.get("as_is"),
        "missing": [one["reason"] for one in report["missing"] if one["section"] != "neighbourhood"],
    }


def is_put_off(answer):
    """Whether the batch was full before this entry: it is sent again."""
    return answer["failure"] is not None and answer["failure"]["type"] == error_types.BATCH_FULL


def main(book, results):
    ktima = Client(
        os.environ.get("API", "http://127.0.0.1:8000"),
        os.environ.get("AUTH", "http://127.0.0.1:8001"),
        client_id=os.environ["KTIMA_CLIENT_ID"],
        client_secret=os.environ["KTIMA_CLIENT_SECRET"],
        timeout=120,
    )
    with open(results, "a+", encoding="utf-8") as file:
        file.seek(0)
        done = {json.loads(line)["id"] for line in file}
        with open(book, newline="", encoding="utf-8-sig") as rows:
            waiting = [row for row in csv.DictReader(rows) if row["id"] not in done]
        while waiting:
            rows, waiting = waiting[:BATCH], waiting[BATCH:]
            answers = list(zip(rows, reports_on(ktima, rows)))
            put_off = [row for row, answer in answers if is_put_off(answer)]
            if len(put_off) == len(rows):
                sys.exit(answers[0][1]["failure"]["detail"])
            for row, answer in answers:
                if not is_put_off(answer):
                    print(json.dumps(line_of(row, answer), ensure_ascii=False), file=file)
            file.flush()
            waiting = put_off + waiting
            print(f"{len(rows) - len(put_off)} done, {len(waiting)} left")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: nightly_job.py BOOK.csv RESULTS.ndjson")
    try:
        main(*sys.argv[1:])
    except KtimaApiError as error:
        sys.exit(f"{error.status}: {error.message}")
