import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { lstat, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '#features/portfolio/messages/refusals.ts';
import type { Message } from '#features/portfolio/messages/row-messages.ts';
import { lockFile } from '#tools/files/lock-file.ts';
import { repeat } from '#tools/repeat.ts';
import { ownEnvironment } from '../artefacts/own-environment.ts';
import { tooMuchMemory } from './process/run-failure.ts';
import type { RunJob, RunMessage } from './process/run-process.ts';

/** What a run may use. */
export interface ProcessLimits {
  /** Resident memory; half of it for the heap of each thread. */
  readonly memoryMB: number;
  /** Until the rows of the file are counted. */
  readonly readingSeconds: number;
  /** Processor time, and time by the clock, of the whole run. */
  readonly runSeconds: number;
}

/** A process that runs a portfolio. */
export interface RunProcess {
  /** Rejects with the reason if the run failed, or if it was stopped. */
  readonly ended: Promise<void>;
  stop(reason: unknown): void;
}

/** The longest time of a run, by the processor and by the clock. */
export const runSeconds = 3_600;

const script = new URL('./process/run-process.ts', import.meta.url);
/** Unless the service has a lower one, which only root may raise. */
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;
/** How the name of a run's folder begins. It has a file that is locked while the run lasts. */
const folderStart = 'ktima-portfolio-';
const lockName = 'lock';

/** How often the memory and the time of a process are measured. */
const measureEveryMs = 250;

/** Starts the process of a run. It is ended when it exceeds a limit. */
export function startRunProcess(
  job: Omit<RunJob, 'folder'>,
  limits: ProcessLimits,
  onMessage: (message: RunMessage) => void,
): RunProcess {
  const stopped = Promise.withResolvers<never>();
  stopped.promise.catch(() => {});
  const inFolder = async () => {
    const folder = await mkdtemp(join(tmpdir(), folderStart));
    const unlock = lockFile(join(folder, lockName));
    try {
      await runToEnd({ ...job, folder }, limits, onMessage, stopped.promise);
    } finally {
      if (typeof unlock === 'function') await unlock();
      await removeFolder(folder);
    }
  };
  return { ended: inFolder(), stop: stopped.reject };
}

const removeFolder = (path: string) => rm(path, { recursive: true, force: true, maxRetries: 3 });

/** Removes the folders that killed processes have left, and none that another instance uses. */
export async function removeLeftFolders(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names.filter(one => one.startsWith(folderStart))) {
    const path = join(tmpdir(), name);
    if (await isLeft(path).catch(() => false)) await removeFolder(path).catch(() => {});
  }
}

/** Without the file it may be of an earlier version, or just be made. */
async function isLeft(path: string): Promise<boolean> {
  const { uid, mtimeMs } = await lstat(path);
  // Another user might have put a link there.
  if (uid !== (process.getuid?.() ?? uid)) return false;
  const lock = join(path, lockName);
  if (!existsSync(lock)) return mtimeMs < Date.now() - runSeconds * 1_000;
  const unlock = lockFile(lock);
  if (typeof unlock === 'function') await unlock();
  return typeof unlock === 'function';
}

async function runToEnd(
  job: RunJob,
  limits: ProcessLimits,
  onMessage: (message: RunMessage) => void,
  stopped: Promise<never>,
): Promise<void> {
  const child = fork(script, [], {
    execArgv: [`--max-old-space-size=${Math.ceil(limits.memoryMB / 2)}`],
    env: ownEnvironment(),
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Requests come first. A process that could not be started has no id.
  if (child.pid) setPriority(child.pid, Math.max(getPriority(), lowPriority));
  let isCounted = false;
  let last: RunMessage = {};
  child.on('message', (message: RunMessage) => {
    last = message;
    isCounted ||= message.rowsToCount !== undefined;
    onMessage(message);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    // Only then have all its messages arrived.
    child.once('close', (_code, signal) => {
      if (last.isDone) resolve();
      else reject(failureOf(last, signal));
    });
  });
  const exceeded = Promise.withResolvers<never>();
  const stopMeasuring = repeat(async () => {
    const excess = await excessOf(child.pid, limits, isCounted);
    if (excess) exceeded.reject(refusal(excess));
  }, measureEveryMs);
  const late = setTimeout(
    () => exceeded.reject(refusal(tooLong(limits.runSeconds))),
    limits.runSeconds * 1_000,
  );
  try {
    child.send(job);
    await Promise.race([ended, exceeded.promise, stopped]);
  } finally {
    stopMeasuring();
    clearTimeout(late);
    child.kill('SIGKILL');
    await ended.catch(() => {});
  }
}

/** Why a process ended. V8 ends it with SIGABRT when a heap is full. */
function failureOf({ failure }: RunMessage, signal: NodeJS.Signals | null): Error {
  if (failure?.said) return refusal(failure.said, failure.code);
  if (failure) return new Error(failure.stack);
  if (signal === 'SIGABRT' || signal === 'SIGKILL') return refusal(tooMuchMemory);
  return new Error(`the process of a portfolio ended early (${signal ?? 'without a signal'})`);
}

function tooLong(seconds: number): Message {
  return { code: 'run_too_long', values: { minutes: seconds / 60 } };
}

/** The limit that a process exceeds; undefined if none, or if the system does not show it. */
async function excessOf(
  pid: number | undefined,
  { memoryMB, readingSeconds, runSeconds }: ProcessLimits,
  isCounted: boolean,
): Promise<Message | undefined> {
  const used = await usageOf(pid);
  if (used === undefined) return undefined;
  if (used.memoryMB > memoryMB) return tooMuchMemory;
  if (!isCounted && used.seconds > readingSeconds) {
    return { code: 'reading_too_long', values: { seconds: readingSeconds } };
  }
  return used.seconds > runSeconds ? tooLong(runSeconds) : undefined;
}

/** Linux counts processor time in hundredths of a second, whatever its kernel does inside. */
const ticksPerSecond = 100;

/** Resident memory and processor time of a process, by Linux. */
async function usageOf(pid: number | undefined) {
  try {
    const [status, stat] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    // The name of a program, in brackets, may have spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return {
      memoryMB: kilobytes / 1_000,
      seconds: (Number(fields[11]) + Number(fields[12])) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}
