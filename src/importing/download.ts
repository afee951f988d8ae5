import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { constants, mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { badData, KtimaError, usageError } from '#tools/errors.ts';
import { privateFileMode, privateFolderMode } from '#tools/files/private-file.ts';
import { freeBytes, isPlainFile, megabytes, notWritten } from '#tools/files/write-file.ts';

const largestFileBytes = 16 * 1024 ** 3;
const mostRedirects = 5;
/** How long a host may take to send the size of a file. */
const longestWaitMs = 30_000;
// Three bytes a unit and the longest ending stay below 255, the limit of most file systems.
const longestNameUnits = 75;

/** Called at every step with the number of bytes so far, and the total if the host sends it. */
export type DownloadProgress = (doneBytes: number, totalBytes: number | undefined) => void;

/** Size and date of a file, where the host sends them. */
export async function remoteFacts(address: string) {
  const url = readAddress(address);
  const { headers } = await reach(url, AbortSignal.timeout(longestWaitMs), {}, 'HEAD');
  return { bytes: lengthIn(headers), modifiedMs: modifiedMs(headers) };
}

/**
 * Downloads a file over http or https into a folder and returns its path. It replaces an older file
 * only when it is whole, and has the checksum that the site publishes as `FILE.md5`. What a cut
 * leaves is kept, and the next call gets the rest, if the host has a validator of the version.
 */
export async function download(
  address: string,
  folder: string,
  progress: DownloadProgress = () => {},
  mostBytes = largestFileBytes,
): Promise<string> {
  const url = readAddress(address);
  const path = join(folder, fileName(url));
  const ending = new AbortController();
  try {
    const whole = await reach(url, ending.signal);
    const md5 = await publishedMd5(url, ending.signal);
    // Where this fails, so does the next step, with the reason in its message.
    await mkdir(folder, { recursive: true, mode: privateFolderMode }).catch(() => {});
    if ((await isPlainFile(path)) && isVersion(path, whole.headers)) return path;
    const part = partOf(path, whole.headers);
    await removeOtherParts(path, part);
    await fill(url, part, { whole, md5, mostBytes, folder, progress }, ending.signal);
    await utimes(part.path, new Date(), new Date(modifiedMs(whole.headers) || Date.now()));
    await rename(part.path, path).catch(cause => {
      throw notWritten(path, cause);
    });
    return path;
  } catch (error) {
    throw asNotDownloaded(url, error);
  } finally {
    ending.abort();
  }
}

/** Whether a file was downloaded as the version that the host has: then it has its size and date. */
function isVersion(path: string, headers: Headers): boolean {
  const { size, mtimeMs } = statSync(path);
  return size === lengthIn(headers) && mtimeMs === modifiedMs(headers);
}

/** The file of a download that has not ended, and the validator with which a host continues it. */
interface Part {
  readonly path: string;
  readonly validator: string | undefined;
}

/** The name has a checksum of the version, so that parts of two versions are never joined. */
function partOf(path: string, headers: Headers): Part {
  const tag = headers.get('etag');
  // RFC 9110, section 13.1.5: only a strong validator may continue a file.
  const validator = (tag?.startsWith('W/') ? null : tag) ?? headers.get('last-modified');
  if (validator === null) return { path: `${path}.part`, validator: undefined };
  const version = createHash('md5')
    .update(`${validator} ${lengthIn(headers)}`)
    .digest('hex');
  return { path: `${path}.${version.slice(0, 12)}.part`, validator };
}

/** Removes what was begun of other versions, and what cannot be continued. */
async function removeOtherParts(path: string, { path: part, validator }: Part): Promise<void> {
  const begun = (await readdir(dirname(path)))
    .filter(name => name.startsWith(`${basename(path)}.`) && name.endsWith('.part'))
    .map(name => join(dirname(path), name));
  for (const name of begun) if (name !== part || validator === undefined) await rm(name);
}

interface Wanted {
  readonly whole: Response;
  readonly md5: string | undefined;
  readonly mostBytes: number;
  readonly folder: string;
  readonly progress: DownloadProgress;
}

/** Writes what is missing of the file, and checks all of it. */
async function fill(url: URL, part: Part, wanted: Wanted, signal: AbortSignal): Promise<void> {
  const size = () => statSync(part.path, { throwIfNoEntry: false })?.size ?? 0;
  try {
    if (size() === 0 || size() !== lengthIn(wanted.whole.headers)) {
      await append(url, part, size(), wanted, signal);
    }
    await checkMd5(url, part.path, wanted.md5);
  } catch (error) {
    const isKept = part.validator !== undefined && (error as KtimaError).code !== 'BAD_DATA';
    if (!isKept) await rm(part.path, { force: true });
    throw asNotDownloaded(url, error, size());
  }
}

async function append(
  url: URL,
  { path, validator = '' }: Part,
  partBytes: number,
  wanted: Wanted,
  signal: AbortSignal,
): Promise<void> {
  const range = { Range: `bytes=${partBytes}-`, 'If-Range': validator };
  const response = partBytes > 0 ? await reach(url, signal, range) : wanted.whole;
  const continues = response.status === 206;
  const chunks = bodyOf(url, response, continues ? partBytes : 0, wanted);
  const named = (cause: unknown) => Promise.reject(notWritten(path, cause));
  const { O_WRONLY, O_CREAT, O_NOFOLLOW, O_APPEND, O_TRUNC } = constants;
  const flags = O_WRONLY | O_CREAT | O_NOFOLLOW | (continues ? O_APPEND : O_TRUNC);
  const file = await open(path, flags, privateFileMode).catch(named);
  try {
    for await (const chunk of chunks) await file.appendFile(chunk).catch(named);
    await file.datasync().catch(named);
  } finally {
    await file.close();
  }
}

async function checkMd5(url: URL, path: string, md5: string | undefined): Promise<void> {
  if (md5 === undefined) return;
  const hash = createHash('md5');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  const actual = hash.digest('hex');
  if (actual !== md5) throw bad(url, `its md5 is ${actual}, but ${shown(url)}.md5 says ${md5}`);
}

function lengthIn(headers: Headers): number | undefined {
  const length = headers.get('content-length');
  return length === null ? undefined : Number(length);
}

function modifiedMs(headers: Headers): number {
  return Date.parse(headers.get('last-modified') ?? '');
}

function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const expected = 'expected an address that begins with https:// or http://';
    throw usageError(`${address}: ${expected}`);
  }
  if (url.username === '' && url.password === '') return url;
  const expected =
    'expected an address without a login; download it with curl, and import the file';
  throw usageError(`${shown(url)}: ${expected}`);
}

