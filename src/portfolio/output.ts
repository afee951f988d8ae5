import { access, type FileHandle, open, rename } from 'node:fs/promises';
import { KtimaError } from '../errors.ts';
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

/** What to do with what is there already. */
export interface OutputOptions {
  readonly resume: boolean;
  readonly force: boolean;
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
  { resume, force }: OutputOptions,
): Promise<Output> {
  const files = { path, part: `${path}.part`, checkpoint: `${path}.resume` };
  const before = resume ? await readCheckpoint(files.checkpoint) : undefined;
  if (before) {
    refuseOtherBasis(path, before.basis, basis);
    return resumed(files, before);
  }
  if (!force && (await exists(path))) {
    throw new KtimaError('USAGE', `${path}: is there already; --force replaces it`);
  }
  // With --resume but no checkpoint, the run before was stopped before it had written a row.
  if (!force && !resume && (await exists(files.part))) {
    throw new KtimaError(
      'USAGE',
      `${path}: a run before this one was interrupted; --resume goes on, --force begins anew`,
    );
  }
  await removeCheckpoint(files.checkpoint);
  const handle = await opened(path, () => open(files.part, 'w'));
  return sink(files, handle, { basis, today, bytes: 0, tally: newTally(), complete: false });
}

interface Files {
  readonly path: string;
  readonly part: string;
  readonly checkpoint: string;
}

async function resumed(files: Files, before: Checkpoint): Promise<Output> {
  if (before.complete && !(await exists(files.part))) return sink(files, undefined, before);
  const handle = await opened(files.path, () => open(files.part, 'r+'));
  const { size } = await handle.stat();
  if (size < before.bytes) {
    await handle.close();
    const message = `${files.part}: is shorter than when it was left; --force begins anew`;
    throw new KtimaError('BAD_DATA', message);
  }
  // What came after the last checkpoint is written again.
  await handle.truncate(before.bytes);
  return sink(files, handle, before);
}

function sink(files: Files, handle: FileHandle | undefined, before: Checkpoint): Output {
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
        const chunk = Buffer.from(text);
        for (let at = 0; at < chunk.length; ) {
          at += (await handle!.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten;
        }
        bytes += chunk.length;
        if (later) addTally(tally, later);
        if (later && performance.now() - savedAt > checkpointEveryMs) await save(false);
      }),
    finish: () =>
      orNotWritten(files.path, async () => {
        if (handle) {
          await save(true);
          await rename(files.part, files.path);
        }
        await removeCheckpoint(files.checkpoint);
      }),
    close: async () => handle?.close(),
  };
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function opened(path: string, open: () => Promise<FileHandle>): Promise<FileHandle> {
  try {
    return await open();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new KtimaError('USAGE', `${path}: cannot be written (${code})`, { cause });
  }
}

async function orNotWritten(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = `${path}: could not be written (${code}); --resume goes on where it stopped`;
    throw new KtimaError('UNAVAILABLE', message, { cause });
  }
}
