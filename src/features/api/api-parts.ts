import type { Tileset } from '#domain/map/tileset.ts';
import type { ZoneTiles } from '#domain/map/zone-tiles.ts';
import type { StaticFile } from '#http/server/static-files.ts';
import type { VerifyBearer } from '#http/tokens/bearer.ts';
import type { RequireToken } from '#http/tokens/require-scopes.ts';
import type { Usage } from '#http/usage/count-usage.ts';
import type { Edition, Store } from '#storage/store/store.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Data } from '../report/look-up.ts';
import type { ZoneData } from '../report/zones-section.ts';
import type { PortfolioRuns } from '../runs/portfolio-body.ts';

/** The dependencies of the operations. */
export interface ApiParts extends Omit<ZoneData, 'store'> {
  readonly store: Store;
  /** The edition in use. A request calls it once, so that all of its answer is of one edition. */
  readonly edition: () => Edition;
  /** Whether rows have changed, and what is built from them is not in use yet. */
  readonly isBehind: () => boolean;
  /** Throws UNAVAILABLE if a process that starts would find no edition: its files are gone. */
  readonly checkFiles: () => Promise<void>;
  readonly verifyBearer: VerifyBearer;
  readonly requireToken: RequireToken;
  /** Origins whose pages may call the API (CORS); none by default. */
  readonly origins?: readonly string[];
  readonly usage: Usage;
  readonly portfolios: PortfolioRuns;
  readonly console: ConsoleParts;
  /** Makes reports as documents; undefined if the console is not built. */
  readonly reportPages?: ReportPages | undefined;
  readonly tiles: TileParts;
  readonly clock: () => Date;
  /** A text that changes with the program. */
  readonly program: () => string;
  /**
   * A text that changes with the data that answers are made of. It may be older than what an
   * operation reads next, never newer.
   */
  readonly dataVersion: () => string | Promise<string>;
}

/** The data for the work of one request: PostgreSQL cancels its queries when the signal is aborted. */
export function dataUntil(
  signal: AbortSignal,
  { store, edition }: Pick<ApiParts, 'store' | 'edition'>,
): Data {
  return { store: store.until(signal), edition: edition() };
}

/** The vector tiles. */
export interface TileParts {
  /** The base map of the loaded data. */
  readonly base: Tileset;
  readonly parcels: Tileset;
  readonly zones: ZoneTiles;
}

/** The dependencies of the console. */
export interface ConsoleParts {
  /** The files of the built console; none if it was not built. */
  readonly files: readonly StaticFile[];
  /**
   * The URL of the authentication service for a browser that opened the page under this host name.
   * Undefined if `Host` had no valid name. It decides which names are trusted.
   */
  readonly authUrl: (hostname: string | undefined) => URL | undefined;
  /** The name of the identity provider where people can sign in; undefined for none. */
  readonly signOnName?: string | undefined;
  /** The public login of a demo, which listens on loopback only; undefined otherwise. */
  readonly demoLogin?: { readonly username: string; readonly password: string } | undefined;
  /** The parcel of the first page's examples, if it is loaded; default: any. */
  readonly exampleKaek?: string | undefined;
  readonly map: MapSource;
}

/** The source of the map's background; by default the built-in one. */
export interface MapSource {
  readonly styleUrl?: string | undefined;
  readonly tilesUrl?: string | undefined;
  readonly attribution?: string | undefined;
  /** Aerial images, with `{z}`, `{x}` and `{y}` or `{bbox-epsg-3857}`. */
  readonly imageryUrl?: string | undefined;
  readonly imageryAttribution?: string | undefined;
}

/** What a report is printed from. */
export interface PageInput {
  /** The report as JSON. */
  readonly report: Buffer;
  /** The outline of its parcel in the Greek Grid, as WKT. */
  readonly gridOutline: string | undefined;
  readonly language: Language;
  /** Whether the plans have streets, buildings and neighbours. */
  readonly hasTiles: boolean;
  /** What the requester puts on it, as the console's `ServerDocument`. */
  readonly document?: object | undefined;
}

/** An image that is drawn anew: its file, and how large it becomes at most. */
export interface ImageToDraw {
  readonly base64: string;
  readonly type: string;
  readonly as: 'image/jpeg' | 'image/png';
  readonly mostWidth: number;
  readonly mostHeight: number;
}

/** Makes reports as documents. */
export interface ReportPages {
  /** A report as one HTML file. */
  html(input: PageInput, signal: AbortSignal): Promise<Buffer>;
  /** The same file as a PDF; undefined if no Chromium is configured. */
  readonly pdf: ((html: Buffer, signal: AbortSignal) => Promise<Buffer>) | undefined;
  /** Images as `data:` URLs, null for one that cannot be drawn; undefined without a Chromium. */
  readonly redraw?:
    | ((images: readonly ImageToDraw[], signal: AbortSignal) => Promise<(string | null)[]>)
    | undefined;
}
