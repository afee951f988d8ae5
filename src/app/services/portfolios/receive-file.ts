import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, KtimaError } from '#tools/errors.ts';
import { storePieces } from './process/store-pieces.ts';

/** How long an upload may take, and how long its client may send nothing. */
export const uploadMs = 600_000;
const silentMs = 15_000;

/** What has arrived. */
export interface Received {
  readonly bytes: number;
  readonly sha256: string;
}

/** Reads a body in pieces of one size; the last one may be smaller. */
export async function receiveFile(
  body: Readable,
  mostBytes: number,
  addPiece: (content: Buffer, piece: number) => Promise<void>,
): Promise<Received> {
  let bytes = 0;
  const sha256 = createHash('sha256');
  const late = new AbortController();
  const stop = () => late.abort();
  const whole = setTimeout(stop, uploadMs);
  const silent = setTimeout(stop, silentMs);
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      silent.refresh();
      bytes += chunk.length;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      sha256.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(body, counted, chunks => storePieces(chunks, addPiece), {
      signal: late.signal,
    });
  } catch (cause) {
    throw failureOf(cause, late.signal.aborted);
  } finally {
    clearTimeout(whole);
    clearTimeout(silent);
  }
  if (bytes === 0) throw invalid('request body', 'a CSV or XLSX file, got nothing');
  return { bytes, sha256: sha256.digest('hex') };
}

function failureOf(cause: unknown, isLate: boolean): unknown {
  if (cause instanceof KtimaError) return cause;
  if (isLate) return invalid('request body', 'a file that arrives within ten minutes');
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
