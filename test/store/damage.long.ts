import { randomInt } from 'node:crypto';
import test from 'node:test';
import { holdAgainstFlips } from './damaged-files.ts';

// Other places at each run, so that many runs try many of them.
const seed = Number(process.env.KTIMA_TEST_SEED ?? randomInt(1, 2 ** 31));

test('a byte changed at any of 300 places: refused, 503, or the right answer', t =>
  holdAgainstFlips(t, 300, seed));
