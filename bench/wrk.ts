import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { lasting } from './measure.ts';
import type { Request } from './requests.ts';

const requestCount = 20_000;
let files = 0;

/** Writes enough requests that no request repeats within a second; returns their file. */
export function writeRequests(folder: string, make: () => Request): string {
  const file = join(folder, `requests-${files++}`);
  const lines = Array.from({ length: requestCount }, () => {
    const { method, path, body } = make();
    return `${method}\t${path}\t${body}\n`;
  });
  writeFileSync(file, lines.join(''));
  return file;
}

/** Requests a second and times in milliseconds. */
export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Puts load on a service with wrk; any answer that is not 200 spoils the run. */
export async function load(
  url: string,
  requestFile: string,
  token: string,
  { seconds = 4, connections = 32 } = {},
): Promise<Load> {
  const script = new URL('requests.lua', import.meta.url).pathname;
  const options = [
    '-t1',
    `-c${connections}`,
    `-d${lasting(seconds)}s`,
    '--latency',
    '--timeout',
    '10s',
    '-s',
    script,
  ];
  const output = await text(spawn('wrk', [...options, url, '--', requestFile, token]).stdout);
  if (!/Requests\/sec/.test(output) || /Non-2xx|Socket errors/.test(output)) {
    throw new Error(`${url}, ${requestFile}: ${output}`);
  }
  const ms = (percent: string) => {
    const [, value, unit] = new RegExp(`${percent}% +([\\d.]+)(us|ms|s)`).exec(output)!;
    return Number(value) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'];
  };
  const perSecond = Number(/Requests\/sec: +([\d.]+)/.exec(output)![1]);
  return { perSecond, p50Ms: ms('50'), p99Ms: ms('99') };
}
