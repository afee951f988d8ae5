import type { FileHandle } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { KtimaError } from '../../errors.ts';
import { type Checksum, givenChecksums, mismatch, publishedChecksums } from './checksum.ts';
import {
  type DownloadFiles,
  discardPart,
  downloadFiles,
  finishedOrigin,
  finishPart,
  isDiskFull,
  needRoom,
  openPart,
  startedPart,
  storageProblem,
} from './files.ts';
import { type Answer, get, mayPass, refused, shown, unavailable } from './http.ts';
import {
  continued,
  isUnchanged,
  notedAddress,
  type Origin,
  originOf,
  renewing,
  resuming,
  type Start,
} from './origin.ts';
import { persistently, type Reach } from './retry.ts';

/** Told at every step how many bytes are there, and of how many where the host tells. */
export type DownloadProgress = (doneBytes: number, totalBytes: number | undefined) => void;

/** What the file must hash to (in hexadecimal), and how patient to be. */
export interface DownloadOptions {
  readonly sha256?: string | undefined;
  /** Default, where no sha256 is given either: what the site publishes as `URL.md5`, if it does. */
  readonly md5?: string | undefined;
  /** How long the host may keep silent; default 30,000. */
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
  readonly reach: Reach;
}

interface Received {
  readonly origin: Origin;
  /** Whether a cut would have been noticed. */
  readonly lengthTold: boolean;
}

/**
 * Downloads a file over http or https into a folder and returns its path. A download that was cut
 * goes on where it ended, in this run or a later one (`FILE.part`, `FILE.part.json`); a file that
 * is there and has not changed is not fetched again (`FILE.origin.json`). A file is finished only
 * with the size and the checksum it should have; until then an older one stays.
 */
export async function download(
  url: string,
  folder: string,
  progress: DownloadProgress = () => {},
  options: DownloadOptions = {},
): Promise<string> {
  const job = prepare(url, folder, progress, options);
  try {
    const received = await persistently(() => fetchOnce(job), job.reach, job.wait);
    if (received === 'unchanged') return job.files.whole;
    await check(job, received);
    await finishPart(job.files, received.origin);
    return job.files.whole;
  } catch (error) {
    throw await afterFailure(job, error);
  }
}

function prepare(
  address: string,
  folder: string,
  progress: DownloadProgress,
  options: DownloadOptions,
): Job {
  const url = URL.parse(address);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    const expected = 'expected an address that begins with https:// or http://';
    throw new KtimaError('USAGE', `${address}: ${expected}`);
  }
  const { idleMilliseconds = 30_000, wait = pause } = options;
  const files = downloadFiles(folder, url);
  const checksums = givenChecksums(options);
  return { url, files, checksums, progress, idleMilliseconds, wait, reach: { furthestBytes: 0 } };
}

async function fetchOnce(job: Job): Promise<Received | 'unchanged'> {
  const { url, files, idleMilliseconds } = job;
  const started = await startedPart(files, notedAddress(url));
  const finished = started ? undefined : await soundFinished(job);
  const headers = started ? resuming(started) : finished ? renewing(finished) : {};
  const answer = await get(url, headers, idleMilliseconds);
  try {
    if (finished && isUnchanged(finished, answer, url)) return 'unchanged';
    return await receive(job, answer, await startOf(job, answer, started));
  } finally {
    answer.close();
  }
}

async function soundFinished({ url, files, checksums }: Job): Promise<Origin | undefined> {
  const origin = await finishedOrigin(files, notedAddress(url));
  return origin && !(await mismatch(files.whole, checksums)) ? origin : undefined;
}

