import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lasting } from './measure.ts';
import type { Request } from './requests.ts';

let files = 0;

/** Writes enough requests that no request repeats within a second; returns their file. */
export function writeRequests(folder: string, make: () => Request): string {
  const file = join(folder, `requests-${files++}`);
  const lines = Array.from({ length: 20_000 }, () => {
    const { method, path, body } = make();
    return `${method}\t${path}\t${body}\n`;
  });
  writeFileSync(file, lines.join(''));
  return file;
}

/** What wrk measured. Rejected: answered by 4xx or 5xx. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  readonly rejectedPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Puts load on a service with wrk. A response of 4xx or 5xx is an error unless `mayReject`. */
export async function load(
  url: string,
  requestFile: string,
  token: string,
  { seconds = 4, connections = 32, mayReject = false } = {},
): Promise<Load> {
  const script = new URL('./requests.lua', import.meta.url).pathname;
  const options = ['-t1', `-c${connections}`, `-d${lasting(seconds)}s`, '--latency', '-s', script];
  const command = [...options, '--timeout', '10s', url, '--', requestFile, token];
  const output = await text(spawn('wrk', command).stdout);
  const figure = (pattern: RegExp) => Number(pattern.exec(output)?.[1] ?? 0);
  const perSecond = figure(/Requests\/sec: +([\d.]+)/);
  const rejected = figure(/Non-2xx or 3xx responses: (\d+)/);
  if (!perSecond || /Socket errors/.test(output) || (rejected > 0 && !mayReject)) {
    throw new Error(`${url}, ${requestFile}: ${output}`);
  }
  const ms = (percent: string) => {
    const [, value, unit] = new RegExp(`${percent}% +([\\d.]+)(us|ms|s)`).exec(output)!;
    return Number(value) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'];
  };
  const requests = figure(/(\d+) requests in/);
  const rejectedPerSecond = (perSecond * rejected) / requests;
  return { requests, perSecond, rejectedPerSecond, p50Ms: ms('50'), p99Ms: ms('99') };
}
