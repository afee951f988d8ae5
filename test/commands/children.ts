import { readFileSync } from 'node:fs';

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The processes that another has started. */
export function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return list.split(' ').filter(Boolean).map(Number);
}

/** The processes of a service that another has started. */
export function workersOf(pid: number, service: 'api' | 'auth'): number[] {
  const isWorker = (child: number) =>
    readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(`--worker\0${service}\0`);
  return childrenOf(pid).filter(isWorker);
}
