#!/usr/bin/env python3
"""Cost, parcel, address and places of a flat in Athens. Needs only Python 3.8 or later.

Run `npm start` first, or set API and AUTH to your own service.
"""
import json
import os
import sys
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

API = os.environ.get("API", "http://127.0.0.1:8000")
AUTH = os.environ.get("AUTH", "http://127.0.0.1:8001")


def call(url, query=None, body=None, token=None):
    """Sends a request and returns the JSON of the response; exits with the service's message on an error."""
    headers = {"Accept": "application/json"}
    if token:
        headers["Authorization"] = "Bearer " + token
    if body is not None:
        headers["Content-Type"] = "application/json"
        body = json.dumps(body).encode()
    request = Request(url + ("?" + urlencode(query) if query else ""), body, headers)
    try:
        with urlopen(request, timeout=30) as answer:
            return json.load(answer)
    except HTTPError as error:
        sys.exit(f"{error.code}: {json.load(error)['message']}")


cost = call(API + "/api/reconstruction-cost/", {
    "postal_code": "10563", "property_type": "apartment", "build_area": 85, "construction_year": 1998,
})["reconstruction_cost"]
print(f"as new {cost['as_new']:,.2f} €, as is {cost['as_is']:,.2f} €")

parcel = call(API + "/api/geocoding/kaek-search/", {"kaek_code": "050099901001"})
print(f"parcel {parcel['kaek']}: {parcel['area']} m²")

found = call(API + "/api/geocoding/address-search/", {"address": "Βασ. Σοφίας 24, Αθήνα", "limit": 1})
for result in found["results"]:
    match = result["match"]
    print(f"{result['formatted_address']}: {match['level']}, confidence {match['confidence']}")

login = call(AUTH + "/auth/otp/login", body={
    "username": os.environ.get("KTIMA_USER", "demo"),
    "password": os.environ.get("KTIMA_PASSWORD", "ktima-demo"),
})
places = call(API + "/api/points-of-interest/", body={"latitude": 37.9755, "longitude": 23.7348},
              token=login["access_token"])
for place in places[:5]:
    print(f"{place['distance']:8.2f} m  {place['place_type']:15} {place['name_en'] or place['name_gr']}")
