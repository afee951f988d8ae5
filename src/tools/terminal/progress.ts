import type { Progress } from '../files/bytes.ts';
import type { Output } from './terminal.ts';

/** The interval between progress lines without a terminal. */
const lineEveryMs = 10_000;

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

/** How often the line on a terminal is written again. */
const lineAgainMs = 100;
/** Back to the start of the line, which is cleared. */
const clearLine = '\r\x1b[K';

/** Shows share, rows and remaining time: on a terminal in one line, else in a line every 10 s. */
export function openProgress(stderr: Output, name: string, unit = 'rows') {
  const started = performance.now();
  const { isTTY } = stderr;
  let next = isTTY ? started : started + lineEveryMs;
  let isShown = false;
  return {
    show({ doneBytes, totalBytes, rows }: Progress) {
      if (performance.now() < next) return;
      next = performance.now() + (isTTY ? lineAgainMs : lineEveryMs);
      const share = doneBytes / totalBytes;
      const seconds = (performance.now() - started) / 1_000;
      const left = share > 0 ? `, about ${duration(seconds * (1 / share - 1))} left` : '';
      const text = `${name}: ${Math.round(100 * share)} %, ${rows.toLocaleString('en')} ${unit}${left}`;
      stderr.write(isTTY ? clearLine + text : `${text}\n`);
      isShown = true;
    },
    end() {
      if (isTTY && isShown) stderr.write(clearLine);
    },
  };
}

/** A time in seconds, or in minutes from 90 s on. */
export function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
