import test from 'node:test';
import { isSample, rounds } from '../../sample.ts';
import { compareEngines } from './compare-engines.ts';

/** `npm run equivalence` asks 20,000, CI a sample. */
const count = Number(process.env.KTIMA_TEST_REQUESTS ?? rounds(2_000, 300));
const seed = Number(process.env.KTIMA_TEST_SEED ?? 19);

test(`${count} random requests get the same answers, byte by byte, from every engine`, t =>
  compareEngines(t, { count, seed, oneIndex: isSample }));
