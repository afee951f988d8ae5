import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../test/postgres/cluster.ts';
import { needProgram } from '../../test/programs.ts';
import { answers } from '../deploy/podman.ts';

/** Starts Prometheus on loopback with deploy/prometheus and other targets. The stack stops it. */
export async function startPrometheus(stack: AsyncDisposableStack, targets: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-prometheus-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'alerts.yml'), rulesOf('deploy/kubernetes/monitoring/alerts.yaml'));
  const file = join(folder, 'prometheus.yml');
  writeFileSync(file, configuration(targets));
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    needProgram('prometheus'),
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${folder}/data`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  stack.defer(async () => {
    child.kill();
    await ended;
  });
  await Promise.race([answers(`http://${address}/-/ready`), ended.then(failed)]);
  return { address, query: (expression: string) => query(address, expression) };
}

function failed(): never {
  throw new Error('Prometheus did not start');
}

/** What Prometheus reads of a PrometheusRule of Kubernetes. */
export function rulesOf(path: string): string {
  const [, rules] = readFileSync(path, 'utf8').split('\nspec:\n');
  return rules!.replace(/^ {2}/gm, '');
}

/** deploy/prometheus/prometheus.yml with other targets, asked every second. */
function configuration(targets: readonly string[]): string {
  return readFileSync('deploy/prometheus/prometheus.yml', 'utf8')
    .replace('scrape_interval: 15s', 'scrape_interval: 1s')
    .replace('targets: ["127.0.0.1:9464"]', `targets: ${JSON.stringify(targets)}`);
}

/** The labels and values that an expression has now. */
async function query(address: string, expression: string): Promise<Record<string, string>[]> {
  const answer = await fetch(
    `http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`,
  );
  const { data } = (await answer.json()) as {
    data: { result: { metric: Record<string, string>; value: [number, string] }[] };
  };
  return data.result.map(({ metric, value }) => ({ ...metric, value: value[1] }));
}
