import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { KtimaError } from '../../errors.ts';
import { get, mayPass, refused, shown } from './http.ts';

/** The expected checksum of a file, and its source. */
export interface Checksum {
  readonly algorithm: 'sha256' | 'md5';
  readonly hex: string;
  readonly source: string;
}

const longestListBytes = 4096;

/** The checksums given by the caller; refuses what is no checksum. */
export function givenChecksums(given: Partial<Record<Checksum['algorithm'], string>>): Checksum[] {
  return (['sha256', 'md5'] as const).flatMap(algorithm => {
    const hex = given[algorithm]?.toLowerCase();
    if (hex === undefined) return [];
    const digits = algorithm === 'md5' ? 32 : 64;
    if (hex.length === digits && /^[0-9a-f]+$/.test(hex)) {
      return { algorithm, hex, source: `the given ${algorithm}` };
    }
    throw new KtimaError('USAGE', `${algorithm}: expected ${digits} hexadecimal digits`);
  });
}

/** The checksum that extract sites publish as `FILE.md5`; none where there is no such file. */
export async function publishedChecksums(url: URL, idleMilliseconds: number): Promise<Checksum[]> {
  const list = new URL(url);
  list.pathname += '.md5';
  try {
    const hex = md5In(await firstBytes(list, idleMilliseconds));
    return hex ? [{ algorithm: 'md5', hex, source: shown(list) }] : [];
  } catch (error) {
    if (mayPass(error)) throw error;
    return [];
  }
}

async function firstBytes(url: URL, idleMilliseconds: number): Promise<string> {
  const answer = await get(url, {}, idleMilliseconds);
  try {
    if (answer.status !== 200) throw refused(url, answer);
    let text = '';
    for await (const chunk of answer.body) {
      text += Buffer.from(chunk).toString('latin1');
      if (text.length >= longestListBytes) break;
    }
    return text;
  } finally {
    answer.close();
  }
}

/** Of `HEX  NAME` as md5sum writes it, or `MD5 (NAME) = HEX`; a page in HTML has none. */
function md5In(text: string): string | undefined {
  const found = /^\s*(?:MD5 ?\([^)]*\) ?= ?)?\\?([0-9a-f]{32})(?![0-9a-z])/i.exec(text);
  return found?.[1]?.toLowerCase();
}

/** The first checksum that the file does not hash to, with what it hashes to instead. */
export async function mismatch(path: string, checksums: readonly Checksum[]) {
  for (const expected of checksums) {
    const hash = createHash(expected.algorithm);
    await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash);
    const actual = hash.digest('hex');
    if (actual !== expected.hex) return { ...expected, actual };
  }
  return undefined;
}
