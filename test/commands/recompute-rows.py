"""Recomputes the costs of an enriched file with exact fractions, from the file and the cost table.

Arguments: the enriched CSV, costs.csv, depreciation.csv. Prints each cell that differs, and at the
end the number of rows with a cost.
"""

import csv
import sys
from fractions import Fraction

enriched, costs, depreciation = sys.argv[1:]
rates = {}
with open(costs, encoding="utf-8") as file:
    for row in csv.DictReader(file):
        rates[row["postal_prefix"], row["property_type"]] = row
ageing = {}
with open(depreciation, encoding="utf-8") as file:
    for row in csv.DictReader(file):
        ageing[row["property_type"]] = row
types = {"διαμέρισμα": "apartment", "μονοκατοικία": "house", "μεζονέτα": "maisonette"}


def number(text):
    """A number in Greek notation."""
    return Fraction(text.replace(".", "").replace(",", "."))


def rounded(value, decimals):
    """Half up."""
    scale = 10**decimals
    return Fraction((value * scale + Fraction(1, 2)).__floor__(), scale)


def share(kind, age):
    rule = ageing[kind]
    spent = min(Fraction(age) / Fraction(rule["useful_life_years"]), Fraction(1))
    left = 1 - (spent if rule["method"] == "straight_line" else (spent + spent**2) / 2)
    return max(left, Fraction(rule["residual_share"]))


def check(row):
    kind = types[row["Είδος ακινήτου"]]
    rate = rates[row["Τ.Κ."].replace(" ", "")[:2], kind]
    area = number(row["Εμβαδόν"])
    as_new = Fraction(rate["rate_eur_m2"]) * area
    age = int(row["cost_valuation_date"][:4]) - int(row["Έτος κατασκευής"])
    left = share(kind, age)
    expected = {
        "cost_rate_eur_m2": Fraction(rate["rate_eur_m2"]),
        "cost_as_new_eur": rounded(as_new, 2),
        # A binary fraction in the file: its last digits may differ.
        "cost_remaining_share": rounded(left, 10),
        "cost_as_is_eur": rounded(as_new * left, 2),
        "insured_ratio": rounded(number(row["Ασφαλιζόμενο κεφάλαιο"]) / rounded(as_new, 2), 4),
    }
    texts = {
        "cost_rate_valid_from": rate["valid_from"],
        "cost_rate_source": rate["source"],
        "cost_rate_place": rate["postal_prefix"],
        "cost_method": ageing[kind]["method"],
    }
    for name, value in expected.items():
        if rounded(Fraction(row[name].replace(",", ".")), 10) != value:
            print(row["Κωδικός"], name, row[name], "expected", float(value))
    for name, text in texts.items():
        if row[name] != text:
            print(row["Κωδικός"], name, row[name], "expected", text)


priced = 0
with open(enriched, encoding="utf-8-sig") as file:
    for row in csv.DictReader(file, delimiter=";"):
        check(row)
        priced += 1
print(priced)
