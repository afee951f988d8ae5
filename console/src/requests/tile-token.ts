/** Returns a token; undefined when no user is signed in. */
type TokenSource = () => Promise<string | undefined>;

/** Of the open page; tiles are not loaded by its client. */
let source: TokenSource | undefined;

/** Sets where the token for tiles comes from, for a service that needs one for every operation. */
export function setTileToken(given: TokenSource | undefined): void {
  source = given;
}

/** The headers of a request for tiles; empty for a service whose tiles need no token. */
export async function tileHeaders(): Promise<Record<string, string>> {
  const token = await source?.();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** MapLibre's hook: our own tiles get the token, requests to other hosts never do. */
export function transformTileRequest(url: string) {
  const isOwn = url.startsWith(`${location.origin}/tiles/`);
  if (!source || !isOwn) return undefined;
  return tileHeaders().then(headers => ({ url, headers }));
}
