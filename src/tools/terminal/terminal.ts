import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { KtimaError, usageError } from '../errors.ts';
import { escapeLines } from './print.ts';

/** Where a command reads and writes: the process itself, or streams in its place. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Output;
  readonly stderr: Output;
}

/** A stream, which may be the screen. */
export type Output = Writable & { readonly isTTY?: boolean };

/** Writes rows unchanged to a pipe or file, and escaped to a terminal; throws UNAVAILABLE. */
export function writeStandardOutput(stdout: Output, text: string): Promise<void> {
  // If the reader closes the pipe, the callback reports it. An unhandled event would end the process.
  if (!stdout.listeners('error').includes(ignore)) stdout.on('error', ignore);
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stdout.write(stdout.isTTY ? escapeLines(text) : text, cause => {
    if (!cause) return resolve();
    const { code } = cause as NodeJS.ErrnoException;
    const message = `standard output: could not be written (${code})`;
    reject(new KtimaError('UNAVAILABLE', message, { cause }));
  });
  return promise;
}

/** Reads a new password: on a terminal twice without echo, else the first line of standard input. */
export async function readNewPassword(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) return firstLine(terminal);
  const password = await askSilently(terminal, 'New password: ');
  if ((await askSilently(terminal, 'Once more: ')) !== password) {
    throw usageError('the two passwords differ; nothing was changed');
  }
  return password;
}

/** Asks on the terminal; the answer is without spaces around it. */
export async function ask({ stdin, stderr }: Terminal, question: string): Promise<string> {
  return (await answer(stdin, stderr, question)).trim();
}

async function askSilently({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  return answer(stdin, silent, '').finally(() => stderr.write('\n'));
}

async function answer(input: Readable, output: Writable, question: string): Promise<string> {
  const prompt = createInterface({ input, output, terminal: true });
  try {
    return await prompt.question(question);
  } catch (cause) {
    output.write('\n');
    throw usageError(`${(cause as Error).message}; nothing more was done`, { cause });
  } finally {
    prompt.close();
  }
}

async function firstLine({ stdin }: Terminal): Promise<string> {
  const lines = createInterface({ input: stdin });
  for await (const line of lines) return line;
  throw usageError('password: expected it on standard input');
}

/** The exit code after Ctrl+C. */
const interrupted = 130;

/** Runs a piece of work. Ctrl+C meanwhile calls `onInterrupt`, and then ends the process. */
export async function interruptible<T>(
  onInterrupt: () => void | Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  let isStopped = false;
  const stop = async () => {
    isStopped = true;
    await onInterrupt();
    process.exit(interrupted);
  };
  process.once('SIGINT', stop);
  try {
    return await work();
  } catch (error) {
    // The process ends by the interruption, not by the error that it caused.
    if (isStopped) await new Promise(() => {});
    throw error;
  } finally {
    process.off('SIGINT', stop);
  }
}

function ignore(): void {}
