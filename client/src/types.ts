// Made by `npm run openapi`: change the routes instead.
import type { SentFile } from './call.ts';

export type PropertyType =
  | 'apartment'
  | 'house'
  | 'maisonette'
  | 'office'
  | 'shop'
  | 'warehouse'
  | 'industrial'
  | 'hotel'
  | 'parking'
  | 'storage'
  | 'basement'
  | 'auxiliary';

/** The cost. */
export interface ReconstructionCost {
  readonly reconstruction_cost: CostValues;
  readonly insurance?: CostInsurance;
  readonly basis?: CostBasis;
}

/** In euro, rounded to cents. */
export interface CostValues {
  /** As-new reconstruction cost in euro. */
  readonly as_new: number;
  /** As-is (depreciated) value, when a year was sent. */
  readonly as_is?: number;
}

/** Only with `sum_insured`. */
export interface CostInsurance {
  /** The sum insured in euro, as sent. */
  readonly sum_insured: number;
  /** sum_insured divided by as_new, to four decimals. */
  readonly ratio: number;
  /** The loaded rules for the property type on the day. */
  readonly rules: readonly InsuranceRule[];
}

export interface InsuranceRule {
  /** The name of the rule. */
  readonly name: string;
  /** `least_eur_m2`: euro of the sum for each m² of build_area; `least_ratio` and `most_ratio`: `ratio`. */
  readonly rule: string;
  /** The limit of the rule. */
  readonly limit: number;
  /** Whether the sum insured meets it. */
  readonly met: boolean;
  /** The first day on which it applies. */
  readonly valid_from: string;
  /** The source of the rule. */
  readonly source: string;
  /** A note of the source. */
  readonly note?: string;
}

/** Only with `explain=true`. Fields about age only with `construction_year`. */
export interface CostBasis {
  /** Cost of building one square metre, in euro. */
  readonly rate_eur_m2: number;
  /** The first day on which the rate applies. */
  readonly rate_valid_from: string;
  /** The source of the rate. */
  readonly rate_source: string;
  /** The digits that were looked up: two, or up to five with `rates=finest`; `*` for a rate of the whole country. */
  readonly postal_prefix: string;
  /** The municipality whose rate it is; absent for a rate of digits. */
  readonly municipality?: string;
  /** What the rate includes; absent if its source does not say. */
  readonly rate_includes?: readonly ('works' | 'fees' | 'permits' | 'demolition' | 'vat' | 'contingency')[];
  /** A note of the source on the rate. */
  readonly rate_note?: string;
  /** True for an illustrative rate of the sample; absent otherwise. */
  readonly sample_data?: boolean;
  readonly index?: CostIndex;
  /** The day for which the cost is stated. */
  readonly valuation_date: string;
  /** The version of the cost data. Sent as `dataset` with `valuation_date`, it repeats the answer. */
  readonly dataset: string;
  readonly quality?: CostQuality;
  readonly addons?: CostAddons;
  /** Basement and auxiliary areas; absent without them. */
  readonly other_areas?: readonly CostOtherArea[];
  /** The year of the valuation minus construction_year. */
  readonly age_years?: number;
  /** The age since renovation_year, which decides the value. */
  readonly effective_age_years?: number;
  /** How value is lost: Ross's curve, a straight line, or a table of age bands. */
  readonly method?: 'ross' | 'straight_line' | 'table';
  readonly age_table?: CostAgeTable;
  readonly condition?: CostCondition;
  /** The age at which only the residual value is left. */
  readonly useful_life_years?: number;
  /** as_is never falls below this share of as_new. */
  readonly residual_share?: number;
  /** as_is is this share of as_new, before rounding to cents. */
  readonly remaining_share?: number;
  /** Valid values that are probably mistakes, such as a year of two digits; absent if there are none. */
  readonly notes?: readonly string[];
}

/** How the rate was carried to the day; only with `index`. */
export interface CostIndex {
  /** The name of the index. */
  readonly name: string;
  /** The quarter of the rate, such as 2025-Q2. */
  readonly from: string;
  /** The quarter of the valuation, or the last before it. */
  readonly to: string;
  /** The rate is multiplied by this. */
  readonly factor: number;
  /** The source of the index. */
  readonly source: string;
}

/** Only with `quality`. */
export interface CostQuality {
  /** The class. */
  readonly name: string;
  /** The rate is multiplied by this. */
  readonly factor: number;
  /** The source of the factor. */
  readonly source: string;
}

/** Only with `addons`. */
export interface CostAddons {
  /** The name of the set. */
  readonly name: string;
  /** The first day on which it applies. */
  readonly valid_from: string;
  /** The add-ons in the amounts. */
  readonly items: readonly CostAddon[];
  /** Add-ons of the set that the rate includes already; not added. */
  readonly included: readonly string[];
}

export interface CostAddon {
  /** What is added. */
  readonly name: string;
  /** Percentage of the works, or of its base. */
  readonly percent: number;
  /** The source of the percentage. */
  readonly source: string;
  /** `works`, or `before`: the works with all lines before it. Absent, as the next two, if the cost data name no base. */
  readonly base?: 'works' | 'before';
  /** Whether it belongs to the value as is. */
  readonly in_as_is?: boolean;
  /** What it adds to `as_new`. */
  readonly amount_eur?: number;
}

export interface CostOtherArea {
  /** `basement` or `auxiliary`. */
  readonly property_type: string;
  /** Square metres. */
  readonly area_m2: number;
  /** Cost of building one square metre, in euro. */
  readonly rate_eur_m2: number;
  /** The first day on which the rate applies. */
  readonly rate_valid_from: string;
  /** The source of the rate. */
  readonly rate_source: string;
  /** The digits that were looked up: two, or up to five with `rates=finest`; `*` for a rate of the whole country. */
  readonly postal_prefix: string;
  /** The municipality whose rate it is; absent for a rate of digits. */
  readonly municipality?: string;
  /** What the rate includes; absent if its source does not say. */
  readonly rate_includes?: readonly ('works' | 'fees' | 'permits' | 'demolition' | 'vat' | 'contingency')[];
  /** A note of the source on the rate. */
  readonly rate_note?: string;
  /** True for an illustrative rate of the sample; absent otherwise. */
  readonly sample_data?: boolean;
  readonly index?: CostIndex;
}

/** The table of age bands; only with the method `table`. */
export interface CostAgeTable {
  /** The name of the table. */
  readonly name: string;
  /** The first day on which it applies. */
  readonly valid_from: string;
  /** The source of the table. */
  readonly source: string;
}

/** Only with `condition`. */
export interface CostCondition {
  /** The class. */
  readonly name: string;
  /** The percentage of the value that it takes. */
  readonly lost_percent: number;
  /** The source of the percentage. */
  readonly source: string;
}

export interface CostRequest {
  /** Full postal code. The cost depends on its first two digits only, except with `rates=finest`. */
  readonly postal_code: string;
  readonly property_type: PropertyType;
  /** Build area in square metres. */
  readonly build_area: number;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number;
  /** With `true` the response has the calculation in `basis`. */
  readonly explain?: boolean;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest';
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number;
  /** Your own id of it, returned with the answer. */
  readonly reference?: string;
}

/** The costs. */
export interface CostBatchAnswer {
  /** One for each request, in order. */
  readonly answers: readonly CostBatchEntry[];
}

export interface CostBatchEntry {
  /** As it was sent; null if it was not. */
  readonly reference: string | null;
  /** The cost; null if there is none. */
  readonly cost: ReconstructionCost | null;
  /** The error that this request would have got alone, with its status, in the form that `Accept` names; null if there is none. */
  readonly failure: Error | Problem | null;
}

/** Why a request failed. */
export interface Error {
  /** The HTTP status of this response. */
  readonly error: number;
  /** The error: the field, and what was expected. */
  readonly message: string;
}

/** Why a request failed. */
export interface Problem {
  /** The kind of error. It is stable, the texts are not. */
  readonly type: 'urn:ktima:error:invalid_input' | 'urn:ktima:error:malformed_request' | 'urn:ktima:error:unauthenticated' | 'urn:ktima:error:forbidden' | 'urn:ktima:error:not_found' | 'urn:ktima:error:not_ready' | 'urn:ktima:error:no_such_path' | 'urn:ktima:error:method_not_allowed' | 'urn:ktima:error:not_acceptable' | 'urn:ktima:error:payload_too_large' | 'urn:ktima:error:uri_too_long' | 'urn:ktima:error:unsupported_media_type' | 'urn:ktima:error:no_cost_mapping' | 'urn:ktima:error:key_reused' | 'urn:ktima:error:throttled' | 'urn:ktima:error:queue_full' | 'urn:ktima:error:still_running' | 'urn:ktima:error:no_room' | 'urn:ktima:error:headers_too_large' | 'urn:ktima:error:internal' | 'urn:ktima:error:busy' | 'urn:ktima:error:too_long' | 'urn:ktima:error:batch_full' | 'urn:ktima:error:unavailable';
  /** The kind of error in words. */
  readonly title: string;
  /** The HTTP status of this response. */
  readonly status: number;
  /** The error: the field, and what was expected. */
  readonly detail: string;
  /** The faults that `detail` names, with their fields; empty for other errors. */
  readonly errors: readonly Fault[];
}

export interface Fault {
  /** The parameter or field; empty for the request as a whole. */
  readonly field: string;
  /** What is wrong with it. */
  readonly code: 'missing' | 'unknown_field' | 'repeated' | 'not_text' | 'not_a_number' | 'not_a_whole_number' | 'not_a_boolean' | 'out_of_range' | 'not_one_of' | 'too_short' | 'too_long' | 'conflict' | 'not_found' | 'not_valid';
  /** The same in words. */
  readonly message: string;
  /** Of `out_of_range` and `too_short`. */
  readonly least?: number;
  /** Of `out_of_range` and `too_long`. */
  readonly most?: number;
  /** Of `out_of_range`. */
  readonly more_than?: number;
  /** Of `not_one_of`. */
  readonly allowed?: readonly string[];
  /** Of `out_of_range`: the first day or quarter with data. */
  readonly earliest?: string;
  /** Of `unknown_field`, if one is near. */
  readonly suggestion?: string;
}

/** What is loaded. */
export interface LoadedCostTerms {
  /** Values of `property_type`. */
  readonly property_types: readonly string[];
  /** Whether `rates=finest` can find more than the rate of two digits. */
  readonly finer_rates: boolean;
  /** Values of `index`. */
  readonly indexes: readonly string[];
  /** Values of `addons`. */
  readonly addons: readonly string[];
  /** Values of `quality`. */
  readonly qualities: readonly string[];
  /** Values of `ageing`. */
  readonly ageing: readonly string[];
  /** Values of `condition`. */
  readonly conditions: readonly string[];
}

/** A place and its distance. */
export interface PointOfInterest {
  /** Identifier; it stays the same after a new import. */
  readonly id: number;
  /** Identifier in the source dataset. */
  readonly external_id: string | null;
  /** English name. */
  readonly name_en: string | null;
  /** Greek name. */
  readonly name_gr: string | null;
  /** Category label as supplied by the source. */
  readonly place_category: string | null;
  readonly place_type: PlaceType;
  /** Latitude of the point. */
  readonly latitude: number | null;
  /** Longitude of the point. */
  readonly longitude: number | null;
  /** Metres from the queried coordinate, rounded to 2 decimals. */
  readonly distance: number | null;
  /** With `walk=true`: metres of the quickest way on foot, rounded to 2 decimals. */
  readonly walking_distance_m?: number | null;
  /** With `walk=true`: minutes on foot, rounded to 1 decimal, at 80 m a minute and half of that on steps. With the note `with_slopes`, slopes count. */
  readonly walking_minutes?: number | null;
  /** With `walk=true`. `with_slopes`: slopes count, by Tobler’s function, where an elevation is loaded. With the other notes, distance and minutes are null. `no_way`: no way to walk on leads there; `beyond_5_km`: the way is longer; `not_loaded`: no ways are loaded. */
  readonly walking_note?: 'with_slopes' | 'no_way' | 'beyond_5_km' | 'not_loaded' | null;
  /** With `walk=true`: metres from the queried coordinate to the way where the walk starts. They are part of `walking_distance_m`. */
  readonly walking_snap_m?: number | null;
  /** With `walk=true`. `long_detour`: the way is 500 m or more and five times the straight line or more, so a way may be missing on the map. `off_ground`: within 100 m of the coordinate or of the place there is no way on the ground, so the walk starts or ends on a bridge or in a tunnel. */
  readonly walking_doubt?: 'long_detour' | 'off_ground' | null;
}

