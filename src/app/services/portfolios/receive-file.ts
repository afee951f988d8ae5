import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, KtimaError } from '#tools/errors.ts';

/** How long an upload may take, and how long its client may send nothing. */
export const uploadMs = 600_000;
const silentMs = 15_000;

/** Files are stored in pieces of a megabyte. */
export const pieceBytes = 1 << 20;

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

/** Stores chunks of any size as pieces of one size. */
export async function storePieces(
  chunks: AsyncIterable<Buffer>,
  addPiece: (content: Buffer, piece: number) => Promise<void>,
): Promise<void> {
  let waiting: Buffer[] = [];
  let size = 0;
  let piece = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    while (size >= pieceBytes) {
      const all = Buffer.concat(waiting);
      await addPiece(all.subarray(0, pieceBytes), piece++);
      waiting = [all.subarray(pieceBytes)];
      size -= pieceBytes;
    }
  }
  if (size > 0) await addPiece(Buffer.concat(waiting), piece);
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

/** The error for the share of the disk that portfolios may use. */
export function noRoom(cause?: unknown): KtimaError {
  const message = 'no room left for portfolios; delete a run, or try again later';
  return new KtimaError('UNAVAILABLE', message, { cause, retryAfterSeconds: 600 });
}
