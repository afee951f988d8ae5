"""Recomputes costs with exact fractions, from the rows of the table alone.

Reads {"rates", "factors", "depreciation", "questions"} from standard input and writes one line for
each question: as new and as is in cents, or the name of the parameter that is refused.
"""

import json
import sys
from fractions import Fraction

data = json.load(sys.stdin, parse_float=Fraction, parse_int=Fraction)


def cents(euros):
    """Half up."""
    return int((euros * 100 + Fraction(1, 2)).__floor__())


def newest(rows, day):
    valid = [row for row in rows if row["validFrom"] <= day]
    return max(valid, key=lambda row: row["validFrom"]) if valid else None


def factors(kind, name, property_type, day):
    """The items of the set that applies on the day; rows for the type replace those for all."""
    of_name = [f for f in data["factors"] if f["kind"] == kind and f["name"] == name]
    for wanted in (property_type, ""):
        rows = [f for f in of_name if f["propertyType"] == wanted]
        last = newest(rows, day)
        if last:
            return {f["item"]: f["value"] for f in rows if f["validFrom"] == last["validFrom"]}
    return {}


def rate_for(question, property_type, day):
    code = question["postalCode"]
    lengths = (5, 4, 3, 2) if question.get("rates") == "finest" else (2,)
    places = [
        [
            r
            for r in data["rates"]
            if r["postalPrefix"] == code[:length] and r["propertyType"] == property_type
        ]
        for length in lengths
    ]
    for rows in places:
        row = newest(rows, day)
        if row:
            return row
    for rows in places:
        if rows and question.get("index"):
            return min(rows, key=lambda r: r["validFrom"])
    return None


def quarter(day):
    return "%s-Q%d" % (day[:4], (int(day[5:7]) + 2) // 3)


def index_factor(question, rate, day):
    if not question.get("index"):
        return Fraction(1)
    values = {
        f["item"]: f["value"]
        for f in data["factors"]
        if f["kind"] == "index" and f["name"] == question["index"]
    }

    def at(wanted):
        return values[max(q for q in values if q <= wanted)]

    return at(quarter(day)) / at(quarter(rate["validFrom"]))


def share(question, day):
    year = int(day[:4])
    start = question.get("renovationYear") or question["constructionYear"]
    age = year - start
    kind = question["propertyType"]
    asked = question.get("ageing")
    floor = Fraction(0)
    if asked and asked not in ("ross", "straight_line"):
        bands = factors("age_band", asked, kind, day)
        left = bands[str(max(int(first) for first in bands if int(first) <= age))]
    else:
        row = next((d for d in data["depreciation"] if d["propertyType"] == kind), None)
        method = asked or (row["method"] if row else "ross")
        life = row["usefulLifeYears"] if row else Fraction(80)
        floor = row["residualShare"] if row else Fraction(1, 5)
        spent = min(age / life, Fraction(1))
        left = 1 - (spent if method == "straight_line" else (spent + spent**2) / 2)
    if question.get("condition"):
        lost = factors("condition", "heidecke", kind, day)[question["condition"]]
        left *= 1 - lost / 100
    return max(left, floor)


def answer(question):
    day = question.get("valuationDate") or question["today"]
    kind = question["propertyType"]
    main = rate_for(question, kind, day)
    if main is None:
        return "no rate"
    works = main["rateEurM2"] * question["buildAreaM2"] * index_factor(question, main, day)
    if question.get("quality"):
        works *= factors("quality", "finish", kind, day)[question["quality"]]
    for other in ("basement", "auxiliary"):
        area = question.get(other + "AreaM2")
        if area:
            rate = rate_for(question, other, day)
            if rate is None:
                return "no rate"
            works += rate["rateEurM2"] * area * index_factor(question, rate, day)
    percent = Fraction(0)
    if question.get("addons"):
        for item, value in factors("addon", question["addons"], kind, day).items():
            if item not in main.get("includes", []):
                percent += value
    total = works * (1 + percent / 100)
    as_is = total * share(question, day) if question.get("constructionYear") else None
    return "%d %s" % (cents(total), "-" if as_is is None else cents(as_is))


print("\n".join(answer(question) for question in data["questions"]))
