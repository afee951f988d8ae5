import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { parse, stringify } from 'yaml';
import { rulesOf } from '../../scripts/cluster/prometheus.ts';
import { needProgram } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

interface Rule {
  readonly alert: string;
  readonly labels: object;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

/** Runs promtool, which Debian has in the package of Prometheus. */
function promtool(...args: string[]) {
  return spawnSync(needProgram('promtool', 'prometheus'), args, { encoding: 'utf8' });
}

const rules = rulesOf('deploy/kubernetes/monitoring/alerts.yaml');
const { groups } = parse(rules) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(group => group.rules);

/** The cases of alerts.txt, as promtool reads them. */
const [, ...paragraphs] = readFileSync('test/telemetry/alerts.txt', 'utf8').split(/^# /m);
const tests = paragraphs.map(paragraph => {
  const [name, ...lines] = paragraph.trim().split('\n');
  const input_series: object[] = [];
  const alert_rule_test: { alertname: string; eval_time: string; exp_alerts: object[] }[] = [];
  for (const line of lines) {
    const [, eval_time, no, subject, labels, text] =
      /^(?:(\d+[mh]) )?(no )?(\w+)((?: \w+=\S*?)*)(?:: (.*))?$/.exec(line)!;
    const pairs = [...labels!.matchAll(/(\w+)=(\S*)/g)].map(([, key, value]) => [key, value]);
    const { job = 'ktima', ...others } = Object.fromEntries(pairs);
    const given = { ...(job && { job }), ...others };
    if (eval_time === undefined) {
      const selector = Object.entries(given).map(([key, value]) => `${key}="${value}"`);
      input_series.push({ series: `${subject}{${selector}}`, values: text });
    } else {
      const rule = alerts.find(({ alert }) => alert === subject)!;
      const exp_annotations = { ...rule.annotations, summary: text };
      const fires = { exp_labels: { ...given, ...rule.labels }, exp_annotations };
      alert_rule_test.push({ eval_time, alertname: subject!, exp_alerts: no ? [] : [fires] });
    }
  }
  return { name, interval: '1m', input_series, alert_rule_test };
});

test('each alert has a description, and its address is the paragraph that names it', () => {
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
    assert.equal(annotations.runbook_url, `docs/troubleshooting.md#${addressOf.get(alert)}`, alert);
  }
});

test('each alert has a case in which it fires', () => {
  const firing = tests
    .flatMap(one => one.alert_rule_test)
    .filter(({ exp_alerts }) => exp_alerts.length > 0);
  const tested = new Set(firing.map(({ alertname }) => alertname));
  const untested = alerts.filter(({ alert }) => !tested.has(alert));
  assert.deepEqual(untested, []);
});

test('the alerts are valid, and fire when they should', t => {
  const { put } = temporaryFolder(t);
  const file = put('alerts.yml', rules);
  const configuration = readFileSync('deploy/prometheus/prometheus.yml', 'utf8');
  const cases = { evaluation_interval: '1m', rule_files: [file], tests };
  for (const args of [
    ['check', 'rules', file],
    ['check', 'config', put('prometheus.yml', configuration)],
    ['test', 'rules', put('cases.yml', stringify(cases))],
  ]) {
    const { status, stdout, stderr } = promtool(...args);
    assert.equal(status, 0, `${args.join(' ')}: ${stdout}${stderr}`);
  }
});
