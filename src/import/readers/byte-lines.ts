import { longestFeatureBytes, type Unreadable } from '../../files/bytes.ts';
import type { ByteWindow } from './byte-window.ts';

/** A line of a file, without its line end. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** Whether it is the last line and has no line end. */
  readonly isOpen: boolean;
}

/** Takes the lines of a file, or its parts between `separator`; skips lines that are too long. */
export async function* takeLines(
  window: ByteWindow,
  separator = 0x0a,
): AsyncGenerator<Line | Unreadable> {
  for (let number = 1; ; number++) {
    const { end, tooLong, last } = await seekEnd(window, separator);
    const bytes = window.bytes.subarray(0, end);
    window.drop(last ? end : end + 1);
    yield tooLong
      ? { number, problem: `longer than ${longestFeatureBytes} bytes` }
      : { number, bytes, isOpen: last };
    if (last) return;
  }
}

async function seekEnd(window: ByteWindow, separator: number) {
  let end = window.bytes.indexOf(separator);
  let tooLong = false;
  while (end === -1) {
    if (window.bytes.length > longestFeatureBytes) {
      tooLong = true;
      window.drop(window.bytes.length);
    }
    const searched = window.bytes.length;
    if (!(await window.more())) return { end: searched, tooLong, last: true };
    end = window.bytes.indexOf(separator, searched);
  }
  return { end, tooLong, last: false };
}