export type PlaceType =
  | 'airport'
  | 'bank'
  | 'bus_stop'
  | 'bus_station'
  | 'metro_station'
  | 'future_metro_station'
  | 'tram_station'
  | 'elementary_school'
  | 'high_school'
  | 'primary_school'
  | 'kindergarden'
  | 'hospital'
  | 'clinic'
  | 'park'
  | 'playground'
  | 'fuel_station'
  | 'sports'
  | 'church'
  | 'police'
  | 'post_office'
  | 'shopping_mall'
  | 'train_station'
  | 'university'
  | 'city_hall'
  | 'supermarket';

/** A type of places. */
export interface PlaceTypeRadius {
  readonly place_type: PlaceType;
  /** Search radius in metres. */
  readonly radius_m: number;
}

/** The areas as GeoJSON. */
export interface WalkAreas {
  readonly type: 'FeatureCollection';
  /** `with_slopes`: slopes count, by Tobler’s function, where an elevation is loaded. With the other notes there is no area. `no_way`: no way to walk on is within 500 m; `not_loaded`: no ways are loaded. */
  readonly walking_note: 'with_slopes' | 'no_way' | 'not_loaded' | null;
  /** Metres from the point to the nearest way; null without one. */
  readonly walking_snap_m: number | null;
  /** `off_ground`: within 100 m there is no way on the ground, so the walk starts on a bridge or in a tunnel. */
  readonly walking_doubt: 'off_ground' | null;
  /** An area for each time, the smallest first. */
  readonly features: readonly WalkArea[];
}

/** What is reached within some minutes. */
export interface WalkArea {
  readonly type: 'Feature';
  /** The area; null if no way is near. */
  readonly geometry: WalkPolygon | null;
  readonly properties: WalkAreaProperties;
}

/** A polygon of GeoJSON. */
export interface WalkPolygon {
  readonly type: 'Polygon';
  /** Rings of longitude and latitude: the outer one, then holes. */
  readonly coordinates: readonly (readonly (readonly number[])[])[];
}

export interface WalkAreaProperties {
  /** Minutes on foot. */
  readonly minutes: number;
  /** How many places are reached in this time. */
  readonly places: number;
  /** The same by type, without types that have none. */
  readonly place_types: readonly PlaceTypeCount[];
  /** Whether the area comes to the edge of the loaded streets and houses, to 50 m: what lies beyond is not known, so more may be reached. Null if that edge is not known. */
  readonly reaches_edge: boolean | null;
}

export interface PlaceTypeCount {
  readonly place_type: PlaceType;
  /** How many. */
  readonly count: number;
}

/** The report. */
export interface PropertyReport {
  readonly query: ReportQuery;
  readonly position: ReportPosition;
  /** The first result of `address-search`, or of `reverse` at a point. */
  readonly location: LocatedResult | null;
  /** The result of `kaek-search` or `parcel-at`. */
  readonly parcel: Parcel | null;
  /** The result of `reconstruction-cost` with `explain=true`. */
  readonly cost: ReconstructionCost | null;
  /** The result of `points-of-interest`: the nearby places, nearest first. While ways to walk on are loaded, that of `walk=true`. Null if the token does not have the scope `places`. */
  readonly neighbourhood: readonly PointOfInterest[] | null;
  /** The result of `zones`: for `kaek_code` that of the parcel, for an address with its `accuracy_m`. Absent while no zones are loaded. Null if the token does not have the scope `zones`, or too many zones may apply. */
  readonly zones?: Zones | null;
  /** The result of `buildings`. Absent while none are loaded. Null if the token does not have the scope `zones`, the position is too rough, or too many lie around it. */
  readonly buildings?: Buildings | null;
  /** The result of `grids`: for `kaek_code` that of the parcel. Absent while no grid is loaded. Null if the token does not have the scope `zones`, or the position is too rough. */
  readonly grids?: Grids | null;
  /** The reasons for null sections; empty if none is null. */
  readonly missing: readonly MissingSection[];
  /** The data that the service has loaded; sources without rows are left out. */
  readonly sources: readonly ReportSource[];
  /** The current year in Athens, for computing ages. */
  readonly year: number;
  /** When this report was made, in UTC. */
  readonly generated_at: string;
}

/** The parameters of the request; null if not sent. */
export interface ReportQuery {
  /** The address. */
  readonly address: string | null;
  /** The cadastral code. */
  readonly kaek_code: string | null;
  /** The latitude. */
  readonly latitude: number | null;
  /** The longitude. */
  readonly longitude: number | null;
  /** The kind of property. */
  readonly property_type: string | null;
  /** Build area in square metres. */
  readonly build_area: number | null;
  /** Year of construction. */
  readonly construction_year: number | null;
  /** The id of the address; absent if none was sent. */
  readonly result_id?: string;
  /** The postal code for the cost; absent if none was sent. */
  readonly postal_code?: string;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest';
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number;
}

/** The position of all lookups below. */
export interface ReportPosition {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** The origin of the position: the address match, a point in the parcel, or the request. */
  readonly from: 'address' | 'parcel' | 'coordinates';
}

/** An address match. */
export interface LocatedResult {
  /** For `result_id` of address-search, which then finds exactly this; it stays the same when data are imported. Null for a kilometre of a road. */
  readonly id: string | null;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** In the format of the Greek post. */
  readonly formatted_address: string;
  /** The same in Latin letters: streets by ELOT 743, towns by their English names. */
  readonly formatted_address_en: string;
  readonly match: AddressMatch;
  /** A box around it: west, south, east and north in degrees. Of a municipality from its border where that is imported; otherwise estimated from positions and their accuracy. Null for a house, and where only a position is known. */
  readonly bounds: readonly number[] | null;
  /** ISO 3166-1: always GR. */
  readonly country_code: 'GR';
  readonly components: AddressComponents;
  readonly components_en: AddressComponentsEn;
  readonly components_elot: AddressComponentsElot;
  /** The source of the data. */
  readonly source: string;
  /** If coordinates were sent: metres from them to the position of the result. */
  readonly distance_m?: number;
}

/** How well it matches the requested address. */
export interface AddressMatch {
  /** The level of the match; `place` is a place that was found by its name, such as a hospital or a square. */
  readonly level: 'house_number' | 'interpolated' | 'street' | 'place' | 'postal_code' | 'locality' | 'municipality';
  /** Confidence, 0 to 1; 1 only for an exact and unambiguous match. */
  readonly confidence: number;
  /** Possible error of the position in metres. */
  readonly accuracy_m: number;
  /** Whether a part of the requested address was not found; see `faults`. */
  readonly partial: boolean;
  /** The parts of the requested address that were not found. */
  readonly faults: readonly AddressFault[];
  /** Up to five other towns where the same street and number fit as well. */
  readonly also_in: readonly OtherTown[];
}

export interface AddressFault {
  /** The part of the address. */
  readonly field: string;
  /** The problem, as a code such as `set_aside`. */
  readonly code: string;
  /** The names and numbers that `problem` has. */
  readonly details: readonly string[];
  /** The problem in words. */
  readonly problem: string;
}

export interface OtherTown {
  /** Name of the town. */
  readonly town: string;
  /** For `result_id` of address-search. */
  readonly id: string;
  /** Confidence, 0 to 1. */
  readonly confidence: number;
}

/** The address in its parts. */
export interface AddressComponents {
  /** Name of the street. */
  readonly street: string | null;
  /** Number of the house. */
  readonly house_number: string | null;
  /** Five digits. */
  readonly postal_code: string | null;
  /** Village, settlement or quarter. */
  readonly locality: string | null;
  /** Municipality. */
  readonly municipality: string | null;
  /** Regional unit. */
  readonly regional_unit: string | null;
  /** Region. */
  readonly region: string | null;
}

/** The same with the usual English names: Athens, Corfu, Crete. */
export interface AddressComponentsEn {
  /** Name of the street. */
  readonly street: string | null;
  /** Number of the house. */
  readonly house_number: string | null;
  /** Five digits. */
  readonly postal_code: string | null;
  /** Village, settlement or quarter. */
  readonly locality: string | null;
  /** Municipality. */
  readonly municipality: string | null;
  /** Regional unit. */
  readonly regional_unit: string | null;
  /** Region. */
  readonly region: string | null;
}

/** The same by ELOT 743: Athina, Kerkyra, Kritis. */
export interface AddressComponentsElot {
  /** Name of the street. */
  readonly street: string | null;
  /** Number of the house. */
  readonly house_number: string | null;
  /** Five digits. */
  readonly postal_code: string | null;
  /** Village, settlement or quarter. */
  readonly locality: string | null;
  /** Municipality. */
  readonly municipality: string | null;
  /** Regional unit. */
  readonly regional_unit: string | null;
  /** Region. */
  readonly region: string | null;
}

/** The parcel. */
export interface Parcel {
  /** The parcel's 12 characters. */
  readonly kaek: string;
  /** Square metres, as registered. */
  readonly area: number;
  /** Well-known text, longitude before latitude. */
  readonly geometry: string;
  readonly attributes?: ParcelAttributes;
  /** The name of its source, one of `sources`; only in reports. */
  readonly source?: string;
}

/** What the source recorded besides; only with `attributes=true`, and in reports if there is something. */
export interface ParcelAttributes {
  /** Address, as the source records it. */
  readonly address?: string;
  /** Main use: a code or a word of the source. */
  readonly main_use?: string;
  /** Description of the source. */
  readonly description?: string;
  /** Vertical property, as the source records it. */
  readonly vertical_property?: string;
  /** Horizontal property, as the source records it. */
  readonly horizontal_property?: string;
  /** Perimeter in metres, as recorded. */
  readonly perimeter_m?: number;
  /** Address of a web page, http or https. It is not checked: a person may open it. */
  readonly link?: string;
  /** Kind of the parcel, as the source records it. */
  readonly kind?: string;
  /** Whether it is within a town plan, as the source records it. */
  readonly town_plan?: string;
}

/** What applies at the place. */
export interface Zones {
  /** Each kind that is known or was asked for. */
  readonly kinds: readonly ZoneKindAnswer[];
  /** The distance to the sea; null far from Greece. */
  readonly sea: SeaDistance | null;
}

export interface ZoneKindAnswer {
  /** The name of the kind. */
  readonly kind: string;
  /** In Greek. */
  readonly name_gr: string;
  /** In English. */
  readonly name_en: string;
  /** Of the most certain zone; `certain` has what is known of each. `inside`: a zone contains the point, everything within its accuracy, or the whole parcel. `possibly_inside`: a zone may contain a doubtful point, or one near a doubtful border. `partly_inside`: a zone has a part of the parcel. `outside`: a source looked here and has no zone. `partly_covered`: none, and no source covers all of the parcel or circle. `not_covered`: no source looked here. `coverage_unknown`: no zone here, and a source does not say where it looked. `not_loaded`: no source of this kind is loaded. */
  readonly result: 'inside' | 'possibly_inside' | 'partly_inside' | 'outside' | 'partly_covered' | 'not_covered' | 'coverage_unknown' | 'not_loaded';
  /** The zones that apply or may apply, the severest first, of the same class the certain ones first; at most 50, with a certain one if there is one. */
  readonly zones: readonly ZoneHere[];
  /** How many apply. */
  readonly zones_total: number;
  /** The nearest zone if none applies; null if none lies within `distance_limit_m`, and for parcels. */
  readonly nearest: NearestZone | null;
  /** How far the nearest zone is searched, in metres; 0: it is not. */
  readonly distance_limit_m: number;
  /** What `attributes` may have. */
  readonly fields: readonly ZoneField[];
  /** The loaded sources of this kind. */
  readonly sources: readonly ZoneSource[];
}

