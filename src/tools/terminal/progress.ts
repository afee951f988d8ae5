import { Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../files/bytes.ts';
import type { Output } from './terminal.ts';

/** The interval between progress lines without a terminal. */
const lineEveryMs = 10_000;

/** Shows progress: a bar with rate and remaining time on a terminal, else a line every 10 s. */
export function openProgress(stderr: Output, name: string, unit = 'rows') {
  return stderr.isTTY ? bar(stderr, name, unit) : lines(stderr, name, unit);
}

/** Shows how many rows are done, with a line every 10 s, if the total is not known. */
export function openCount(stderr: Output, name: string) {
  let next = performance.now() + lineEveryMs;
  return {
    show(rows: number) {
      if (performance.now() < next) return;
      next += lineEveryMs;
      stderr.write(`${name}: ${rows.toLocaleString('en')} rows\n`);
    },
    end() {},
  };
}

/** Shows the steps of work whose length is not known: all on a terminal, else one every 10 s. */
export function openSteps(stderr: Output): (step: string) => void {
  let next = stderr.isTTY ? 0 : performance.now() + lineEveryMs;
  let last = '';
  return step => {
    if (step === last || performance.now() < next) return;
    last = step;
    if (!stderr.isTTY) next = performance.now() + lineEveryMs;
    stderr.write(`${step}\n`);
  };
}

function bar(stderr: Output, name: string, unit: string) {
  const line = new SingleBar(
    {
      format: `${name} {bar} {percentage} %  {rows} ${unit}, {rate}/s  {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
      stream: stderr,
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

function lines(stderr: Output, name: string, unit: string) {
  const started = performance.now();
  let next = started + lineEveryMs;
  return {
    show({ doneBytes, totalBytes, rows }: Progress) {
      if (performance.now() < next) return;
      next += lineEveryMs;
      const percent = Math.round((100 * doneBytes) / totalBytes);
      const seconds = ((performance.now() - started) / 1_000) * (totalBytes / doneBytes - 1);
      stderr.write(
        `${name}: ${percent} %, ${rows.toLocaleString('en')} ${unit}, about ${duration(seconds)} left\n`,
      );
    },
    end() {},
  };
}

/** A time in seconds, or in minutes from 90 s on. */
export function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
