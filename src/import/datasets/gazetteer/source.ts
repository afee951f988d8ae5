import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { gazetteerSource, type LoadedSource } from '../../../store/store.ts';
import { gazetteerFile, gazetteerLicence, openGazetteer } from './file.ts';

/** The gazetteer as a loaded source, for `status` and `/readyz`. */
export function describeGazetteer(): LoadedSource {
  const path = gazetteerFile();
  const db = openGazetteer();
  const rows = Number(db.prepare('SELECT count(*) AS rows FROM streets').get()?.rows);
  db.close();
  return {
    layer: 'addresses',
    source: gazetteerSource,
    origin: '@rallisf1/greek-postal-code-db',
    checksum: createHash('sha256').update(readFileSync(path)).digest('hex'),
    licence: gazetteerLicence,
    rows,
    loadedAt: statSync(path).mtime.toISOString(),
  };
}
