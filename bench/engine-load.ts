import { execFileSync } from 'node:child_process';

const script = new URL('requests.lua', import.meta.url).pathname;

/** Requests a second with 32 connections; any answer that is not 200 spoils the run. */
export function requestsPerSecond(
  address: string,
  requestFile: string,
  token: string,
  seconds: number,
): number {
  const args = ['-t1', '-c32', `-d${seconds}s`, '--timeout', '10s', '-s', script, address, '--'];
  const output = execFileSync('wrk', [...args, requestFile, token], { encoding: 'utf8' });
  if (/Non-2xx|Socket errors/.test(output))
    throw new Error(`${address}, ${requestFile}: ${output}`);
  return Number(/Requests\/sec: +([\d.]+)/.exec(output)![1]);
}
