import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../files/progress.ts';

/** The interval between progress lines without a terminal. */
const lineEveryMs = 10_000;

/** Shows progress: a bar with rate and remaining time on a terminal, else a line every 10 s. */
export function openProgress(name: string) {
  return process.stderr.isTTY ? bar(name) : lines(name);
}

/** Shows how many rows are done, with a line every 10 s, where nobody knows how many there will be. */
export function openCount(name: string) {
  let next = performance.now() + lineEveryMs;
  return {
    show(rows: number) {
      if (performance.now() < next) return;
      next += lineEveryMs;
      process.stderr.write(`${name}: ${rows.toLocaleString('en')} rows\n`);
    },
    end() {},
  };
}

function bar(name: string) {
  const line = new SingleBar(
    {
      format: `${name} {bar} {percentage} %  {rows} rows, {rate}/s  {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
      stream: process.stderr,
    },
    Presets.shades_classic,
  );
  const started = performance.now();
  let total = 0;
  return {
    show({ doneBytes, totalBytes, rows }: Progress) {
      const seconds = (performance.now() - started) / 1_000;
      const payload = {
        rows: rows.toLocaleString('en'),
        rate: Math.round(rows / Math.max(seconds, 0.001)).toLocaleString('en'),
      };
      if (total !== totalBytes) line.start(totalBytes, doneBytes, payload);
      else line.update(doneBytes, payload);
      total = totalBytes;
    },
    end: () => line.stop(),
  };
}

function lines(name: string) {
  const started = performance.now();
  let next = started + lineEveryMs;
  return {
    show({ doneBytes, totalBytes, rows }: Progress) {
      if (performance.now() < next) return;
      next += lineEveryMs;
      const percent = Math.round((100 * doneBytes) / totalBytes);
      const seconds = ((performance.now() - started) / 1_000) * (totalBytes / doneBytes - 1);
      const left = seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
      process.stderr.write(
        `${name}: ${percent} %, ${rows.toLocaleString('en')} rows, about ${left} left\n`,
      );
    },
    end() {},
  };
}
