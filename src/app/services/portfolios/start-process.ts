import { fork } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { constants, getPriority, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusal } from '#features/portfolio/messages/refusals.ts';
import type { Message } from '#features/portfolio/messages/row-messages.ts';
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

const script = new URL('./process/run-process.ts', import.meta.url);
/** Unless the service has a lower one, which only root may raise. */
const lowPriority = constants.priority.PRIORITY_BELOW_NORMAL;
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
    const folder = await mkdtemp(join(tmpdir(), 'ktima-portfolio-'));
    try {
      await runToEnd({ ...job, folder }, limits, onMessage, stopped.promise);
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  return { ended: inFolder(), stop: stopped.reject };
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
