import { longTest } from '../../sample.ts';
import { compareEngines } from './compare-engines.ts';

longTest('300 random requests get the same answers, byte by byte, from every engine', t =>
  compareEngines(t, { count: 300, seed: 18, oneIndex: true }),
);
