import type { Answer } from './connection.ts';
import type { Asked } from './request.ts';

interface Timed {
  readonly asked: Asked;
  readonly ms: number;
}

/** How many requests of each operation are tried again. */
const kept = 3;

/** Keeps the slowest requests of each operation. */
export function openSlowest() {
  const byOperation = new Map<string, Timed[]>();
  return {
    note(asked: Asked, { ms }: Answer): void {
      const slow = byOperation.get(asked.operation.name) ?? [];
      if (slow.length === kept && ms <= slow.at(-1)!.ms) return;
      const next = [...slow, { asked, ms }].sort((a, b) => b.ms - a.ms).slice(0, kept);
      byOperation.set(asked.operation.name, next);
    },
    entries: () => [...byOperation].sort(([, [a]], [, [b]]) => b!.ms - a!.ms),
  };
}

/** The least of five times: what the request takes, whatever else the machine had to do. */
export async function timeAlone(send: (asked: Asked) => Promise<Answer>, asked: Asked) {
  const times: number[] = [];
  for (let i = 0; i < 5; i++) times.push((await send(asked)).ms);
  return Math.min(...times);
}
