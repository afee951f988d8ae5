import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, KtimaError } from '../../errors.ts';
import { privateFileMode } from '../../files/private-file.ts';
import { isOutOfSpace } from './run-request.ts';

/** How long an upload may take, and how long its client may send nothing. */
const uploadMs = 600_000;
const silentMs = 15_000;

/** Writes a body to a new file, piece by piece. Returns its size in bytes. */
export async function receiveFile(
  body: Readable,
  path: string,
  mostBytes: number,
): Promise<number> {
  let bytes = 0;
  const late = new AbortController();
  const stop = () => late.abort();
  const whole = setTimeout(stop, uploadMs);
  const silent = setTimeout(stop, silentMs);
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      silent.refresh();
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      yield chunk;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: privateFileMode });
  try {
    await pipeline(body, counted, file, { signal: late.signal });
  } catch (cause) {
    throw failureOf(cause, late.signal.aborted);
  } finally {
    clearTimeout(whole);
    clearTimeout(silent);
  }
  if (bytes === 0) throw invalid('request body', 'a CSV or XLSX file, got nothing');
  return bytes;
}

function failureOf(cause: unknown, isLate: boolean): unknown {
  if (cause instanceof KtimaError) return cause;
  if (isLate) return invalid('request body', 'a file that arrives within ten minutes');
  if (isOutOfSpace(cause)) return noRoom(cause);
  const { code } = cause as NodeJS.ErrnoException;
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
    return new KtimaError('CLIENT_LEFT', 'the client has closed the connection', { cause });
  }
  return cause;
}

/** The error for a file that is too large. */
export function tooLarge(mostBytes: number): KtimaError {
  const most = mostBytes.toLocaleString('en');
  return new KtimaError('PAYLOAD_TOO_LARGE', `request body: expected at most ${most} bytes`);
}

/** The error for a disk that is full, or the share of it that portfolios may use. */
export function noRoom(cause?: unknown): KtimaError {
  const message = 'no room left for portfolios; delete a run, or try again later';
  return new KtimaError('UNAVAILABLE', message, { cause, retryAfterSeconds: 600 });
}