export interface ZoneHere {
  /** What its source calls it. */
  readonly label: string | null;
  /** Its values, by the names of `fields`. */
  readonly attributes: { readonly [name: string]: string | number };
  /** The source that has it. */
  readonly source: string;
  /** Whether it contains everything within the accuracy, or the whole parcel; of a zone drawn by municipality, whether all that may apply has its values. */
  readonly certain: boolean;
  /** The share of the parcel’s area in the zone, 0 to 1, on the plane of the Greek Grid; null for a point, and for a zone without area. */
  readonly share: number | null;
}

export interface NearestZone {
  /** What its source calls it. */
  readonly label: string | null;
  /** Its values, by the names of `fields`. */
  readonly attributes: { readonly [name: string]: string | number };
  /** The source that has it. */
  readonly source: string;
  /** Metres to its edge on the WGS84 geodesic, with two decimals. */
  readonly distance_m: number;
}

export interface ZoneField {
  /** Its name in `attributes`. */
  readonly field: string;
  /** Its name in Greek. */
  readonly name_gr: string;
  /** Its name in English. */
  readonly name_en: string;
  /** The unit of its numbers. */
  readonly unit: string | null;
}

export interface ZoneSource {
  /** Name of the source. */
  readonly source: string;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
  /** Licence and attribution. */
  readonly licence: string;
  /** The area where it looked for zones; null if that is unknown. */
  readonly covers: string | null;
}

export interface SeaDistance {
  /** Metres to the sea; 0 in the sea. */
  readonly distance_m: number;
  /** How far the coast may be wrong; null if its source does not say. */
  readonly accuracy_m: number | null;
  /** The source of coast lines; null for the coast that ships. */
  readonly source: string | null;
}

/** What stands there. */
export interface Buildings {
  /** The parcel; null if none is loaded at the point. */
  readonly kaek: string | null;
  /** How many buildings stand there, also those that are not listed. */
  readonly count: number;
  /** How many others have less than 5 % of their footprint on the parcel, and cover less than 5 % of it: neighbours whose outline crosses the border. */
  readonly left_out: number;
  /** What they cover of the parcel, without a parcel in all. Ground that several of them cover counts once. */
  readonly footprint_m2: number;
  /** How much more the sum of their footprints is: above 0 where buildings of a source overlap. */
  readonly overlap_m2: number;
  /** The share of the parcel that they cover, 0 to 1; null without a parcel. */
  readonly coverage: number | null;
  /** An estimate: footprint times levels, of the buildings whose levels are known; null if of none. Where buildings overlap, the one with more levels counts. */
  readonly floor_area_estimate_m2: number | null;
  /** The largest floor area that may stand there: as the estimate, with 12 levels where they are not known, and all of a building that lies mostly on the parcel; null without buildings. */
  readonly floor_area_most_m2: number | null;
  /** Of how many buildings the levels are known. */
  readonly levels_known: number;
  /** The largest on the parcel first; at most 50. */
  readonly buildings: readonly Building[];
  /** The loaded sources of buildings. */
  readonly sources: readonly BuildingSource[];
}

export interface Building {
  /** Its id in the source, such as way/123 of OpenStreetMap. */
  readonly external_id: string | null;
  /** Its name. */
  readonly name: string | null;
  /** Its use, in the words of the source. */
  readonly use: string | null;
  /** Levels above the ground. */
  readonly levels: number | null;
  /** Its height in metres. */
  readonly height_m: number | null;
  /** Its year of construction. */
  readonly construction_year: number | null;
  /** Its material, in the words of the source. */
  readonly material: string | null;
  /** The area of its outline on the Greek Grid, as areas of parcels. */
  readonly footprint_m2: number;
  /** The source that has it. */
  readonly source: string;
  /** The share of its footprint on the parcel, 0 to 1; null without a parcel. */
  readonly share: number | null;
  /** Well-known text, longitude before latitude; null for more than 500 positions. */
  readonly geometry: string | null;
}

export interface BuildingSource {
  /** Name of the import. */
  readonly source: string;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
  /** Licence and attribution. */
  readonly licence: string;
}

/** What was measured at the place. */
export interface Grids {
  /** One for each loaded source, by kind. */
  readonly grids: readonly GridAnswer[];
}

export interface GridAnswer {
  /** What was measured. */
  readonly kind: 'elevation' | 'slope' | 'flood_depth' | 'ground_acceleration' | 'fire' | 'noise' | 'other';
  /** In Greek. */
  readonly name_gr: string;
  /** In English. */
  readonly name_en: string;
  /** `measured`: there are values. `partly_measured`: a part of the parcel has none. `no_data`: the grid has no value here. `outside`: it does not reach here. `not_loaded`: no grid of this kind is loaded. */
  readonly result: 'measured' | 'partly_measured' | 'no_data' | 'outside' | 'not_loaded';
  /** At a point: between the centres of the cells around it; for classes that of its cell. For a parcel: the mean; null for classes. Null without value, which is not zero. */
  readonly value: number | null;
  /** The unit of the values. */
  readonly unit: string | null;
  /** The values in the parcel; null for a point. A cell counts if its centre lies in the parcel. */
  readonly range: GridRange | null;
  /** Of elevation: the rise in metres for each 100 m on the ground; for a parcel the mean. */
  readonly slope_percent: number | null;
  /** Of elevation: where the ground falls to, in degrees from north, clockwise; null if it is level. */
  readonly aspect_degrees: number | null;
  /** The size of the cells that were read, in metres on the ground. */
  readonly resolution_m: number | null;
  /** Whether means of several cells were read, because the parcel is large. */
  readonly coarser: boolean;
  /** Whether values are amounts or classes. */
  readonly values: 'amounts' | 'classes' | null;
  /** The day of the measurement, if it is known. */
  readonly date: string | null;
  /** Name of the source; null if none is loaded. */
  readonly source: string | null;
  /** Licence and attribution. */
  readonly licence: string | null;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string | null;
}

export interface GridRange {
  /** The smallest value. */
  readonly min: number;
  /** The largest value. */
  readonly max: number;
  /** The share of the parcel with values, 0 to 1. */
  readonly measured_share: number;
  /** One for each step. */
  readonly above: readonly ShareAbove[];
}

export interface ShareAbove {
  /** A number of `steps`. */
  readonly step: number;
  /** The share of the values above it, 0 to 1. */
  readonly share: number;
}

export interface MissingSection {
  /** A section that is null. */
  readonly section: 'location' | 'parcel' | 'cost' | 'neighbourhood' | 'zones' | 'buildings' | 'grids';
  /** Why, as a code such as `no_rate`. */
  readonly code: string;
  /** The same in words. */
  readonly reason: string;
}

export interface ReportSource {
  readonly layer: Layer;
  /** Name of the source within its layer. */
  readonly source: string;
  /** Licence and attribution. */
  readonly licence: string;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
}

export type Layer =
  | 'costs'
  | 'places'
  | 'parcels'
  | 'addresses'
  | 'settlements'
  | 'boundaries'
  | 'named_places'
  | 'map'
  | 'zones'
  | 'comparables'
  | 'buildings'
  | 'grids';

/** The parameters of `property-report`, numbers as JSON numbers. */
export interface DocumentProperty {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string;
  /** The `id` of the suggestion or result that is meant. If the data no longer have it, `address` decides if it was sent too. */
  readonly result_id?: string;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string;
  /** Degrees north, WGS84. */
  readonly latitude?: number;
  /** Degrees east, WGS84. */
  readonly longitude?: number;
  /** Postal code of the building, for its cost; by default that of the location. A code that contradicts the location gives no cost. The cost depends on its first two digits only, except with `rates=finest`. */
  readonly postal_code?: string;
  readonly property_type?: PropertyType;
  /** Build area in square metres. */
  readonly build_area?: number;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest';
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number;
}

export interface DocumentFields {
  /** What the document is, and so which fields it must state. Without it, it is a property report, without a statement of compliance and a place for a signature. */
  readonly template?: 'insurance' | 'collateral';
  /** Name of the valuer. */
  readonly preparer?: string;
  /** Number in the register of certified valuers. */
  readonly registration?: string;
  /** Reference of the document. */
  readonly reference?: string;
  /** Purpose of the valuation. */
  readonly purpose?: string;
  /** A remark. */
  readonly remark?: string;
  /** Client. */
  readonly client?: string;
  /** Other intended users. */
  readonly users?: string;
  /** Interest that is valued. */
  readonly interest?: string;
  /** Basis of value. */
  readonly basis?: string;
  /** Date of valuation. */
  readonly date?: string;
  /** The value that the valuer states, in euro; the document has it in words too. */
  readonly value?: number;
  /** Date of the inspection. */
  readonly inspected?: string;
  /** Who inspected the property. */
  readonly inspector?: string;
  /** Floor and unit. */
  readonly unit?: string;
  /** Year or period of construction. */
  readonly built?: string;
  /** Energy class. */
  readonly energy_class?: string;
  /** Use and occupancy. */
  readonly occupancy?: string;
  /** Extent of the inspection. */
  readonly inspection?: string;
  /** Areas and where they come from. */
  readonly areas?: string;
  /** What the amount includes: fees, permits, demolition, VAT. */
  readonly includes?: string;
  /** Planning status and building terms. */
  readonly building_terms?: string;
  /** Permits and legality. */
  readonly legality?: string;
  /** Documents that were seen. */
  readonly documents?: string;
  /** Approach and reasoning. */
  readonly reasoning?: string;
  /** Comment on the market evidence. */
  readonly evidence?: string;
  /** Marketability and time to sell. */
  readonly marketability?: string;
  /** Material uncertainty. */
  readonly uncertainty?: string;
  /** Assumptions. */
  readonly assumptions?: string;
  /** Special assumptions. */
  readonly special_assumptions?: string;
  /** Limits of use and liability. */
  readonly limits?: string;
  /** Standard that is followed, and independence. */
  readonly compliance?: string;
  /** The logo of the valuer, as base64. */
  readonly logo?: string;
  /** The comparables that the valuer chose. */
  readonly comparables?: readonly ChosenComparable[];
  /** With the logo at most 10 MB and 40 megapixels, a JPEG with at most 40 scans. They are drawn anew, so that nothing but the picture is left. */
  readonly photographs?: readonly Photograph[];
}

export interface ChosenComparable {
  /** Its type. */
  readonly property_type: 'apartment' | 'house' | 'maisonette' | 'office' | 'shop' | 'warehouse' | 'industrial' | 'hotel' | 'parking' | 'storage' | 'basement' | 'auxiliary' | 'land';
  /** Whether the price is asked for or was paid. */
  readonly kind: 'asking' | 'sold';
  /** The day of the price. */
  readonly date: string;
  /** In euro. */
  readonly price_eur: number;
  /** Its area. */
  readonly area_m2: number;
  /** Its year. */
  readonly construction_year: number | null;
  /** Its address. */
  readonly address: string | null;
  /** Where the price comes from. */
  readonly source: string;
  /** Metres from the property. */
  readonly distance_m: number;
  /** How far the position may be wrong. */
  readonly accuracy_m: number | null;
  /** Degrees north, WGS84. */
  readonly latitude?: number;
  /** Degrees east, WGS84. */
  readonly longitude?: number;
  /** Its floor. */
  readonly floor?: string;
  readonly adjustments?: Adjustments;
  /** Its weight in percent; weights sum to 100. */
  readonly weight?: number;
}

/** What the valuer adds to the price, in percent. */
export interface Adjustments {
  /** For time, in percent. */
  readonly time?: number;
  /** For location, in percent. */
  readonly location?: number;
  /** For size, in percent. */
  readonly size?: number;
  /** For condition, in percent. */
  readonly condition?: number;
  /** For floor, in percent. */
  readonly floor?: number;
  /** For parking, in percent. */
  readonly parking?: number;
  /** For negotiation, in percent. */
  readonly negotiation?: number;
}

export interface Photograph {
  /** A JPEG, PNG or WebP as base64. */
  readonly image: string;
  /** What it shows. */
  readonly caption?: string;
}

