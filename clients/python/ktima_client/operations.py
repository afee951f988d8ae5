# Made by `npm run openapi`: change the routes instead.
"""A method for each operation of the services."""
from __future__ import annotations

from typing import Any, Literal, Mapping

from . import types
from .request import Route

RECONSTRUCTION_COST = Route("api", "GET", "/api/reconstruction-cost/", "query", False)
RECONSTRUCTION_COST_BATCH = Route("api", "POST", "/api/reconstruction-cost/batch/", "json", False)
RECONSTRUCTION_COST_TERMS = Route("api", "GET", "/api/reconstruction-cost/terms/", "query", False)
POINTS_OF_INTEREST = Route("api", "POST", "/api/points-of-interest/", "json", True, beside_body=("walk", "strict",))
POINT_OF_INTEREST_TYPES = Route("api", "GET", "/api/points-of-interest/types/", "none", False)
WALK = Route("api", "GET", "/api/walk/", "query", True)
PROPERTY_REPORT = Route("api", "GET", "/api/property-report/", "query", True)
PROPERTY_REPORT_DOCUMENT = Route("api", "POST", "/api/property-report/document/", "json", True, is_file=True)
ZONES = Route("api", "GET", "/api/zones/", "query", True)
GRIDS = Route("api", "GET", "/api/grids/", "query", True)
COMPARABLES = Route("api", "GET", "/api/comparables/", "query", True)
BUILDINGS = Route("api", "GET", "/api/buildings/", "query", True)
PROPERTY_REPORT_BATCH = Route("api", "POST", "/api/property-report/batch/", "json", True)
PORTFOLIOS = Route("api", "GET", "/api/portfolios/", "none", True)
SEND_PORTFOLIO = Route("api", "POST", "/api/portfolios/", "file", True, has_key=True)
PORTFOLIO = Route("api", "GET", "/api/portfolios/{id}/", "query", True)
DELETE_PORTFOLIO = Route("api", "DELETE", "/api/portfolios/{id}/", "query", True)
PORTFOLIO_RESULT = Route("api", "GET", "/api/portfolios/{id}/result/", "query", True, is_file=True)
PORTFOLIO_SUMMARY = Route("api", "GET", "/api/portfolios/{id}/summary/", "query", True)
PORTFOLIO_SUMMARY_FILE = Route("api", "GET", "/api/portfolios/{id}/summary/", "query", True, is_file=True)
PORTFOLIO_ROWS = Route("api", "GET", "/api/portfolios/{id}/rows/", "query", True)
CORRECT_PORTFOLIO_ROWS = Route("api", "PATCH", "/api/portfolios/{id}/rows/", "json", True)
RUN_PORTFOLIO_AGAIN = Route("api", "POST", "/api/portfolios/{id}/run/", "json", True, has_key=True)
KAEK_SEARCH = Route("api", "GET", "/api/geocoding/kaek-search/", "query", False)
PARCEL_AT = Route("api", "GET", "/api/geocoding/parcel-at/", "query", False)
ADDRESS_SEARCH = Route("api", "GET", "/api/geocoding/address-search/", "query", False)
ADDRESS_BATCH = Route("api", "POST", "/api/geocoding/batch/", "json", False)
REVERSE = Route("api", "GET", "/api/geocoding/reverse/", "query", False)
SUGGEST = Route("api", "GET", "/api/geocoding/suggest/", "query", False)
USAGE = Route("api", "GET", "/api/usage/", "query", True)
HEALTH = Route("api", "GET", "/healthz", "none", False)
READINESS = Route("api", "GET", "/readyz", "none", False)
CONSOLE_SETTINGS = Route("api", "GET", "/console.json", "none", False)
LOGIN = Route("auth", "POST", "/auth/otp/login", "urlencoded", False)
REFRESH = Route("auth", "POST", "/auth/token/refresh", "urlencoded", False)
LOGOUT = Route("auth", "POST", "/auth/logout", "urlencoded", False)
TOKEN = Route("auth", "POST", "/auth/token", "urlencoded", False)
REVOKE = Route("auth", "POST", "/auth/revoke", "urlencoded", False)
ENDED_SESSIONS = Route("auth", "GET", "/auth/ended-sessions", "query", False)
AUTHORIZATION_SERVER = Route("auth", "GET", "/.well-known/oauth-authorization-server", "none", False)
JWKS = Route("auth", "GET", "/.well-known/jwks.json", "none", False)
AUTH_HEALTH = Route("auth", "GET", "/healthz", "none", False)
AUTH_READINESS = Route("auth", "GET", "/readyz", "none", False)


