import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse, stringify } from 'yaml';
import { installDebian, mayInstall } from '../postgres/install.ts';
import { temporaryFolder } from '../temporary-folder.ts';

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

test('the alert of the CronJob of backups fires after two days, also without any backup', t => {
  const { put } = temporaryFolder(t);
  const { spec } = parse(readFileSync('deploy/kubernetes/monitoring/alerts.yaml', 'utf8'));
  const job = 'namespace="ktima", cronjob="ktima-backup"';
  const series = (name: string, values: string) => ({ series: `${name}{${job}}`, values });
  const fires = (day: number, ...input_series: object[]) => ({
    interval: '1h',
    input_series,
    alert_rule_test: [
      {
        eval_time: `${day * 24}h`,
        alertname: 'KtimaBackupJobOld',
        exp_alerts: [
          {
            exp_labels: { severity: 'ticket', namespace: 'ktima', cronjob: 'ktima-backup' },
            exp_annotations: { summary: `the last backup is ${day}d 0h 0m 0s old` },
          },
        ].slice(day === 1 ? 1 : 0),
      },
    ],
  });
  const created = series('kube_cronjob_created', '0x99');
  const succeeded = series('kube_cronjob_status_last_successful_time', '0x99');
  const file = put(
    'cases.yml',
    stringify({
      rule_files: [put('rules.yml', stringify(spec))],
      evaluation_interval: '1h',
      tests: [fires(1, created), fires(3, created), fires(1, created, succeeded)].concat(
        fires(3, created, succeeded),
      ),
    }),
  );
  const { status, stdout, stderr } = promtool('test', 'rules', file);
  assert.equal(status, 0, stdout + stderr);
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