/** The comparables around the place. */
export interface Comparables {
  /** How many were found, also those that are not listed. */
  readonly count: number;
  /** Of the prices that are asked for; null without any. */
  readonly asking: PriceStatistics | null;
  /** Of the prices that were paid; null without any. */
  readonly sold: PriceStatistics | null;
  /** Nearest first. */
  readonly comparables: readonly Comparable[];
  /** The loaded files. */
  readonly sources: readonly ComparableSource[];
}

export interface PriceStatistics {
  /** How many prices. */
  readonly count: number;
  /** The lowest, in €/m². */
  readonly least: number;
  /** A quarter of the prices are at most this, in €/m². */
  readonly lower_quartile: number;
  /** Half of the prices are at most this, in €/m². */
  readonly median: number;
  /** Three quarters of the prices are at most this, in €/m². */
  readonly upper_quartile: number;
  /** The highest, in €/m². */
  readonly most: number;
}

export interface Comparable {
  /** Its id in the file. */
  readonly external_id: string | null;
  /** Its type. */
  readonly property_type: string;
  /** Whether the price is asked for or was paid. */
  readonly kind: 'asking' | 'sold';
  /** The day of the price. */
  readonly date: string;
  /** The price in euro. */
  readonly price_eur: number;
  /** Its area. */
  readonly area_m2: number;
  /** The price for each m², rounded to cents. */
  readonly eur_per_m2: number;
  /** Its year of construction. */
  readonly construction_year: number | null;
  /** Its address, as the file has it. */
  readonly address: string | null;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** How far the position may be wrong; null if the file has the position. */
  readonly accuracy_m: number | null;
  /** Metres from the place, with two decimals. */
  readonly distance_m: number;
  /** Where the price comes from. */
  readonly source: string;
}

export interface ComparableSource {
  /** Name of the import. */
  readonly source: string;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
  /** Licence and attribution. */
  readonly licence: string;
}

export interface ReportRequest {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string;
  /** The `id` of the suggestion or result that is meant. If the data no longer have it, `address` decides if it was sent too. */
  readonly result_id?: string;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string;
  /** Degrees north, WGS84. */
  readonly latitude?: number;
  /** Degrees east, WGS84. */
  readonly longitude?: number;
  /** Postal code of the building, for its cost; by default that of the location. A code that contradicts the location gives no cost. The cost depends on its first two digits only, except with `rates=finest`. */
  readonly postal_code?: string;
  readonly property_type?: PropertyType;
  /** Build area in square metres. */
  readonly build_area?: number;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest';
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number;
  /** Your own id of it, returned with the answer. */
  readonly reference?: string;
}

/** The reports. */
export interface ReportBatchAnswer {
  /** One for each request, in order. */
  readonly answers: readonly ReportBatchEntry[];
}

export interface ReportBatchEntry {
  /** As it was sent; null if it was not. */
  readonly reference: string | null;
  /** The report; null if there is none. */
  readonly report: PropertyReport | null;
  /** The error that this request would have got alone, with its status, in the form that `Accept` names; null if there is none. */
  readonly failure: Error | Problem | null;
}

/** The portfolios of the caller. */
export interface Portfolios {
  /** Newest first. */
  readonly portfolios: readonly ListedPortfolio[];
  readonly space: PortfolioSpace;
}

/** A portfolio in a list. */
export interface ListedPortfolio {
  /** Id of the run: 32 hexadecimal digits. */
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** `done` has a result and a summary, `failed` an `error`; `read` waits to be started. */
  readonly state: 'queued' | 'running' | 'read' | 'done' | 'failed';
  /** When the file had arrived, in UTC. */
  readonly created_at: string;
  /** When the run ended, in UTC; null before. */
  readonly finished_at: string | null;
  /** When the run is removed, in UTC; null before its end. */
  readonly expires_at: string | null;
  /** Size of the file that was sent, in bytes. */
  readonly bytes: number;
  /** Rows written so far. */
  readonly rows: number;
}

/** What the portfolios of the caller use. */
export interface PortfolioSpace {
  /** Bytes of all files, results and rows. */
  readonly used_bytes: number;
  /** Bytes that they may have. */
  readonly limit_bytes: number;
}

/** A portfolio that was sent, and its run. */
export interface Portfolio {
  /** Id of the run: 32 hexadecimal digits. */
  readonly id: string;
  /** Name of the file. */
  readonly name: string;
  /** `done` has a result and a summary, `failed` an `error`; `read` waits to be started. */
  readonly state: 'queued' | 'running' | 'read' | 'done' | 'failed';
  /** When the file had arrived, in UTC. */
  readonly created_at: string;
  /** When the run ended, in UTC; null before. */
  readonly finished_at: string | null;
  /** When the run is removed, in UTC; null before its end. */
  readonly expires_at: string | null;
  /** Size of the file that was sent, in bytes. */
  readonly bytes: number;
  /** Rows written so far. */
  readonly rows: number;
  /** Format of the result. */
  readonly format: 'csv' | 'xlsx' | 'ndjson' | 'geojson' | 'oed';
  /** Files that wait and came before it; null if it does not wait, or was just sent. */
  readonly waiting_before: number | null;
  /** Share of the file that is done, 0 to 1. */
  readonly progress: number;
  /** The columns of the file; empty until they are read. */
  readonly header: readonly string[];
  /** At most three values of each column, in the order of `header`, cut after 60 characters. */
  readonly samples: readonly (readonly string[])[];
  /** Rows of the file; null until they are counted. */
  readonly rows_in_file: number | null;
  /** The column that is used for each field; empty until they are read. */
  readonly columns: { readonly [name: string]: string };
  /** Columns that seem to have what the run lacks, by name or values, and those of which nothing shows which is meant; the likely one of each field first. A run needs the answer: such a column in `columns`, or null for its field to go without. */
  readonly unclear_columns: readonly PortfolioUnclearColumn[];
  /** Words for property types that have several meanings. `type_words` decides each for all rows. */
  readonly unclear_types: readonly PortfolioUnclearType[];
  /** Notes on the whole file, at the end. */
  readonly notes: readonly string[];
  /** Rows with a position; null before the end. */
  readonly with_position: number | null;
  /** Rows with a parcel; null before the end. */
  readonly with_parcel: number | null;
  /** Rows with a cost; null before the end. */
  readonly with_cost: number | null;
  /** Rows with at least one problem; null before the end. */
  readonly with_problems: number | null;
  /** Why the run failed; null if it did not. */
  readonly error: string | null;
  /** The same as a code, such as `unclear_columns`; null if it did not fail. */
  readonly error_code: string | null;
  /** Language of the messages in the result, the summary and `notes`. */
  readonly language: 'el' | 'en';
}

export interface PortfolioUnclearColumn {
  /** The field that the run lacks. */
  readonly field: string;
  /** A column that seems to have it. */
  readonly column: string;
}

export interface PortfolioUnclearType {
  /** The word. */
  readonly word: string;
  /** The types that it may mean. */
  readonly types: readonly string[];
  /** Rows that have it; they get no cost. */
  readonly rows: number;
}

/** What a portfolio has in sum, and on what it rests. */
export interface PortfolioSummary {
  readonly terms: PortfolioTerms;
  /** The file. */
  readonly input: string;
  /** The result. */
  readonly output: string;
  /** The day in Athens for which the costs were computed. */
  readonly date: string;
  /** The language of its messages. */
  readonly language: 'el' | 'en';
  /** Rows of the file. */
  readonly rows: number;
  /** Rows with one reference, or with one address and year, count once. */
  readonly buildings: number;
  /** The time that the run took. */
  readonly seconds: number;
  /** The column that was used for each field. */
  readonly columns: { readonly [name: string]: string };
  /** Notes on the whole file. */
  readonly notes: readonly string[];
  /** Rows with a position. */
  readonly with_position: number;
  /** Rows with a parcel. */
  readonly with_parcel: number;
  /** Rows with a cost. */
  readonly with_cost: number;
  /** Rows with at least one problem. */
  readonly with_problems: number;
  /** Rows by how their position was found, the most exact first. */
  readonly levels: { readonly [name: string]: number };
  /** Rows of which only the street, postal code or area is known: they share its point. */
  readonly rows_at_shared_point: number;
  /** Problems of rows, the most frequent first. */
  readonly problems: readonly PortfolioKind[];
  /** Notes on rows, the most frequent first. */
  readonly row_notes: readonly PortfolioKind[];
  readonly shares: PortfolioShares;
  readonly total: PortfolioGroup;
  readonly repeated: PortfolioAside;
  readonly outliers: PortfolioOutliers;
  /** From the house to no certain place, also those without rows. */
  readonly by_certainty: readonly PortfolioCertainty[];
  /** By the first two digits of the postal code. */
  readonly by_zone: readonly PortfolioGroup[];
  /** By municipality. */
  readonly by_municipality: readonly PortfolioGroup[];
  /** By regional unit. */
  readonly by_regional_unit: readonly PortfolioGroup[];
  /** By property type. */
  readonly by_property_type: readonly PortfolioGroup[];
  /** By age in years. */
  readonly by_age: readonly PortfolioGroup[];
  /** By kind of zones and class; absent if no kind got columns. */
  readonly by_zone_class?: readonly PortfolioZoneKind[];
  /** Rows that have both, by the sum insured of the building in percent of the cost as new. */
  readonly by_insured_percent: readonly PortfolioGroup[];
  /** The largest sums within 200, 500 and 1,000 m; those of a radius do not overlap. */
  readonly circles: readonly PortfolioCircle[];
  readonly map: PortfolioMap;
  /** Those of `outliers`, then rows with a problem or insured for less than half of the cost as new: the largest. */
  readonly rows_to_look_at: readonly PortfolioLook[];
  /** How many they are. */
  readonly rows_to_look_at_count: number;
  readonly not_in_oed?: PortfolioNotInOed;
  readonly rows_without_place: PortfolioUnplaced;
}

/** On what the figures of a summary rest. */
export interface PortfolioTerms {
  /** `sum_insured`: what is not insured is no exposure. `cost_as_new`: the file has no column of sums insured, and the cost as new of each row stands in for that of its building. */
  readonly exposure_basis: 'sum_insured' | 'cost_as_new';
  /** What is ranked and shown where there is one amount: all coverages by default. */
  readonly accumulate: 'building' | 'contents' | 'interruption' | 'property' | 'total';
  /** The day of all costs, unless a row has its own. */
  readonly valuation_date: string;
  /** Rows with a day of their own. */
  readonly rows_with_other_date: number;
  /** Which rates were used. */
  readonly rates: 'prefix' | 'finest';
  /** The rates that were used, the most frequent first. */
  readonly rate_sources: readonly PortfolioRateSource[];
  /** The index; null for none. */
  readonly index: string | null;
  /** The set of add-ons; null for none. */
  readonly addons: string | null;
  /** The methods and tables that were used. */
  readonly ageing: readonly string[];
  /** The version of the cost data; null if no row has a cost. */
  readonly dataset: string | null;
  /** The kinds of zones that got columns. */
  readonly zones: readonly PortfolioZoneTerm[];
  /** The program and its version. */
  readonly program: string;
  /** Rows that are missing in some figures. */
  readonly rows_left_out: readonly PortfolioLeftOut[];
}

export interface PortfolioRateSource {
  /** The source of the rate. */
  readonly source: string;
  /** Its first day. */
  readonly valid_from: string;
  /** Whether it is sample data. */
  readonly is_sample: boolean;
  /** How many rows they are. */
  readonly rows: number;
}

export interface PortfolioZoneTerm {
  /** The kind of zones. */
  readonly kind: string;
  /** The Greek name. */
  readonly name_gr: string;
  /** The English name. */
  readonly name_en: string;
  /** What is loaded of it. */
  readonly sources: readonly PortfolioZoneSource[];
}

export interface PortfolioZoneSource {
  /** The source. */
  readonly source: string;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
  /** Whether it is sample data. */
  readonly is_sample: boolean;
}

export interface PortfolioLeftOut {
  /** What they are left out of. */
  readonly from: 'not_read' | 'without_cost' | 'without_place';
  /** How many rows they are. */
  readonly rows: number;
  /** The most frequent first. */
  readonly because: readonly PortfolioReason[];
}

export interface PortfolioReason {
  /** The first problem of the row. */
  readonly kind: string;
  /** How many rows they are. */
  readonly rows: number;
}

