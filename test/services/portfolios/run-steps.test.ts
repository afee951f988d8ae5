import assert from 'node:assert/strict';
import test from 'node:test';
import { type RunEvent, step } from '#app/services/portfolios/run-steps.ts';
import { allowedOptions } from '#app/services/portfolios/runner.ts';
import { zonesOf } from '#features/portfolio/run-options.ts';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import type { StoredRun } from '#features/runs/stored-run.ts';
import { KtimaError } from '#tools/errors.ts';

const run = {
  interruptions: 0,
  isCounted: false,
  status: { state: 'running', language: 'en', rows: 0, error: null },
} as unknown as StoredRun;
const times = { now: new Date('2026-11-17T10:00Z'), expiresAt: new Date('2026-11-18T10:00Z') };
const failed = (error: unknown): RunEvent => ({ type: 'failed', error, ...times });
const lost = new KtimaError('UNAVAILABLE', 'the database cannot be reached');

const done = { state: 'done', error: null, finished_at: '2026-11-17T10:00:00.000Z' } as const;
const error = 'an error inside the service; report the id of the portfolio to the operator';
const unforeseen = { state: 'failed', error } as const;
const table: [string, StoredRun, RunEvent, Partial<PortfolioStatus>, Partial<StoredRun>][] = [
  ['a report', run, { type: 'reported', report: { rows: 7 } }, { rows: 7, state: 'running' }, {}],
  ['its rows count', run, { type: 'counted' }, { state: 'running' }, { isCounted: true }],
  ['the end', run, { type: 'done', ...times }, done, {}],
  ['a stop of the service', run, { type: 'stopped' }, { state: 'queued' }, { interruptions: 0 }],
  [
    'a file that cannot be run',
    run,
    failed(new KtimaError('BAD_DATA', 'a.csv: no column')),
    { state: 'failed', error: 'a.csv: no column', expires_at: '2026-11-18T10:00:00.000Z' },
    { interruptions: 0 },
  ],
  ['an error that is not foreseen', run, failed(new TypeError('x at /srv/ktima')), unforeseen, {}],
  ['a lost database', run, failed(lost), { state: 'queued', error: null }, { interruptions: 1 }],
  [
    'a database that is lost for the third time',
    { ...run, interruptions: 2 },
    failed(lost),
    { state: 'failed', error: 'the database cannot be reached' },
    { interruptions: 2 },
  ],
];

for (const [name, before, event, status, rest] of table) {
  test(`a run after ${name}`, () => {
    const next = step(before, event);
    for (const [field, value] of Object.entries(status)) {
      assert.equal(next.status[field as keyof PortfolioStatus], value, field);
    }
    for (const [field, value] of Object.entries(rest)) {
      assert.equal(next[field as keyof StoredRun], value, field);
    }
  });
}

test('the zones of a run are named, loaded or none, also if an earlier version stored a boolean', () => {
  const table: [unknown, string[], string | false | undefined][] = [
    [undefined, ['zones'], undefined],
    ['true', ['zones'], undefined],
    [true, ['zones'], undefined],
    ['false', ['zones'], false],
    [false, ['zones'], false],
    ['flood,earthquake', ['zones'], 'flood,earthquake'],
    ['true', ['portfolio'], false],
    [undefined, [], false],
  ];
  for (const [zones, scopes, expected] of table) {
    const stored = { options: { zones }, scopes } as unknown as StoredRun;
    assert.equal(zonesOf(allowedOptions(stored)), expected, `${zones} ${scopes}`);
  }
});
