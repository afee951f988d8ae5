import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { installDebian, mayInstall } from '../postgres/install.ts';

/** Runs promtool, which Debian has in the package of Prometheus. */
function promtool(...args: string[]) {
  const run = () => spawnSync('promtool', args, { encoding: 'utf8' });
  const first = run();
  if (first.error === undefined) return first;
  assert.ok(mayInstall(), 'promtool of Prometheus is missing: install it');
  installDebian('prometheus');
  return run();
}

test('the alerts are valid, and those of memory and disk fire when they should', () => {
  for (const args of [
    ['check', 'rules', 'deploy/prometheus/alerts.yml'],
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', 'test/telemetry/alerts.yml'],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
});
