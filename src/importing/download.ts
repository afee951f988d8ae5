import { existsSync, statSync } from 'node:fs';
import { mkdir, open, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { KtimaError, usageError } from '#tools/errors.ts';
import { checksumOf } from '#tools/files/bytes.ts';
import { privateFileMode, privateFolderMode } from '#tools/files/private-file.ts';
import { freeBytes, isPlainFile, megabytes } from '#tools/files/write-file.ts';

const usualSilenceMs = 60_000;
const freeBesideUnknown = 1e9;

/**
 * Downloads a file over http or https into a folder and returns its path. It replaces an older file
 * only when it is whole, and has the checksum that the site publishes as `FILE.md5`. What a cut
 * leaves is kept, and the next call gets the rest, if the host sends a strong ETag.
 */
export async function download(
  address: string,
  folder: string,
  progress: (doneBytes: number, totalBytes?: number) => void = () => {},
  silenceMs = usualSilenceMs,
): Promise<string> {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol + url.username + url.password)) {
    throw usageError('expected an address that begins with https:// or http://, without a login');
  }
  const name = url.pathname.split('/').at(-1)!;
  const path = join(folder, name.replace(/[^\w.-]/g, '_'));
  const [part, tag] = [`${path}.part`, `${path}.part.etag`];
  await mkdir(folder, { recursive: true, mode: privateFolderMode }).catch(() => {});
  const old = (await isPlainFile(path)) ? statSync(path) : undefined;
  const ending = new AbortController();
  const silence = setTimeout(() => ending.abort(new Error('the host is silent')), silenceMs);
  try {
    const md5 = await publishedMd5(url, ending.signal);
    const response = await askRest(url, part, tag, ending.signal);
    const { bytes, modifiedMs } = factsOf(response);
    if (old && old.size === bytes && old.mtimeMs === modifiedMs) return path;
    await append(part, response, done => {
      const missing = (bytes ?? done + freeBesideUnknown) - done;
      if (missing > freeBytes(folder)) throw new Error(`no room for ${megabytes(missing)} more`);
      silence.refresh();
      progress(done, bytes);
    });
    await check(part, bytes, md5);
    await utimes(part, new Date(), new Date(modifiedMs || Date.now()));
    await rename(part, path);
    return path;
  } catch (error) {
    if (error instanceof KtimaError) throw error;
    const { message, cause } = error as Error & { cause?: Error };
    const problem = `${url.origin}${url.pathname}: ${cause?.message || message}`;
    throw new KtimaError('UNAVAILABLE', `${problem}; the same command tries again`, { cause });
  } finally {
    clearTimeout(silence);
    ending.abort();
    if (!existsSync(part)) await rm(tag, { force: true });
    if (!existsSync(tag)) await rm(part, { force: true });
  }
}

/** Asks for the rest of a file; for all of it, where the host has no rest of what is there. */
async function askRest(url: URL, part: string, tag: string, signal: AbortSignal) {
  const begun = (await isPlainFile(part)) ? statSync(part).size : 0;
  const kept = await readFile(tag, 'latin1').catch(() => '');
  const range = { Range: `bytes=${begun}-`, 'If-Range': kept };
  const response = await ask(url, signal, begun > 0 && kept ? range : undefined);
  const etag = response.headers.get('etag') ?? '';
  const sent = response.headers.get('content-range') ?? '';
  if (etag === kept && sent.startsWith(`bytes ${begun}-`)) return response;
  for (const old of [part, tag]) await rm(old, { force: true });
  // RFC 9110, section 13.1.5: only a strong validator may continue a file.
  if (etag.startsWith('"')) await writeFile(tag, etag, 'latin1');
  return response;
}

async function append(part: string, { body }: Response, onBytes: (done: number) => void) {
  await using file = await open(part, 'a', privateFileMode);
  let { size } = await file.stat();
  for await (const chunk of body ?? []) {
    await file.appendFile(chunk);
    size += chunk.length;
    onBytes(size);
  }
  await file.datasync();
}

/** Removes a file that is not as its host and the published checksum describe it, and throws. */
async function check(part: string, bytes: number | undefined, md5: string | undefined) {
  const [{ size }, found] = [statSync(part), await checksumOf([part], 'md5')];
  if (size === (bytes ?? (md5 && size)) && found === (md5 ?? found)) return;
  await rm(part);
  const named = `the host names ${bytes ?? 'no length'} and ${md5 ?? 'no md5'}`;
  throw new Error(`received ${size} bytes with the md5 ${found}, ${named}`);
}

function factsOf({ headers }: Response) {
  const size = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length');
  const modifiedMs = Date.parse(headers.get('last-modified') ?? '');
  return { bytes: size ? Number(size) : undefined, modifiedMs };
}

/** The checksum that extract sites publish as `FILE.md5`; undefined where there is no such file. */
async function publishedMd5({ origin, pathname, search }: URL, signal: AbortSignal) {
  const response = await fetch(`${origin}${pathname}.md5${search}`, { signal });
  if (response.status >= 500) throw new Error(`its .md5 has the status ${response.status}`);
  const text = response.ok ? await response.text() : '';
  return /^\s*([0-9a-f]{32})\b/i.exec(text)?.[1]?.toLowerCase();
}

async function ask(url: URL, signal: AbortSignal, range?: object): Promise<Response> {
  // If the transfer were compressed, the length would count other bytes than those of the file.
  const headers = { 'Accept-Encoding': 'identity', ...range };
  const response = await fetch(url, { signal, headers });
  if (response.status === 416 && range) return ask(url, signal);
  if (!response.ok) throw new Error(`the host answers with status ${response.status}`);
  const isOpen = url.protocol === 'https:' && response.url.startsWith('http:');
  if (isOpen) throw new Error('the host redirects from https to http');
  return response;
}
