import type { OutgoingHttpHeaders } from 'node:http';
import type { Answer } from './http.ts';

/** Which version of which file some bytes are of, as the host told. */
export interface Origin {
  readonly url: string;
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly totalBytes?: number | undefined;
}

/** From which byte on which version comes. */
export interface Start {
  readonly origin: Origin;
  readonly fromByte: number;
}

/** What an answer of status 200 or 206 tells of the whole file. */
export function originOf(url: URL, answer: Answer): Origin {
  const { etag, 'last-modified': lastModified, 'content-length': length } = answer.headers;
  const bodyBytes = length === undefined ? undefined : Number(length);
  const totalBytes = answer.status === 206 ? rangeOf(answer)?.totalBytes : bodyBytes;
  return { url: notedAddress(url), etag, lastModified, totalBytes };
}

/** An address as it is noted beside its file: without the user's name and password. */
export function notedAddress(url: URL): string {
  return Object.assign(new URL(url), { username: '', password: '', hash: '' }).href;
}

/** What tells if a part may be continued: an ETag if strong (RFC 9110, 13.1.5), else the date. */
export function continuedBy({ etag, lastModified }: Origin): string | undefined {
  return isStrong(etag) ? etag : lastModified;
}

/** Asks for the rest, or for all of it where the file has changed. */
export function resuming({ origin, fromByte }: Start): OutgoingHttpHeaders {
  return { Range: `bytes=${fromByte}-`, 'If-Range': continuedBy(origin) };
}

/** Asks for the file only if it has changed. */
export function renewing({ etag, lastModified }: Origin): OutgoingHttpHeaders {
  if (etag) return { 'If-None-Match': etag };
  return lastModified ? { 'If-Modified-Since': lastModified } : {};
}

/** Whether the answer to `renewing` says that the file is what it was. */
export function isUnchanged(was: Origin, answer: Answer, url: URL): boolean {
  if (answer.status !== 200) return answer.status === 304;
  const now = originOf(url, answer);
  if (now.totalBytes !== was.totalBytes) return false;
  if (now.etag || was.etag) return now.etag === was.etag;
  return now.lastModified !== undefined && now.lastModified === was.lastModified;
}

/** Where the 206 to `resuming` goes on; nowhere if it is of another version or another range. */
export function continued(was: Start, answer: Answer, url: URL): Start | undefined {
  const { origin, fromByte } = was;
  const now = originOf(url, answer);
  const agrees = (key: 'etag' | 'lastModified' | 'totalBytes') =>
    now[key] === undefined || origin[key] === undefined || now[key] === origin[key];
  if (rangeOf(answer)?.firstByte !== fromByte) return undefined;
  // RFC 9110, 15.3.7: a 206 repeats the ETag. A host that does not may have ignored If-Range.
  if (isStrong(origin.etag) && now.etag !== origin.etag) return undefined;
  if (!agrees('etag') || !agrees('lastModified') || !agrees('totalBytes')) return undefined;
  return { origin: { ...origin, totalBytes: now.totalBytes }, fromByte };
}

function isStrong(etag: string | undefined): boolean {
  return etag?.startsWith('"') ?? false;
}

function rangeOf({ headers }: Answer) {
  const [, first, total] = /^bytes (\d+)-\d+\/(\d+)$/i.exec(headers['content-range'] ?? '') ?? [];
  return total ? { firstByte: Number(first), totalBytes: Number(total) } : undefined;
}
