// Made from the OpenAPI descriptions of both hosts by `npm run openapi`: change those instead.

import type { CallOptions } from './call.ts';

/** Where each operation is found, and how its input travels. */
export const operations = {
  reconstructionCost: { host: 'api', method: 'GET', path: '/api/reconstruction-cost/', input: 'query', needsToken: false },
  pointsOfInterest: { host: 'api', method: 'POST', path: '/api/points-of-interest/', input: 'json', needsToken: true },
  pointOfInterestTypes: { host: 'api', method: 'GET', path: '/api/points-of-interest/types/', input: 'none', needsToken: false },
  propertyReport: { host: 'api', method: 'GET', path: '/api/property-report/', input: 'query', needsToken: true },
  kaekSearch: { host: 'api', method: 'GET', path: '/api/geocoding/kaek-search/', input: 'query', needsToken: false },
  parcelAt: { host: 'api', method: 'GET', path: '/api/geocoding/parcel-at/', input: 'query', needsToken: false },
  addressSearch: { host: 'api', method: 'GET', path: '/api/geocoding/address-search/', input: 'query', needsToken: false },
  addressBatch: { host: 'api', method: 'POST', path: '/api/geocoding/batch/', input: 'json', needsToken: false },
  reverse: { host: 'api', method: 'GET', path: '/api/geocoding/reverse/', input: 'query', needsToken: false },
  suggest: { host: 'api', method: 'GET', path: '/api/geocoding/suggest/', input: 'query', needsToken: false },
  health: { host: 'api', method: 'GET', path: '/healthz', input: 'none', needsToken: false },
  readiness: { host: 'api', method: 'GET', path: '/readyz', input: 'none', needsToken: false },
  consoleSettings: { host: 'api', method: 'GET', path: '/console.json', input: 'none', needsToken: false },
  login: { host: 'auth', method: 'POST', path: '/auth/otp/login', input: 'form', needsToken: false },
  refresh: { host: 'auth', method: 'POST', path: '/auth/token/refresh', input: 'form', needsToken: false },
  logout: { host: 'auth', method: 'POST', path: '/auth/logout', input: 'form', needsToken: false },
  endedSessions: { host: 'auth', method: 'GET', path: '/auth/ended-sessions', input: 'query', needsToken: false },
  jwks: { host: 'auth', method: 'GET', path: '/.well-known/jwks.json', input: 'none', needsToken: false },
  authHealth: { host: 'auth', method: 'GET', path: '/healthz', input: 'none', needsToken: false },
  authReadiness: { host: 'auth', method: 'GET', path: '/readyz', input: 'none', needsToken: false },
} as const;

export type OperationName = keyof typeof operations;

/** Every operation as a call. */
export interface Calls {
  /**
   * Calculate reconstruction cost. What it would cost to rebuild a property as new and, given its
   * year of construction, what it is worth as it stands. In euro, rounded to cents.
   */
  reconstructionCost(input: ReconstructionCostInput, options?: CallOptions): Promise<ReconstructionCostAnswer>;

  /**
   * List points of interest near a coordinate. Every place within the radius of its type, nearest
   * first, distances on the WGS84 geodesic. Nothing in range gives an empty array.
   */
  pointsOfInterest(input: PointsOfInterestInput, options?: CallOptions): Promise<PointsOfInterestAnswer>;

  /** List the types of places. Each type with the radius in which it is searched. */
  pointOfInterestTypes(options?: CallOptions): Promise<PointOfInterestTypesAnswer>;

  /**
   * Report on a property. All answers about one property in one: where it is, its parcel, what it
   * would cost to rebuild, what is around it, and whose data that rests on. Ask by exactly one of
   * `address`, `kaek_code`, or `latitude` and `longitude`. The cost needs `property_type` and
   * `build_area`; its postal code is that of the location unless one is sent, and where no location
   * is known, as outside Greece, there is no cost. Every section is always there, equal to what its
   * own operation answers; one about which nothing is known is null, and `missing` says why. A
   * parcel is looked up by an address only when its very house was found.
   */
  propertyReport(input: PropertyReportInput, options?: CallOptions): Promise<PropertyReportAnswer>;

