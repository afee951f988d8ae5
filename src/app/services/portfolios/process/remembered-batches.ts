import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { EnrichedBatch } from '#features/portfolio/batch/enrich-batch.ts';
import type { Runner } from '#features/portfolio/batches.ts';
import type { InputRow } from '#features/portfolio/input/input-row.ts';
import { batchesFile } from '#features/runs/run-attempts.ts';
import type { RunStore } from '#features/runs/run-store.ts';
import type { StoredRun } from '#features/runs/stored-run.ts';

type BatchRunner = Runner<readonly InputRow[], EnrichedBatch>;

const keyBytes = 32;

/** Batches of a run that earlier attempts have enriched, so that only changed rows cost time. */
export async function openRememberedBatches(
  runs: RunStore,
  { id, attempt }: Pick<StoredRun, 'id' | 'attempt'>,
  dataVersion: () => Promise<string>,
): Promise<(basis: string, start: () => BatchRunner) => BatchRunner> {
  const version = await dataVersion();
  const earlier = await runs.earlierAttempts(id, attempt, batchesFile);

  async function recall(key: Buffer, piece: number): Promise<EnrichedBatch | undefined> {
    for (const from of earlier) {
      const content = await runs.piece(id, from, batchesFile, piece);
      if (content === undefined || !key.equals(content.subarray(0, keyBytes))) continue;
      await runs.movePiece(id, from, attempt, batchesFile, piece);
      return deserialize(inflateRawSync(content.subarray(keyBytes)));
    }
    return undefined;
  }

  function remember(key: Buffer, piece: number, batch: EnrichedBatch): Promise<void> {
    const content = Buffer.concat([key, deflateRawSync(serialize(batch), { level: 1 })]);
    return runs.addPiece(id, attempt, batchesFile, piece, content);
  }

  /** `basis` is all that an enriched row depends on besides its cells and the data. */
  return (basis, start) => {
    // Started by the first batch that is not known.
    let runner: BatchRunner | undefined;
    return {
      async run(rows) {
        const key = hash('sha256', version + basis + JSON.stringify(rows), 'buffer');
        const piece = rows[0]!.line;
        const known = await recall(key, piece);
        if (known) return known;
        runner ??= start();
        const batch = await runner.run(rows);
        // What is of later data must not pass for what is of these.
        if ((await dataVersion()) === version) await remember(key, piece, batch);
        return batch;
      },
      close: async () => runner?.close(),
    };
  };
}
