import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { fold } from '#domain/geocoder/text/fold.ts';
import { greekKey } from '#domain/geocoder/text/phonetic.ts';
import { stem } from '#domain/geocoder/text/stem.ts';
import {
  gazetteerSource,
  type LoadedSource,
  type Store,
  type StoreReader,
} from '#storage/store/store.ts';
import { dataFolder } from '../shipped-table.ts';

const gazetteerPackage = '@rallisf1/greek-postal-code-db';

/** The path of the gazetteer in its npm package. */
export function gazetteerFile(): string {
  const entry = import.meta.resolve(gazetteerPackage);
  return fileURLToPath(new URL('../data/library.sqlite', entry));
}

/** The shipped data beside the package. */
const ownFiles = [
  ...(['areas.csv', 'english-names.csv', 'islands.csv', 'municipal-units.csv'] as const),
  ...(['municipalities.csv', 'neighbours.geojson', 'postal-codes.csv', 'quarters.csv'] as const),
  ...(['settlements.csv', 'street-names.csv'] as const),
] as const;
export type OwnFile = (typeof ownFiles)[number];

export const pathOf = (name: OwnFile) => join(dataFolder, name);

/** All files that the gazetteer is read from: with another one, its index is built again. */
export const gazetteerFiles = () => [gazetteerFile(), ...ownFiles.map(pathOf)];

/** Opens the gazetteer for reading. */
export function openGazetteer(): DatabaseSync {
  return new DatabaseSync(gazetteerFile(), { readOnly: true });
}

/** What books are compared with, read once when it is asked for. */
export const shippedNames = {
  /** The postal codes of the gazetteer. */
  postalCodes: once(() =>
    valuesOf('SELECT postcode AS value FROM locations UNION SELECT postcode FROM streets'),
  ),
  /** The first words of its streets, by their sound. */
  streetSounds: once(() =>
    valuesOf('SELECT DISTINCT name AS value FROM streets').flatMap(name => {
      const [word] = fold(name).match(/\p{L}{4,}/u) ?? [];
      return word === undefined ? [] : [greekKey(word)];
    }),
  ),
  /** The last words of its municipalities, by their sound and without their endings. */
  townStems: once(() =>
    valuesOf('SELECT name AS value FROM municipalities').map(name =>
      stem(
        greekKey(
          fold(name)
            .match(/\p{L}+/gu)
            ?.at(-1) ?? '',
        ),
      ),
    ),
  ),
};

function once(read: () => readonly string[]): () => ReadonlySet<string> {
  let values: ReadonlySet<string> | undefined;
  return () => {
    values ??= new Set(read());
    return values;
  };
}

function valuesOf(sql: string): string[] {
  const db = openGazetteer();
  const values = db.prepare(sql).all();
  db.close();
  return values.map(({ value }) => String(value));
}

let described: LoadedSource | undefined;

/** The source that ships: it answers as the addresses do. */
export function shippedGazetteer(): LoadedSource {
  described ??= describeGazetteer();
  return described;
}

/** The store with the gazetteer among its sources. */
export function withGazetteer(store: Store): Store {
  const gazetteer = shippedGazetteer();
  const withOwnSource = <Reader extends StoreReader>(reader: Reader): Reader => ({
    ...reader,
    loadedSources: async () => [...(await reader.loadedSources()), gazetteer],
  });
  return { ...withOwnSource(store), until: signal => withOwnSource(store.until(signal)) };
}

function describeGazetteer(): LoadedSource {
  const path = gazetteerFile();
  const db = openGazetteer();
  const rows = Number(db.prepare('SELECT count(*) AS rows FROM streets').get()?.rows);
  db.close();
  return {
    layer: 'addresses',
    source: gazetteerSource,
    origin: gazetteerPackage,
    checksum: createHash('sha256').update(readFileSync(path)).digest('hex'),
    licence: 'MIT, © 2026 Greek Postal Code DB contributors',
    rows,
    loadedAt: statSync(path).mtime.toISOString(),
  };
}
