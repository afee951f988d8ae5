import test from 'node:test';
import { holdAgainstFlips } from './damaged-files.ts';

test('a byte changed at any of 6,000 places: refused, 503, or the right answer', t =>
  holdAgainstFlips(t, 6_000, 1_821));
