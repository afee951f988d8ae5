import { cpus, loadavg, totalmem } from 'node:os';

/** The middle of some figures. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** The value that a share of some figures lies below; 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
}

/** What a machine is, and how busy with other things: figures of a busy one are rough. */
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

/** A table in Markdown; columns of figures are set right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isFigure = (column: number) => rows.every(row => /^[\d.,]*( \S+)?$/.test(row[column]!));
  const rule = head.map((_, i) => (i > 0 && isFigure(i) ? '---:' : '---'));
  return [head, rule, ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
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

/** Microseconds by the clock that an answer takes, middle of all calls. */
export async function wallMicroseconds(
  calls: number,
  call: (i: number) => unknown,
): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    await call(i);
    if (i >= calls / 10) times.push(1_000 * (performance.now() - start));
  }
  return median(times);
}

export const whole = (value: number) => Math.round(value).toLocaleString('en');

/** A ratio to two digits or so. */
export const times = (ratio: number) =>
  ratio >= 10 ? whole(ratio) : ratio.toFixed(ratio >= 2 ? 1 : 2);
