import { plainText, table } from '#tools/terminal/print.ts';
import type { Answer } from './load.ts';

/** An event of the demonstration. */
export interface Event {
  readonly atMs: number;
  readonly what: string;
}

/** One row per second: the events, and the responses of each kind by status. */
export function timeline(
  kinds: readonly string[],
  answers: readonly Answer[],
  events: readonly Event[],
): string {
  const startMs = Math.min(...answers.map(({ atMs, tookMs }) => atMs - tookMs));
  const second = ({ atMs }: { atMs: number }) => Math.floor((atMs - startMs) / 1_000);
  const last = Math.max(...answers.map(second));
  const rows = Array.from({ length: last + 1 }, (_, at) => {
    const now = answers.filter(answer => second(answer) === at);
    const happened = events.filter(event => second(event) === at).map(({ what }) => what);
    return [
      at,
      ...kinds.map(kind => byStatus(now.filter(answer => answer.kind === kind))),
      happened.join('; '),
    ];
  });
  return plainText(table(['second', ...kinds, 'what happened'], rows)).replaceAll(/ +$/gm, '');
}

/** Counts by status, such as `31` or `4, 27 × 503`. */
function byStatus(answers: readonly Answer[]): string {
  const good = answers.filter(({ status }) => status === 200).length;
  const others = new Map<number, number>();
  for (const { status } of answers) {
    if (status !== 200) others.set(status, (others.get(status) ?? 0) + 1);
  }
  const parts = [...others].map(([status, count]) => `${count} × ${status || 'no answer'}`);
  return [...(good > 0 ? [String(good)] : []), ...parts].join(', ') || '·';
}

/** One row per kind: its responses by status, and the longest time without a 200. */
export function summary(kinds: readonly string[], answers: readonly Answer[]): string {
  const rows = kinds.map(kind => {
    const mine = answers.filter(answer => answer.kind === kind);
    const count = (fits: (answer: Answer) => boolean) => mine.filter(fits).length;
    return [
      kind,
      mine.length,
      count(({ status }) => status === 200),
      count(({ status }) => status === 503),
      count(({ status }) => status !== 200 && status !== 503),
      count(({ right }) => !right),
      seconds(longestGapMs(mine)),
      seconds(Math.max(...mine.map(({ tookMs }) => tookMs))),
    ];
  });
  const heading = ['', 'answers', '200', '503', 'other', 'wrong', 'longest gap', 'slowest'];
  return plainText(table(heading, rows));
}

/** The longest time between two responses with status 200. */
export function longestGapMs(answers: readonly Answer[]): number {
  const times = answers.filter(({ status }) => status === 200).map(({ atMs }) => atMs);
  const gaps = times.sort((a, b) => a - b).map((at, i) => at - (times[i - 1] ?? at));
  return Math.max(0, ...gaps);
}

/** Milliseconds as text in seconds. */
export function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
