import test from 'node:test';
import { killImports, postgres, sqlite } from './import-kills.ts';

test('SQLite: an import killed at 60 moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, sqlite, 60));

test('PostgreSQL: an import killed at 20 moments while it writes leaves the old data or the new, whole', t =>
  killImports(t, postgres, 20));