/** The rows with one kind of message. */
export interface PortfolioKind {
  /** What their messages have in common. */
  readonly kind: string;
  /** The code of the message. */
  readonly code: string;
  /** What it is about; absent for the row itself. */
  readonly field?: string;
  /** The values of the first. */
  readonly values?: { readonly [name: string]: unknown };
  /** How many rows they are. */
  readonly rows: number;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** The first of these messages. */
  readonly example: string;
}

/** How much of the book is known. What is not known is null, never 0. */
export interface PortfolioShares {
  /** What the first three are shares of: the exposure, or the rows of a file without sums insured. */
  readonly of: 'exposure' | 'rows';
  /** The exposure in euro, or the number of rows. */
  readonly of_total: number;
  /** What has a certain position, at most 25 m off; null of nothing. */
  readonly located: number | null;
  /** What has a cost as new; null if no rates are loaded. */
  readonly costed: number | null;
  /** What is, or may be, in an earthquake zone; null if none were looked up. */
  readonly in_earthquake_zone: number | null;
  /** Of `comparable_eur`, what is insured for less than 90 % of its cost as new; null if less than half of the sum insured of buildings can be compared. */
  readonly underinsured: number | null;
  /** The sum insured of these rows. */
  readonly underinsured_eur: number;
  /** The sum insured of buildings that have a cost as new. */
  readonly comparable_eur: number;
}

/** The sums of a group of rows. */
export interface PortfolioGroup {
  /** The group; empty when it is not known. */
  readonly name: string;
  /** How many rows they are. */
  readonly rows: number;
  /** Square metres of the rows that have an area. */
  readonly area_m2: number;
  /** Rows with a cost as new. */
  readonly rows_with_cost: number;
  /** Their cost as new. */
  readonly as_new_eur: number;
  /** Rows with a value as is. */
  readonly rows_with_as_is: number;
  /** Their value as is. */
  readonly as_is_eur: number;
  readonly exposure: PortfolioExposure;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Of it, what is known less exactly than a house, or than the radius of the circle. */
  readonly exposure_rough_eur: number;
  /** Rows without a cost as new. */
  readonly rows_without_cost: number;
  /** Their exposure. */
  readonly exposure_without_cost_eur: number;
  /** Rows with a sum insured of the building and a cost as new. */
  readonly rows_compared: number;
  /** Their sum insured of the building. */
  readonly compared_sum_insured_eur: number;
  /** Their cost as new. */
  readonly compared_as_new_eur: number;
}

/** What is insured, by coverage. `property` is building and contents, `total` has interruption too. */
export interface PortfolioExposure {
  /** `sum_insured`: what is not insured is no exposure. `cost_as_new`: the file has no column of sums insured, and the cost as new of each row stands in for that of its building. */
  readonly basis: 'sum_insured' | 'cost_as_new';
  readonly building: PortfolioCoverage;
  readonly contents: PortfolioCoverage;
  readonly interruption: PortfolioCoverage;
  readonly property: PortfolioCoverage;
  readonly total: PortfolioCoverage;
}

/** The sums of one coverage, or of several. */
export interface PortfolioCoverage {
  /** Rows with such a sum. */
  readonly rows: number;
  /** Their sum in euro. */
  readonly sum_eur: number;
}

/** Rows that may be left out of the totals. */
export interface PortfolioAside {
  /** The group; empty when it is not known. */
  readonly name: string;
  /** How many rows they are. */
  readonly rows: number;
  /** Square metres of the rows that have an area. */
  readonly area_m2: number;
  /** Rows with a cost as new. */
  readonly rows_with_cost: number;
  /** Their cost as new. */
  readonly as_new_eur: number;
  /** Rows with a value as is. */
  readonly rows_with_as_is: number;
  /** Their value as is. */
  readonly as_is_eur: number;
  readonly exposure: PortfolioExposure;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Of it, what is known less exactly than a house, or than the radius of the circle. */
  readonly exposure_rough_eur: number;
  /** Rows without a cost as new. */
  readonly rows_without_cost: number;
  /** Their exposure. */
  readonly exposure_without_cost_eur: number;
  /** Rows with a sum insured of the building and a cost as new. */
  readonly rows_compared: number;
  /** Their sum insured of the building. */
  readonly compared_sum_insured_eur: number;
  /** Their cost as new. */
  readonly compared_as_new_eur: number;
  /** Whether totals are without them. */
  readonly is_left_out: boolean;
}

/** Rows whose sum insured is far above the cost, or implausible for each m². `total_without` has neither these nor the other rows of `largest`. */
export interface PortfolioOutliers {
  /** The group; empty when it is not known. */
  readonly name: string;
  /** How many rows they are. */
  readonly rows: number;
  /** Square metres of the rows that have an area. */
  readonly area_m2: number;
  /** Rows with a cost as new. */
  readonly rows_with_cost: number;
  /** Their cost as new. */
  readonly as_new_eur: number;
  /** Rows with a value as is. */
  readonly rows_with_as_is: number;
  /** Their value as is. */
  readonly as_is_eur: number;
  readonly exposure: PortfolioExposure;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Of it, what is known less exactly than a house, or than the radius of the circle. */
  readonly exposure_rough_eur: number;
  /** Rows without a cost as new. */
  readonly rows_without_cost: number;
  /** Their exposure. */
  readonly exposure_without_cost_eur: number;
  /** Rows with a sum insured of the building and a cost as new. */
  readonly rows_compared: number;
  /** Their sum insured of the building. */
  readonly compared_sum_insured_eur: number;
  /** Their cost as new. */
  readonly compared_as_new_eur: number;
  /** Whether totals are without them. */
  readonly is_left_out: boolean;
  readonly total_without: PortfolioGroup;
  /** These rows, and plausible ones with more than a tenth of the exposure in a file of 50 rows or more. A person should look at each. */
  readonly largest: readonly PortfolioLook[];
}

/** A row that a person should look at. */
export interface PortfolioLook {
  /** The line in the file, or the row of the sheet. */
  readonly line: number;
  /** How the owner of the file names the property; may be empty. */
  readonly reference: string;
  /** Its address. */
  readonly address: string;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** What a person should look at. */
  readonly reason: string;
}

export interface PortfolioCertainty {
  /** How exactly the place is known. */
  readonly name: 'house' | 'street' | 'postal_code' | 'town' | 'none';
  /** How many rows they are. */
  readonly rows: number;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Of the exposure of all rows; null if there is none. */
  readonly share: number | null;
}

export interface PortfolioZoneKind {
  /** The kind of zones. */
  readonly kind: string;
  /** The Greek name. */
  readonly name_gr: string;
  /** The English name. */
  readonly name_en: string;
  /** By what is certain and what is possible, or why there is no zone. */
  readonly classes: readonly PortfolioGroup[];
}

/** One of the largest sums within a radius of a row. Its centre is a row, so the largest sum around any point may be larger: a lower bound. */
export interface PortfolioCircle {
  /** The radius in metres. */
  readonly radius_m: number;
  /** The line of the row in the centre. */
  readonly line: number;
  /** The reference of that row. */
  readonly reference: string;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** How many rows they are. */
  readonly rows: number;
  readonly exposure: PortfolioExposure;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Rows whose position is less accurate than the radius. */
  readonly rows_rough: number;
  /** Of it, what is known less exactly than a house, or than the radius of the circle. */
  readonly exposure_rough_eur: number;
  /** The lines of its rows, at most 200. */
  readonly lines: readonly number[];
  /** The rows with the largest exposure, at most 200. */
  readonly largest: readonly PortfolioCircleRow[];
}

export interface PortfolioCircleRow {
  /** Its line. */
  readonly line: number;
  /** Its reference; may be empty. */
  readonly reference: string;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
}

/** All rows with a certain place, in cells of equal size. */
export interface PortfolioMap {
  /** Width and height of a cell; 0 if each position has its own. */
  readonly cell_degrees: number;
  /** At most 1,500. */
  readonly cells: readonly PortfolioCell[];
}

/** Rows that are drawn as one dot. */
export interface PortfolioCell {
  /** The mean of their positions. */
  readonly latitude: number;
  /** The mean of their positions. */
  readonly longitude: number;
  /** How many rows they are. */
  readonly rows: number;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** Of it, what is known less exactly than a house, or than the radius of the circle. */
  readonly exposure_rough_eur: number;
  /** Sum insured divided by cost as new, of rows with both; absent without one. */
  readonly insured_ratio?: number;
  /** Rows that are or may be in a zone, by kind; absent if there are none. */
  readonly rows_in_zones?: { readonly [name: string]: number };
}

/** Rows that the location file lacks, because a sum cannot be read, the row was not read, or it is in no total; absent for other formats. */
export interface PortfolioNotInOed {
  /** How many rows they are. */
  readonly rows: number;
  /** The largest of them, at most 10,000. */
  readonly list: readonly PortfolioLook[];
}

/** Rows in no circle and on no map. */
export interface PortfolioUnplaced {
  /** How many rows they are. */
  readonly rows: number;
  /** The exposure in euro, of what `terms.accumulate` names. */
  readonly exposure_eur: number;
  /** The largest of them, at most 200. */
  readonly largest: readonly PortfolioLook[];
}

/** Rows of a portfolio. */
export interface PortfolioRows {
  /** Rows that the filters leave, on all pages. */
  readonly count: number;
  /** Rows of the portfolio with corrections. */
  readonly corrected: number;
  /** Rows whose corrections have changed since the run: a new run applies them. */
  readonly waiting: number;
  readonly sums: PortfolioRowSums;
  /** Where they are, if `cells` is asked for. */
  readonly cells?: readonly PortfolioRowCell[];
  /** The page, in the order asked for. */
  readonly rows: readonly PortfolioRow[];
}

/** The sums of all rows that the filters leave, as they were read. */
export interface PortfolioRowSums {
  /** Sum insured of the buildings. */
  readonly sum_insured_eur: number;
  /** Rows with a sum insured of the building. */
  readonly rows_with_sum: number;
  /** Cost as new. */
  readonly as_new_eur: number;
  /** Rows with a cost. */
  readonly rows_with_cost: number;
  /** Sum insured of the buildings that have a cost. */
  readonly compared_eur: number;
  /** Of it, that of buildings insured for less than 90 % of the cost. */
  readonly underinsured_eur: number;
  /** Rows that `to_look_at` leaves of them. */
  readonly rows_to_look_at: number;
}

/** Rows at a place. */
export interface PortfolioRowCell {
  /** Mean of the rows of the cell. */
  readonly longitude: number;
  /** Mean of the rows of the cell. */
  readonly latitude: number;
  /** Rows that the filters leave in it. */
  readonly rows: number;
}

export interface PortfolioRow {
  /** The line in the file, or the row of the sheet. */
  readonly line: number;
  /** The address, as it was read. */
  readonly address: string | null;
  /** The reference, as it was read. */
  readonly reference: string | null;
  /** How the position was found; null if it was not. */
  readonly level: string | null;
  /** The type, as it was read. */
  readonly property_type: string | null;
  /** The build area, as it was read. */
  readonly area_m2: number | null;
  /** The year of construction, or the middle of a range. */
  readonly construction_year: number | null;
  /** The sum insured of the building, as it was read. */
  readonly sum_insured_eur: number | null;
  /** That of the contents. */
  readonly contents_sum_insured_eur: number | null;
  /** That of business interruption. */
  readonly interruption_sum_insured_eur: number | null;
  /** The cost as new. */
  readonly as_new_eur: number | null;
  /** The value as is. */
  readonly as_is_eur: number | null;
  /** The sum insured divided by the cost as new. */
  readonly insured_ratio: number | null;
  /** How exactly the place is known: house, street, postal_code, town or none. */
  readonly certainty: string | null;
  /** Latitude of a certain place; null without one. */
  readonly latitude: number | null;
  /** Longitude of a certain place; null without one. */
  readonly longitude: number | null;
  /** What a person must check; empty if nothing. */
  readonly problem: string;
  /** What is good to know; empty if nothing. */
  readonly notes: string;
  /** The problems as data. */
  readonly problem_codes: readonly PortfolioMessage[];
  /** The cells of the columns that are read, by column, as the file has them. */
  readonly cells: { readonly [name: string]: string };
  /** The corrected cells, by column. */
  readonly corrections: { readonly [name: string]: string };
  /** Whether its corrections have changed since the run, and wait for the next. */
  readonly is_waiting: boolean;
  /** False for a row that could not be read: it must be corrected in the file. */
  readonly can_be_corrected: boolean;
}

