import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import {
  gazetteerSource,
  type LoadedSource,
  type Store,
  type StoreReader,
} from '#storage/store/store.ts';

const gazetteerPackage = '@rallisf1/greek-postal-code-db';

/** The path of the gazetteer in its npm package. */
export function gazetteerFile(): string {
  const entry = import.meta.resolve(gazetteerPackage);
  return fileURLToPath(new URL('../data/library.sqlite', entry));
}

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

/** The store with the gazetteer among its sources: it ships, and answers as the addresses do. */
export function withGazetteer(store: Store): Store {
  const gazetteer = describeGazetteer();
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
