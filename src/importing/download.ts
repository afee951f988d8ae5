import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError } from '#tools/errors.ts';
import { privateFileMode, privateFolderMode } from '#tools/files/private-file.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';

const largestFileBytes = 16 * 1024 ** 3;
const mostRedirects = 5;
// Three bytes a unit and the longest ending stay below 255, the limit of most file systems.
const longestNameUnits = 80;

/** Called at every step with the number of bytes so far, and the total if the host sends it. */
export type DownloadProgress = (doneBytes: number, totalBytes: number | undefined) => void;

/**
 * Downloads a file over http or https into a folder and returns its path. It replaces an older file
 * only when it is whole, and has the checksum that the site publishes as `FILE.md5`.
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
    const response = await get(url, ending.signal);
    if (!response.ok) throw notDownloaded(url, `the host answers with status ${response.status}`);
    const md5 = await publishedMd5(url, ending.signal);
    // Where this fails, so does the next step, with the reason in its message.
    await mkdir(folder, { recursive: true, mode: privateFolderMode }).catch(() => {});
    const hash = createHash('md5');
    await replaceFileBy(
      path,
      async write => {
        for await (const chunk of bodyOf(url, response, md5 !== undefined, mostBytes, progress)) {
          hash.update(chunk);
          await write(chunk);
        }
        const actual = hash.digest('hex');
        if (md5 !== undefined && actual !== md5) {
          throw bad(url, `its md5 is ${actual}, but ${shown(url)}.md5 says ${md5}`);
        }
      },
      privateFileMode,
    );
    return path;
  } catch (error) {
    throw error instanceof KtimaError ? error : notDownloaded(url, wordsOf(error), error);
  } finally {
    ending.abort();
  }
}

function readAddress(address: string): URL {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const expected = 'expected an address that begins with https:// or http://';
    throw new KtimaError('USAGE', `${address}: ${expected}`);
  }
  if (url.username === '' && url.password === '') return url;
  const expected =
    'expected an address without a login; download it with curl, and import the file';
  throw new KtimaError('USAGE', `${shown(url)}: ${expected}`);
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
  throw new KtimaError('USAGE', `${url.host}${url.pathname}: ${expected}`);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

async function get(url: URL, signal: AbortSignal): Promise<Response> {
  // If the transfer were compressed, the length would count other bytes than those of the file.
  const headers = { 'User-Agent': 'ktima', 'Accept-Encoding': 'identity' };
  let here = url;
  for (let followed = 0; followed <= mostRedirects; followed++) {
    const response = await fetch(here, { headers, signal, redirect: 'manual' });
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

/** The bytes of the file. Throws when they are too many, or when a cut would not be noticed. */
async function* bodyOf(
  url: URL,
  { headers, body }: Response,
  hasChecksum: boolean,
  mostBytes: number,
  progress: DownloadProgress,
): AsyncGenerator<Uint8Array> {
  const packing = headers.get('content-encoding') ?? 'identity';
  if (packing !== 'identity') {
    throw bad(url, `expected the file as it is, the host sends it as ${packing}`);
  }
  const length = headers.get('content-length');
  if (length === null && !headers.has('transfer-encoding') && !hasChecksum) {
    throw bad(url, 'the host sends neither its length nor a checksum: a cut would go unnoticed');
  }
  const totalBytes = length === null ? undefined : Number(length);
  const refuseLarge = (bytes: number) => {
    if (bytes > mostBytes) throw bad(url, `more than ${mostBytes} bytes are not downloaded`);
  };
  refuseLarge(totalBytes ?? 0);
  let doneBytes = 0;
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
  return new KtimaError('BAD_DATA', `${shown(url)}: ${problem}; nothing was kept`);
}

function notDownloaded(url: URL, problem: string, cause?: unknown): KtimaError {
  const message = `${shown(url)}: ${problem}; nothing was kept. \`curl -L -O -C -\` resumes a download`;
  return new KtimaError('UNAVAILABLE', message, { cause });
}

/** The message of an error, or of the one that `fetch` wraps as "fetch failed". */
function wordsOf(error: unknown): string {
  const { message, cause } = error as Error & { cause?: Partial<NodeJS.ErrnoException> };
  return cause?.message || cause?.code || message;
}
