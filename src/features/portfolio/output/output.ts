import { type FileHandle, rename, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { KtimaError } from '#tools/errors.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { createFile, isPlainFile, reopenFile, temporaryName } from '#tools/files/write-file.ts';
import type { ZipState } from '#tools/files/zip/zip-writer.ts';
import { packSheet } from '#tools/xlsx/write-workbook.ts';
import { type AmountFile, openAmounts, type RowAmount } from '../summary/amounts.ts';
import { addTally, newTally, type Tally } from '../summary/tally.ts';
import {
  type Basis,
  type Checkpoint,
  readCheckpoint,
  refuseOtherBasis,
  removeCheckpoint,
  writeCheckpoint,
} from './checkpoint.ts';
import type { CsvStyle, Format } from './output-formats.ts';

/** The destination of enriched rows. */
export interface Output {
  /** The counts of all rows written, including those of interrupted runs. */
  readonly tally: Tally;
  readonly today: string;
  /** Whether an earlier run has written every row already. */
  readonly isComplete: boolean;
  /** The amounts of all rows written. */
  readonly amounts: AmountFile;
  /** Appends text, and adds the tally and the amounts of its rows. */
  write(text: string, tally?: Tally, amounts?: readonly RowAmount[]): Promise<void>;
  /** Renames the complete output to its final name. */
  finish(): Promise<void>;
  /** Removes the checkpoint: nothing is left to do, also not the summary. */
  forget(): Promise<void>;
  close(): Promise<void>;
}

/** What happens to an existing output. */
export interface OutputOptions {
  readonly resume: boolean;
  readonly force: boolean;
}

/** How the text of an output becomes bytes. */
export interface Packing {
  readonly format: Format;
  readonly gzip: boolean;
  readonly encoding: CsvStyle['encoding'];
}

/** Packs one text after the other. A text is packed on its own, so that a run can resume after any. */
interface Packer {
  pack(text: string): Buffer;
  end(): Buffer;
  /** What a resumed run needs besides the bytes. */
  readonly state?: ZipState;
}

function packerOf({ format, gzip, encoding }: Packing, state: ZipState | undefined): Packer {
  if (format === 'xlsx') return packSheet('Ktima', state);
  const { encode } = textEncoding(format === 'csv' ? encoding : 'utf-8');
  const pack = (text: string) => (gzip && text !== '' ? gzipSync(encode(text)) : encode(text));
  return { pack, end: () => Buffer.alloc(0) };
}

const checkpointEveryMs = 1_000;

/** Writes text to standard output. */
export type WriteStandardOutput = (text: string) => Promise<void>;

/** Writes to standard output, without checkpoint: such a run cannot be resumed. */
export async function standardOutput(today: string, write: WriteStandardOutput): Promise<Output> {
  const tally = newTally();
  const amounts = await openAmounts(undefined, 0);
  return {
    tally,
    today,
    amounts,
    isComplete: false,
    async write(text, later, more) {
      await write(text);
      if (later) addTally(tally, later);
      if (more) await amounts.add(more);
    },
    finish: async () => {},
    forget: async () => {},
    close: async () => {},
  };
}

/**
 * Opens an output file. It is written as `….part` with a checkpoint `….resume`, and renamed when it
 * is complete.
 */
export async function openOutput(
  path: string,
  basis: Basis,
  today: string,
  packing: Packing,
  { resume, force }: OutputOptions,
): Promise<Output> {
  const files = { ...outputFiles(path), packing };
  const isThere = await isPlainFile(path);
  const before = resume ? await readCheckpoint(files.checkpoint) : undefined;
  if (before) {
    refuseOtherBasis(path, before.basis, basis);
    return resumed(files, before);
  }
  if (!force && isThere) {
    const isUnfinished = !resume && (await isPlainFile(files.checkpoint));
    throw isUnfinished ? wasInterrupted(path) : isThereAlready(path);
  }
  // --resume without a checkpoint: the earlier run stopped before it had written a row.
  if (!force && !resume && (await isPlainFile(files.part))) throw wasInterrupted(path);
  await removeCheckpoint(files.checkpoint);
  await rm(files.part, { force: true });
  const handle = await createFile(files.part);
  const start = { basis, today, bytes: 0, tally: newTally(), amounts: 0, complete: false };
  return outputFrom(files, handle, start, force);
}

interface Files {
  readonly path: string;
  readonly part: string;
  readonly checkpoint: string;
  readonly amounts: string;
  readonly packing: Packing;
}

function outputFiles(path: string): Omit<Files, 'packing'> {
  return { path, part: `${path}.part`, checkpoint: `${path}.resume`, amounts: `${path}.amounts` };
}

/** Where the rows are listed that a location file lacks. */
export function leftOutName(path: string): string {
  return path.replace(/(\.[^./\\]*)?$/, '.left-out.csv');
}

/** Every file name that is written while an output is made. */
export function namesWritten(path: string): string[] {
  const { part, checkpoint, amounts } = outputFiles(path);
  return [path, part, checkpoint, temporaryName(checkpoint), amounts];
}

async function resumed(files: Files, before: Checkpoint): Promise<Output> {
  if (before.complete && !(await isPlainFile(files.part)))
    return outputFrom(files, undefined, before, false);
  const handle = await reopenFile(files.part);
  const { size } = await handle.stat();
  if (size < before.bytes) {
    await handle.close();
    const message = `${files.part}: is shorter than at the last checkpoint; --force starts over`;
    throw new KtimaError('BAD_DATA', message);
  }
  // Everything after the last checkpoint is written again.
  await handle.truncate(before.bytes);
  return outputFrom(files, handle, before, false);
}

async function outputFrom(
  files: Files,
  handle: FileHandle | undefined,
  before: Checkpoint,
  mayReplace: boolean,
): Promise<Output> {
  const { tally, today } = before;
  const amounts = await openAmounts(files.amounts, before.amounts);
  const packer = packerOf(files.packing, before.packed);
  let { bytes } = before;
  let savedAt = performance.now();
  const save = async (complete: boolean) => {
    await handle?.datasync();
    await amounts.sync();
    await writeCheckpoint(files.checkpoint, {
      ...before,
      bytes,
      tally,
      packed: packer.state,
      amounts: amounts.bytes(),
      complete,
    });
    savedAt = performance.now();
  };
  const append = async (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      at += (await handle!.write(chunk, at, chunk.length - at, bytes + at)).bytesWritten;
    }
    bytes += chunk.length;
  };
  return {
    tally,
    today,
    amounts,
    isComplete: before.complete,
    write: (text, later, more) =>
      withWriteError(files.path, async () => {
        await append(packer.pack(text));
        if (later) addTally(tally, later);
        if (more) await amounts.add(more);
        if (later && performance.now() - savedAt > checkpointEveryMs) await save(false);
      }),
    async finish() {
      // Another process may have created the file meanwhile.
      if (handle && !mayReplace && (await isPlainFile(files.path)))
        throw isThereAlready(files.path);
      await withWriteError(files.path, async () => {
        if (!handle) return;
        // A run that was killed before the last rename has written the end already.
        if (!before.complete) await append(packer.end());
        await save(true);
        await rename(files.part, files.path);
      });
    },
    async forget() {
      await removeCheckpoint(files.checkpoint);
      await rm(files.amounts, { force: true });
    },
    async close() {
      await handle?.close();
      await amounts.close();
    },
  };
}

function isThereAlready(path: string): KtimaError {
  return new KtimaError('USAGE', `${path}: exists already; --force replaces it`);
}

function wasInterrupted(path: string): KtimaError {
  return new KtimaError(
    'USAGE',
    `${path}: an earlier run was interrupted; --resume continues it, --force starts over`,
  );
}

async function withWriteError(path: string, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    const isForeseen = error instanceof KtimaError;
    if (isForeseen && !error.cause) throw error;
    const cause = isForeseen ? error.cause : error;
    const { code } = cause as NodeJS.ErrnoException;
    const message = `${path}: could not be written (${code}); --resume continues where it stopped`;
    throw new KtimaError('UNAVAILABLE', message, { cause });
  }
}
