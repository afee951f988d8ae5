/** Returns a token; undefined when no user is signed in. */
type TokenSource = () => Promise<string | undefined>;

/** Of the open page; tiles are not loaded by its client. */
let source: TokenSource | undefined;
/** Whether the service needs the token for every operation; otherwise only zones and the relief need it. */
let isForAll = false;

/** Sets where the token for tiles comes from, and whether all of them need it. */
export function setTileToken(given: TokenSource | undefined, forAll: boolean): void {
  [source, isForAll] = [given, forAll];
}

/** The headers of a request for open tiles; empty for a service where they need no token. */
export async function tileHeaders(): Promise<Record<string, string>> {
  return isForAll ? tokenHeaders() : {};
}

async function tokenHeaders(): Promise<Record<string, string>> {
  const token = await source?.();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** MapLibre's hook: our own tiles get the token, requests to other hosts never do. */
export function transformTileRequest(url: string) {
  const closed = isForAll ? ['/tiles/'] : ['/tiles/zones/', '/tiles/relief/'];
  const isClosed = closed.some(path => url.startsWith(`${location.origin}${path}`));
  if (!source || !isClosed) return undefined;
  return tokenHeaders().then(headers => ({ url, headers }));
}
