import { randomBytes } from 'node:crypto';
import { inOrder, isSampleSource, type LoadedSource, type StoredEdition } from '../store.ts';

/** The row of the last edition. */
export interface EditionRow {
  readonly number: number;
  readonly random: string;
  readonly builtAt: string;
  /** JSON. */
  readonly sources: string;
  /** The rows that it was built from. */
  readonly builtFrom: string;
  readonly rows: string;
}

/** Before the first commit and the first build. */
export const noEdition: EditionRow = {
  ...{ number: 0, random: '', builtAt: '', sources: '[]', builtFrom: '', rows: '' },
};

/** What follows an edition. */
export function nextEdition(
  before: EditionRow,
  sources: readonly LoadedSource[],
  builtAt: Date,
): EditionRow {
  return {
    number: before.number + 1,
    random: randomText(),
    builtAt: builtAt.toISOString(),
    sources: JSON.stringify(inOrder(sources)),
    builtFrom: before.rows,
    rows: before.rows,
  };
}

/** A text that is never made again. */
export const randomText = () => randomBytes(9).toString('base64url');

/** What a row says to a store that hides the sample or not. */
export function toEdition(row: EditionRow = noEdition, hideSample: boolean): StoredEdition {
  const { number, random, builtAt, rows, builtFrom } = row;
  const sources = JSON.parse(row.sources) as LoadedSource[];
  return {
    name: `${number}-${random}`,
    builtAt,
    sources: sources.filter(({ source }) => !hideSample || !isSampleSource(source)),
    rows,
    isBuilt: number > 0 && rows === builtFrom,
  };
}
