"""Recomputes the costs of an enriched file with exact fractions: from the audit columns of each row
alone, and again from the files that were imported.

Arguments: the enriched CSV, then the files of rates, depreciation, factors and index. Prints each cell
that differs, and at the end the number of rows with a cost.
"""

import csv
import sys
from fractions import Fraction


def table(path):
    with open(path, encoding="utf-8") as file:
        return list(csv.DictReader(file))


enriched, *imported = sys.argv[1:]
rates, depreciation, factors, index = map(table, imported)
rates = {(row["postal_prefix"], row["property_type"]): row for row in rates}
ageing = {row["property_type"]: row for row in depreciation}
qualities = {row["item"]: Fraction(row["value"]) for row in factors if row["kind"] == "quality"}
addons = sum(Fraction(row["value"]) for row in factors if row["kind"] == "addon")
quarters = {row["quarter"]: Fraction(row["value"]) for row in index}
types = {"διαμέρισμα": "apartment", "μονοκατοικία": "house", "μεζονέτα": "maisonette"}
areas = {"basement": "Εμβαδόν υπογείου", "auxiliary": "Εμβαδόν βοηθητικών χώρων"}


def number(text):
    """A number in Greek notation."""
    return Fraction(text.replace(".", "").replace(",", "."))


def rounded(value, decimals):
    """Half up."""
    scale = 10**decimals
    return Fraction((value * scale + Fraction(1, 2)).__floor__(), scale)


def cents(value):
    """Half up. Factors in the file are binary fractions, so a half may be a little less there."""
    return rounded(rounded(value, 7), 2)


def as_new(rate, area, terms):
    """The cost as new before it is rounded, by the formula of docs/costs.md."""
    cost = rate * area * terms.get("index_factor", 1) * terms.get("quality_factor", 1)
    for other in areas:
        if other + "_area_m2" in terms:
            factor = terms.get(other + "_index_factor", 1)
            cost += terms[other + "_area_m2"] * terms[other + "_rate_eur_m2"] * factor
    return cost * (1 + terms.get("addons_percent", Fraction(0)) / 100)


def quarter(date):
    return quarters[f"{date[:4]}-Q{(int(date[5:7]) + 2) // 3}"]


def imported_terms(row, rate):
    """What cost_factors must state, from the imported files and the cells of the input."""
    date = row["cost_valuation_date"]
    terms = {"index_factor": quarter(date) / quarter(rate["valid_from"])}
    if row["Ποιότητα κατασκευής"]:
        terms["quality_factor"] = qualities[row["Ποιότητα κατασκευής"]]
    for other, column in areas.items():
        if row[column]:
            its = rates[rate["postal_prefix"], other]
            terms[other + "_area_m2"] = number(row[column])
            terms[other + "_rate_eur_m2"] = Fraction(its["rate_eur_m2"])
            terms[other + "_index_factor"] = quarter(date) / quarter(its["valid_from"])
    return {**terms, "addons_percent": addons}


def share(kind, age):
    rule = ageing[kind]
    spent = min(Fraction(age) / Fraction(rule["useful_life_years"]), Fraction(1))
    left = 1 - (spent if rule["method"] == "straight_line" else (spent + spent**2) / 2)
    return max(left, Fraction(rule["residual_share"]))


def check(row):
    def differs(name, expected):
        print(row["Κωδικός"], name, row[name], "expected", expected)

    kind = types[row["Είδος ακινήτου"]]
    rate = rates[row["Τ.Κ."].replace(" ", "")[:2], kind]
    area = number(row["Εμβαδόν"])
    terms = imported_terms(row, rate)
    cost = as_new(Fraction(rate["rate_eur_m2"]), area, terms)
    left = share(kind, int(row["cost_valuation_date"][:4]) - int(row["Έτος κατασκευής"]))
    expected = {
        "cost_rate_eur_m2": Fraction(rate["rate_eur_m2"]),
        "cost_as_new_eur": rounded(cost, 2),
        # A binary fraction in the file: its last digits may differ.
        "cost_remaining_share": rounded(left, 10),
        "cost_as_is_eur": rounded(cost * left, 2),
        "insured_ratio": rounded(number(row["Ασφαλιζόμενο κεφάλαιο"]) / rounded(cost, 2), 4),
    }
    texts = {
        "cost_rate_valid_from": rate["valid_from"],
        "cost_rate_source": rate["source"],
        "cost_rate_place": rate["postal_prefix"],
        "cost_method": ageing[kind]["method"],
    }
    for name, value in expected.items():
        if rounded(number(row[name]), 10) != value:
            differs(name, float(value))
    for name, text in texts.items():
        if row[name] != text:
            differs(name, text)

    # The text has a decimal point in every file.
    stated = dict(term.split("=") for term in row["cost_factors"].split("; "))
    stated = {name: Fraction(value) for name, value in stated.items()}
    if {name: rounded(value, 12) for name, value in stated.items()} != {
        name: rounded(value, 12) for name, value in terms.items()
    }:
        differs("cost_factors", terms)
    audited = as_new(number(row["cost_rate_eur_m2"]), area, stated)
    if cents(audited) != number(row["cost_as_new_eur"]):
        differs("cost_as_new_eur", float(audited))
    as_is = audited * number(row["cost_remaining_share"])
    if cents(as_is) != number(row["cost_as_is_eur"]):
        differs("cost_as_is_eur", float(as_is))


priced = 0
with open(enriched, encoding="utf-8-sig") as file:
    for row in csv.DictReader(file, delimiter=";"):
        check(row)
        priced += 1
print(priced)
