import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { retryAfterSeconds } from '#http/server/overload.ts';
import { badSetting, KtimaError } from '#tools/errors.ts';
import { repeat } from '#tools/repeat.ts';

/** What a browser may use for a document, with all its processes. */
export interface Most {
  readonly seconds: number;
  readonly megabytes: number;
}

export const usually: Most = { seconds: 30, megabytes: 1_500 };
const measureEveryMs = 500;

/**
 * No page of a document asks for anything: it has a policy against that. These settings are a second
 * wall, and keep the browser from calls of its own.
 */
const settings = [
  '--headless',
  '--remote-debugging-pipe',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-extensions',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-component-update',
  '--no-first-run',
  '--no-default-browser-check',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  // Nothing listens there, also for addresses of this machine.
  '--proxy-server=127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
];

/** Throws BAD_SETTING if the program is missing. */
export function requireProgram(path: string): void {
  try {
    accessSync(path, constants.X_OK);
  } catch {
    throw badSetting(`KTIMA_CHROMIUM: expected the path of a program, got ${JSON.stringify(path)}`);
  }
}

/** Starts a browser for one piece of work, which it does within its time and memory. */
export async function inBrowser<T>(
  chromium: string,
  most: Most,
  signal: AbortSignal,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const folder = await mkdtemp(join(tmpdir(), 'ktima-pdf-'));
  // Chromium refuses to run as root with its sandbox.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(chromium, [...settings, ...sandbox, `--user-data-dir=${folder}`], {
    // A group of its own, so that all its processes are measured and ended.
    detached: true,
    env: { PATH: process.env.PATH, HOME: folder, TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const ended = new Promise<void>(resolve => {
    child.once('error', () => resolve());
    // Its pipes may stay open longer: a process outside of its group may have them.
    child.once('exit', () => resolve());
  });
  const onAbort = () => stop(signal.reason);
  signal.addEventListener('abort', onAbort);
  const late = setTimeout(
    () => stop(failed(`took longer than ${most.seconds} s`)),
    most.seconds * 1_000,
  );
  const stopMeasuring = repeat(async () => {
    if ((await megabytesOf(child.pid)) > most.megabytes) stop(failed('used too much memory'));
  }, measureEveryMs);
  void ended.then(() => stop(failed('ended early')));
  try {
    const call = openProtocol(child.stdio[3] as Writable, child.stdio[4] as Readable);
    return await Promise.race([work(call), stopped]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(late);
    stopMeasuring();
    endGroup(child);
    await ended;
    for (const pipe of child.stdio) pipe?.destroy();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

function failed(how: string): KtimaError {
  return new KtimaError('UNAVAILABLE', `the browser that prints PDF documents ${how}; try again`, {
    retryAfterSeconds: retryAfterSeconds(),
  });
}

function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

type Answer = Readonly<Record<string, unknown>>;
export type Call = (method: string, params?: object, sessionId?: string) => Promise<Answer>;

/** The DevTools protocol over pipes: JSON, each message with a zero byte at its end. */
function openProtocol(requests: Writable, answers: Readable): Call {
  const waiting = new Map<number, PromiseWithResolvers<Answer>>();
  let last = 0;
  let pieces: Buffer[] = [];
  // A process that ends is noticed by its end.
  requests.on('error', () => {});
  answers.on('error', () => {});
  answers.on('data', (bytes: Buffer) => {
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      receive(Buffer.concat([...pieces, bytes.subarray(start, end)]).toString());
      pieces = [];
      start = end + 1;
    }
    pieces.push(bytes.subarray(start));
  });
  function receive(text: string): void {
    const { id, result, error } = messageOf(text);
    const { resolve, reject } = waiting.get(id!) ?? {};
    waiting.delete(id!);
    if (error) reject?.(new Error(`Chromium: ${error.message}`));
    else resolve?.(result ?? {});
  }
  return (method, params = {}, sessionId) => {
    const id = ++last;
    const answer = Promise.withResolvers<Answer>();
    waiting.set(id, answer);
    requests.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return answer.promise;
  };
}

interface Message {
  readonly id?: number;
  readonly result?: Answer;
  readonly error?: { readonly message: string };
}

/** A message of the protocol. A program that is no Chromium may write anything: then the time ends. */
function messageOf(text: string): Message {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}

/** The memory of all processes of a group, by Linux; 0 where the system does not show it. */
async function megabytesOf(group: number | undefined): Promise<number> {
  const ids = (await readdir('/proc').catch(() => [])).filter(name => /^\d+$/.test(name));
  const sizes = await Promise.all(ids.map(id => megabytesIf(id, group)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The memory of a process, of what it shares with others only its part; 0 if it is of another group. */
async function megabytesIf(id: string, group: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
  // The name of a program, in brackets, may have spaces. The third field after it is the group.
  const [, , ofGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  if (Number(ofGroup) !== group) return 0;
  const sums = await readFile(`/proc/${id}/smaps_rollup`, 'utf8').catch(() => '');
  return Number(/^Pss:\s+(\d+)/m.exec(sums)?.[1] ?? 0) / 1_000;
}