  /** Search a parcel by KAEK code. A parcel's area and outline by its cadastral code. */
  kaekSearch(input: KaekSearchInput, options?: CallOptions): Promise<KaekSearchAnswer>;

  /**
   * Find the parcel under a point. The parcel that holds a coordinate, its border included; holes
   * do not belong to it. Where parcels share the border or overlap, the smallest.
   */
  parcelAt(input: ParcelAtInput, options?: CallOptions): Promise<ParcelAtAnswer>;

  /**
   * Geocode an address. Coordinates of an address anywhere in Greece, with the level at which it
   * matched and how sure that is. Greek and Greeklish, abbreviations, either grammatical case and
   * small typing errors are understood. A missing house number never becomes another street or
   * town: it is told in `faults`. Where the words fit more than 40,000 candidates, as those of no
   * usual address do, `results` is empty and `problem` says why.
   */
  addressSearch(input: AddressSearchInput, options?: CallOptions): Promise<AddressSearchAnswer>;

  /**
   * Geocode many addresses. Up to 100 addresses at once, each with the results that
   * `address-search` gives for it, in the order they were sent. An address that is not as described
   * is told in `problem` at its place, and does not fail the others. All addresses of a batch
   * together may have 400,000 candidates, ten times as many as one alone; those that come after are
   * not looked up, and `problem` says so.
   */
  addressBatch(input: AddressBatchInput, options?: CallOptions): Promise<AddressBatchAnswer>;

  /**
   * Find the address of a point. What is known at a coordinate in Greece, as exactly as the data
   * tell.
   */
  reverse(input: ReverseInput, options?: CallOptions): Promise<ReverseAnswer>;

  /**
   * Complete an address that is being typed. Streets with their town, addresses, settlements and
   * postal codes that an unfinished text may become, one row for each street and town. With
   * `latitude` and `longitude`, what is near comes first among equals.
   */
  suggest(input: SuggestInput, options?: CallOptions): Promise<SuggestAnswer>;

  /** Alive. Answers as long as the process runs. */
  health(options?: CallOptions): Promise<HealthAnswer>;

  /** Ready. Whether this instance can serve: send it traffic only on 200. */
  readiness(options?: CallOptions): Promise<ReadinessAnswer>;

  /** Settings of the console. What the web page at `/` needs to know before its first call. */
  consoleSettings(options?: CallOptions): Promise<ConsoleSettingsAnswer>;

  /**
   * Log in. User name (or e-mail) and password in, tokens out. The form may also be urlencoded or
   * JSON. Every wrong login gets the same 401 in the same time; only after a right password does it
   * say that a one-time password is needed, or wrong.
   */
  login(input: LoginInput, options?: CallOptions): Promise<LoginAnswer>;

  /**
   * Refresh. A refresh token in, new tokens out; the old one is spent. Repeated within 30 seconds
   * (an answer may get lost) it gives the same refresh token again; later, or once its successor
   * was used, it ends the session, for someone must have a copy.
   */
  refresh(input: RefreshInput, options?: CallOptions): Promise<RefreshAnswer>;

  /**
   * Log out. Ends the session of a refresh token: no refresh from now on, and its access tokens are
   * refused within ten seconds. An unknown token is no error (RFC 7009).
   */
  logout(input: LogoutInput, options?: CallOptions): Promise<LogoutAnswer>;

  /**
   * Ended sessions. Tokens with one of these as `sid` are to be refused, though well signed. Read
   * page after page while `more` is true, and come back with the last `cursor` for what is new.
   * Keep each entry `until` its tokens have expired. An entry may come twice.
   */
  endedSessions(input: EndedSessionsInput, options?: CallOptions): Promise<EndedSessionsAnswer>;

  /** Public keys. The keys with which tokens of this service are checked. */
  jwks(options?: CallOptions): Promise<JwksAnswer>;

