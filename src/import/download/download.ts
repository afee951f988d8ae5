import { closeSync, fsyncSync, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { KtimaError } from '../../errors.ts';
import { type Checksum, givenChecksums, mismatch, publishedChecksums } from './checksum.ts';
import { type Answer, get, mayPass, neverReached, refused, shown, unavailable } from './http.ts';
import {
  conditionHeaders,
  continued,
  isUnchanged,
  type Origin,
  originOf,
  type Start,
} from './origin.ts';
import { type DownloadFiles, downloadFiles, isDiskFull, storageProblem } from './part.ts';

const mostFailuresInARow = 6;
const mostTries = 100;

/** Called at every step with the number of bytes so far, and the total if the host sends it. */
export type DownloadProgress = (doneBytes: number, totalBytes: number | undefined) => void;

/** The expected checksum in hexadecimal, and how long to wait. */
export interface DownloadOptions {
  readonly sha256?: string;
  /** Default, if no sha256 is given either: the published `URL.md5`, if there is one. */
  readonly md5?: string;
  /** How long the host may send nothing; default 30,000. */
  readonly idleMilliseconds?: number;
  /** How to wait before another try; default: on a timer. */
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

interface Job {
  readonly url: URL;
  readonly files: DownloadFiles;
  readonly checksums: readonly Checksum[];
  readonly progress: DownloadProgress;
  readonly idleMilliseconds: number;
  readonly wait: (milliseconds: number) => Promise<unknown>;
  /** How far the file has come in this run. */
  furthestBytes: number;
}

/**
 * Downloads a file over http or https into a folder and returns its path. A download that was cut
 * continues where it ended, in this run or a later one (`FILE.part`, `FILE.part.json`); a file that
 * is there and has not changed is not fetched again (`FILE.origin.json`). A file is finished only
 * with the size and the checksum it should have; until then an older one stays.
 */
export async function download(
  address: string,
  folder: string,
  progress: DownloadProgress = () => {},
  options: DownloadOptions = {},
): Promise<string> {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const expected = 'expected an address that begins with https:// or http://';
    throw new KtimaError('USAGE', `${address}: ${expected}`);
  }
  const { idleMilliseconds = 30_000, wait = pause } = options;
  const [files, checksums] = [downloadFiles(folder, url), givenChecksums(options)];
  const job = { url, files, checksums, progress, idleMilliseconds, wait, furthestBytes: 0 };
  try {
    const received = await retry(job, () => fetchOnce(job));
    if (received !== 'unchanged') {
      await check(job, received.isLengthKnown);
      files.finish(received.origin);
    }
    return files.whole;
  } catch (error) {
    throw afterFailure(job, error);
  }
}

/**
 * Retries after temporary failures, with waits of 1, 2, 4, ... 32 seconds. It stops after six tries
 * in a row without a new byte, after a hundred in all, and at once if the host was never reached.
 */
async function retry<Result>(job: Job, attempt: () => Promise<Result>): Promise<Result> {
  let failuresInARow = 0;
  for (let tries = 1; ; tries++) {
    const before = job.furthestBytes;
    try {
      return await attempt();
    } catch (error) {
      failuresInARow = job.furthestBytes > before ? 1 : failuresInARow + 1;
      const isLast = failuresInARow > mostFailuresInARow || tries === mostTries;
      if (!mayPass(error) || isLast) throw error;
      if (neverReached(error) && job.furthestBytes === 0) throw error;
      await job.wait(1000 * Math.max(2 ** (failuresInARow - 1), error.retryAfterSeconds ?? 0));
    }
  }
}

interface Received {
  readonly origin: Origin;
  /** Whether a cut would have been noticed. */
  readonly isLengthKnown: boolean;
}

async function fetchOnce(job: Job): Promise<Received | 'unchanged'> {
  const { url, files, checksums } = job;
  const started = files.started();
  let finished = started ? undefined : files.finished();
  if (finished && (await mismatch(files.whole, checksums))) finished = undefined;
  const answer = await get(url, conditionHeaders(started, finished), job.idleMilliseconds);
  try {
    if (finished && isUnchanged(finished, answer, url)) return 'unchanged';
    return await receive(job, answer, startOf(job, answer, started));
  } finally {
    answer.close();
  }
}

/** The first byte of the body. If the host does not continue the part, the part is discarded. */
function startOf({ url, files }: Job, answer: Answer, started: Start | undefined): Start {
  const { status, headers } = answer;
  const packing = headers.get('content-encoding') ?? 'identity';
  if (packing !== 'identity')
    throw bad(url, `expected the file as it is, the host sends it as ${packing}`);
  if (status === 200) return { origin: originOf(url, answer), fromByte: 0 };
  const start = status === 206 && started ? continued(started, answer, url) : undefined;
  if (start) return start;
  if (status !== 206 && status !== 416) throw refused(url, answer);
  files.discard();
  const problem = 'the host does not continue where the download was cut';
  throw unavailable(url, problem, { retryAfterSeconds: 0 });
}

async function receive(job: Job, answer: Answer, start: Start): Promise<Received> {
  const { totalBytes } = start.origin;
  const part = job.files.open(start);
  try {
    const doneBytes = await writeBody(job, answer, part, start);
    if (totalBytes !== undefined && doneBytes < totalBytes) {
      const problem = `the host ended after ${doneBytes} of ${totalBytes} bytes`;
      throw unavailable(job.url, problem, { retryAfterSeconds: 0 });
    }
    fsyncSync(part);
    const isLengthKnown = totalBytes !== undefined || answer.headers.has('transfer-encoding');
    return { origin: { ...start.origin, totalBytes: doneBytes }, isLengthKnown };
  } finally {
    closeSync(part);
  }
}

async function writeBody(job: Job, answer: Answer, part: number, start: Start): Promise<number> {
  const { totalBytes } = start.origin;
  let doneBytes = start.fromByte;
  job.progress(doneBytes, totalBytes);
  for await (const chunk of answer.body) {
    if (doneBytes + chunk.length > (totalBytes ?? Infinity)) {
      job.files.discard();
      throw bad(job.url, `expected ${totalBytes} bytes, the host sends more; it was removed`);
    }
    for (let written = 0; written < chunk.length; ) {
      written += writeSync(part, chunk, written, chunk.length - written, doneBytes + written);
    }
    doneBytes += chunk.length;
    job.furthestBytes = Math.max(job.furthestBytes, doneBytes);
    job.progress(doneBytes, totalBytes);
  }
  return doneBytes;
}

/** Compares the part with its checksums; removes it when they differ. */
async function check(job: Job, isLengthKnown: boolean): Promise<void> {
  const { url, files, idleMilliseconds } = job;
  const published = () => publishedChecksums(url, idleMilliseconds);
  const checksums = job.checksums.length > 0 ? job.checksums : await retry(job, published);
  if (checksums.length === 0 && !isLengthKnown) {
    files.discard();
    const expected = 'expected it or a checksum, as a cut would go unnoticed';
    throw bad(url, `the host does not send the length: ${expected}`);
  }
  const wrong = await mismatch(files.part, checksums);
  if (!wrong) return;
  files.discard();
  const { algorithm, actual, source, hex } = wrong;
  throw bad(url, `its ${algorithm} is ${actual}, but ${source} says ${hex}; it was removed`);
}

/** Removes everything except a part that can be continued, and names that part in the error. */
function afterFailure({ files }: Job, error: unknown): unknown {
  let kept: Start | undefined;
  try {
    kept = isDiskFull(error) ? undefined : files.started();
    if (!kept) files.discard();
  } catch {
    // The first error is the one to report.
  }
  if (!(error instanceof KtimaError)) return storageProblem(files, error);
  if (!kept || !mayPass(error)) return error;
  const { code, message, cause } = error;
  const problem = `${message}; the part is kept, and the next run continues from there`;
  return new KtimaError(code, problem, { cause });
}

function bad(url: URL, problem: string): KtimaError {
  return new KtimaError('BAD_DATA', `${shown(url)}: ${problem}`);
}
