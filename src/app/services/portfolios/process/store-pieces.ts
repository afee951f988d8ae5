import { KtimaError } from '#tools/errors.ts';

/** Files are stored in pieces of a megabyte. */
export const pieceBytes = 1 << 20;

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

/** The error for the share of the disk that the portfolios of a user may use. */
export function noRoomOfUser(usedBytes: number, mostBytes: number): KtimaError {
  const [used, most] = [usedBytes, mostBytes].map(bytes => (bytes / 1_000_000).toFixed(1));
  const message = `your portfolios have ${used} MB of ${most} MB; delete one, or wait until one expires`;
  return new KtimaError('NO_ROOM', message, { retryAfterSeconds: 600 });
}

/** The error for the share of the disk that portfolios may use. */
export function noRoom(): KtimaError {
  const message = 'no room left for portfolios; delete a run, or try again later';
  return new KtimaError('UNAVAILABLE', message, { retryAfterSeconds: 600 });
}