  /** Alive. Answers as long as the process runs. */
  authHealth(options?: CallOptions): Promise<AuthHealthAnswer>;

  /** Ready. Whether this instance can serve: send it traffic only on 200. */
  authReadiness(options?: CallOptions): Promise<AuthReadinessAnswer>;
}

/** What to send: Calculate reconstruction cost. */
export interface ReconstructionCostInput {
  /** Full postal code. Only the first two digits take part in the lookup. */
  readonly postal_code: string;
  /** What kind of dwelling it is. */
  readonly property_type: PropertyType;
  /** Build area in square metres. */
  readonly build_area: number;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number | undefined;
  /** With `true` the answer says how it came about. */
  readonly explain?: boolean | undefined;
}

/** The cost. */
export type ReconstructionCostAnswer = Cost;

/** What to send: List points of interest near a coordinate. */
export interface PointsOfInterestInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
}

/** The places, nearest first. */
export type PointsOfInterestAnswer = readonly PointOfInterest[];

/** The types. */
export type PointOfInterestTypesAnswer = readonly {
  /** Kind of place. */
  readonly place_type: PlaceType;
  /** Search radius in metres. */
  readonly radius_m: number;
}[];

/** What to send: Report on a property. */
export interface PropertyReportInput {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address?: string | undefined;
  /**
   * KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not
   * matter.
   */
  readonly kaek_code?: string | undefined;
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
  /**
   * Of the building, for its cost; that of the location by default. Only the first two digits take
   * part in the lookup.
   */
  readonly postal_code?: string | undefined;
  /** What kind of dwelling it is. */
  readonly property_type?: PropertyType | undefined;
  /** Build area in square metres. */
  readonly build_area?: number | undefined;
  /** Year of construction, not later than this year in Athens. */
  readonly construction_year?: number | undefined;
}

/** The report. */
export type PropertyReportAnswer = PropertyReport;

/** What to send: Search a parcel by KAEK code. */
export interface KaekSearchInput {
  /**
   * KAEK of a parcel, or of a unit on it. Spaces, dots, hyphens, case and Latin look-alikes do not
   * matter.
   */
  readonly kaek_code: string;
  /** Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid). */
  readonly srid?: 4326 | 2100 | undefined;
}

/** The parcel; with `Accept: application/geo+json` as a GeoJSON Feature. */
export type KaekSearchAnswer = Parcel;

/** What to send: Find the parcel under a point. */
export interface ParcelAtInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** Coordinates of `geometry`: 4326 (WGS84) or 2100 (Greek Grid). */
  readonly srid?: 4326 | 2100 | undefined;
}

/** The parcel; with `Accept: application/geo+json` as a GeoJSON Feature. */
export type ParcelAtAnswer = Parcel;

/** What to send: Geocode an address. */
export interface AddressSearchInput {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address: string;
  /** Hint: the postal code. */
  readonly postal_code?: string | undefined;
  /** Hint: the town or municipality. */
  readonly city?: string | undefined;
  /** How many results at most. */
  readonly limit?: number | undefined;
  /** Leave out less sure results. */
  readonly min_confidence?: number | undefined;
}

/** What was found. */
export interface AddressSearchAnswer {
  /** The address as it was sent. */
  readonly query: string;
  /** Best first; empty when nothing matches. */
  readonly results: readonly AddressResult[];
  /** Why the address could not be looked up; absent when it was. */
  readonly problem?: string;
}

/** What to send: Geocode many addresses. */
export interface AddressBatchInput {
  /** The addresses, each with what may be known beside it. */
  readonly addresses: readonly BatchAddress[];
  /** How many results at most. */
  readonly limit?: number | undefined;
  /** Leave out less sure results. */
  readonly min_confidence?: number | undefined;
}

