import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';

export interface Load {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Puts load on a service with wrk; any answer that is not 200 spoils the run. */
export async function load(
  url: string,
  kind: string,
  token: string,
  { seconds = 4, connections = 32, parcels = 50_000 } = {},
): Promise<Load> {
  const script = new URL('http.lua', import.meta.url).pathname;
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--latency', '-s', script];
  const child = spawn('wrk', [...options, url, '--', kind, token, String(parcels)]);
  const output = await text(child.stdout);
  if (!/Requests\/sec/.test(output) || /Non-2xx|Socket errors/.test(output)) {
    throw new Error(`${kind}: ${output}`);
  }
  const ms = (percent: string) => {
    const [, value, unit] = new RegExp(`${percent}% +([\\d.]+)(us|ms|s)`).exec(output)!;
    return Number(value) * { us: 0.001, ms: 1, s: 1_000 }[unit as 'us' | 'ms' | 's'];
  };
  return {
    perSecond: Number(/Requests\/sec: +([\d.]+)/.exec(output)![1]),
    p50Ms: ms('50'),
    p99Ms: ms('99'),
  };
}
