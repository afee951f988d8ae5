import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse, stringify } from 'yaml';
import { rulesOf } from '../../scripts/cluster/prometheus.ts';
import { installDebian, mayInstall } from '../postgres/install.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Rule {
  readonly alert: string;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

interface Rules {
  readonly groups: { readonly rules: Rule[] }[];
}

interface Cases {
  readonly tests: {
    readonly alert_rule_test: {
      readonly alertname: string;
      readonly exp_alerts: { exp_annotations: Partial<Rule['annotations']> }[];
    }[];
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

const cases = 'test/telemetry/alerts.yml';

const rules = rulesOf('deploy/kubernetes/monitoring/alerts.yaml');
const spec = parse(rules) as Rules;
// The last is that of the CronJob, which has a test of its own.
const groups = spec.groups.slice(0, -1);

test('each alert has a description, and its address is the paragraph that names it', () => {
  const alerts = spec.groups.flatMap(group => group.rules);
  const page = readFileSync('docs/troubleshooting.md', 'utf8');
  const described = page.split(/^## /m).flatMap(paragraph => {
    const [title] = paragraph.split('\n');
    const anchor = title!.toLowerCase().replaceAll(' ', '-');
    const [, names = ''] = /^Alerts: (.*)$/m.exec(paragraph) ?? [];
    return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => [name!, anchor] as const);
  });
  const addressOf = new Map(described);
  assert.deepEqual([...addressOf.keys()].toSorted(), alerts.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of alerts) {
    assert.ok(annotations.description.length > 40, alert);
    const address = `docs/troubleshooting.md#${addressOf.get(alert)}`;
    assert.equal(annotations.runbook_url, address, alert);
  }
});

test('each alert has a case in which it fires', () => {
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
            exp_annotations: {
              ...spec.groups.at(-1)!.rules[0]!.annotations,
              summary: `the last backup is ${day}d 0h 0m 0s old`,
            },
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
      rule_files: [put('alerts.yml', rules)],
      evaluation_interval: '1h',
      tests: [fires(1, created), fires(3, created), fires(1, created, succeeded)].concat(
        fires(3, created, succeeded),
      ),
    }),
  );
  const { status, stdout, stderr } = promtool('test', 'rules', file);
  assert.equal(status, 0, stdout + stderr);
});

test('the alerts are valid, and fire when they should', t => {
  // Values such as 0x20 are texts.
  const all = parse(readFileSync(cases, 'utf8'), { schema: 'failsafe' }) as Cases;
  const byName = new Map(groups.flatMap(one => one.rules).map(rule => [rule.alert, rule]));
  for (const { alertname, exp_alerts } of all.tests.flatMap(one => one.alert_rule_test)) {
    // The cases have only the summaries.
    for (const one of exp_alerts) {
      one.exp_annotations = { ...byName.get(alertname)!.annotations, ...one.exp_annotations };
    }
  }
  const { put } = temporaryFolder(t);
  const alerts = put('alerts.yml', rules);
  const configuration = readFileSync('deploy/prometheus/prometheus.yml', 'utf8');
  const whole = put('cases.yml', stringify({ ...all, rule_files: [alerts] }));
  for (const args of [
    ['check', 'rules', alerts],
    ['check', 'config', put('prometheus.yml', configuration)],
    ['test', 'rules', whole],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
});