/** What was found. */
export interface AddressBatchAnswer {
  /** One for each address, in order. */
  readonly answers: readonly {
    /** As it was sent. */
    readonly id: string | null;
    /** The address as it was sent. */
    readonly query: string | null;
    /** Best first; empty when nothing matches. */
    readonly results: readonly AddressResult[];
    /** Why this address could not be looked up; null when it was. */
    readonly problem: string | null;
  }[];
}

/** What to send: Find the address of a point. */
export interface ReverseInput {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
}

/** What was found. */
export interface ReverseAnswer {
  readonly query: {
    readonly latitude: number;
    readonly longitude: number;
  };
  /** One, or none outside Greece. */
  readonly results: readonly AddressResult[];
}

/** What to send: Complete an address that is being typed. */
export interface SuggestInput {
  /** What has been typed so far; the last word may be unfinished. */
  readonly text: string;
  /** How many at most. */
  readonly limit?: number | undefined;
  /** Degrees north, WGS84. */
  readonly latitude?: number | undefined;
  /** Degrees east, WGS84. */
  readonly longitude?: number | undefined;
}

/** What the text may become. */
export interface SuggestAnswer {
  /** The text as it was sent. */
  readonly query: string;
  /** The likeliest first; empty when nothing begins so. */
  readonly suggestions: readonly {
    /** What it is. */
    readonly kind: 'address' | 'street' | 'settlement' | 'postal_code';
    /** A text that address-search finds as just this. */
    readonly text: string;
    /** The same in Latin letters, by ELOT 743. */
    readonly text_en: string;
    /** The name that was typed, where the street is shown by another. */
    readonly also: string | null;
    /** Degrees north, WGS84. */
    readonly latitude: number;
    /** Degrees east, WGS84. */
    readonly longitude: number;
    readonly components: {
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
    };
  }[];
}

/** The process is alive. */
export interface HealthAnswer {
  readonly status: 'ok';
}

/** This instance can serve. */
export interface ReadinessAnswer {
  readonly status: 'ready';
  /** What is loaded. */
  readonly layers: readonly {
    /** Kind of data. */
    readonly layer: Layer;
    /** Name of the source within its layer. */
    readonly source: string;
    /** The file or files it was read from. */
    readonly origin: string;
    /** SHA-256 of those files. */
    readonly checksum: string;
    /** How many rows it holds. */
    readonly rows: number;
    /** When it was loaded, in UTC. */
    readonly loaded_at: string;
    /** Under which terms, and the attribution due. */
    readonly licence: string;
  }[];
  /** Layers that hold nothing to serve. */
  readonly empty_layers: readonly Layer[];
  /**
   * Layers that hold sample data, which this instance treats as absent: it was started without
   * `--demo` and without `KTIMA_SAMPLE_DATA=on`.
   */
  readonly hidden_sample_layers: readonly Layer[];
}

/** The settings. */
export interface ConsoleSettingsAnswer {
  /** Address of the authentication service; null where nobody can log in. */
  readonly auth_url: string | null;
  /** The background of the map; all null for the one that comes with it. */
  readonly map: {
    /** A MapLibre style to use as it is. */
    readonly style_url: string | null;
    /** Raster tiles, with {z}, {x} and {y}. */
    readonly tiles_url: string | null;
    /** Whose map that is, to be shown on it. */
    readonly attribution: string | null;
  };
  /** Version of the service. */
  readonly version: string;
}

/** What to send: Log in. */
export interface LoginInput {
  /** The user's name or e-mail address. */
  readonly username: string;
  /** The user's password. */
  readonly password: string;
  /** The one-time password, or a recovery code; for users who have a second factor. */
  readonly otp?: string | undefined;
}

/** The tokens (RFC 6749 §5.1). */
export type LoginAnswer = Tokens;

/** What to send: Refresh. */
export interface RefreshInput {
  /** The refresh token of the last login or refresh. */
  readonly refresh_token: string;
}

/** The tokens (RFC 6749 §5.1). */
export type RefreshAnswer = Tokens;

/** What to send: Log out. */
export interface LogoutInput {
  /** The refresh token of the last login or refresh. */
  readonly refresh_token: string;
}