/** The last segment of the address, made harmless. */
function fileName(url: URL): string {
  const name = decoded(url.pathname.slice(url.pathname.lastIndexOf('/') + 1))
    .normalize('NFC')
    .slice(-longestNameUnits)
    .replace(/[^\p{L}\p{N}._-]/gu, '_')
    .replace(/^[.-]+/, '');
  if (name !== '') return name;
  const expected = 'expected an address that ends with the name of a file';
  throw usageError(`${url.host}${url.pathname}: ${expected}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The response of a host. Throws if there is none, or one without the file. */
async function reach(...asked: Parameters<typeof get>): Promise<Response> {
  const [url] = asked;
  const response = await get(...asked).catch(error => {
    throw asNotDownloaded(url, error);
  });
  if (response.ok) return response;
  throw notDownloaded(url, `the host answers with status ${response.status}`);
}

async function get(
  url: URL,
  signal: AbortSignal,
  more: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Response> {
  // If the transfer were compressed, the length would count other bytes than those of the file.
  const headers = { 'User-Agent': 'ktima', 'Accept-Encoding': 'identity', ...more };
  let here = url;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const response = await fetch(here, { method, headers, signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (location === null || response.status < 300 || response.status > 399) return response;
    here = redirected(here, location);
  }
  throw notDownloaded(url, `the host redirects more than ${mostRedirects} times`);
}

/** Where a redirect leads: http or https only, and never from https to http. */
export function redirected(from: URL, location: string): URL {
  const to = URL.parse(location, from.href);
  if (!to) throw notDownloaded(from, 'the host redirects to no valid address');
  if (to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:')) return to;
  const way = `from ${from.protocol.slice(0, -1)} to ${to.protocol.slice(0, -1)}`;
  throw notDownloaded(from, `the host redirects ${way}, which is not followed`);
}

/**
 * The bytes of a response, which begin at `start` of the file. Throws when they are too many for the
 * limit or the disk, or when a cut would not be noticed.
 */
async function* bodyOf(
  url: URL,
  { headers, body }: Response,
  start: number,
  { md5, mostBytes, folder, progress }: Wanted,
): AsyncGenerator<Uint8Array> {
  const packing = headers.get('content-encoding') ?? 'identity';
  if (packing !== 'identity') {
    throw bad(url, `expected the file as it is, the host sends it as ${packing}`);
  }
  const length = lengthIn(headers);
  if (length === undefined && !headers.has('transfer-encoding') && md5 === undefined) {
    throw bad(url, 'the host sends neither its length nor a checksum: a cut would go unnoticed');
  }
  const totalBytes = length === undefined ? undefined : start + length;
  const refuseLarge = (bytes: number) => {
    if (bytes > mostBytes) throw bad(url, `more than ${mostBytes} bytes are not downloaded`);
  };
  refuseLarge(totalBytes ?? 0);
  const free = freeBytes(folder);
  if (length !== undefined && length > free) {
    const problem = `it needs ${megabytes(length)} in ${folder}, whose disk has ${megabytes(free)} free`;
    throw notDownloaded(url, problem, undefined, start);
  }
  let doneBytes = start;
  progress(doneBytes, totalBytes);
  for await (const chunk of body ?? []) {
    doneBytes += chunk.length;
    refuseLarge(doneBytes);
    yield chunk;
    progress(doneBytes, totalBytes);
  }
}

const longestListBytes = 4096;

/** The checksum that extract sites publish as `FILE.md5`; undefined where there is no such file. */
async function publishedMd5(url: URL, signal: AbortSignal): Promise<string | undefined> {
  const list = new URL(url);
  list.pathname += '.md5';
  const response = await get(list, signal);
  if (response.status >= 500) {
    throw notDownloaded(list, `the host answers with status ${response.status}`);
  }
  if (!response.ok) return undefined;
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString('latin1');
    if (text.length >= longestListBytes) break;
  }
  // `HEX  NAME` as md5sum writes it, or `MD5 (NAME) = HEX`; a page in HTML has none.
  const found = /^\s*(?:MD5 ?\([^)]*\) ?= ?)?\\?([0-9a-f]{32})(?![0-9a-z])/i.exec(text);
  return found?.[1]?.toLowerCase();
}

/** A URL as it may be shown: without user, password and query. */
function shown(url: URL): string {
  return `${url.protocol}//${url.host}${url.pathname}`;
}

function bad(url: URL, problem: string): KtimaError {
  return badData(`${shown(url)}: ${problem}; nothing was kept`);
}

function notDownloaded(url: URL, problem: string, cause?: unknown, keptBytes = 0): KtimaError {
  const kept =
    keptBytes > 0
      ? `${megabytes(keptBytes)} are kept, and the same command goes on there`
      : 'nothing was kept';
  return new KtimaError('UNAVAILABLE', `${shown(url)}: ${problem}; ${kept}`, { cause });
}

/** The same for an error that is no sentence yet, or that `fetch` wraps as "fetch failed". */
function asNotDownloaded(url: URL, error: unknown, keptBytes = 0): KtimaError {
  if (error instanceof KtimaError) return error;
  const { message, cause } = error as Error & { cause?: Partial<NodeJS.ErrnoException> };
  return notDownloaded(url, cause?.message || cause?.code || message, error, keptBytes);
}