/** What the body begins with. A part that the host does not continue is given up. */
async function startOf(
  { url, files }: Job,
  answer: Answer,
  started: Start | undefined,
): Promise<Start> {
  const { status } = answer;
  if (status === 200) return { origin: originOf(url, answer), fromByte: 0 };
  const start = status === 206 && started ? continued(started, answer, url) : undefined;
  if (start) return start;
  if (status !== 206 && status !== 416) throw refused(url, answer);
  await discardPart(files);
  const told = 'the host does not go on where the download was cut';
  throw unavailable(url, told, { retryAfterSeconds: 0 });
}

async function receive(job: Job, answer: Answer, start: Start): Promise<Received> {
  const { origin, fromByte } = start;
  const { totalBytes } = origin;
  await using part = await openPart(job.files, start);
  if (totalBytes !== undefined) await needRoom(job.files.folder, totalBytes - fromByte);
  const doneBytes = await writeBody(job, answer, part, start);
  if (totalBytes !== undefined && doneBytes < totalBytes) {
    const told = `the host ended after ${doneBytes} of ${totalBytes} bytes`;
    throw unavailable(job.url, told, { retryAfterSeconds: 0 });
  }
  await part.sync();
  const chunked = answer.headers['transfer-encoding'] !== undefined;
  const lengthTold = chunked || totalBytes !== undefined;
  return { origin: { ...origin, totalBytes: doneBytes }, lengthTold };
}

async function writeBody(
  { url, files, progress, reach }: Job,
  answer: Answer,
  part: FileHandle,
  { fromByte, origin: { totalBytes } }: Start,
): Promise<number> {
  let doneBytes = fromByte;
  progress(doneBytes, totalBytes);
  for await (const chunk of answer.body) {
    if (doneBytes + chunk.length > (totalBytes ?? Infinity)) {
      await discardPart(files);
      throw bad(url, `expected ${totalBytes} bytes, the host sends more; it was removed`);
    }
    await writeAll(part, chunk, doneBytes);
    doneBytes += chunk.length;
    reach.furthestBytes = Math.max(reach.furthestBytes, doneBytes);
    progress(doneBytes, totalBytes);
  }
  return doneBytes;
}

async function writeAll(part: FileHandle, chunk: Buffer, position: number): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    const rest = chunk.length - written;
    written += (await part.write(chunk, written, rest, position + written)).bytesWritten;
  }
}

/** Holds the part against its checksums; removes it when it is not what it should be. */
async function check(job: Job, { lengthTold }: Received): Promise<void> {
  const { url, files } = job;
  const checksums = await checksumsOf(job);
  if (checksums.length === 0 && !lengthTold) {
    await discardPart(files);
    const expected = 'expected it or a checksum, as a cut would go unnoticed';
    throw bad(url, `the host does not tell the length: ${expected}`);
  }
  const wrong = await mismatch(files.part, checksums);
  if (!wrong) return;
  await discardPart(files);
  const { algorithm, hex, toldBy } = wrong.expected;
  throw bad(url, `its ${algorithm} is ${wrong.actual}, but ${toldBy} says ${hex}; it was removed`);
}

async function checksumsOf(job: Job): Promise<readonly Checksum[]> {
  const published = () => publishedChecksums(job.url, job.idleMilliseconds);
  if (job.checksums.length > 0) return job.checksums;
  return await persistently(published, job.reach, job.wait);
}

/** Leaves nothing behind but a part that may be continued, and says so. */
async function afterFailure({ url, files }: Job, error: unknown): Promise<unknown> {
  if (isDiskFull(error)) await discardPart(files).catch(() => {});
  const kept = await startedPart(files, notedAddress(url)).catch(() => undefined);
  if (!kept) await discardPart(files).catch(() => {});
  if (!(error instanceof KtimaError)) return storageProblem(files, error);
  if (!kept || !mayPass(error)) return error;
  const { code, message, cause } = error;
  return new KtimaError(
    code,
    `${message}; what came is kept, and the next run goes on from there`,
    {
      cause,
    },
  );
}

function bad(url: URL, problem: string): KtimaError {
  return new KtimaError('BAD_DATA', `${shown(url)}: ${problem}`);
}
