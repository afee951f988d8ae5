import test from 'node:test';
import { rounds, sampleOf } from '../sample.ts';
import { importOfOsm, killImports, postgres, sqlite } from './import-kills.ts';

test('SQLite: an import killed at many moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, sqlite, rounds(60, 8)));

test('PostgreSQL: an import killed at many moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, postgres, rounds(20, 4)));

for (const [name, engine] of sampleOf(Object.entries({ SQLite: sqlite, PostgreSQL: postgres }))) {
  test(`${name}: an import of OpenStreetMap with the map, killed at many moments, leaves the old data or the new, whole`, t =>
    killImports(t, engine, rounds(8, 1), importOfOsm));
}
