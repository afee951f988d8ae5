import { type FileHandle, rename, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { KtimaError } from '../errors.ts';
import { createFile, freshName, isPlainFile, reopenFile } from '../files/write-file.ts';
import {
  type Basis,
  type Checkpoint,
  readCheckpoint,
  refuseOtherBasis,
  removeCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import { addTally, newTally, type Tally } from './tally.ts';

/** Where the enriched rows go. */
export interface Output {
  /** What earlier runs have done. */
  readonly tally: Tally;
  readonly today: string;
  /** Whether everything was written already, and nothing is left to do. */
  readonly isComplete: boolean;
  /** Adds text, and the tally of the rows that it ends. */
  write(text: string, tally?: Tally): Promise<void>;
  /** Gives the output its name: it is whole. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** How a file is written, and what to do with what is there already. */
export interface OutputOptions {
  readonly resume: boolean;
  readonly force: boolean;
  /** Each text that is written is a member of its own, so that a run can go on behind any. */
  readonly gzip: boolean;
}

const checkpointEveryMs = 1_000;

/** Writes text on standard output. */
export type WriteStandardOutput = (text: string) => Promise<void>;

/** Standard output: nothing is kept, nothing can be resumed. */
export function standardOutput(today: string, write: WriteStandardOutput): Output {
  const tally = newTally();
  return {
    tally,
    today,
    isComplete: false,
    async write(text, later) {
      await write(text).catch(cause => {
        const message = `standard output: could not be written (${cause.code})`;
        throw new KtimaError('UNAVAILABLE', message, { cause });
      });
      if (later) addTally(tally, later);
    },
    finish: async () => {},
    close: async () => {},
  };
}

/**
 * A file. It is written beside its place as `….part`, with a checkpoint `….resume`, and gets its
 * name when it is whole.
 */
export async function openOutput(
  path: string,
  basis: Basis,
  today: string,
  { resume, force, gzip }: OutputOptions,
): Promise<Output> {
  const files = { ...outputFiles(path), gzip };
  const isThere = await isPlainFile(path);
  const before = resume ? await readCheckpoint(files.checkpoint) : undefined;
  if (before) {
    refuseOtherBasis(path, before.basis, basis);
    return resumed(files, before);
  }
  if (!force && isThere) throw isThereAlready(path);
  // With --resume but no checkpoint, the run before was stopped before it had written a row.
  if (!force && !resume && (await isPlainFile(files.part))) {
    throw new KtimaError(
      'USAGE',
      `${path}: a run before this one was interrupted; --resume goes on, --force begins anew`,
    );
  }
  await removeCheckpoint(files.checkpoint);
  await rm(files.part, { force: true });
  const handle = await createFile(files.part);
  const nothing = { basis, today, bytes: 0, tally: newTally(), complete: false };
  return sink(files, handle, nothing, force);
}

interface Files {
  readonly path: string;
  readonly part: string;
  readonly checkpoint: string;
  readonly gzip: boolean;
}

function outputFiles(path: string): Omit<Files, 'gzip'> {
  return { path, part: `${path}.part`, checkpoint: `${path}.resume` };
}

/** Every name that is written to on the way to an output. */
export function namesWritten(path: string): string[] {
  const { part, checkpoint } = outputFiles(path);
  return [path, part, checkpoint, freshName(checkpoint)];
}

async function resumed(files: Files, before: Checkpoint): Promise<Output> {
  if (before.complete && !(await isPlainFile(files.part)))
    return sink(files, undefined, before, false);
  const handle = await reopenFile(files.part);
  const { size } = await handle.stat();
  if (size < before.bytes) {
    await handle.close();
    const message = `${files.part}: is shorter than when it was left; --force begins anew`;
    throw new KtimaError('BAD_DATA', message);
  }
  // What came after the last checkpoint is written again.
  await handle.truncate(before.bytes);
  return sink(files, handle, before, false);
}

function sink(
  files: Files,
  handle: FileHandle | undefined,
  before: Checkpoint,
  mayReplace: boolean,
): Output {
  const { tally, today } = before;
  let { bytes } = before;
  let savedAt = performance.now();
  const save = async (complete: boolean) => {
    await handle?.datasync();
    await writeCheckpoint(files.checkpoint, { ...before, bytes, tally, complete });
    savedAt = performance.now();
  };
  return {
    tally,
    today,
    isComplete: before.complete,
    write: (text, later) =>
      orNotWritten(files.path, async () => {
        const chunk = files.gzip && text !== '' ? gzipSync(text) : Buffer.from(text);
        for (let at = 0; at < chunk.length; ) {
          at += (await handle!.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten;
        }
        bytes += chunk.length;
        if (later) addTally(tally, later);
        if (later && performance.now() - savedAt > checkpointEveryMs) await save(false);
      }),
    async finish() {
      // It may have come meanwhile.
      if (handle && !mayReplace && (await isPlainFile(files.path)))
        throw isThereAlready(files.path);
      await orNotWritten(files.path, async () => {
        if (handle) {
          await save(true);
          await rename(files.part, files.path);
        }
        await removeCheckpoint(files.checkpoint);
      });
    },
    close: async () => handle?.close(),
  };
}

function isThereAlready(path: string): KtimaError {
  return new KtimaError('USAGE', `${path}: is there already; --force replaces it`);
}

async function orNotWritten(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const isForeseen = error instanceof KtimaError;
    if (isForeseen && !error.cause) throw error;
    const cause = isForeseen ? error.cause : error;
    const { code } = cause as NodeJS.ErrnoException;
    const message = `${path}: could not be written (${code}); --resume goes on where it stopped`;
    throw new KtimaError('UNAVAILABLE', message, { cause });
  }
}
