import type { RunEngine } from './run-engine.ts';

/** Files in pieces. */
export function piecesOf({ run, checkRoom }: RunEngine) {
  return {
    async addPiece(id: string, attempt: number, file: string, piece: number, content: Uint8Array) {
      checkRoom();
      await run('INSERT INTO portfolio_pieces VALUES (?1, ?2, ?3, ?4, ?5)', [
        id,
        attempt,
        file,
        piece,
        content,
      ]);
    },

    /** A piece of a file; undefined behind its end. */
    async piece(id: string, attempt: number, file: string, piece: number) {
      const [found] = await run<{ content: Uint8Array }>(
        `SELECT content FROM portfolio_pieces
         WHERE run = ?1 AND attempt = ?2 AND file = ?3 AND piece = ?4`,
        [id, attempt, file, piece],
      );
      return found?.content;
    },

    async sizeOf(id: string, attempt: number, file: string) {
      const [found] = await run<{ bytes: number }>(
        `SELECT CAST(coalesce(sum(octet_length(content)), 0) AS bigint) AS bytes
         FROM portfolio_pieces WHERE run = ?1 AND attempt = ?2 AND file = ?3`,
        [id, attempt, file],
      );
      return found!.bytes;
    },

    /** The attempts before one that have left a file, newest first. */
    async earlierAttempts(id: string, attempt: number, file: string) {
      const found = await run<{ attempt: number }>(
        `SELECT DISTINCT attempt FROM portfolio_pieces
         WHERE run = ?1 AND attempt < ?2 AND file = ?3 ORDER BY attempt DESC`,
        [id, attempt, file],
      );
      return found.map(({ attempt }) => attempt);
    },

    async movePiece(id: string, from: number, to: number, file: string, piece: number) {
      await run(
        `UPDATE portfolio_pieces SET attempt = ?3
         WHERE run = ?1 AND attempt = ?2 AND file = ?4 AND piece = ?5`,
        [id, from, to, file, piece],
      );
    },
  };
}
