# Made by `npm run openapi`: change the routes instead.
"""The types of inputs and answers."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


PropertyType = Literal["apartment", "house", "maisonette"]


class ReconstructionCost(TypedDict):
    """The cost."""

    reconstruction_cost: CostValues
    basis: NotRequired[CostBasis]


class CostValues(TypedDict):
    """In euro, rounded to cents."""

    as_new: float
    as_is: NotRequired[float]


class CostBasis(TypedDict):
    """Only with `explain=true`. Fields about age only with `construction_year`."""

    rate_eur_m2: float
    rate_valid_from: str
    rate_source: str
    postal_prefix: str
    age_years: NotRequired[int]
    method: NotRequired[Literal["ross", "straight_line"]]
    useful_life_years: NotRequired[float]
    residual_share: NotRequired[float]
    remaining_share: NotRequired[float]
    notes: NotRequired[list[str]]


class CostRequest(TypedDict):
    postal_code: str
    property_type: PropertyType
    build_area: float
    construction_year: NotRequired[int]
    explain: NotRequired[bool]


class CostBatchAnswer(TypedDict):
    """The costs."""

    answers: list[CostBatchEntry]


class CostBatchEntry(TypedDict):
    cost: ReconstructionCost | None
    problem: Error | None


class Error(TypedDict):
    """Why a request failed."""

    error: int
    message: str


class PointOfInterest(TypedDict):
    """A place and its distance."""

    id: int
    external_id: str | None
    name_en: str | None
    name_gr: str | None
    place_category: str | None
    place_type: PlaceType
    latitude: float | None
    longitude: float | None
    distance: float | None


PlaceType = Literal["airport", "bank", "bus_stop", "bus_station", "metro_station", "future_metro_station", "tram_station", "elementary_school", "high_school", "primary_school", "kindergarden", "hospital", "clinic", "park", "playground", "fuel_station", "sports", "church", "police", "post_office", "shopping_mall", "train_station", "university", "city_hall", "supermarket"]


class PlaceTypeRadius(TypedDict):
    """A type of places."""

    place_type: PlaceType
    radius_m: float


class PropertyReport(TypedDict):
    """The report."""

    query: ReportQuery
    position: ReportPosition
    location: LocatedResult | None
    parcel: Parcel | None
    cost: ReconstructionCost | None
    neighbourhood: list[PointOfInterest] | None
    missing: list[MissingSection]
    sources: list[ReportSource]
    year: int
    generated_at: str


class ReportQuery(TypedDict):
    """The parameters of the request; null if not sent."""

    address: str | None
    kaek_code: str | None
    latitude: float | None
    longitude: float | None
    property_type: str | None
    build_area: float | None
    construction_year: float | None
    id: NotRequired[str]
    postal_code: NotRequired[str]


ReportPosition = TypedDict(
    "ReportPosition",
    {
        "latitude": 'float',
        "longitude": 'float',
        "from": 'Literal["address", "parcel", "coordinates"]',
    },
)


class LocatedResult(TypedDict):
    """An address match."""

    id: str | None
    latitude: float
    longitude: float
    formatted_address: str
    formatted_address_en: str
    match: AddressMatch
    bounds: list[float] | None
    country_code: Literal["GR"]
    components: AddressComponents
    components_en: AddressComponentsEn
    components_elot: AddressComponentsElot
    source: str
    distance_m: NotRequired[float]


class AddressMatch(TypedDict):
    """How well it matches the requested address."""

    level: Literal["house_number", "interpolated", "street", "place", "postal_code", "locality", "municipality"]
    confidence: float
    accuracy_m: float
    partial: bool
    faults: list[AddressFault]
    also_in: list[OtherTown]


class AddressFault(TypedDict):
    field: str
    problem: str


class OtherTown(TypedDict):
    town: str
    id: str
    confidence: float


class AddressComponents(TypedDict):
    """The address in its parts."""

    street: str | None
    house_number: str | None
    postal_code: str | None
    locality: str | None
    municipality: str | None
    regional_unit: str | None
    region: str | None


class AddressComponentsEn(TypedDict):
    """The same with the usual English names: Athens, Corfu, Crete."""

    street: str | None
    house_number: str | None
    postal_code: str | None
    locality: str | None
    municipality: str | None
    regional_unit: str | None
    region: str | None


class AddressComponentsElot(TypedDict):
    """The same by ELOT 743: Athina, Kerkyra, Kritis."""

    street: str | None
    house_number: str | None
    postal_code: str | None
    locality: str | None
    municipality: str | None
    regional_unit: str | None
    region: str | None


class Parcel(TypedDict):
    """The parcel."""

    kaek: str
    area: float
    geometry: str
    attributes: NotRequired[ParcelAttributes]


class ParcelAttributes(TypedDict):
    """What the source recorded besides; only with `attributes=true`, and in reports if there is something."""

    address: NotRequired[str]
    main_use: NotRequired[str]
    description: NotRequired[str]
    vertical_property: NotRequired[str]
    horizontal_property: NotRequired[str]
    perimeter: NotRequired[float]
    link: NotRequired[str]


class MissingSection(TypedDict):
    section: Literal["location", "parcel", "cost", "neighbourhood"]
    reason: str


class ReportSource(TypedDict):
    layer: Layer
    source: str
    licence: str
    loaded_at: str


Layer = Literal["costs", "places", "parcels", "addresses", "settlements", "boundaries", "named_places", "map"]


class ReportRequest(TypedDict):
    address: NotRequired[str]
    id: NotRequired[str]
    kaek_code: NotRequired[str]
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    postal_code: NotRequired[str]
    property_type: NotRequired[PropertyType]
    build_area: NotRequired[float]
    construction_year: NotRequired[int]


class ReportBatchAnswer(TypedDict):
    """The reports."""

    answers: list[ReportBatchEntry]


class ReportBatchEntry(TypedDict):
    report: PropertyReport | None
    problem: Error | None


class AddressSearchAnswer(TypedDict):
    """What was found."""

    query: str
    results: list[Address]
    problem: NotRequired[str]


class Address(TypedDict):
    """An address match."""

    id: str | None
    latitude: float
    longitude: float
    formatted_address: str
    formatted_address_en: str
    match: AddressMatch
    bounds: list[float] | None
    country_code: Literal["GR"]
    components: AddressComponents
    components_en: AddressComponentsEn
    components_elot: AddressComponentsElot
    source: str
    distance_m: NotRequired[float]


class BatchAddress(TypedDict):
    address: NotRequired[str]
    street: NotRequired[str]
    house_number: NotRequired[str]
    postal_code: NotRequired[str]
    city: NotRequired[str]
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    id: NotRequired[str]


class AddressBatchAnswer(TypedDict):
    """What was found."""

    answers: list[BatchAnswer]


class BatchAnswer(TypedDict):
    id: str | None
    query: str | None
    results: list[LocatedResult]
    problem: str | None


class ReverseAnswer(TypedDict):
    """What was found."""

    query: ReverseQuery
    results: list[PointResult]


class ReverseQuery(TypedDict):
    """The point of the request."""

    latitude: float
    longitude: float


class PointResult(TypedDict):
    """The address at a point."""

    id: str | None
    latitude: float
    longitude: float
    formatted_address: str
    formatted_address_en: str
    match: AddressMatch
    bounds: list[float] | None
    country_code: Literal["GR"]
    components: AddressComponents
    components_en: AddressComponentsEn
    components_elot: AddressComponentsElot
    source: str
    distance_m: float


class SuggestAnswer(TypedDict):
    """The suggestions for the text."""

    query: str
    suggestions: list[Suggestion]
    problem: NotRequired[str]


class Suggestion(TypedDict):
    id: str
    kind: Literal["address", "street", "settlement", "postal_code", "place", "parcel", "coordinates"]
    level: Literal["house_number", "interpolated", "street", "place", "postal_code", "locality", "municipality", None]
    text: str
    text_en: str
    also: str | None
    latitude: float
    longitude: float
    components: AddressComponents


class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]


class Readiness(TypedDict):
    """This instance can serve."""

    status: Literal["ready"]
    layers: list[LoadedSource]
    empty_layers: list[Layer]
    hidden_sample_layers: list[Layer]
    address_index: Literal["current", "building"]
    disk_full: bool


class LoadedSource(TypedDict):
    layer: Layer
    source: str
    origin: str
    checksum: str
    rows: int
    loaded_at: str
    licence: str


class ConsoleSettings(TypedDict):
    """The settings."""

    auth_url: str | None
    login_required: bool
    map: MapBackground
    example_parcel: ExampleParcel | None
    empty_layers: list[Layer]
    version: str


class MapBackground(TypedDict):
    """The background of the map, null for the built-in one, and its aerial images."""

    style_url: str | None
    tiles_url: str | None
    attribution: str | None
    imagery_url: str | None
    imagery_attribution: str | None


class ExampleParcel(TypedDict):
    kaek: str
    latitude: float
    longitude: float


class ClientToken(TypedDict):
    """The token (RFC 6749 §5.1). There is no refresh token: ask again instead."""

    access_token: str
    token_type: Literal["Bearer"]
    expires_in: int
    scope: str


class EndedSessions(TypedDict):
    """Ended sessions whose access tokens may not have expired yet."""

    ended: list[EndedSession]
    cursor: str
    more: bool


class EndedSession(TypedDict):
    sid: str
    until: int


class AuthorizationServer(TypedDict):
    """The metadata (RFC 8414)."""

    issuer: str
    token_endpoint: str
    jwks_uri: str
    scopes_supported: list[str]
    response_types_supported: list[str]
    grant_types_supported: list[str]
    token_endpoint_auth_methods_supported: list[str]
    token_endpoint_auth_signing_alg_values_supported: list[str]


class JsonWebKeySet(TypedDict):
    """A JSON Web Key Set (RFC 7517)."""

    keys: list[dict[str, str]]


class AuthHealth(TypedDict):
    """The process is alive."""

    status: Literal["ok"]


class AuthReadiness(TypedDict):
    """The service can handle logins."""

    status: Literal["ready"]
    disk_full: bool
