import test from 'node:test';
import { importOfOsm, killImports, postgres, sqlite } from './import-kills.ts';

test('SQLite: an import killed at 60 moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, sqlite, 60));

test('PostgreSQL: an import killed at 20 moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, postgres, 20));

for (const [name, engine] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
  test(`${name}: an import of OpenStreetMap with the map, killed at 8 moments, leaves the old data or the new, whole`, t =>
    killImports(t, engine, 8, importOfOsm));
}
