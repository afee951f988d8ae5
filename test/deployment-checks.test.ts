import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import test from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import type { Answer } from '../scripts/cluster/load.ts';
import { longestGapMs, summary, timeline } from '../scripts/cluster/timeline.ts';

const answer = (kind: string, atMs: number, status: number, right = true): Answer => ({
  kind,
  atMs,
  tookMs: 10,
  status,
  right,
});

const answers = [
  answer('logins', 110, 200),
  answer('parcels', 200, 200),
  answer('logins', 1_300, 503),
  answer('logins', 1_400, 503),
  answer('parcels', 1_500, 0, false),
  answer('parcels', 2_300, 200),
  answer('logins', 2_600, 200),
];

test('the timeline has a line for every second, with responses by status', () => {
  const text = timeline(['parcels', 'logins'], answers, [{ atMs: 1_250, what: 'killed' }]);
  assert.deepEqual(stripVTControlCharacters(text).split('\n'), [
    'second  parcels        logins   what happened',
    '     0  1              1',
    '     1  1 × no answer  2 × 503  killed',
    '     2  1              1',
  ]);
});

test('the summary counts rejections, wrong responses and the longest gap between correct ones', () => {
  const lines = summary(['parcels', 'logins'], answers).split('\n');
  assert.match(lines[1]!, /^parcels +3 +2 +0 +1 +1 +2\.10 s +0\.01 s$/);
  assert.match(lines[2]!, /^logins +4 +2 +2 +0 +0 +2\.49 s +0\.01 s$/);
  assert.equal(longestGapMs([]), 0);
});

test('the checks of deployments print their usage, and the reason for a wrong option', () => {
  const run = (file: string, ...args: string[]) =>
    spawnSync(process.execPath, [file, ...args], { encoding: 'utf8' });
  const checks = globSync('scripts/{cluster,deploy}/check-*.ts');
  assert.equal(checks.length, 3);
  for (const file of checks) {
    const name = basename(file, '.ts');
    const { stdout } = run(file, '--help');
    assert.ok(stdout.startsWith(`Usage: npm run ${name.replace('-', ':')} `), stdout);
  }
  const { status, stderr } = run('scripts/cluster/check-cluster.ts', '--seconds', 'x');
  assert.equal(status, 1);
  assert.equal(stderr, 'check-cluster: --seconds: expected a number from 1 to 60\n');
});