/** Logged out. */
export type LogoutAnswer = undefined;

/** What to send: Ended sessions. */
export interface EndedSessionsInput {
  /**
   * The `cursor` of the last answer: only what comes after it is sent. Without it, or with one that
   * is no longer known, the list is sent from its beginning.
   */
  readonly since?: string | undefined;
}

/** Sessions that were ended while access tokens of theirs may still be valid. */
export interface EndedSessionsAnswer {
  readonly ended: readonly {
    /** The `sid` of access tokens to refuse. */
    readonly sid: string;
    /** When the last of those tokens has expired, in seconds since 1970. */
    readonly until: number;
  }[];
  /** What to send as `since` next time; empty: nothing. */
  readonly cursor: string;
  /** Whether there is more to be read at once. */
  readonly more: boolean;
}

/** A JSON Web Key Set (RFC 7517). */
export interface JwksAnswer {
  readonly keys: readonly Readonly<Record<string, string>>[];
}

/** The process is alive. */
export interface AuthHealthAnswer {
  readonly status: 'ok';
}

/** Logins can be served. */
export interface AuthReadinessAnswer {
  readonly status: 'ready';
}

/** What kind of dwelling it is. */
export type PropertyType = 'apartment' | 'house' | 'maisonette';

/** Only with `explain=true`; what concerns age only with `construction_year`. */
export interface CostBasis {
  /** Cost of building one square metre, in euro. */
  readonly rate_eur_m2: number;
  /** First day on which that rate holds. */
  readonly rate_valid_from: string;
  /** Where the rate comes from. */
  readonly rate_source: string;
  /** The two digits that were looked up. */
  readonly postal_prefix: string;
  /** This year less construction_year. */
  readonly age_years?: number;
  /** How value is lost: Ross's curve or a straight line. */
  readonly method?: 'ross' | 'straight_line';
  /** Age at which nothing but the residual is left. */
  readonly useful_life_years?: number;
  /** Share of as_new below which as_is never falls. */
  readonly residual_share?: number;
  /** as_is is this share of as_new, before rounding to cents. */
  readonly remaining_share?: number;
}

/** The cost. */
export interface Cost {
  readonly reconstruction_cost: {
    /** As-new reconstruction cost in euro. */
    readonly as_new: number;
    /** As-is (depreciated) value, when a year was sent. */
    readonly as_is?: number;
  };
  /** Only with `explain=true`; what concerns age only with `construction_year`. */
  readonly basis?: CostBasis;
}

/** Kind of place. */
export type PlaceType = 'airport' | 'bank' | 'bus_stop' | 'bus_station' | 'metro_station' | 'future_metro_station' | 'tram_station' | 'elementary_school' | 'high_school' | 'primary_school' | 'kindergarden' | 'hospital' | 'clinic' | 'park' | 'playground' | 'fuel_station' | 'sports' | 'church' | 'police' | 'post_office' | 'shopping_mall' | 'train_station' | 'university' | 'city_hall' | 'supermarket';

/** A place and how far it is. */
export interface PointOfInterest {
  /** Identifier; the same over re-imports. */
  readonly id: number;
  /** Identifier in the source dataset. */
  readonly external_id: string | null;
  /** English name. */
  readonly name_en: string | null;
  /** Greek name. */
  readonly name_gr: string | null;
  /** Category label as supplied by the source. */
  readonly place_category: string | null;
  /** Kind of place. */
  readonly place_type: PlaceType;
  /** Latitude of the point. */
  readonly latitude: number | null;
  /** Longitude of the point. */
  readonly longitude: number | null;
  /** Metres from the queried coordinate, rounded to 2 decimals. */
  readonly distance: number | null;
}

