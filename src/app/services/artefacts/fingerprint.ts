import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gazetteerFile } from '#importing/shipped/gazetteer/source.ts';
import { dataFolder } from '#importing/shipped/shipped-table.ts';
import { builtTownFile } from '#importing/shipped/town.ts';

let known: string | undefined;

/**
 * A fingerprint of the program: of its code, of the data that ship with it, and of the version of
 * Node.js. It is the same for all installations of a release, and computed once.
 */
export function fingerprint(): string {
  known ??= compute();
  return known;
}

function compute(): string {
  const code = fileURLToPath(new URL('../../..', import.meta.url));
  const hash = createHash('sha256').update(process.version);
  const town = existsSync(builtTownFile) ? [builtTownFile] : [];
  for (const file of [...filesIn(code), ...filesIn(dataFolder), ...town, gazetteerFile()]) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}
