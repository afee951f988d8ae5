import type { StaticFile } from '../http/static-files.ts';
import type { Data } from '../report/lookups.ts';
import type { Snapshot } from '../store/store.ts';
import type { VerifyBearer } from '../tokens/bearer.ts';

/** What the operations stand on. */
export interface ApiParts extends Data {
  /** The data in force now; an operation takes it once, so that its answer is of one version. */
  readonly snapshot: () => Snapshot;
  readonly verifyBearer: VerifyBearer;
  readonly console: ConsoleParts;
  readonly clock: () => Date;
}

/** What the console is served with. */
export interface ConsoleParts {
  /** The built page and what it loads; none when it was not built. */
  readonly files: readonly StaticFile[];
  /**
   * Where a browser that opened the page under this host name finds the authentication service;
   * without a name where `Host` held none. It decides which names are believed.
   */
  readonly authUrl: (hostname: string | undefined) => URL | undefined;
  readonly map: MapSource;
}

/** Where the map's background comes from; nowhere by default: the console brings its own. */
export interface MapSource {
  readonly styleUrl?: string | undefined;
  readonly tilesUrl?: string | undefined;
  readonly attribution?: string | undefined;
}
