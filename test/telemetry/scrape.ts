import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Counts the requests. */
export const requests = 'ktima_http_request_duration_seconds_count';

type Labels = Readonly<Record<string, string>>;

/** What a scrape gave. */
export interface Scrape {
  readonly text: string;
  /** The names after `# TYPE`. */
  readonly names: readonly string[];
  /** The sum of all series of a name that have these labels; 0 when there is none. */
  sum(name: string, labels?: Labels): number;
  /** The values that a label has in the series of a name. */
  labelValues(name: string, label: string): string[];
}

/** Fetches metrics as Prometheus does. */
export async function scrape(address: string): Promise<Scrape> {
  const response = await fetch(address);
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  const text = await response.text();
  const keys = text.match(/^\w+(\{.*\})?(?= )/gm) ?? [];
  assert.equal(new Set(keys).size, keys.length, 'each series once, or Prometheus takes none');
  const series = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(
    ([, name, labels, value]) => ({ name, labels: readLabels(labels), value: Number(value) }),
  );
  return {
    text,
    names: [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name!),
    sum: (name, wanted = {}) =>
      series
        .filter(one => one.name === name)
        .filter(({ labels }) => Object.entries(wanted).every(([key, v]) => labels[key] === v))
        .reduce((sum, { value }) => sum + value, 0),
    labelValues: (name, label) => [
      ...new Set(series.filter(one => one.name === name).map(({ labels }) => labels[label]!)),
    ],
  };
}

function readLabels(text = ''): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, k, v]) => [k, v]));
}

/** Scrapes until what was awaited is there, ten seconds at most. */
export async function scrapeUntil(
  address: string,
  isThere: (metrics: Scrape) => boolean,
): Promise<Scrape> {
  for (const deadline = Date.now() + 120_000; ; await sleep(10)) {
    const metrics = await scrape(address);
    if (isThere(metrics) || Date.now() > deadline) return metrics;
  }
}
