import test from 'node:test';
import { longTest, rounds } from '../sample.ts';
import { killEnrich } from './enrich-kills.ts';

test('killed with -9 before and after its first checkpoint and resumed, the output is that of a run in one go', t =>
  killEnrich(t, { rows: rounds(6_000, 3_000), kills: 2 }));

longTest('the same for a workbook', t => killEnrich(t, { rows: 6_000, kills: 2, ending: 'xlsx' }));
