import test from 'node:test';
import { compareEngines } from './compare-engines.ts';

/** `npm run equivalence` asks 20,000. */
const count = Number(process.env.KTIMA_TEST_REQUESTS ?? 2_000);
const seed = Number(process.env.KTIMA_TEST_SEED ?? 2);

test(`${count} random requests get the same answers, byte by byte, from every engine`, t =>
  compareEngines(t, { count, seed, oneIndex: false }));
