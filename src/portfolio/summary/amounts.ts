import { type FileHandle, rm } from 'node:fs/promises';
import { KtimaError } from '../../errors.ts';
import { createFile, reopenFile } from '../../files/write-file.ts';
import type { Amounts } from '../accumulation/bands.ts';
import type { EnrichedRow } from '../enrich-row.ts';
import type { RowFacts } from './groups.ts';

/** The numbers of a record: latitude, longitude, cents, and the line of the row. */
const numbers = 4;
const recordBytes = numbers * Float64Array.BYTES_PER_ELEMENT;

/** The record of a row: its sum insured, or else its cost as new; none without a position or amount. */
export function amountOf(gained: EnrichedRow | undefined, facts: RowFacts): readonly number[] {
  const position = gained?.subject?.position;
  const cents = facts.insuredCents ?? facts.asNewCents;
  if (!position || !cents) return [];
  return [position.latitude, position.longitude, cents, facts.line];
}

/** The amounts of all rows so far, in memory and beside the output, so that a run can resume. */
export interface AmountFile {
  readonly records: () => number;
  add(records: Float64Array): Promise<void>;
  sync(): Promise<void>;
  all(): Amounts & { readonly lines: Float64Array };
  close(): Promise<void>;
}

/** Keeps amounts in memory, and in a file if there is a path. `before` records are read from it. */
export async function openAmounts(path: string | undefined, before: number): Promise<AmountFile> {
  const parts: Float64Array[] = [];
  let file: FileHandle | undefined;
  if (path !== undefined && before > 0) {
    file = await reopenFile(path);
    parts.push(await readRecords(path, file, before));
  } else if (path !== undefined) {
    await rm(path, { force: true });
    file = await createFile(path);
  }
  let records = before;
  return {
    records: () => records,
    async add(more) {
      parts.push(more);
      await file?.write(
        Buffer.from(more.buffer, more.byteOffset, more.byteLength),
        0,
        more.byteLength,
        records * recordBytes,
      );
      records += more.length / numbers;
    },
    sync: async () => file?.datasync(),
    all() {
      const column = (at: number) => {
        const values = new Float64Array(records);
        let row = 0;
        for (const part of parts) {
          for (let i = at; i < part.length; i += numbers) values[row++] = part[i]!;
        }
        return values;
      };
      return { latitudes: column(0), longitudes: column(1), cents: column(2), lines: column(3) };
    },
    close: async () => file?.close(),
  };
}

async function readRecords(path: string, file: FileHandle, records: number): Promise<Float64Array> {
  const bytes = Buffer.alloc(records * recordBytes);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, 0);
  if (bytesRead === bytes.length)
    return new Float64Array(bytes.buffer, bytes.byteOffset, records * numbers);
  await file.close();
  throw new KtimaError(
    'BAD_DATA',
    `${path}: is shorter than at the last checkpoint; --force starts over`,
  );
}
