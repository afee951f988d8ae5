import { randomBytes } from 'node:crypto';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { CostTable } from '#domain/property/cost/cost-table.ts';
import type { PackedPlaces } from '#domain/property/pack-places.ts';
import type { WalkGraph } from '#domain/walking/graph.ts';
import { isSampleSource, type LoadedSource } from './store.ts';

/** What a service has in memory: immutable, loaded as a whole, and all of the same rows. */
export interface Edition extends PackedPlaces {
  /** A number and a random text, never used again. */
  readonly name: string;
  /** The sources that it was built from. */
  readonly sources: readonly LoadedSource[];
  readonly costs: CostTable;
  readonly addresses: GeocoderIndex;
  /** The ways that one may walk on; none if it has no edges. */
  readonly ways: WalkGraph;
}

/** What a database says of its last edition. */
export interface StoredEdition extends Pick<Edition, 'name' | 'sources'> {
  /** When it was built, ISO 8601 in UTC. */
  readonly builtAt: string;
  /** A text that changes with each commit of rows. */
  readonly rows: string;
  /** Whether it was built from the rows as they are. */
  readonly isBuilt: boolean;
}

/** The last edition of a database: one row, which services poll. */
export interface EditionStore {
  read(): Promise<StoredEdition>;
  /**
   * Names a new edition, whose artefacts are stored. Returns false if rows have changed since `rows`
   * was read. Waits while an import writes.
   */
  write(rows: string, sources: readonly LoadedSource[]): Promise<boolean>;
}

/** The row. */
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

/** Sources by layer and name. */
export function inOrder(sources: readonly LoadedSource[]): LoadedSource[] {
  const keyOf = ({ layer, source }: LoadedSource) => `${layer} ${source}`;
  return sources.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
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