/** An address found. */
export interface AddressResult {
  /** Degrees north, WGS84. */
  readonly latitude: number;
  /** Degrees east, WGS84. */
  readonly longitude: number;
  /** As the Greek post writes it. */
  readonly formatted_address: string;
  /** The same in Latin letters, by ELOT 743. */
  readonly formatted_address_en: string;
  readonly match: {
    /** How exactly the address was found. */
    readonly level: 'house_number' | 'interpolated' | 'street' | 'postal_code' | 'locality' | 'municipality';
    /** How sure it is, 0 to 1; 1 only for an exact and unambiguous match. */
    readonly confidence: number;
    /** How far off the position may be, in metres. */
    readonly accuracy_m: number;
    /** Whether something asked for was not found as asked. */
    readonly partial: boolean;
    /** What was not found as asked. */
    readonly faults: readonly {
      /** The part of the address. */
      readonly field: string;
      /** What is wrong with it, in words. */
      readonly problem: string;
    }[];
  };
  readonly components: {
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
  };
  /** The data the answer rests on. */
  readonly source: string;
}

/** The parcel. */
export interface Parcel {
  /** The parcel's 12 characters. */
  readonly kaek: string;
  /** Square metres, as registered. */
  readonly area: number;
  /** Well-known text, longitude before latitude. */
  readonly geometry: string;
}

/** Kind of data. */
export type Layer = 'costs' | 'places' | 'parcels' | 'addresses';

/** The report. */
export interface PropertyReport {
  /** What was sent; null where nothing was. */
  readonly query: {
    /** The address. */
    readonly address: string | null;
    /** The cadastral code. */
    readonly kaek_code: string | null;
    /** The latitude. */
    readonly latitude: number | null;
    /** The longitude. */
    readonly longitude: number | null;
    /** The kind of dwelling. */
    readonly property_type: string | null;
    /** Build area in square metres. */
    readonly build_area: number | null;
    /** Year of construction. */
    readonly construction_year: number | null;
    /** The postal code for the cost; absent where none was sent. */
    readonly postal_code?: string;
  };
  /** Where everything below was looked up. */
  readonly position: {
    /** Degrees north, WGS84. */
    readonly latitude: number;
    /** Degrees east, WGS84. */
    readonly longitude: number;
    /** Whether it is that of the address found, a point in the parcel, or as sent. */
    readonly from: 'address' | 'parcel' | 'coordinates';
  };
  /** As `address-search` finds it first, or `reverse` at a point. */
  readonly location: AddressResult | null;
  /** As `kaek-search` or `parcel-at` give it. */
  readonly parcel: Parcel | null;
  /** As `reconstruction-cost` gives it with `explain=true`. */
  readonly cost: Cost | null;
  /** As `points-of-interest` gives it: the places around, nearest first. */
  readonly neighbourhood: readonly PointOfInterest[];
  /** Why sections are null; empty when none is. */
  readonly missing: readonly {
    /** A section that is null. */
    readonly section: 'location' | 'parcel' | 'cost';
    /** Why, in words. */
    readonly reason: string;
  }[];
  /** The data that the service has loaded. */
  readonly sources: readonly {
    /** Kind of data. */
    readonly layer: Layer;
    /** Name of the source within its layer. */
    readonly source: string;
    /** Under which terms, and the attribution due. */
    readonly licence: string;
    /** When it was loaded, in UTC. */
    readonly loaded_at: string;
  }[];
  /** This year in Athens: ages are counted up to it. */
  readonly year: number;
  /** When this report was made, in UTC. */
  readonly generated_at: string;
}

export interface BatchAddress {
  /** In Greek or Latin letters, in any order, with or without accents. */
  readonly address: string;
  /** Hint: the postal code. */
  readonly postal_code?: string;
  /** Hint: the town or municipality. */
  readonly city?: string;
  /** Comes back with the answer, to tell it by. */
  readonly id?: string;
}

/** The tokens (RFC 6749 §5.1). */
export interface Tokens {
  /** A JWT to send as `Authorization: Bearer …`. */
  readonly access_token: string;
  readonly token_type: 'Bearer';
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  /** Good for one `POST /auth/token/refresh`, which gives the next one. */
  readonly refresh_token: string;
}