export interface PortfolioMessage {
  /** What is wrong; docs/portfolios.md explains the codes. */
  readonly code: string;
  /** The field, column or section that it is about; null for the row itself. */
  readonly field: string | null;
  /** The message without its field. */
  readonly text: string;
  /** The values of the text. */
  readonly values: { readonly [name: string]: unknown };
}

export interface CorrectPortfolioRowsInputRowsItem {
  /** The line of the row. */
  readonly line: number;
  /** The corrected cells, by column. */
  readonly cells: { readonly [name: string]: string };
}

/** How many rows are corrected. */
export interface PortfolioCorrected {
  /** Rows of the portfolio with corrections. */
  readonly corrected: number;
  /** Rows whose corrections have changed since the run: a new run applies them. */
  readonly waiting: number;
}

/** Options of the run, by the names of the parameters with which a portfolio is sent, in place of the earlier ones. Those that are absent stay. */
export interface RunPortfolioAgainInputTerms {
  /** Format of the result. CSV has the separator and the encoding of the input. `oed` is the location file of Open Exposure Data, as CSV with commas. */
  readonly format?: 'csv' | 'xlsx' | 'ndjson' | 'geojson' | 'oed';
  /** Property types of words that have several meanings, or none that is known, as a JSON object: `{"Κατοικία":"apartment"}`. They come before the words that are loaded. */
  readonly type_words?: string;
  /** Name or number of the sheet of a workbook, if several have a table. */
  readonly sheet?: string;
  /** Encoding of a CSV file, if it is not detected: utf-8, windows-1253 and others. */
  readonly encoding?: string;
  /** Decimal sign of numbers that can be read in two ways. */
  readonly decimals?: 'comma' | 'point';
  /** EPSG number of the columns x and y; 2100 is the Greek Grid. */
  readonly srid?: number;
  /** Adds count, nearest and, if ways are loaded, metres on foot of these types of places: `metro_station,hospital` or `all`. The token needs the scope `places` too. */
  readonly places?: string;
  /** Whether parcels are added. */
  readonly parcel?: boolean;
  /** Kinds of zones to add, with commas between them; by default the loaded ones. The token needs the scope `zones` too. `true` adds the loaded ones, not for a token without that scope; `false` adds none. */
  readonly zones?: string;
  /** Plausible years of construction; others are a problem. By default from 1800. */
  readonly year_range?: string;
  /** Encoding of a result in CSV; by default that of the file. */
  readonly output_encoding?: string;
  /** Whether a result in CSV starts with a byte order mark; by default as the file. */
  readonly bom?: boolean;
  /** Whether added numbers of a result in CSV have a decimal comma; by default as the file. */
  readonly decimal_comma?: boolean;
  /** Address matches below this confidence are ignored. */
  readonly min_confidence?: number;
  /** Plausible areas in m², `5-20000`; others are a problem. By default those of the type, which hold in any case. */
  readonly area_range_m2?: string;
  /** Whether a construction year may be a range such as 1960-1970, of which the middle counts; `strict` refuses it. */
  readonly years?: 'ranges' | 'strict';
  /** Whether rows that repeat an earlier one are in the totals. */
  readonly duplicates?: 'keep' | 'drop';
  /** Whether rows whose sum insured is implausible are in the totals and circles. The summary lists them in any case. */
  readonly implausible?: 'keep' | 'drop';
  /** A larger sum insured ÷ cost as new is a problem of the row. */
  readonly most_insured_ratio?: number;
  /** Plausible sums insured of a building in euro for each m²; others are a problem. By default those of the type. */
  readonly sum_range_eur_m2?: string;
  /** What circles and lists are ranked by: one coverage, `property` for building and contents, or `total` with interruption. */
  readonly accumulate?: 'building' | 'contents' | 'interruption' | 'property' | 'total';
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest';
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string;
}

/** What was found. */
export interface AddressSearchAnswer {
  /** The address or the id of the request; for a request in parts, the parts in one line. */
  readonly query: string;
  /** Best first; empty when nothing matches. */
  readonly results: readonly Address[];
  /** Why the address was not looked up; absent if it was. */
  readonly problem?: string;
}

/** An address match. */
export interface Address {
  /** For `result_id` of address-search, which then finds exactly this; it stays the same when data are imported. Null for a kilometre of a road. */
  readonly id: string | null;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** In the format of the Greek post. */
  readonly formatted_address: string;
  /** The same in Latin letters: streets by ELOT 743, towns by their English names. */
  readonly formatted_address_en: string;
  readonly match: AddressMatch;
  /** A box around it: west, south, east and north in degrees. Of a municipality from its border where that is imported; otherwise estimated from positions and their accuracy. Null for a house, and where only a position is known. */
  readonly bounds: readonly number[] | null;
  /** ISO 3166-1: always GR. */
  readonly country_code: 'GR';
  readonly components: AddressComponents;
  readonly components_en: AddressComponentsEn;
  readonly components_elot: AddressComponentsElot;
  /** The source of the data. */
  readonly source: string;
  /** If coordinates were sent: metres from them to the position of the result. */
  readonly distance_m?: number;
}

export interface BatchAddress {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string;
  /** Instead of `address`: the name of the street, such as Ερμού. */
  readonly street?: string;
  /** With `street`: the house number. */
  readonly house_number?: string;
  /** Hint: the postal code. */
  readonly postal_code?: string;
  /** Hint: the town or municipality. */
  readonly city?: string;
  /** Degrees north, WGS84. */
  readonly latitude?: number;
  /** Degrees east, WGS84. */
  readonly longitude?: number;
  /** Your own id of it, returned with the answer. */
  readonly reference?: string;
}

/** What was found. */
export interface AddressBatchAnswer {
  /** One for each address, in order. */
  readonly answers: readonly BatchAnswer[];
}

export interface BatchAnswer {
  /** As it was sent; null if it was not. */
  readonly reference: string | null;
  /** The address as it was sent, its parts in one line, or `latitude, longitude`. */
  readonly query: string | null;
  /** Best first; empty when nothing matches. */
  readonly results: readonly LocatedResult[];
  /** The error that this request would have got alone, with its status, in the form that `Accept` names; null if there is none. */
  readonly failure: Error | Problem | null;
}

/** What was found. */
export interface ReverseAnswer {
  readonly query: ReverseQuery;
  /** One, or none outside Greece. */
  readonly results: readonly PointResult[];
}

/** The point of the request. */
export interface ReverseQuery {
  readonly latitude: number;
  readonly longitude: number;
}

/** The address at a point. */
export interface PointResult {
  /** For `result_id` of address-search, which then finds exactly this; it stays the same when data are imported. Null for a kilometre of a road. */
  readonly id: string | null;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** In the format of the Greek post. */
  readonly formatted_address: string;
  /** The same in Latin letters: streets by ELOT 743, towns by their English names. */
  readonly formatted_address_en: string;
  readonly match: AddressMatch;
  /** A box around it: west, south, east and north in degrees. Of a municipality from its border where that is imported; otherwise estimated from positions and their accuracy. Null for a house, and where only a position is known. */
  readonly bounds: readonly number[] | null;
  /** ISO 3166-1: always GR. */
  readonly country_code: 'GR';
  readonly components: AddressComponents;
  readonly components_en: AddressComponentsEn;
  readonly components_elot: AddressComponentsElot;
  /** The source of the data. */
  readonly source: string;
  /** Metres from the requested point to the position of the result. */
  readonly distance_m: number;
}

/** The suggestions for the text. */
export interface SuggestAnswer {
  /** The text as it was sent. */
  readonly query: string;
  /** Most likely first; empty if nothing starts with the text. */
  readonly suggestions: readonly Suggestion[];
  /** Why the text was not looked up; absent if it was. */
  readonly problem?: string;
}

export interface Suggestion {
  /** For `result_id` of address-search, which finds exactly this; for coordinates and a parcel, the address there. */
  readonly id: string;
  /** The kind of suggestion; a place is found by its name, a parcel by five or more characters of its KAEK. */
  readonly kind: 'address' | 'street' | 'settlement' | 'postal_code' | 'place' | 'parcel' | 'coordinates';
  /** The `match.level` of its result; null if nothing is known there. */
  readonly level: 'house_number' | 'interpolated' | 'street' | 'place' | 'postal_code' | 'locality' | 'municipality' | null;
  /** The text to show; for coordinates, both numbers; for a parcel, its KAEK for kaek-search. */
  readonly text: string;
  /** The same in Latin letters, by ELOT 743, with the English names of towns. */
  readonly text_en: string;
  /** The typed name, if the suggestion shows another name of the street or place. */
  readonly also: string | null;
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  readonly components: AddressComponents;
}

/** What the caller has used. */
export interface Usage {
  /** The `sub` of the token: a user or a client. */
  readonly subject: string;
  /** The quotas; empty if any number of requests is allowed. */
  readonly quotas: readonly QuotaState[];
  /** By hour and operation, oldest first. The last seconds may be missing. */
  readonly hours: readonly HourlyUsage[];
}

export interface QuotaState {
  /** In UTC. */
  readonly period: 'minute' | 'day';
  /** The number of requests in this period. */
  readonly limit: number;
  /** How many of them are left. */
  readonly left: number;
  /** When the next period begins. */
  readonly resets_at: string;
}

export interface HourlyUsage {
  /** The start of the hour, in UTC. */
  readonly hour: string;
  /** The `operationId` in this description. */
  readonly operation: string;
  /** The number of requests; each entry of a batch is one. */
  readonly requests: number;
}

/** The process is alive. */
export interface Health {
  readonly status: 'ok';
}

/** This instance can serve. */
export interface Readiness {
  readonly status: 'ready';
  /** The loaded sources. */
  readonly layers: readonly LoadedSource[];
  /** Layers without data to serve. */
  readonly empty_layers: readonly Layer[];
  /** What does not work, and what to do: no rates are loaded. */
  readonly notes: readonly string[];
  /** Layers with sample data, which this instance ignores because it was started without `--demo` and without `KTIMA_SAMPLE_DATA=on`. */
  readonly hidden_sample_layers: readonly Layer[];
  /** What is in memory: costs, places, addresses and the ways on foot, all of the same rows. Instances with the same edition give the same answers. */
  readonly edition: string;
  /** Whether the rows have changed since: what is in memory is of before until its indexes are built. */
  readonly edition_behind: boolean;
  /** Whether the disk of the SQLite database has less than 16 MB left: imports and logins fail there. Always false with PostgreSQL, whose disk a client cannot see. */
  readonly disk_full: boolean;
  /** Whether usage and look-ups are written. False: the database of the usage cannot be used; requests are answered, and counted in memory as far as it suffices. */
  readonly usage_written: boolean;
}

export interface LoadedSource {
  readonly layer: Layer;
  /** Name of the source within its layer. */
  readonly source: string;
  /** The file or files it was read from. */
  readonly origin: string;
  /** SHA-256 of those files. */
  readonly checksum: string;
  /** The number of rows. */
  readonly rows: number;
  /** When it was loaded, in UTC. */
  readonly loaded_at: string;
  /** Licence and attribution. */
  readonly licence: string;
}

/** The settings. */
export interface ConsoleSettings {
  /** URL of the authentication service; null if login is not available. */
  readonly auth_url: string | null;
  /** The identity provider where people can sign in; null if there is none. */
  readonly sign_on_name: string | null;
  /** Whether every operation needs a token (`KTIMA_REQUIRE_TOKEN=all`). */
  readonly login_required: boolean;
  readonly map: MapBackground;
  /** The public login of `serve --demo` on loopback, for its button; null otherwise. */
  readonly demo_login: DemoLogin | null;
  /** A loaded parcel, for the examples of the start page; null if none is loaded. */
  readonly example_parcel: ExampleParcel | null;
  /** Kinds of data of which nothing is loaded; the console names them. */
  readonly empty_layers: readonly Layer[];
  /** Version of the service. */
  readonly version: string;
}

