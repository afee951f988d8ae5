import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

export interface Measured {
  readonly seconds: number;
  readonly peakMB: number;
}

/** How long a command that was just started takes to its end, and the most memory it holds. */
export async function measuredToEnd(child: ChildProcess, name: string): Promise<Measured> {
  const started = performance.now();
  let peakMB = 0;
  const timer = setInterval(() => {
    peakMB = Math.max(peakMB, peakOf(child.pid!));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  if (code !== 0) throw new Error(`${name} ended with ${code}`);
  return { seconds: (performance.now() - started) / 1_000, peakMB };
}

function peakOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1_024;
  } catch {
    return 0;
  }
}
