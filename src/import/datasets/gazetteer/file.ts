import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';

/** The licence of the gazetteer's rows. */
export const gazetteerLicence = 'MIT, © 2026 Greek Postal Code DB contributors';

/** The path of the gazetteer in its npm package. */
export function gazetteerFile(): string {
  const entry = import.meta.resolve('@rallisf1/greek-postal-code-db');
  return fileURLToPath(new URL('../data/library.sqlite', entry));
}

/** Opens the gazetteer for reading. */
export function openGazetteer(): DatabaseSync {
  return new DatabaseSync(gazetteerFile(), { readOnly: true });
}
