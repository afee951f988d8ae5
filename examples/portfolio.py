#!/usr/bin/env python3
"""Sends a file of many properties, waits for its run, and writes the result and the summary.

    ktima client add books --scopes portfolio,zones      # prints the credentials
    KTIMA_CLIENT_ID=… KTIMA_CLIENT_SECRET=… examples/portfolio.py examples/book.csv locations.csv summary.json

The result is a location file of Open Exposure Data; docs/portfolios.md lists the other formats.
"""
import json
import os
import sys
from pathlib import Path

# In your own project: pip install clients/python
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "clients/python"))
from ktima_client import Client, KtimaApiError


def main(book, result, summary):
    ktima = Client(
        os.environ.get("API", "http://127.0.0.1:8000"),
        os.environ.get("AUTH", "http://127.0.0.1:8001"),
        client_id=os.environ["KTIMA_CLIENT_ID"],
        client_secret=os.environ["KTIMA_CLIENT_SECRET"],
    )
    done = ktima.run_portfolio(Path(book).read_bytes(), name=Path(book).name, format="oed")
    Path(result).write_bytes(done.result)
    Path(summary).write_text(json.dumps(done.summary, ensure_ascii=False, indent=2), encoding="utf-8")
    total = done.summary["total"]
    print(f"{total['rows']} rows, as new {total['as_new_eur']:,.2f} €")
    print(f"of it known only roughly: {total['exposure_rough_eur']:,.2f} €")


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except KtimaApiError as error:
        sys.exit(str(error))
