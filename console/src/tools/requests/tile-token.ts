import { KtimaApiError } from '../../../../client/src/client.ts';

/** Returns a token; undefined when no user is signed in. */
type TokenSource = () => Promise<string | undefined>;

/** Of the open page; tiles are not loaded by its client. */
let source: TokenSource | undefined;
/** Whether the service needs the token for every operation; otherwise only zones need it. */
let isForAll = false;

/** Sets where the token for tiles comes from, and whether all of them need it. */
export function setTileToken(given: TokenSource | undefined, forAll: boolean): void {
  [source, isForAll] = [given, forAll];
}

/** Gets a tile, or the description of tiles; throws what a call of the client would. */
export async function getTile(path: string, signal: AbortSignal | null): Promise<Response> {
  const headers = isClosed(`/tiles/${path}`) ? await tokenHeaders() : {};
  const response = await fetch(`/tiles/${path}`, { signal, headers });
  if (response.ok) return response;
  const { status } = response;
  throw new KtimaApiError(`/tiles/${path}: ${status}`, { reason: 'answer', status });
}

/** The description of tiles (TileJSON), with its attribution as text; scripts in it do not run here. */
export async function getTileJson(name: string, signal: AbortSignal | null) {
  const described = await (await getTile(`${name}.json`, signal)).json();
  const { body } = new DOMParser().parseFromString(described.attribution, 'text/html');
  return { ...described, attribution: body.textContent };
}

function isClosed(path: string): boolean {
  return path.startsWith(isForAll ? '/tiles/' : '/tiles/zones/');
}

async function tokenHeaders(): Promise<Record<string, string>> {
  const token = await source?.();
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** MapLibre's hook: our own tiles get the token, requests to other hosts never do. */
export function transformTileRequest(url: string) {
  const { origin, pathname } = new URL(url, location.origin);
  if (!source || origin !== location.origin || !isClosed(pathname)) return undefined;
  return tokenHeaders().then(headers => ({ url, headers }));
}
