import { type Answer, withoutLogin } from './http.ts';

/** The URL and the version of some bytes, as the host reported them. */
export interface Origin {
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly totalBytes?: number | undefined;
}

/** The first byte of a response, and the version it belongs to. */
export interface Start {
  readonly origin: Origin;
  readonly fromByte: number;
}

/** What a response with status 200 or 206 reports about the whole file. */
export function originOf(url: URL, { status, headers }: Answer): Origin {
  const header = (name: string) => headers.get(name) ?? undefined;
  const length = header('content-length');
  const bodyBytes = length === undefined ? undefined : Number(length);
  const totalBytes = status === 206 ? rangeOf(headers)?.totalBytes : bodyBytes;
  const [etag, lastModified] = [header('etag'), header('last-modified')];
  return { url: withoutLogin(url), etag, lastModified, totalBytes };
}

/**
 * The validator for If-Range: a strong ETag (RFC 9110, 13.1.5), else the date; undefined if a part
 * cannot be continued.
 */
export function validatorOf({ etag, lastModified }: Origin): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/** Headers that request the rest of a part, or a finished file if it has changed. */
export function conditionHeaders(
  started: Start | undefined,
  finished: Origin | undefined,
): Record<string, string> {
  if (started) {
    return { Range: `bytes=${started.fromByte}-`, 'If-Range': validatorOf(started.origin)! };
  }
  if (finished?.etag) return { 'If-None-Match': finished.etag };
  return finished?.lastModified ? { 'If-Modified-Since': finished.lastModified } : {};
}

/** Whether a finished file is still the same, according to the response. */
export function isUnchanged(was: Origin, answer: Answer, url: URL): boolean {
  if (answer.status !== 200) return answer.status === 304;
  const now = originOf(url, answer);
  if (now.totalBytes !== was.totalBytes) return false;
  if (now.etag || was.etag) return now.etag === was.etag;
  return now.lastModified !== undefined && now.lastModified === was.lastModified;
}

/** The first byte of a 206; undefined if it is another version or another range. */
export function continued(was: Start, answer: Answer, url: URL): Start | undefined {
  const { origin, fromByte } = was;
  const now = originOf(url, answer);
  const agrees = (key: 'etag' | 'lastModified' | 'totalBytes') =>
    now[key] === undefined || origin[key] === undefined || now[key] === origin[key];
  if (rangeOf(answer.headers)?.firstByte !== fromByte) return undefined;
  // RFC 9110, 15.3.7: a 206 repeats the ETag. A host that does not may have ignored If-Range.
  if (isStrong(origin.etag) && now.etag !== origin.etag) return undefined;
  if (!agrees('etag') || !agrees('lastModified') || !agrees('totalBytes')) return undefined;
  return { origin: { ...origin, totalBytes: now.totalBytes }, fromByte };
}

function isStrong(etag: string | undefined): boolean {
  return etag?.startsWith('"') ?? false;
}

function rangeOf(headers: Headers) {
  const range = headers.get('content-range') ?? '';
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/i.exec(range) ?? [];
  return total ? { firstByte: Number(first), totalBytes: Number(total) } : undefined;
}
