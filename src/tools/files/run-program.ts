import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A program of the system that reads an untrusted file. */
export interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly limits: Limits;
  /** Environment variables; it gets none of this process. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Gets each line of its error messages. */
  readonly complain?: (line: string) => void;
}

/** The limits of a program. */
export interface Limits {
  /** How long it may compute, and how long it may print nothing while this process waits for it. */
  readonly seconds: number;
  readonly memoryBytes: number;
  /** The size of a file that it writes. */
  readonly outputBytes: number;
}

/** How a program ended, and the first part of its error messages. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly complaint: string;
}

/** A shell's exit code for a missing program. */
export const notInstalled = 127;

/** The most that is kept of what a program prints, in characters. */
export const mostPrinted = 1_000_000;

/** In milliseconds: Node ends a longer one at once. */
const longestTimer = 2 ** 31 - 1;

/**
 * The system's limits (ulimit) apply to the program, which replaces this shell. If the system allows
 * it to an ordinary user, the program runs without network.
 */
const script = `ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3
command -v "$1" >/dev/null || exit ${notInstalled}
if unshare -rn true 2>/dev/null; then exec unshare -rn "$@"; fi
exec "$@"`;

/** Runs a program and yields what it prints. It ends with the iteration, and with this process. */
export async function* runProgram(program: Program): AsyncGenerator<Buffer, Exit> {
  const { name, args, folder, settings, complain } = program;
  const { seconds, memoryBytes, outputBytes } = program.limits;
  const limits = [seconds, Math.ceil(memoryBytes / 1024), Math.ceil(outputBytes / 512)];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...limits.map(String), name, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, LC_ALL: 'C.UTF-8', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const killLater = () => setTimeout(kill, Math.min(seconds * 1_000, longestTimer));
  const closed = once(child, 'close');
  closed.catch(() => {});
  let complaint = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < mostPrinted) complaint += text;
  });
  if (complain) createInterface(child.stderr!).on('line', complain);
  let timer = killLater();
  try {
    for await (const chunk of child.stdout!) {
      clearTimeout(timer);
      yield chunk;
      timer = killLater();
    }
    const [code, signal] = await closed;
    return { code, signal, complaint };
  } finally {
    clearTimeout(timer);
    kill();
    await closed;
    process.off('exit', kill);
  }
}

/** Why a program was ended by a limit; undefined if it was not. */
export function limitOf({ signal }: Exit): string | undefined {
  if (signal === 'SIGXFSZ') return 'it becomes too large';
  return signal === 'SIGKILL' || signal === 'SIGXCPU' ? 'it takes too long' : undefined;
}

/** Quotes a word for a shell if necessary. */
export function inShell(word: string): string {
  return /^[\w./=:-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
