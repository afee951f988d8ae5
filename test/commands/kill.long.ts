import test from 'node:test';
import { rounds } from '../seeded.ts';
import { importOfOsm, killImports, postgres, sqlite } from './import-kills.ts';

test('SQLite: an import killed at many moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, sqlite, rounds(60, 22)));

test('PostgreSQL: an import killed at many moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, postgres, rounds(20, 10)));

for (const [name, engine] of Object.entries({ SQLite: sqlite, PostgreSQL: postgres })) {
  test(`${name}: an import of OpenStreetMap with the map, killed at many moments, leaves the old data or the new, whole`, t =>
    killImports(t, engine, rounds(8, 2), importOfOsm));
}
