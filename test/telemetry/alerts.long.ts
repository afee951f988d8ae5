import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse } from 'yaml';
import { installDebian, mayInstall } from '../postgres/install.ts';

interface Rules {
  readonly groups: { readonly rules: { readonly alert: string }[] }[];
}

interface Cases {
  readonly tests: {
    readonly alert_rule_test: { readonly alertname: string; readonly exp_alerts: unknown[] }[];
  }[];
}

/** Runs promtool, which Debian has in the package of Prometheus. */
function promtool(...args: string[]) {
  const run = () => spawnSync('promtool', args, { encoding: 'utf8' });
  const first = run();
  if (first.error === undefined) return first;
  assert.ok(mayInstall(), 'promtool of Prometheus is missing: install it');
  installDebian('prometheus');
  return run();
}

const alerts = 'deploy/prometheus/alerts.yml';
const cases = 'test/telemetry/alerts.yml';

test('each alert has a case in which it fires', () => {
  const { groups } = parse(readFileSync(alerts, 'utf8')) as Rules;
  const { tests } = parse(readFileSync(cases, 'utf8')) as Cases;
  const firing = tests
    .flatMap(one => one.alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0);
  const tested = new Set(firing.map(({ alertname }) => alertname));
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  assert.deepEqual(
    names.filter(name => !tested.has(name)),
    [],
  );
});

test('the alerts are valid, and fire when they should', () => {
  for (const args of [
    ['check', 'rules', alerts],
    ['check', 'config', 'deploy/prometheus/prometheus.yml'],
    ['test', 'rules', cases],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
});
