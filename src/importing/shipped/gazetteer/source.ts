import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
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

let postalCodes: ReadonlySet<string> | undefined;

/** The postal codes of the gazetteer, read once. */
export function shippedPostalCodes(): ReadonlySet<string> {
  postalCodes ??= readPostalCodes();
  return postalCodes;
}

function readPostalCodes(): Set<string> {
  const db = openGazetteer();
  const sql = 'SELECT postcode FROM locations UNION SELECT postcode FROM streets';
  const codes = new Set(
    db
      .prepare(sql)
      .all()
      .map(row => String(row.postcode)),
  );
  db.close();
  return codes;
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