/** The background of the map, null for the built-in one, and its aerial images. */
export interface MapBackground {
  /** The URL of a MapLibre style. */
  readonly style_url: string | null;
  /** The URL of raster tiles, with {z}, {x} and {y}. */
  readonly tiles_url: string | null;
  /** The attribution to show on the map. */
  readonly attribution: string | null;
  /** The URL of aerial images, with {z}, {x} and {y} or with {bbox-epsg-3857}. */
  readonly imagery_url: string | null;
  /** The attribution to show with the aerial images. */
  readonly imagery_attribution: string | null;
}

export interface DemoLogin {
  /** The name of the demo user. */
  readonly username: string;
  /** Its public password. */
  readonly password: string;
}

export interface ExampleParcel {
  /** The KAEK of the parcel. */
  readonly kaek: string;
  /** Of a point inside; degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
}

/** The tokens (RFC 6749 §5.1). */
export interface Tokens {
  /** A JWT to send as `Authorization: Bearer …`. */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  /** Works once, for `POST /auth/token/refresh`, which returns the next one. */
  readonly refresh_token: string;
}

/** The token (RFC 6749 §5.1). There is no refresh token: ask again instead. */
export interface ClientToken {
  /** A JWT to send as `Authorization: Bearer …`. */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  /** The scopes of the token, separated by spaces. */
  readonly scope: string;
}

/** The token is over. The body has no content (RFC 7009 §2.2). */
export interface Revoked {
}

/** The access token (RFC 6749 §5.1). The refresh token is only in the cookie. */
export interface AccessToken {
  /** A JWT to send as `Authorization: Bearer …`. */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
}

/** Where to sign in. */
export interface SignOn {
  /** The page of the provider to open. */
  readonly authorization_url: string;
}

/** Ended sessions whose access tokens may not have expired yet. */
export interface EndedSessions {
  readonly ended: readonly EndedSession[];
  /** The next `since`. If empty, leave `since` out. */
  readonly cursor: string;
  /** Whether another page can be read now. */
  readonly more: boolean;
}

export interface EndedSession {
  /** The `sid` of access tokens to reject. */
  readonly sid: string;
  /** The time when all those tokens have expired, in seconds since 1970. */
  readonly until: number;
}

/** The metadata (RFC 8414). */
export interface AuthorizationServer {
  /** The `iss` of tokens. */
  readonly issuer: string;
  /** Where a client gets tokens. */
  readonly token_endpoint: string;
  /** The public keys of the tokens. */
  readonly jwks_uri: string;
  /** All scopes. */
  readonly scopes_supported: readonly string[];
  /** None: there is no authorization endpoint. */
  readonly response_types_supported: readonly string[];
  /** How tokens are obtained. */
  readonly grant_types_supported: readonly string[];
  /** How a client may authenticate. */
  readonly token_endpoint_auth_methods_supported: readonly string[];
  /** The algorithms of signed JWTs. */
  readonly token_endpoint_auth_signing_alg_values_supported: readonly string[];
  /** Where a client revokes its tokens. */
  readonly revocation_endpoint: string;
  /** How a client may authenticate there. */
  readonly revocation_endpoint_auth_methods_supported: readonly string[];
  /** The algorithms there. */
  readonly revocation_endpoint_auth_signing_alg_values_supported: readonly string[];
}

/** A JSON Web Key Set (RFC 7517). */
export interface JsonWebKeySet {
  readonly keys: readonly ({ readonly [name: string]: string })[];
}

/** The service can handle logins. */
export interface AuthReadiness {
  readonly status: 'ready';
  /** Whether the disk of the SQLite database has less than 16 MB left: imports and logins fail there. Always false with PostgreSQL, whose disk a client cannot see. */
  readonly disk_full: boolean;
}

export interface ReconstructionCostInput {
  /** Full postal code. The cost depends on its first two digits only, except with `rates=finest`. */
  readonly postal_code: string;
  /** The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them. */
  readonly property_type: PropertyType;
  /** Build area in square metres. */
  readonly build_area: number;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number | undefined;
  /** With `true` the response has the calculation in `basis`. */
  readonly explain?: boolean | undefined;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string | undefined;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string | undefined;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest' | undefined;
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string | undefined;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string | undefined;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string | undefined;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string | undefined;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number | undefined;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string | undefined;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number | undefined;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number | undefined;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type ReconstructionCostAnswer = ReconstructionCost;

export interface ReconstructionCostBatchInput {
  /** 1 to 100 requests, each with the parameters of the operation for one. */
  readonly requests: readonly CostRequest[];
}

export type ReconstructionCostBatchAnswer = CostBatchAnswer;

export interface ReconstructionCostTermsInput {
  /** The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them. */
  readonly property_type: PropertyType;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type ReconstructionCostTermsAnswer = LoadedCostTerms;

export interface PointsOfInterestInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** Whether each place has `walking_distance_m`, `walking_minutes`, `walking_note`, `walking_snap_m` and `walking_doubt`. */
  readonly walk?: boolean | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type PointsOfInterestAnswer = readonly PointOfInterest[];

export type PointOfInterestTypesAnswer = readonly PlaceTypeRadius[];

export interface WalkInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** One to five whole numbers from 1 to 60, with commas between, in any order. */
  readonly minutes: string;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type WalkAnswer = WalkAreas;

export interface PropertyReportInput {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string | undefined;
  /** The `id` of the suggestion or result that is meant. If the data no longer have it, `address` decides if it was sent too. */
  readonly result_id?: string | undefined;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string | undefined;
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** Postal code of the building, for its cost; by default that of the location. A code that contradicts the location gives no cost. The cost depends on its first two digits only, except with `rates=finest`. */
  readonly postal_code?: string | undefined;
  /** The kind of property. `apartment`, `house` and `maisonette` are always accepted, the others if the cost table has rates for them. */
  readonly property_type?: PropertyType | undefined;
  /** Build area in square metres. */
  readonly build_area?: number | undefined;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number | undefined;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string | undefined;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string | undefined;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest' | undefined;
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string | undefined;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string | undefined;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string | undefined;
  /** A loaded class of condition, which takes a percentage of the value as is. Needs `construction_year`. */
  readonly condition?: string | undefined;
  /** Year of a complete renovation: the building ages as if it was built then. Needs `construction_year`, and is not earlier. */
  readonly renovation_year?: number | undefined;
  /** A loaded class of quality, whose factor multiplies the rate of `build_area`. */
  readonly quality?: string | undefined;
  /** Basement in square metres, not in `build_area`, at the rate of `basement`. */
  readonly basement_area_m2?: number | undefined;
  /** Auxiliary spaces in square metres, not in `build_area`, at the rate of `auxiliary`. */
  readonly auxiliary_area_m2?: number | undefined;
  /** Sum insured in euro. The answer then has `insurance`. */
  readonly sum_insured?: number | undefined;
  /** The language of a report as HTML or PDF; by default that of `Accept-Language`, otherwise Greek. JSON has none. */
  readonly language?: 'el' | 'en' | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type PropertyReportAnswer = PropertyReport;

export interface PropertyReportDocumentInput {
  readonly property: DocumentProperty;
  readonly fields: DocumentFields;
  /** The format of the document; `html` by default. */
  readonly format?: 'html' | 'pdf' | undefined;
  /** The language of the document; by default that of `Accept-Language`, otherwise Greek. */
  readonly language?: 'el' | 'en' | undefined;
}

export type PropertyReportDocumentAnswer = Blob;

export interface ZonesInput {
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string | undefined;
  /** How far the point may be wrong, in metres. The response then has all zones that may apply within it, and `certain` for each. */
  readonly accuracy_m?: number | undefined;
  /** Only these kinds of zones, with commas between them. */
  readonly kinds?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type ZonesAnswer = Zones;

export interface GridsInput {
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string | undefined;
  /** Only these kinds, with commas between them: elevation, slope, flood_depth, ground_acceleration, fire, noise, other. */
  readonly kinds?: string | undefined;
  /** With `kaek_code`: rising numbers with commas between them. For each the response has the share of the parcel above it. */
  readonly steps?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type GridsAnswer = Grids;

export interface ComparablesInput {
  /** The type of the properties. */
  readonly property_type: 'apartment' | 'house' | 'maisonette' | 'office' | 'shop' | 'warehouse' | 'industrial' | 'hotel' | 'parking' | 'storage' | 'basement' | 'auxiliary' | 'land';
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string | undefined;
  /** Metres from the place. */
  readonly max_distance_m?: number | undefined;
  /** The least area in m². */
  readonly min_area_m2?: number | undefined;
  /** The largest area in m². */
  readonly max_area_m2?: number | undefined;
  /** The earliest year of construction. Leaves out what has no year. */
  readonly min_year?: number | undefined;
  /** The latest year of construction. Leaves out what has no year. */
  readonly max_year?: number | undefined;
  /** The earliest day of a price. */
  readonly from?: string | undefined;
  /** The latest day of a price. */
  readonly until?: string | undefined;
  /** Only prices of this kind. */
  readonly kind?: 'asking' | 'sold' | undefined;
  /** The most comparables in the list. The statistics are of all. */
  readonly limit?: number | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type ComparablesAnswer = Comparables;

export interface BuildingsInput {
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type BuildingsAnswer = Buildings;

export interface PropertyReportBatchInput {
  /** 1 to 100 requests, each with the parameters of the operation for one. */
  readonly requests: readonly ReportRequest[];
  /** With `false` reports have no nearby places, which are most of their bytes. */
  readonly neighbourhood?: boolean | undefined;
}

export type PropertyReportBatchAnswer = ReportBatchAnswer;

export type PortfoliosAnswer = Portfolios;

export interface SendPortfolioInput extends SentFile {
  /** Name of the file, shown in the list and in messages. */
  readonly name?: string | undefined;
  /** Format of the result. CSV has the separator and the encoding of the input. `oed` is the location file of Open Exposure Data, as CSV with commas. */
  readonly format?: 'csv' | 'xlsx' | 'ndjson' | 'geojson' | 'oed' | undefined;
  /** Whether the run starts. `false` only reads the file: its state becomes `read`, with its columns and some of their values, and `POST /api/portfolios/{id}/run/` starts it. */
  readonly start?: boolean | undefined;
  /** Columns chosen by hand, as a JSON object: `{"address":"Τοποθεσία"}`; null leaves a field out. The other columns are found by their names. docs/portfolios.md lists the fields. */
  readonly columns?: string | undefined;
  /** Property types of words that have several meanings, or none that is known, as a JSON object: `{"Κατοικία":"apartment"}`. They come before the words that are loaded. */
  readonly type_words?: string | undefined;
  /** Name or number of the sheet of a workbook, if several have a table. */
  readonly sheet?: string | undefined;
  /** Encoding of a CSV file, if it is not detected: utf-8, windows-1253 and others. */
  readonly encoding?: string | undefined;
  /** Decimal sign of numbers that can be read in two ways. */
  readonly decimals?: 'comma' | 'point' | undefined;
  /** EPSG number of the columns x and y; 2100 is the Greek Grid. */
  readonly srid?: number | undefined;
  /** Adds count, nearest and, if ways are loaded, metres on foot of these types of places: `metro_station,hospital` or `all`. The token needs the scope `places` too. */
  readonly places?: string | undefined;
  /** Whether parcels are added. */
  readonly parcel?: boolean | undefined;
  /** Kinds of zones to add, with commas between them; by default the loaded ones. The token needs the scope `zones` too. `true` adds the loaded ones, not for a token without that scope; `false` adds none. */
  readonly zones?: string | undefined;
  /** Plausible years of construction; others are a problem. By default from 1800. */
  readonly year_range?: string | undefined;
  /** Encoding of a result in CSV; by default that of the file. */
  readonly output_encoding?: string | undefined;
  /** Whether a result in CSV starts with a byte order mark; by default as the file. */
  readonly bom?: boolean | undefined;
  /** Whether added numbers of a result in CSV have a decimal comma; by default as the file. */
  readonly decimal_comma?: boolean | undefined;
  /** Address matches below this confidence are ignored. */
  readonly min_confidence?: number | undefined;
  /** Plausible areas in m², `5-20000`; others are a problem. By default those of the type, which hold in any case. */
  readonly area_range_m2?: string | undefined;
  /** Whether a construction year may be a range such as 1960-1970, of which the middle counts; `strict` refuses it. */
  readonly years?: 'ranges' | 'strict' | undefined;
  /** Whether rows that repeat an earlier one are in the totals. */
  readonly duplicates?: 'keep' | 'drop' | undefined;
  /** Whether rows whose sum insured is implausible are in the totals and circles. The summary lists them in any case. */
  readonly implausible?: 'keep' | 'drop' | undefined;
  /** A larger sum insured ÷ cost as new is a problem of the row. */
  readonly most_insured_ratio?: number | undefined;
  /** Plausible sums insured of a building in euro for each m²; others are a problem. By default those of the type. */
  readonly sum_range_eur_m2?: string | undefined;
  /** What circles and lists are ranked by: one coverage, `property` for building and contents, or `total` with interruption. */
  readonly accumulate?: 'building' | 'contents' | 'interruption' | 'property' | 'total' | undefined;
  /** Language of the messages in the result and the summary. Without it `Accept-Language` decides, otherwise it is English. */
  readonly language?: 'el' | 'en' | undefined;
  /** The day for which the cost is stated, by default today. The rate that was valid on this day is used, also if a later import replaced it, and ages are counted to its year. */
  readonly valuation_date?: string | undefined;
  /** The version of the cost data, as `basis.dataset` of an earlier answer has it. With the same `valuation_date` the answer is repeated. */
  readonly dataset?: string | undefined;
  /** `prefix`, the default: the rate of the first two digits. `finest`: the rate of five digits, else of four, three or two, else of the municipality of the postal code. */
  readonly rates?: 'prefix' | 'finest' | undefined;
  /** The name of a loaded cost index. It carries the rate from the quarter of its date to that of the valuation; for a quarter without a value the last one before it counts. */
  readonly index?: string | undefined;
  /** The name of a loaded set of add-ons: percentages of the cost. One that the rate includes already is left out. */
  readonly addons?: string | undefined;
  /** `ross`, `straight_line`, or the name of a loaded table of age bands; by default the method of the property type. Needs `construction_year`. */
  readonly ageing?: string | undefined;
}

export type SendPortfolioAnswer = Portfolio;

export interface PortfolioInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** Seconds to wait for another state. The response comes when `state` has changed, at once if the run has ended, and at the latest after these seconds. */
  readonly wait?: number | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type PortfolioAnswer = Portfolio;

export interface DeletePortfolioInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
}

export type DeletePortfolioAnswer = undefined;

export interface PortfolioResultInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
}

export type PortfolioResultAnswer = Blob;

export interface PortfolioSummaryInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type PortfolioSummaryAnswer = PortfolioSummary;

export interface PortfolioSummaryFileInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** JSON, an HTML page or a workbook. */
  readonly format?: 'json' | 'html' | 'xlsx' | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type PortfolioSummaryFileAnswer = Blob;

export interface PortfolioRowsInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** How many rows are left out before the first. */
  readonly offset?: number | undefined;
  /** The most rows of the answer. */
  readonly limit?: number | undefined;
  /** By what rows are sorted: the line in the file, the sum insured, the cost as new, the area, or the sum insured divided by the cost as new. Rows without it come last. */
  readonly sort?: 'line' | 'sum_insured' | 'as_new' | 'area' | 'ratio' | undefined;
  /** `desc` for the largest first. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Only rows with a problem, or only those without. */
  readonly has_problem?: boolean | undefined;
  /** Only rows with a problem, or insured for less than half of the cost as new. */
  readonly to_look_at?: true | undefined;
  /** Only rows with corrections, or only those without. */
  readonly is_corrected?: boolean | undefined;
  /** Only rows whose position was found at this level; `none` for those without one. */
  readonly level?: 'coordinates' | 'parcel' | 'house_number' | 'interpolated' | 'street' | 'place' | 'postal_code' | 'locality' | 'municipality' | 'none' | undefined;
  /** Only rows of this type; `none` if it is not known. */
  readonly property_type?: 'apartment' | 'house' | 'maisonette' | 'office' | 'shop' | 'warehouse' | 'industrial' | 'hotel' | 'parking' | 'storage' | 'basement' | 'auxiliary' | 'none' | undefined;
  /** Only rows with this problem: its code, after its field and a colon if it has one. */
  readonly problem?: string | undefined;
  /** Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian. */
  readonly bbox?: string | undefined;
  /** Only rows with a certain place in this circle: latitude and longitude of its centre, and its radius in metres. */
  readonly around?: string | undefined;
  /** Adds the places of all rows that the filters leave, in cells of this many degrees; 0 for the places themselves. */
  readonly cells?: number | undefined;
  /** Only rows with this text in their address or reference. Accents and case do not matter. */
  readonly text?: string | undefined;
}

export type PortfolioRowsAnswer = PortfolioRows;

export interface CorrectPortfolioRowsInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** The cells to use in place of those of the file, by column. They replace earlier corrections of the row; `{}` removes them. */
  readonly rows: readonly CorrectPortfolioRowsInputRowsItem[];
}

export type CorrectPortfolioRowsAnswer = PortfolioCorrected;

export interface RunPortfolioAgainInput {
  /** Id of a portfolio of the caller. */
  readonly id: string;
  /** A key of the client for this request. A repeated one with the same key, file and parameters gets the first run; with others it is refused. It is kept as long as the run. */
  readonly idempotency_key?: string | undefined;
  /** Options of the run, by the names of the parameters with which a portfolio is sent, in place of the earlier ones. Those that are absent stay. */
  readonly terms?: RunPortfolioAgainInputTerms | undefined;
  /** Columns by field, in place of those of the earlier run; null leaves a field out. Absent to keep them. */
  readonly columns?: { readonly [name: string]: string | null } | undefined;
}

export type RunPortfolioAgainAnswer = Portfolio;

export interface KaekSearchInput {
  /** KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not matter. */
  readonly kaek_code: string;
  /** Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid). */
  readonly srid?: 4326 | 2100 | undefined;
  /** Whether to add `attributes`: what the source recorded of the parcel besides. */
  readonly attributes?: boolean | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type KaekSearchAnswer = Parcel;

export interface ParcelAtInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid). */
  readonly srid?: 4326 | 2100 | undefined;
  /** Whether to add `attributes`: what the source recorded of the parcel besides. */
  readonly attributes?: boolean | undefined;
  /** Whether a point without a parcel is answered by 204 without a body, in place of 404, which browsers log as an error. */
  readonly or_empty?: boolean | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type ParcelAtAnswer = Parcel;

export interface AddressSearchInput {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string | undefined;
  /** Instead of `address`: the name of the street, such as Ερμού. */
  readonly street?: string | undefined;
  /** With `street`: the house number. */
  readonly house_number?: string | undefined;
  /** Hint: the postal code. */
  readonly postal_code?: string | undefined;
  /** Hint: the town or municipality. */
  readonly city?: string | undefined;
  /** Instead of `address`: the id of a suggestion or of a result. */
  readonly result_id?: string | undefined;
  /** The maximum number of results. */
  readonly limit?: number | undefined;
  /** Omit results with a lower confidence. */
  readonly min_confidence?: number | undefined;
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian. */
  readonly bbox?: string | undefined;
  /** Only these values of `match.level`, with commas between: house_number, interpolated, street, place, postal_code, locality, municipality. */
  readonly levels?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export interface AddressBatchInput {
  /** 1 to 100 addresses or points. An entry has either `address` with optional hints, or the parts `street`, `house_number`, `postal_code` and `city` (of which `street` or `city` is required), or `latitude` and `longitude`. */
  readonly requests: readonly BatchAddress[];
  /** The maximum number of results. */
  readonly limit?: number | undefined;
  /** Omit results with a lower confidence. */
  readonly min_confidence?: number | undefined;
}

export interface ReverseInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export interface SuggestInput {
  /** The typed text; the last word may be incomplete. */
  readonly text: string;
  /** The maximum number of suggestions. */
  readonly limit?: number | undefined;
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /** Only what lies in this box: west, south, east and north in degrees, with commas between. If west is greater than east, the box crosses the antimeridian. */
  readonly bbox?: string | undefined;
  /** Only these values of `match.level`, with commas between: house_number, interpolated, street, place, postal_code, locality, municipality. */
  readonly levels?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export interface UsageInput {
  /** Of how many days in UTC, with today. */
  readonly days?: number | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type UsageAnswer = Usage;

export type HealthAnswer = Health;

export type ReadinessAnswer = Readiness;

export type ConsoleSettingsAnswer = ConsoleSettings;

export interface LoginInput {
  /** The user's name or e-mail address. */
  readonly username: string;
  /** The user's password. */
  readonly password: string;
  /** The one-time password, or a recovery code; for users who have a second factor. */
  readonly otp?: string | undefined;
}

export type LoginAnswer = Tokens;

export interface RefreshInput {
  /** The refresh token of the last login or refresh. */
  readonly refresh_token: string;
}

export type RefreshAnswer = Tokens;

export interface LogoutInput {
  /** The refresh token of the last login or refresh. */
  readonly refresh_token: string;
}

export type LogoutAnswer = undefined;

export interface TokenInput {
  /** `client_credentials`; there is no other. */
  readonly grant_type: string;
  /** The wanted scopes, separated by spaces; all of the client by default. */
  readonly scope?: string | undefined;
  /** The wanted lifetime of the token in seconds, for one that is passed on, as to a page in a browser; never longer than `KTIMA_ACCESS_TOKEN_SECONDS`, which is the default. */
  readonly expires_in?: string | undefined;
  /** Of the client, unless it is in `Authorization`. */
  readonly client_id?: string | undefined;
  /** The secret of the client (`client_secret_post`). */
  readonly client_secret?: string | undefined;
  /** Of `client_assertion`. */
  readonly client_assertion_type?: string | undefined;
  /** A JWT that the client has signed with its key (`private_key_jwt`, RFC 7523). `iss` and `sub` are the client, `aud` is this service or this URL, `exp` is at most an hour ahead, and each `jti` works once. */
  readonly client_assertion?: string | undefined;
}

export type TokenAnswer = ClientToken;

export interface RevokeInput {
  /** An access token of the client. */
  readonly token: string;
  /** Not needed. */
  readonly token_type_hint?: string | undefined;
  /** Of the client, unless it is in `Authorization`. */
  readonly client_id?: string | undefined;
  /** The secret of the client (`client_secret_post`). */
  readonly client_secret?: string | undefined;
  /** Of `client_assertion`. */
  readonly client_assertion_type?: string | undefined;
  /** A JWT that the client has signed with its key (`private_key_jwt`, RFC 7523). `iss` and `sub` are the client, `aud` is this service or this URL, `exp` is at most an hour ahead, and each `jti` works once. */
  readonly client_assertion?: string | undefined;
}

export type RevokeAnswer = Revoked;

export interface StartSessionInput {
  /** The user's name or e-mail address. */
  readonly username: string;
  /** The user's password. */
  readonly password: string;
  /** The one-time password, or a recovery code; for users who have a second factor. */
  readonly otp?: string | undefined;
  /** Whether the browser keeps the cookie as long as the session, otherwise until it is closed; `true` by default. */
  readonly stay?: 'true' | 'false' | undefined;
}

export type StartSessionAnswer = AccessToken;

export type RefreshSessionAnswer = AccessToken;

export type EndSessionAnswer = undefined;

export type StartSignOnAnswer = SignOn;

export interface EndedSessionsInput {
  /** The `cursor` of the last response; the list continues after it. Without `since`, or with a cursor that is no longer in the list, the list starts from its beginning. */
  readonly since?: string | undefined;
  /** With `true` an unknown parameter is 400, instead of a name in `Ktima-Ignored`. */
  readonly strict?: boolean | undefined;
}

export type EndedSessionsAnswer = EndedSessions;

export type AuthorizationServerAnswer = AuthorizationServer;

export type JwksAnswer = JsonWebKeySet;

export type AuthHealthAnswer = Health;

export type AuthReadinessAnswer = AuthReadiness;