class Operations:
    """Every operation as a method. `timeout` is in seconds; by default that of the client."""

    def _call(self, route: Route, fields: Mapping[str, Any], timeout: float | None = None) -> Any:
        raise NotImplementedError

    def reconstruction_cost(
        self,
        *,
        postal_code: str,
        property_type: types.PropertyType,
        build_area: float,
        construction_year: int | None = None,
        explain: bool | None = None,
        valuation_date: str | None = None,
        dataset: str | None = None,
        rates: Literal["prefix", "finest"] | None = None,
        index: str | None = None,
        addons: str | None = None,
        ageing: str | None = None,
        condition: str | None = None,
        renovation_year: int | None = None,
        quality: str | None = None,
        basement_area_m2: float | None = None,
        auxiliary_area_m2: float | None = None,
        sum_insured: float | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.ReconstructionCost:
        """Calculate reconstruction cost.

        postal_code: Full postal code. The cost depends on its first two digits only, except with `rates=finest`.
        property_type: The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them.
        build_area: Build area in square metres.
        construction_year: Year of construction, not later than this year in Athens.
        explain: With `true` the response has the calculation in `basis`.
        valuation_date: The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year.
        dataset: The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated.
        rates: `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code.
        index: The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts.
        addons: The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out.
        ageing: `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`.
        condition: A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`.
        renovation_year: Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier.
        quality: A loaded class of quality, whose factor multiplies the rate of `build_area`.
        basement_area_m2: Basement in square metres, not in `build_area`, at the rate of `basement`.
        auxiliary_area_m2: Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`.
        sum_insured: Sum insured in euro. The answer then has `insurance`.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "postal_code": postal_code,
            "property_type": property_type,
            "build_area": build_area,
            "construction_year": construction_year,
            "explain": explain,
            "valuation_date": valuation_date,
            "dataset": dataset,
            "rates": rates,
            "index": index,
            "addons": addons,
            "ageing": ageing,
            "condition": condition,
            "renovation_year": renovation_year,
            "quality": quality,
            "basement_area_m2": basement_area_m2,
            "auxiliary_area_m2": auxiliary_area_m2,
            "sum_insured": sum_insured,
            "strict": strict,
        }
        answer: types.ReconstructionCost = self._call(RECONSTRUCTION_COST, fields, timeout)
        return answer

    def reconstruction_cost_batch(
        self,
        *,
        requests: list[types.CostRequest],
        timeout: float | None = None,
    ) -> types.CostBatchAnswer:
        """Calculate many reconstruction costs.

        requests: 1 to 100 requests, each with the parameters of the operation for one.
        """
        fields = {
            "requests": requests,
        }
        answer: types.CostBatchAnswer = self._call(RECONSTRUCTION_COST_BATCH, fields, timeout)
        return answer

    def reconstruction_cost_terms(
        self,
        *,
        property_type: types.PropertyType,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.LoadedCostTerms:
        """List the loaded terms of a cost.

        property_type: The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "property_type": property_type,
            "strict": strict,
        }
        answer: types.LoadedCostTerms = self._call(RECONSTRUCTION_COST_TERMS, fields, timeout)
        return answer

    def points_of_interest(
        self,
        *,
        latitude: float,
        longitude: float,
        walk: bool | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> list[types.PointOfInterest]:
        """List points of interest near a coordinate.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        walk: Whether each place has `walking_distance_m`, `walking_minutes`, `walking_note`, `walking_snap_m` and `walking_doubt`.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "walk": walk,
            "strict": strict,
        }
        answer: list[types.PointOfInterest] = self._call(POINTS_OF_INTEREST, fields, timeout)
        return answer

    def point_of_interest_types(
        self,
        *,
        timeout: float | None = None,
    ) -> list[types.PlaceTypeRadius]:
        """List the types of places."""
        fields: dict[str, Any] = {}
        answer: list[types.PlaceTypeRadius] = self._call(POINT_OF_INTEREST_TYPES, fields, timeout)
        return answer

    def walk(
        self,
        *,
        latitude: float,
        longitude: float,
        minutes: str,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.WalkAreas:
        """Show what is reached on foot.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        minutes: One to five whole numbers from 1 to 60, with commas between, in any order.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "minutes": minutes,
            "strict": strict,
        }
        answer: types.WalkAreas = self._call(WALK, fields, timeout)
        return answer

    def property_report(
        self,
        *,
        address: str | None = None,
        result_id: str | None = None,
        kaek_code: str | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        postal_code: str | None = None,
        property_type: types.PropertyType | None = None,
        build_area: float | None = None,
        construction_year: int | None = None,
        valuation_date: str | None = None,
        dataset: str | None = None,
        rates: Literal["prefix", "finest"] | None = None,
        index: str | None = None,
        addons: str | None = None,
        ageing: str | None = None,
        condition: str | None = None,
        renovation_year: int | None = None,
        quality: str | None = None,
        basement_area_m2: float | None = None,
        auxiliary_area_m2: float | None = None,
        sum_insured: float | None = None,
        language: Literal["el", "en"] | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.PropertyReport:
        """Report on a property.

        address: In Greek or Latin letters, in any order, with or without accents.
        result_id: The `id` of the suggestion or result that is meant. If the data no longer have it, `address` decides if it was sent too.
        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        postal_code: Postal code of the building, for its cost; by default that of the location. A code that contradicts the location gives no cost. The cost depends on its first two digits only, except with `rates=finest`.
        property_type: The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them.
        build_area: Build area in square metres.
        construction_year: Year of construction, not later than this year in Athens.
        valuation_date: The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year.
        dataset: The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated.
        rates: `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code.
        index: The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts.
        addons: The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out.
        ageing: `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`.
        condition: A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`.
        renovation_year: Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier.
        quality: A loaded class of quality, whose factor multiplies the rate of `build_area`.
        basement_area_m2: Basement in square metres, not in `build_area`, at the rate of `basement`.
        auxiliary_area_m2: Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`.
        sum_insured: Sum insured in euro. The answer then has `insurance`.
        language: The language of a report as HTML or PDF; by default that of `Accept-Language`, otherwise Greek. JSON has none.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "address": address,
            "result_id": result_id,
            "kaek_code": kaek_code,
            "latitude": latitude,
            "longitude": longitude,
            "postal_code": postal_code,
            "property_type": property_type,
            "build_area": build_area,
            "construction_year": construction_year,
            "valuation_date": valuation_date,
            "dataset": dataset,
            "rates": rates,
            "index": index,
            "addons": addons,
            "ageing": ageing,
            "condition": condition,
            "renovation_year": renovation_year,
            "quality": quality,
            "basement_area_m2": basement_area_m2,
            "auxiliary_area_m2": auxiliary_area_m2,
            "sum_insured": sum_insured,
            "language": language,
            "strict": strict,
        }
        answer: types.PropertyReport = self._call(PROPERTY_REPORT, fields, timeout)
        return answer

    def property_report_document(
        self,
        *,
        property: types.DocumentProperty,
        fields_: types.DocumentFields,
        format: Literal["html", "pdf"] | None = None,
        language: Literal["el", "en"] | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Report with the fields of a valuer.

        format: The format of the document; `html` by default.
        language: The language of the document; by default that of `Accept-Language`, otherwise Greek.
        """
        fields = {
            "property": property,
            "fields": fields_,
            "format": format,
            "language": language,
        }
        answer: bytes = self._call(PROPERTY_REPORT_DOCUMENT, fields, timeout)
        return answer

    def zones(
        self,
        *,
        latitude: float | None = None,
        longitude: float | None = None,
        kaek_code: str | None = None,
        accuracy_m: float | None = None,
        kinds: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Zones:
        """Find the zones at a place.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        accuracy_m: How far the point may be wrong, in metres. The response then has all zones that may apply within it, and `certain` for each.
        kinds: Only these kinds of zones, with commas between them.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "kaek_code": kaek_code,
            "accuracy_m": accuracy_m,
            "kinds": kinds,
            "strict": strict,
        }
        answer: types.Zones = self._call(ZONES, fields, timeout)
        return answer

    def grids(
        self,
        *,
        latitude: float | None = None,
        longitude: float | None = None,
        kaek_code: str | None = None,
        kinds: str | None = None,
        steps: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Grids:
        """Find elevation and other values at a place.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        kinds: Only these kinds, with commas between them: elevation, slope, flood_depth, ground_acceleration, fire, noise, other.
        steps: With `kaek_code`: rising numbers with commas between them. For each the response has the share of the parcel above it.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "kaek_code": kaek_code,
            "kinds": kinds,
            "steps": steps,
            "strict": strict,
        }
        answer: types.Grids = self._call(GRIDS, fields, timeout)
        return answer

    def comparables(
        self,
        *,
        property_type: Literal["apartment", "house", "maisonette", "office", "shop", "warehouse", "industrial", "hotel", "parking", "storage", "basement", "auxiliary", "land"],
        latitude: float | None = None,
        longitude: float | None = None,
        kaek_code: str | None = None,
        max_distance_m: float | None = None,
        min_area_m2: float | None = None,
        max_area_m2: float | None = None,
        min_year: int | None = None,
        max_year: int | None = None,
        from_: str | None = None,
        until: str | None = None,
        kind: Literal["asking", "sold"] | None = None,
        limit: int | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Comparables:
        """Find comparable properties with their prices.

        property_type: The type of the properties.
        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        max_distance_m: Metres from the place.
        min_area_m2: The least area in m².
        max_area_m2: The largest area in m².
        min_year: The earliest year of construction. Leaves out what has no year.
        max_year: The latest year of construction. Leaves out what has no year.
        from_: The earliest day of a price.
        until: The latest day of a price.
        kind: Only prices of this kind.
        limit: The most comparables in the list. The statistics are of all.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "property_type": property_type,
            "latitude": latitude,
            "longitude": longitude,
            "kaek_code": kaek_code,
            "max_distance_m": max_distance_m,
            "min_area_m2": min_area_m2,
            "max_area_m2": max_area_m2,
            "min_year": min_year,
            "max_year": max_year,
            "from": from_,
            "until": until,
            "kind": kind,
            "limit": limit,
            "strict": strict,
        }
        answer: types.Comparables = self._call(COMPARABLES, fields, timeout)
        return answer

    def buildings(
        self,
        *,
        latitude: float | None = None,
        longitude: float | None = None,
        kaek_code: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Buildings:
        """Find the buildings on a parcel.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "kaek_code": kaek_code,
            "strict": strict,
        }
        answer: types.Buildings = self._call(BUILDINGS, fields, timeout)
        return answer

    def property_report_batch(
        self,
        *,
        requests: list[types.ReportRequest],
        neighbourhood: bool | None = None,
        timeout: float | None = None,
    ) -> types.ReportBatchAnswer:
        """Report on many properties.

        requests: 1 to 100 requests, each with the parameters of the operation for one.
        neighbourhood: With `false` reports have no nearby places, which are most of their bytes.
        """
        fields = {
            "requests": requests,
            "neighbourhood": neighbourhood,
        }
        answer: types.ReportBatchAnswer = self._call(PROPERTY_REPORT_BATCH, fields, timeout)
        return answer

    def portfolios(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Portfolios:
        """Own portfolios."""
        fields: dict[str, Any] = {}
        answer: types.Portfolios = self._call(PORTFOLIOS, fields, timeout)
        return answer

    def send_portfolio(
        self,
        *,
        file: bytes,
        name: str | None = None,
        format: Literal["csv", "xlsx", "ndjson", "geojson", "oed"] | None = None,
        start: bool | None = None,
        columns: str | None = None,
        type_words: str | None = None,
        sheet: str | None = None,
        encoding: str | None = None,
        decimals: Literal["comma", "point"] | None = None,
        srid: int | None = None,
        places: str | None = None,
        parcel: bool | None = None,
        zones: str | None = None,
        year_range: str | None = None,
        output_encoding: str | None = None,
        bom: bool | None = None,
        decimal_comma: bool | None = None,
        min_confidence: float | None = None,
        area_range_m2: str | None = None,
        years: Literal["ranges", "strict"] | None = None,
        duplicates: Literal["keep", "drop"] | None = None,
        implausible: Literal["keep", "drop"] | None = None,
        most_insured_ratio: float | None = None,
        sum_range_eur_m2: str | None = None,
        accumulate: Literal["building", "contents", "interruption", "property", "total"] | None = None,
        language: Literal["el", "en"] | None = None,
        valuation_date: str | None = None,
        dataset: str | None = None,
        rates: Literal["prefix", "finest"] | None = None,
        index: str | None = None,
        addons: str | None = None,
        ageing: str | None = None,
        idempotency_key: str | None = None,
        timeout: float | None = None,
    ) -> types.Portfolio:
        """Send a portfolio.

        file: The bytes of the file.
        name: Name of the file, shown in the list and in messages.
        format: Format of the result. CSV has the separator and the encoding of the input. `oed` is the location file of Open Exposure Data, as CSV with commas.
        start: Whether the run starts. `false` only reads the file: its state becomes `read`, with its columns and some of their values, and `POST /api/portfolios/{id}/run/` starts it.
        columns: Columns chosen by hand, as a JSON object: `{'address':'Τοποθεσία'}`; null leaves a field out. The other columns are found by their names. docs/portfolios.md lists the fields.
        type_words: Property types of words that have several meanings, or none that is known, as a JSON object: `{'Κατοικία':'apartment'}`. They come before the words that are loaded.
        sheet: Name or number of the sheet of a workbook, if several have a table.
        encoding: Encoding of a CSV file, if it is not detected: utf-8, windows-1253 and others.
        decimals: Decimal sign of numbers that can be read in two ways.
        srid: EPSG number of the columns x and y; 2100 is the Greek Grid.
        places: Adds count, nearest and, if ways are loaded, metres on foot of these types of places: `metro_station,hospital` or `all`. The token needs the scope `places` too.
        parcel: Whether parcels are added.
        zones: Kinds of zones to add, with commas between them; by default the loaded ones. The token needs the scope `zones` too. `true` adds the loaded ones, not for a token without that scope; `false` adds none.
        year_range: Plausible years of construction; others are a problem. By default from 1800.
        output_encoding: Encoding of a result in CSV; by default that of the file.
        bom: Whether a result in CSV starts with a byte order mark; by default as the file.
        decimal_comma: Whether added numbers of a result in CSV have a decimal comma; by default as the file.
        min_confidence: Address matches below this confidence are ignored.
        area_range_m2: Plausible areas in m², `5-20000`; others are a problem. By default those of the type, which hold in any case.
        years: Whether a construction year may be a range such as 1960-1970, of which the middle counts; `strict` refuses it.
        duplicates: Whether rows that repeat an earlier one are in the totals.
        implausible: Whether rows whose sum insured is implausible are in the totals and circles. The summary lists them in any case.
        most_insured_ratio: A larger sum insured ÷ cost as new is a problem of the row.
        sum_range_eur_m2: Plausible sums insured of a building in euro for each m²; others are a problem. By default those of the type.
        accumulate: What circles and lists are ranked by: one coverage, `property` for building and contents, or `total` with interruption.
        language: Language of the messages in the result and the summary. Without it `Accept-Language` decides, otherwise it is English.
        valuation_date: The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year.
        dataset: The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated.
        rates: `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code.
        index: The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts.
        addons: The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out.
        ageing: `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`.
        idempotency_key: A key of the client for this request. A repeated one with the same key, file and parameters gets the first run; with others it is refused. It is kept as long as the run.
        """
        fields = {
            "file": file,
            "name": name,
            "format": format,
            "start": start,
            "columns": columns,
            "type_words": type_words,
            "sheet": sheet,
            "encoding": encoding,
            "decimals": decimals,
            "srid": srid,
            "places": places,
            "parcel": parcel,
            "zones": zones,
            "year_range": year_range,
            "output_encoding": output_encoding,
            "bom": bom,
            "decimal_comma": decimal_comma,
            "min_confidence": min_confidence,
            "area_range_m2": area_range_m2,
            "years": years,
            "duplicates": duplicates,
            "implausible": implausible,
            "most_insured_ratio": most_insured_ratio,
            "sum_range_eur_m2": sum_range_eur_m2,
            "accumulate": accumulate,
            "language": language,
            "valuation_date": valuation_date,
            "dataset": dataset,
            "rates": rates,
            "index": index,
            "addons": addons,
            "ageing": ageing,
            "idempotency_key": idempotency_key,
        }
        answer: types.Portfolio = self._call(SEND_PORTFOLIO, fields, timeout)
        return answer

    def portfolio(
        self,
        *,
        id: str,
        wait: int | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Portfolio:
        """State of a portfolio.

        id: Id of a portfolio of the caller.
        wait: Seconds to wait for another state. The response comes when `state` has changed, at once if the run has ended, and at the latest after these seconds.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "id": id,
            "wait": wait,
            "strict": strict,
        }
        answer: types.Portfolio = self._call(PORTFOLIO, fields, timeout)
        return answer

    def delete_portfolio(
        self,
        *,
        id: str,
        timeout: float | None = None,
    ) -> None:
        """Cancel and remove a portfolio.

        id: Id of a portfolio of the caller.
        """
        fields = {
            "id": id,
        }
        answer: None = self._call(DELETE_PORTFOLIO, fields, timeout)
        return answer

    def portfolio_result(
        self,
        *,
        id: str,
        timeout: float | None = None,
    ) -> bytes:
        """Result of a portfolio.

        id: Id of a portfolio of the caller.
        """
        fields = {
            "id": id,
        }
        answer: bytes = self._call(PORTFOLIO_RESULT, fields, timeout)
        return answer

    def portfolio_summary(
        self,
        *,
        id: str,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.PortfolioSummary:
        """Summary of a portfolio.

        id: Id of a portfolio of the caller.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "id": id,
            "strict": strict,
        }
        answer: types.PortfolioSummary = self._call(PORTFOLIO_SUMMARY, fields, timeout)
        return answer

    def portfolio_summary_file(
        self,
        *,
        id: str,
        format: Literal["json", "html", "xlsx"] | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> bytes:
        """Summary of a portfolio as a file.

        id: Id of a portfolio of the caller.
        format: JSON, an HTML page or a workbook.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "id": id,
            "format": format,
            "strict": strict,
        }
        answer: bytes = self._call(PORTFOLIO_SUMMARY_FILE, fields, timeout)
        return answer

    def portfolio_rows(
        self,
        *,
        id: str,
        offset: int | None = None,
        limit: int | None = None,
        sort: Literal["line", "sum_insured", "as_new", "area", "ratio"] | None = None,
        order: Literal["asc", "desc"] | None = None,
        has_problem: bool | None = None,
        to_look_at: Literal[True] | None = None,
        is_corrected: bool | None = None,
        level: Literal["coordinates", "parcel", "house_number", "interpolated", "street", "place", "postal_code", "locality", "municipality", "none"] | None = None,
        property_type: Literal["apartment", "house", "maisonette", "office", "shop", "warehouse", "industrial", "hotel", "parking", "storage", "basement", "auxiliary", "none"] | None = None,
        problem: str | None = None,
        bbox: str | None = None,
        around: str | None = None,
        cells: float | None = None,
        text: str | None = None,
        timeout: float | None = None,
    ) -> types.PortfolioRows:
        """Rows of a portfolio.

        id: Id of a portfolio of the caller.
        offset: How many rows are left out before the first.
        limit: The most rows of the answer.
        sort: By what rows are sorted: the line in the file, the sum insured, the cost as new, the area, or the sum insured divided by the cost as new. Rows without it come last.
        order: `desc` for the largest first.
        has_problem: Only rows with a problem, or only those without.
        to_look_at: Only rows with a problem, or insured for less than half of the cost as new.
        is_corrected: Only rows with corrections, or only those without.
        level: Only rows whose position was found at this level; `none` for those without one.
        property_type: Only rows of this type; `none` if it is not known.
        problem: Only rows with this problem: its code, after its field and a colon if it has one.
        bbox: Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian.
        around: Only rows with a certain place in this circle: latitude and longitude of its centre, and its radius in metres.
        cells: Adds the places of all rows that the filters leave, in cells of this many degrees; 0 for the places themselves.
        text: Only rows with this text in their address or reference. Accents and case do not matter.
        """
        fields = {
            "id": id,
            "offset": offset,
            "limit": limit,
            "sort": sort,
            "order": order,
            "has_problem": has_problem,
            "to_look_at": to_look_at,
            "is_corrected": is_corrected,
            "level": level,
            "property_type": property_type,
            "problem": problem,
            "bbox": bbox,
            "around": around,
            "cells": cells,
            "text": text,
        }
        answer: types.PortfolioRows = self._call(PORTFOLIO_ROWS, fields, timeout)
        return answer

    def correct_portfolio_rows(
        self,
        *,
        id: str,
        rows: list[types.CorrectPortfolioRowsRowsItem],
        timeout: float | None = None,
    ) -> types.PortfolioCorrected:
        """Correct rows of a portfolio.

        id: Id of a portfolio of the caller.
        rows: The cells to use in place of those of the file, by column. They replace earlier corrections of the row; `{}` removes them.
        """
        fields = {
            "id": id,
            "rows": rows,
        }
        answer: types.PortfolioCorrected = self._call(CORRECT_PORTFOLIO_ROWS, fields, timeout)
        return answer

    def run_portfolio_again(
        self,
        *,
        id: str,
        idempotency_key: str | None = None,
        terms: types.RunPortfolioAgainTerms | None = None,
        columns: dict[str, str | None] | None = None,
        timeout: float | None = None,
    ) -> types.Portfolio:
        """Run a portfolio again.

        id: Id of a portfolio of the caller.
        idempotency_key: A key of the client for this request. A repeated one with the same key, file and parameters gets the first run; with others it is refused. It is kept as long as the run.
        terms: Options of the run, by the names of the parameters with which a portfolio is sent, in place of the earlier ones. Those that are absent stay.
        columns: Columns by field, in place of those of the earlier run; null leaves a field out. Absent to keep them.
        """
        fields = {
            "id": id,
            "idempotency_key": idempotency_key,
            "terms": terms,
            "columns": columns,
        }
        answer: types.Portfolio = self._call(RUN_PORTFOLIO_AGAIN, fields, timeout)
        return answer

    def kaek_search(
        self,
        *,
        kaek_code: str,
        srid: Literal[4326, 2100] | None = None,
        attributes: bool | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Parcel:
        """Search a parcel by KAEK code.

        kaek_code: KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter.
        srid: Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid).
        attributes: Whether to add `attributes`: what the source recorded of the parcel besides.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "kaek_code": kaek_code,
            "srid": srid,
            "attributes": attributes,
            "strict": strict,
        }
        answer: types.Parcel = self._call(KAEK_SEARCH, fields, timeout)
        return answer

    def parcel_at(
        self,
        *,
        latitude: float,
        longitude: float,
        srid: Literal[4326, 2100] | None = None,
        attributes: bool | None = None,
        or_empty: bool | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Parcel:
        """Find the parcel under a point.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        srid: Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid).
        attributes: Whether to add `attributes`: what the source recorded of the parcel besides.
        or_empty: Whether a point without a parcel is answered by 204 without a body, in place of 404, which browsers log as an error.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "srid": srid,
            "attributes": attributes,
            "or_empty": or_empty,
            "strict": strict,
        }
        answer: types.Parcel = self._call(PARCEL_AT, fields, timeout)
        return answer

    def address_search(
        self,
        *,
        address: str | None = None,
        street: str | None = None,
        house_number: str | None = None,
        postal_code: str | None = None,
        city: str | None = None,
        result_id: str | None = None,
        limit: int | None = None,
        min_confidence: float | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        bbox: str | None = None,
        levels: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.AddressSearchAnswer:
        """Geocode an address.

        address: In Greek or Latin letters, in any order, with or without accents.
        street: Instead of `address`: the name of the street, such as Ερμού.
        house_number: With `street`: the house number.
        postal_code: Hint: the postal code.
        city: Hint: the town or municipality.
        result_id: Instead of `address`: the id of a suggestion or of a result.
        limit: The maximum number of results.
        min_confidence: Omit results with a lower confidence.
        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        bbox: Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian.
        levels: Only these values of `match.level`, with commas between: house_number, interpolated, street, place, postal_code, locality, municipality.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "address": address,
            "street": street,
            "house_number": house_number,
            "postal_code": postal_code,
            "city": city,
            "result_id": result_id,
            "limit": limit,
            "min_confidence": min_confidence,
            "latitude": latitude,
            "longitude": longitude,
            "bbox": bbox,
            "levels": levels,
            "strict": strict,
        }
        answer: types.AddressSearchAnswer = self._call(ADDRESS_SEARCH, fields, timeout)
        return answer

    def address_batch(
        self,
        *,
        requests: list[types.BatchAddress],
        limit: int | None = None,
        min_confidence: float | None = None,
        timeout: float | None = None,
    ) -> types.AddressBatchAnswer:
        """Geocode many addresses or points.

        requests: 1 to 100 addresses or points. An entry has either `address` with optional hints, or the parts `street`, `house_number`, `postal_code` and `city` (of which `street` or `city` is required), or `latitude` and `longitude`.
        limit: The maximum number of results.
        min_confidence: Omit results with a lower confidence.
        """
        fields = {
            "requests": requests,
            "limit": limit,
            "min_confidence": min_confidence,
        }
        answer: types.AddressBatchAnswer = self._call(ADDRESS_BATCH, fields, timeout)
        return answer

    def reverse(
        self,
        *,
        latitude: float,
        longitude: float,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.ReverseAnswer:
        """Find the address of a point.

        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "latitude": latitude,
            "longitude": longitude,
            "strict": strict,
        }
        answer: types.ReverseAnswer = self._call(REVERSE, fields, timeout)
        return answer

    def suggest(
        self,
        *,
        text: str,
        limit: int | None = None,
        latitude: float | None = None,
        longitude: float | None = None,
        bbox: str | None = None,
        levels: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.SuggestAnswer:
        """Complete an address that is being typed.

        text: The typed text; the last word may be incomplete.
        limit: The maximum number of suggestions.
        latitude: Degrees north, WGS84.
        longitude: Degrees east, WGS84.
        bbox: Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian.
        levels: Only these values of `match.level`, with commas between: house_number, interpolated, street, place, postal_code, locality, municipality.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "text": text,
            "limit": limit,
            "latitude": latitude,
            "longitude": longitude,
            "bbox": bbox,
            "levels": levels,
            "strict": strict,
        }
        answer: types.SuggestAnswer = self._call(SUGGEST, fields, timeout)
        return answer

    def usage(
        self,
        *,
        days: int | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.Usage:
        """See the own usage and quotas.

        days: Of how many days in UTC, with today.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "days": days,
            "strict": strict,
        }
        answer: types.Usage = self._call(USAGE, fields, timeout)
        return answer

    def health(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Health:
        """Alive."""
        fields: dict[str, Any] = {}
        answer: types.Health = self._call(HEALTH, fields, timeout)
        return answer

    def readiness(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Readiness:
        """Ready."""
        fields: dict[str, Any] = {}
        answer: types.Readiness = self._call(READINESS, fields, timeout)
        return answer

    def console_settings(
        self,
        *,
        timeout: float | None = None,
    ) -> types.ConsoleSettings:
        """Settings of the console."""
        fields: dict[str, Any] = {}
        answer: types.ConsoleSettings = self._call(CONSOLE_SETTINGS, fields, timeout)
        return answer

    def token(
        self,
        *,
        grant_type: str,
        scope: str | None = None,
        expires_in: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        client_assertion_type: str | None = None,
        client_assertion: str | None = None,
        timeout: float | None = None,
    ) -> types.ClientToken:
        """Token for a program.

        grant_type: `client_credentials`; there is no other.
        scope: The wanted scopes, separated by spaces; all of the client by default.
        expires_in: The wanted lifetime of the token in seconds, for one that is passed on, as to a page in a browser; never longer than `KTIMA_ACCESS_TOKEN_SECONDS`, which is the default.
        client_id: Of the client, unless it is in `Authorization`.
        client_secret: The secret of the client (`client_secret_post`).
        client_assertion_type: Of `client_assertion`.
        client_assertion: A JWT that the client has signed with its key (`private_key_jwt`, RFC 7523). `iss` and `sub` are the client, `aud` is this service or this URL, `exp` is at most an hour ahead, and each `jti` works once.
        """
        fields = {
            "grant_type": grant_type,
            "scope": scope,
            "expires_in": expires_in,
            "client_id": client_id,
            "client_secret": client_secret,
            "client_assertion_type": client_assertion_type,
            "client_assertion": client_assertion,
        }
        answer: types.ClientToken = self._call(TOKEN, fields, timeout)
        return answer

    def revoke(
        self,
        *,
        token: str,
        token_type_hint: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        client_assertion_type: str | None = None,
        client_assertion: str | None = None,
        timeout: float | None = None,
    ) -> types.Revoked:
        """Revoke a token of a program.

        token: An access token of the client.
        token_type_hint: Not needed.
        client_id: Of the client, unless it is in `Authorization`.
        client_secret: The secret of the client (`client_secret_post`).
        client_assertion_type: Of `client_assertion`.
        client_assertion: A JWT that the client has signed with its key (`private_key_jwt`, RFC 7523). `iss` and `sub` are the client, `aud` is this service or this URL, `exp` is at most an hour ahead, and each `jti` works once.
        """
        fields = {
            "token": token,
            "token_type_hint": token_type_hint,
            "client_id": client_id,
            "client_secret": client_secret,
            "client_assertion_type": client_assertion_type,
            "client_assertion": client_assertion,
        }
        answer: types.Revoked = self._call(REVOKE, fields, timeout)
        return answer

    def ended_sessions(
        self,
        *,
        since: str | None = None,
        strict: bool | None = None,
        timeout: float | None = None,
    ) -> types.EndedSessions:
        """Ended sessions.

        since: The `cursor` of the last response; the list continues after it. Without `since`, or with a cursor that is no longer in the list, the list starts from its beginning.
        strict: With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`.
        """
        fields = {
            "since": since,
            "strict": strict,
        }
        answer: types.EndedSessions = self._call(ENDED_SESSIONS, fields, timeout)
        return answer

    def authorization_server(
        self,
        *,
        timeout: float | None = None,
    ) -> types.AuthorizationServer:
        """Metadata for OAuth 2.0 clients."""
        fields: dict[str, Any] = {}
        answer: types.AuthorizationServer = self._call(AUTHORIZATION_SERVER, fields, timeout)
        return answer

    def jwks(
        self,
        *,
        timeout: float | None = None,
    ) -> types.JsonWebKeySet:
        """Public keys."""
        fields: dict[str, Any] = {}
        answer: types.JsonWebKeySet = self._call(JWKS, fields, timeout)
        return answer

    def auth_health(
        self,
        *,
        timeout: float | None = None,
    ) -> types.Health:
        """Alive."""
        fields: dict[str, Any] = {}
        answer: types.Health = self._call(AUTH_HEALTH, fields, timeout)
        return answer

    def auth_readiness(
        self,
        *,
        timeout: float | None = None,
    ) -> types.AuthReadiness:
        """Ready."""
        fields: dict[str, Any] = {}
        answer: types.AuthReadiness = self._call(AUTH_READINESS, fields, timeout)
        return answer
