import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';

/** With BENCH=tiny a part only shows that it works: little data, one second each. */
export const isTiny = process.env.BENCH === 'tiny';

/** How many rows to generate. */
export const rows = (count: number) => (isTiny ? Math.ceil(count / 200) : count);

/** How long to measure, in whole seconds. */
export const lasting = (seconds: number) => (isTiny ? 1 : seconds);

/** A folder that goes with the process. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** The value below which a share of the figures is; 0 if there are none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** The machine and its load: figures of a busy machine are rough. */
export function machine(): string {
  const model = cpus()[0]?.model.trim() || process.arch;
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]!;
  const busy = load > 0.5 ? `, rough: load average ${load.toFixed(1)} before it began` : '';
  return (
    `${new Date().toISOString().slice(0, 10)}, Node ${process.version}, ` +
    `${cpus().length} × ${model}, ${memory} GiB${busy}`
  );
}

/** Prints a table in Markdown; columns of figures are set right. */
export function printTable(head: readonly string[], lines: readonly (readonly string[])[]): void {
  const isFigure = (column: number) => lines.every(line => /^[\d.,]*( \S+)?$/.test(line[column]!));
  const rule = head.map((_, i) => (i > 0 && isFigure(i) ? '---:' : '---'));
  const table = [head, rule, ...lines].map(cells => `| ${cells.join(' | ')} |`);
  console.log(`${table.join('\n')}\n`);
}

/** Microseconds of this thread's processor time that a call takes, middle of several rounds. */
export function cpuMicroseconds(calls: number, call: (i: number) => unknown, rounds = 5): number {
  const round = () => {
    const before = process.threadCpuUsage();
    for (let i = 0; i < calls; i++) call(i);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / calls;
  };
  round();
  return median(Array.from({ length: rounds }, round));
}

/**
 * Calls with each input in three rounds, and does `prepare` before each round. The mean is CPU time;
 * median and p99 are by the clock, of the shortest time of each input.
 */
export async function timeCalls<T>(
  call: (input: T) => unknown,
  inputs: readonly T[],
  prepare = () => {},
): Promise<{ cpuMs: number; medianMs: number; p99Ms: number }> {
  const least = inputs.map(() => Number.POSITIVE_INFINITY);
  const before = process.cpuUsage();
  for (let round = 0; round < 3; round++) {
    prepare();
    for (const [i, input] of inputs.entries()) {
      const start = performance.now();
      await call(input);
      least[i] = Math.min(least[i]!, performance.now() - start);
    }
  }
  const { user, system } = process.cpuUsage(before);
  const cpuMs = (user + system) / 1_000 / 3 / inputs.length;
  return { cpuMs, medianMs: median(least), p99Ms: percentile(least, 0.99) };
}

/** A number without decimals, with commas for thousands. */
export const whole = (value: number) => Math.round(value).toLocaleString('en');

/** A ratio to two digits or so. */
export const times = (ratio: number) =>
  `${ratio >= 10 ? whole(ratio) : ratio.toFixed(ratio >= 2 ? 1 : 2)} ×`;
