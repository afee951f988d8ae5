# Made by `npm run openapi`: change the routes instead.
"""The types of inputs and answers."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired


PropertyType = Literal["apartment", "house", "maisonette", "office", "shop", "warehouse", "industrial", "hotel", "parking", "storage", "basement", "auxiliary"]


class ReconstructionCost(TypedDict):
    """The cost."""

    reconstruction_cost: CostValues
    insurance: NotRequired[CostInsurance]
    basis: NotRequired[CostBasis]


class CostValues(TypedDict):
    """In euro, rounded to cents."""

    as_new: float
    as_is: NotRequired[float]


class CostInsurance(TypedDict):
    """Only with `sum_insured`."""

    sum_insured: float
    ratio: float
    rules: list[InsuranceRule]


class InsuranceRule(TypedDict):
    name: str
    rule: str
    limit: float
    met: bool
    valid_from: str
    source: str
    note: NotRequired[str]


class CostBasis(TypedDict):
    """Only with `explain=true`. Fields about age only with `construction_year`."""

    rate_eur_m2: float
    rate_valid_from: str
    rate_source: str
    postal_prefix: str
    municipality: NotRequired[str]
    rate_includes: NotRequired[list[Literal["works", "fees", "permits", "demolition", "vat", "contingency"]]]
    rate_note: NotRequired[str]
    sample_data: NotRequired[bool]
    index: NotRequired[CostIndex]
    valuation_date: str
    dataset: str
    quality: NotRequired[CostQuality]
    addons: NotRequired[CostAddons]
    other_areas: NotRequired[list[CostOtherArea]]
    age_years: NotRequired[int]
    effective_age_years: NotRequired[int]
    method: NotRequired[Literal["ross", "straight_line", "table"]]
    age_table: NotRequired[CostAgeTable]
    condition: NotRequired[CostCondition]
    useful_life_years: NotRequired[float]
    residual_share: NotRequired[float]
    remaining_share: NotRequired[float]
    notes: NotRequired[list[str]]


CostIndex = TypedDict(
    "CostIndex",
    {
        "name": 'str',
        "from": 'str',
        "to": 'str',
        "factor": 'float',
        "source": 'str',
    },
)


class CostQuality(TypedDict):
    """Only with `quality`."""

    name: str
    factor: float
    source: str


class CostAddons(TypedDict):
    """Only with `addons`."""

    name: str
    valid_from: str
    items: list[CostAddon]
    included: list[str]


class CostAddon(TypedDict):
    name: str
    percent: float
    source: str
    base: NotRequired[Literal["works", "before"]]
    in_as_is: NotRequired[bool]
    amount_eur: NotRequired[float]


class CostOtherArea(TypedDict):
    property_type: str
    area_m2: float
    rate_eur_m2: float
    rate_valid_from: str
    rate_source: str
    postal_prefix: str
    municipality: NotRequired[str]
    rate_includes: NotRequired[list[Literal["works", "fees", "permits", "demolition", "vat", "contingency"]]]
    rate_note: NotRequired[str]
    sample_data: NotRequired[bool]
    index: NotRequired[CostIndex]


class CostAgeTable(TypedDict):
    """The table of age bands; only with the method `table`."""

    name: str
    valid_from: str
    source: str


class CostCondition(TypedDict):
    """Only with `condition`."""

    name: str
    lost_percent: float
    source: str


class CostRequest(TypedDict):
    postal_code: str
    property_type: PropertyType
    build_area: float
    construction_year: NotRequired[int]
    explain: NotRequired[bool]
    valuation_date: NotRequired[str]
    dataset: NotRequired[str]
    rates: NotRequired[Literal["prefix", "finest"]]
    index: NotRequired[str]
    addons: NotRequired[str]
    ageing: NotRequired[str]
    condition: NotRequired[str]
    renovation_year: NotRequired[int]
    quality: NotRequired[str]
    basement_area_m2: NotRequired[float]
    auxiliary_area_m2: NotRequired[float]
    sum_insured: NotRequired[float]
    reference: NotRequired[str]


class CostBatchAnswer(TypedDict):
    """The costs."""

    answers: list[CostBatchEntry]


class CostBatchEntry(TypedDict):
    reference: str | None
    cost: ReconstructionCost | None
    failure: Error | Problem | None


class Error(TypedDict):
    """Why a request failed."""

    error: int
    message: str


class Problem(TypedDict):
    """Why a request failed."""

    type: Literal["urn:ktima:error:invalid_input", "urn:ktima:error:malformed_request", "urn:ktima:error:unauthenticated", "urn:ktima:error:forbidden", "urn:ktima:error:not_found", "urn:ktima:error:not_ready", "urn:ktima:error:no_such_path", "urn:ktima:error:method_not_allowed", "urn:ktima:error:not_acceptable", "urn:ktima:error:payload_too_large", "urn:ktima:error:uri_too_long", "urn:ktima:error:unsupported_media_type", "urn:ktima:error:no_cost_mapping", "urn:ktima:error:key_reused", "urn:ktima:error:throttled", "urn:ktima:error:queue_full", "urn:ktima:error:still_running", "urn:ktima:error:no_room", "urn:ktima:error:headers_too_large", "urn:ktima:error:internal", "urn:ktima:error:busy", "urn:ktima:error:too_long", "urn:ktima:error:batch_full", "urn:ktima:error:unavailable"]
    title: str
    status: int
    detail: str
    errors: list[Fault]


class Fault(TypedDict):
    field: str
    code: Literal["missing", "unknown_field", "repeated", "not_text", "not_a_number", "not_a_whole_number", "not_a_boolean", "out_of_range", "not_one_of", "too_short", "too_long", "conflict", "not_found", "not_valid"]
    message: str
    least: NotRequired[float]
    most: NotRequired[float]
    more_than: NotRequired[float]
    allowed: NotRequired[list[str]]
    earliest: NotRequired[str]
    suggestion: NotRequired[str]


class LoadedCostTerms(TypedDict):
    """What is loaded."""

    property_types: list[str]
    finer_rates: bool
    indexes: list[str]
    addons: list[str]
    qualities: list[str]
    ageing: list[str]
    conditions: list[str]


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
    walking_distance_m: NotRequired[float | None]
    walking_minutes: NotRequired[float | None]
    walking_note: NotRequired[Literal["with_slopes", "no_way", "beyond_5_km", "not_loaded", None]]
    walking_snap_m: NotRequired[float | None]
    walking_doubt: NotRequired[Literal["long_detour", "off_ground", None]]


PlaceType = Literal["airport", "bank", "bus_stop", "bus_station", "metro_station", "future_metro_station", "tram_station", "elementary_school", "high_school", "primary_school", "kindergarden", "hospital", "clinic", "park", "playground", "fuel_station", "sports", "church", "police", "post_office", "shopping_mall", "train_station", "university", "city_hall", "supermarket"]


class PlaceTypeRadius(TypedDict):
    """A type of places."""

    place_type: PlaceType
    radius_m: float


class WalkAreas(TypedDict):
    """The areas as GeoJSON."""

    type: Literal["FeatureCollection"]
    walking_note: Literal["with_slopes", "no_way", "not_loaded", None]
    walking_snap_m: float | None
    walking_doubt: Literal["off_ground", None]
    features: list[WalkArea]


class WalkArea(TypedDict):
    """What is reached within some minutes."""

    type: Literal["Feature"]
    geometry: WalkPolygon | None
    properties: WalkAreaProperties


class WalkPolygon(TypedDict):
    """A polygon of GeoJSON."""

    type: Literal["Polygon"]
    coordinates: list[list[list[float]]]


class WalkAreaProperties(TypedDict):
    minutes: int
    places: int
    place_types: list[PlaceTypeCount]
    reaches_edge: bool | None


class PlaceTypeCount(TypedDict):
    place_type: PlaceType
    count: int


class PropertyReport(TypedDict):
    """The report."""

    query: ReportQuery
    position: ReportPosition
    location: LocatedResult | None
    parcel: Parcel | None
    cost: ReconstructionCost | None
    neighbourhood: list[PointOfInterest] | None
    zones: NotRequired[Zones | None]
    buildings: NotRequired[Buildings | None]
    grids: NotRequired[Grids | None]
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
    construction_year: int | None
    result_id: NotRequired[str]
    postal_code: NotRequired[str]
    valuation_date: NotRequired[str]
    dataset: NotRequired[str]
    rates: NotRequired[Literal["prefix", "finest"]]
    index: NotRequired[str]
    addons: NotRequired[str]
    ageing: NotRequired[str]
    condition: NotRequired[str]
    renovation_year: NotRequired[int]
    quality: NotRequired[str]
    basement_area_m2: NotRequired[float]
    auxiliary_area_m2: NotRequired[float]
    sum_insured: NotRequired[float]


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
    code: str
    details: list[str]
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
    source: NotRequired[str]


class ParcelAttributes(TypedDict):
    """What the source recorded besides; only with `attributes=true`, and in reports if there is something."""

    address: NotRequired[str]
    main_use: NotRequired[str]
    description: NotRequired[str]
    vertical_property: NotRequired[str]
    horizontal_property: NotRequired[str]
    perimeter_m: NotRequired[float]
    link: NotRequired[str]
    kind: NotRequired[str]
    town_plan: NotRequired[str]


class Zones(TypedDict):
    """What applies at the place."""

    kinds: list[ZoneKindAnswer]
    sea: SeaDistance | None


class ZoneKindAnswer(TypedDict):
    kind: str
    name_gr: str
    name_en: str
    result: Literal["inside", "possibly_inside", "partly_inside", "outside", "partly_covered", "not_covered", "coverage_unknown", "not_loaded"]
    zones: list[ZoneHere]
    zones_total: int
    nearest: NearestZone | None
    distance_limit_m: float
    fields: list[ZoneField]
    sources: list[ZoneSource]


class ZoneHere(TypedDict):
    label: str | None
    attributes: dict[str, str | float]
    source: str
    certain: bool
    share: float | None


class NearestZone(TypedDict):
    label: str | None
    attributes: dict[str, str | float]
    source: str
    distance_m: float


class ZoneField(TypedDict):
    field: str
    name_gr: str
    name_en: str
    unit: str | None


class ZoneSource(TypedDict):
    source: str
    loaded_at: str
    licence: str
    covers: str | None


class SeaDistance(TypedDict):
    distance_m: float
    accuracy_m: float | None
    source: str | None


class Buildings(TypedDict):
    """What stands there."""

    kaek: str | None
    count: int
    left_out: int
    footprint_m2: float
    overlap_m2: float
    coverage: float | None
    floor_area_estimate_m2: float | None
    floor_area_most_m2: float | None
    levels_known: int
    buildings: list[Building]
    sources: list[BuildingSource]


class Building(TypedDict):
    external_id: str | None
    name: str | None
    use: str | None
    levels: float | None
    height_m: float | None
    construction_year: int | None
    material: str | None
    footprint_m2: float
    source: str
    share: float | None
    geometry: str | None


class BuildingSource(TypedDict):
    source: str
    loaded_at: str
    licence: str


class Grids(TypedDict):
    """What was measured at the place."""

    grids: list[GridAnswer]


class GridAnswer(TypedDict):
    kind: Literal["elevation", "slope", "flood_depth", "ground_acceleration", "fire", "noise", "other"]
    name_gr: str
    name_en: str
    result: Literal["measured", "partly_measured", "no_data", "outside", "not_loaded"]
    value: float | None
    unit: str | None
    range: GridRange | None
    slope_percent: float | None
    aspect_degrees: float | None
    resolution_m: float | None
    coarser: bool
    values: Literal["amounts", "classes"] | None
    date: str | None
    source: str | None
    licence: str | None
    loaded_at: str | None


class GridRange(TypedDict):
    min: float
    max: float
    measured_share: float
    above: list[ShareAbove]


class ShareAbove(TypedDict):
    step: float
    share: float


class MissingSection(TypedDict):
    section: Literal["location", "parcel", "cost", "neighbourhood", "zones", "buildings", "grids"]
    code: str
    reason: str


class ReportSource(TypedDict):
    layer: Layer
    source: str
    licence: str
    loaded_at: str


Layer = Literal["costs", "places", "parcels", "addresses", "settlements", "boundaries", "named_places", "map", "zones", "comparables", "buildings", "grids"]


class DocumentProperty(TypedDict):
    """The parameters of `property-report`, numbers as JSON numbers."""

    address: NotRequired[str]
    result_id: NotRequired[str]
    kaek_code: NotRequired[str]
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    postal_code: NotRequired[str]
    property_type: NotRequired[PropertyType]
    build_area: NotRequired[float]
    construction_year: NotRequired[int]
    valuation_date: NotRequired[str]
    dataset: NotRequired[str]
    rates: NotRequired[Literal["prefix", "finest"]]
    index: NotRequired[str]
    addons: NotRequired[str]
    ageing: NotRequired[str]
    condition: NotRequired[str]
    renovation_year: NotRequired[int]
    quality: NotRequired[str]
    basement_area_m2: NotRequired[float]
    auxiliary_area_m2: NotRequired[float]
    sum_insured: NotRequired[float]


class DocumentFields(TypedDict):
    template: NotRequired[Literal["insurance", "collateral"]]
    preparer: NotRequired[str]
    registration: NotRequired[str]
    reference: NotRequired[str]
    purpose: NotRequired[str]
    remark: NotRequired[str]
    client: NotRequired[str]
    users: NotRequired[str]
    interest: NotRequired[str]
    basis: NotRequired[str]
    date: NotRequired[str]
    value: NotRequired[float]
    inspected: NotRequired[str]
    inspector: NotRequired[str]
    unit: NotRequired[str]
    built: NotRequired[str]
    energy_class: NotRequired[str]
    occupancy: NotRequired[str]
    inspection: NotRequired[str]
    areas: NotRequired[str]
    includes: NotRequired[str]
    building_terms: NotRequired[str]
    legality: NotRequired[str]
    documents: NotRequired[str]
    reasoning: NotRequired[str]
    evidence: NotRequired[str]
    marketability: NotRequired[str]
    uncertainty: NotRequired[str]
    assumptions: NotRequired[str]
    special_assumptions: NotRequired[str]
    limits: NotRequired[str]
    compliance: NotRequired[str]
    logo: NotRequired[str]
    comparables: NotRequired[list[ChosenComparable]]
    photographs: NotRequired[list[Photograph]]


class ChosenComparable(TypedDict):
    property_type: Literal["apartment", "house", "maisonette", "office", "shop", "warehouse", "industrial", "hotel", "parking", "storage", "basement", "auxiliary", "land"]
    kind: Literal["asking", "sold"]
    date: str
    price_eur: float
    area_m2: float
    construction_year: int | None
    address: str | None
    source: str
    distance_m: float
    accuracy_m: float | None
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    floor: NotRequired[str]
    adjustments: NotRequired[Adjustments]
    weight: NotRequired[float]


class Adjustments(TypedDict):
    """What the valuer adds to the price, in percent."""

    time: NotRequired[float]
    location: NotRequired[float]
    size: NotRequired[float]
    condition: NotRequired[float]
    floor: NotRequired[float]
    parking: NotRequired[float]
    negotiation: NotRequired[float]


class Photograph(TypedDict):
    image: str
    caption: NotRequired[str]


class Comparables(TypedDict):
    """The comparables around the place."""

    count: int
    asking: PriceStatistics | None
    sold: PriceStatistics | None
    comparables: list[Comparable]
    sources: list[ComparableSource]


class PriceStatistics(TypedDict):
    count: int
    least: float
    lower_quartile: float
    median: float
    upper_quartile: float
    most: float


class Comparable(TypedDict):
    external_id: str | None
    property_type: str
    kind: Literal["asking", "sold"]
    date: str
    price_eur: float
    area_m2: float
    eur_per_m2: float
    construction_year: int | None
    address: str | None
    latitude: float
    longitude: float
    accuracy_m: float | None
    distance_m: float
    source: str


class ComparableSource(TypedDict):
    source: str
    loaded_at: str
    licence: str


class ReportRequest(TypedDict):
    address: NotRequired[str]
    result_id: NotRequired[str]
    kaek_code: NotRequired[str]
    latitude: NotRequired[float]
    longitude: NotRequired[float]
    postal_code: NotRequired[str]
    property_type: NotRequired[PropertyType]
    build_area: NotRequired[float]
    construction_year: NotRequired[int]
    valuation_date: NotRequired[str]
    dataset: NotRequired[str]
    rates: NotRequired[Literal["prefix", "finest"]]
    index: NotRequired[str]
    addons: NotRequired[str]
    ageing: NotRequired[str]
    condition: NotRequired[str]
    renovation_year: NotRequired[int]
    quality: NotRequired[str]
    basement_area_m2: NotRequired[float]
    auxiliary_area_m2: NotRequired[float]
    sum_insured: NotRequired[float]
    reference: NotRequired[str]


class ReportBatchAnswer(TypedDict):
    """The reports."""

    answers: list[ReportBatchEntry]


class ReportBatchEntry(TypedDict):
    reference: str | None
    report: PropertyReport | None
    failure: Error | Problem | None


class Portfolios(TypedDict):
    """The portfolios of the caller."""

    portfolios: list[ListedPortfolio]
    space: PortfolioSpace


class ListedPortfolio(TypedDict):
    """A portfolio in a list."""

    id: str
    name: str
    state: Literal["queued", "running", "read", "done", "failed"]
    created_at: str
    finished_at: str | None
    expires_at: str | None
    bytes: int
    rows: int


class PortfolioSpace(TypedDict):
    """What the portfolios of the caller use."""

    used_bytes: int
    limit_bytes: int


class Portfolio(TypedDict):
    """A portfolio that was sent, and its run."""

    id: str
    name: str
    state: Literal["queued", "running", "read", "done", "failed"]
    created_at: str
    finished_at: str | None
    expires_at: str | None
    bytes: int
    rows: int
    format: Literal["csv", "xlsx", "ndjson", "geojson", "oed"]
    waiting_before: int | None
    progress: float
    header: list[str]
    samples: list[list[str]]
    rows_in_file: int | None
    columns: dict[str, str]
    unclear_columns: list[PortfolioUnclearColumn]
    unclear_types: list[PortfolioUnclearType]
    notes: list[str]
    with_position: int | None
    with_parcel: int | None
    with_cost: int | None
    with_problems: int | None
    error: str | None
    error_code: str | None
    language: Literal["el", "en"]


class PortfolioUnclearColumn(TypedDict):
    field: str
    column: str


class PortfolioUnclearType(TypedDict):
    word: str
    types: list[str]
    rows: int


class PortfolioSummary(TypedDict):
    """What a portfolio has in sum, and on what it rests."""

    terms: PortfolioTerms
    input: str
    output: str
    date: str
    language: Literal["el", "en"]
    rows: int
    buildings: int
    seconds: float
    columns: dict[str, str]
    notes: list[str]
    with_position: int
    with_parcel: int
    with_cost: int
    with_problems: int
    levels: dict[str, int]
    rows_at_shared_point: int
    problems: list[PortfolioKind]
    row_notes: list[PortfolioKind]
    shares: PortfolioShares
    total: PortfolioGroup
    repeated: PortfolioAside
    outliers: PortfolioOutliers
    by_certainty: list[PortfolioCertainty]
    by_zone: list[PortfolioGroup]
    by_municipality: list[PortfolioGroup]
    by_regional_unit: list[PortfolioGroup]
    by_property_type: list[PortfolioGroup]
    by_age: list[PortfolioGroup]
    by_zone_class: NotRequired[list[PortfolioZoneKind]]
    by_insured_percent: list[PortfolioGroup]
    circles: list[PortfolioCircle]
    map: PortfolioMap
    rows_to_look_at: list[PortfolioLook]
    rows_to_look_at_count: int
    not_in_oed: NotRequired[PortfolioNotInOed]
    rows_without_place: PortfolioUnplaced


class PortfolioTerms(TypedDict):
    """On what the figures of a summary rest."""

    exposure_basis: Literal["sum_insured", "cost_as_new"]
    accumulate: Literal["building", "contents", "interruption", "property", "total"]
    valuation_date: str
    rows_with_other_date: int
    rates: Literal["prefix", "finest"]
    rate_sources: list[PortfolioRateSource]
    index: str | None
    addons: str | None
    ageing: list[str]
    dataset: str | None
    zones: list[PortfolioZoneTerm]
    program: str
    rows_left_out: list[PortfolioLeftOut]


class PortfolioRateSource(TypedDict):
    source: str
    valid_from: str
    is_sample: bool
    rows: int


class PortfolioZoneTerm(TypedDict):
    kind: str
    name_gr: str
    name_en: str
    sources: list[PortfolioZoneSource]


class PortfolioZoneSource(TypedDict):
    source: str
    loaded_at: str
    is_sample: bool


PortfolioLeftOut = TypedDict(
    "PortfolioLeftOut",
    {
        "from": 'Literal["not_read", "without_cost", "without_place"]',
        "rows": 'int',
        "because": 'list[PortfolioReason]',
    },
)


class PortfolioReason(TypedDict):
    kind: str
    rows: int


class PortfolioKind(TypedDict):
    """The rows with one kind of message."""

    kind: str
    code: str
    field: NotRequired[str]
    values: NotRequired[dict[str, Any]]
    rows: int
    exposure_eur: float
    example: str


class PortfolioShares(TypedDict):
    """How much of the book is known. What is not known is null, never 0."""

    of: Literal["exposure", "rows"]
    of_total: float
    located: float | None
    costed: float | None
    in_earthquake_zone: float | None
    underinsured: float | None
    underinsured_eur: float
    comparable_eur: float


class PortfolioGroup(TypedDict):
    """The sums of a group of rows."""

    name: str
    rows: int
    area_m2: float
    rows_with_cost: int
    as_new_eur: float
    rows_with_as_is: int
    as_is_eur: float
    exposure: PortfolioExposure
    exposure_eur: float
    exposure_rough_eur: float
    rows_without_cost: int
    exposure_without_cost_eur: float
    rows_compared: int
    compared_sum_insured_eur: float
    compared_as_new_eur: float


class PortfolioExposure(TypedDict):
    """What is insured, by coverage. `property` is building and contents, `total` has interruption too."""

    basis: Literal["sum_insured", "cost_as_new"]
    building: PortfolioCoverage
    contents: PortfolioCoverage
    interruption: PortfolioCoverage
    property: PortfolioCoverage
    total: PortfolioCoverage


class PortfolioCoverage(TypedDict):
    """The sums of one coverage, or of several."""

    rows: int
    sum_eur: float


class PortfolioAside(TypedDict):
    """Rows that may be left out of the totals."""

    name: str
    rows: int
    area_m2: float
    rows_with_cost: int
    as_new_eur: float
    rows_with_as_is: int
    as_is_eur: float
    exposure: PortfolioExposure
    exposure_eur: float
    exposure_rough_eur: float
    rows_without_cost: int
    exposure_without_cost_eur: float
    rows_compared: int
    compared_sum_insured_eur: float
    compared_as_new_eur: float
    is_left_out: bool


class PortfolioOutliers(TypedDict):
    """Rows whose sum insured is far above the cost, or implausible for each m². `total_without` has neither these nor the other rows of `largest`."""

    name: str
    rows: int
    area_m2: float
    rows_with_cost: int
    as_new_eur: float
    rows_with_as_is: int
    as_is_eur: float
    exposure: PortfolioExposure
    exposure_eur: float
    exposure_rough_eur: float
    rows_without_cost: int
    exposure_without_cost_eur: float
    rows_compared: int
    compared_sum_insured_eur: float
    compared_as_new_eur: float
    is_left_out: bool
    total_without: PortfolioGroup
    largest: list[PortfolioLook]


class PortfolioLook(TypedDict):
    """A row that a person should look at."""

    line: int
    reference: str
    address: str
    exposure_eur: float
    reason: str


class PortfolioCertainty(TypedDict):
    name: Literal["house", "street", "postal_code", "town", "none"]
    rows: int
    exposure_eur: float
    share: float | None


class PortfolioZoneKind(TypedDict):
    kind: str
    name_gr: str
    name_en: str
    classes: list[PortfolioGroup]


class PortfolioCircle(TypedDict):
    """One of the largest sums within a radius of a row. Its centre is a row, so the largest sum around any point may be larger: a lower bound."""

    radius_m: float
    line: int
    reference: str
    latitude: float
    longitude: float
    rows: int
    exposure: PortfolioExposure
    exposure_eur: float
    rows_rough: int
    exposure_rough_eur: float
    lines: list[int]
    largest: list[PortfolioCircleRow]


class PortfolioCircleRow(TypedDict):
    line: int
    reference: str
    latitude: float
    longitude: float
    exposure_eur: float


class PortfolioMap(TypedDict):
    """All rows with a certain place, in cells of equal size."""

    cell_degrees: float
    cells: list[PortfolioCell]


class PortfolioCell(TypedDict):
    """Rows that are drawn as one dot."""

    latitude: float
    longitude: float
    rows: int
    exposure_eur: float
    exposure_rough_eur: float
    insured_ratio: NotRequired[float]
    rows_in_zones: NotRequired[dict[str, int]]


class PortfolioNotInOed(TypedDict):
    """Rows that the location file lacks, because a sum cannot be read, the row was not read, or it is in no total; absent for other formats."""

    rows: int
    list: list[PortfolioLook]


class PortfolioUnplaced(TypedDict):
    """Rows in no circle and on no map."""

    rows: int
    exposure_eur: float
    largest: list[PortfolioLook]


class PortfolioRows(TypedDict):
    """Rows of a portfolio."""

    count: int
    corrected: int
    waiting: int
    sums: PortfolioRowSums
    cells: NotRequired[list[PortfolioRowCell]]
    rows: list[PortfolioRow]


class PortfolioRowSums(TypedDict):
    """The sums of all rows that the filters leave, as they were read."""

    sum_insured_eur: float
    rows_with_sum: int
    as_new_eur: float
    rows_with_cost: int
    compared_eur: float
    underinsured_eur: float
    rows_to_look_at: int


class PortfolioRowCell(TypedDict):
    """Rows at a place."""

    longitude: float
    latitude: float
    rows: int


class PortfolioRow(TypedDict):
    line: int
    address: str | None
    reference: str | None
    level: str | None
    property_type: str | None
    area_m2: float | None
    construction_year: int | None
    sum_insured_eur: float | None
    contents_sum_insured_eur: float | None
    interruption_sum_insured_eur: float | None
    as_new_eur: float | None
    as_is_eur: float | None
    insured_ratio: float | None
    certainty: str | None
    latitude: float | None
    longitude: float | None
    problem: str
    notes: str
    problem_codes: list[PortfolioMessage]
    cells: dict[str, str]
    corrections: dict[str, str]
    is_waiting: bool
    can_be_corrected: bool


class PortfolioMessage(TypedDict):
    code: str
    field: str | None
    text: str
    values: dict[str, Any]


class CorrectPortfolioRowsRowsItem(TypedDict):
    line: int
    cells: dict[str, str]


class PortfolioCorrected(TypedDict):
    """How many rows are corrected."""

    corrected: int
    waiting: int


class RunPortfolioAgainTerms(TypedDict):
    """Options of the run, by the names of the parameters with which a portfolio is sent, in place of the earlier ones. Those that are absent stay."""

    format: NotRequired[Literal["csv", "xlsx", "ndjson", "geojson", "oed"]]
    type_words: NotRequired[str]
    sheet: NotRequired[str]
    encoding: NotRequired[str]
    decimals: NotRequired[Literal["comma", "point"]]
    srid: NotRequired[int]
    places: NotRequired[str]
    parcel: NotRequired[bool]
    zones: NotRequired[str]
    year_range: NotRequired[str]
    output_encoding: NotRequired[str]
    bom: NotRequired[bool]
    decimal_comma: NotRequired[bool]
    min_confidence: NotRequired[float]
    area_range_m2: NotRequired[str]
    years: NotRequired[Literal["ranges", "strict"]]
    duplicates: NotRequired[Literal["keep", "drop"]]
    implausible: NotRequired[Literal["keep", "drop"]]
    most_insured_ratio: NotRequired[float]
    sum_range_eur_m2: NotRequired[str]
    accumulate: NotRequired[Literal["building", "contents", "interruption", "property", "total"]]
    valuation_date: NotRequired[str]
    dataset: NotRequired[str]
    rates: NotRequired[Literal["prefix", "finest"]]
    index: NotRequired[str]
    addons: NotRequired[str]
    ageing: NotRequired[str]


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
    reference: NotRequired[str]


class AddressBatchAnswer(TypedDict):
    """What was found."""

    answers: list[BatchAnswer]


class BatchAnswer(TypedDict):
    reference: str | None
    query: str | None
    results: list[LocatedResult]
    failure: Error | Problem | None


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


class Usage(TypedDict):
    """What the caller has used."""

    subject: str
    quotas: list[QuotaState]
    hours: list[HourlyUsage]


class QuotaState(TypedDict):
    period: Literal["minute", "day"]
    limit: int
    left: int
    resets_at: str


class HourlyUsage(TypedDict):
    hour: str
    operation: str
    requests: int


class Health(TypedDict):
    """The process is alive."""

    status: Literal["ok"]


class Readiness(TypedDict):
    """This instance can serve."""

    status: Literal["ready"]
    layers: list[LoadedSource]
    empty_layers: list[Layer]
    notes: list[str]
    hidden_sample_layers: list[Layer]
    edition: str
    edition_behind: bool
    disk_full: bool
    usage_written: bool


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
    sign_on_name: str | None
    login_required: bool
    map: MapBackground
    demo_login: DemoLogin | None
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


class DemoLogin(TypedDict):
    username: str
    password: str


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


class Revoked(TypedDict):
    """The token is over. The body has no content (RFC 7009 §2.2)."""



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
    revocation_endpoint: str
    revocation_endpoint_auth_methods_supported: list[str]
    revocation_endpoint_auth_signing_alg_values_supported: list[str]


class JsonWebKeySet(TypedDict):
    """A JSON Web Key Set (RFC 7517)."""

    keys: list[dict[str, str]]


class AuthReadiness(TypedDict):
    """The service can handle logins."""

    status: Literal["ready"]
    disk_full: bool
