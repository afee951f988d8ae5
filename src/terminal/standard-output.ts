import { KtimaError } from '../errors.ts';
import { escapeLines } from './print.ts';
import type { Output } from './terminal.ts';

/** Writes rows unchanged to a pipe or file, and escaped to a terminal; throws UNAVAILABLE. */
export function writeStandardOutput(stdout: Output, text: string): Promise<void> {
  // If the reader closes the pipe, the callback reports it. An unhandled event would end the process.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stdout.write(stdout.isTTY ? escapeLines(text) : text, cause => {
    if (!cause) return resolve();
    const { code } = cause as NodeJS.ErrnoException;
    const message = `standard output: could not be written (${code})`;
    reject(new KtimaError('UNAVAILABLE', message, { cause }));
  });
  return promise;
}
