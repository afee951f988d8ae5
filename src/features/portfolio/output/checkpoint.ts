import { constants, readFile, rm } from 'node:fs/promises';
import { KtimaError } from '#tools/errors.ts';
import { replaceFile, temporaryName } from '#tools/files/write-file.ts';
import type { ZipState } from '#tools/files/zip/zip-writer.ts';
import type { Tally } from '../summary/tally.ts';

/** What the output depends on. A run is resumed only when none of it has changed. */
export interface Basis {
  /** A fingerprint of the program. */
  readonly program: string;
  /** Checksum of the input. */
  readonly input: string;
  /** The options of the run, as JSON. */
  readonly options: string;
  /** The loaded sources, as JSON. */
  readonly data: string;
}

/** The progress of a run: how much of the output is complete. */
export interface Checkpoint {
  readonly basis: Basis;
  /** The date in Athens when the run started. A resumed run keeps this date. */
  readonly today: string;
  /** Size of the output, in bytes. */
  readonly bytes: number;
  readonly tally: Tally;
  /** The state of a workbook's archive. */
  readonly packed?: ZipState | undefined;
  /** Size of the file of amounts, in bytes. */
  readonly amounts: number;
  readonly complete: boolean;
}

/**
 * The program first, because another version may write the rest in another way. The data before the
 * options, because columns depend on what is loaded.
 */
const changeTexts: Readonly<Record<keyof Basis, string>> = {
  program: 'another version of the program has begun it',
  input: 'the input is not the same',
  data: 'other data have been loaded since',
  options: 'the options are not the same',
};

/** Reads a checkpoint; undefined when there is none. */
export async function readCheckpoint(path: string): Promise<Checkpoint | undefined> {
  const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
  const text = await readFile(path, { encoding: 'utf8', flag }).catch(error => {
    if (error.code === 'ENOENT') return undefined;
    throw noCheckpoint(path);
  });
  if (text === undefined) return undefined;
  try {
    const checkpoint: Partial<Checkpoint> = JSON.parse(text);
    if (checkpoint.basis && Number.isSafeInteger(checkpoint.bytes)) return checkpoint as Checkpoint;
  } catch {}
  throw noCheckpoint(path);
}

function noCheckpoint(path: string): KtimaError {
  return new KtimaError('BAD_DATA', `${path}: expected a checkpoint; --force starts over`);
}

/** Writes a checkpoint. If the process is killed meanwhile, the previous checkpoint stays. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  await replaceFile(path, JSON.stringify(checkpoint));
}

/** Removes a checkpoint and the temporary file that a killed process may have left. */
export async function removeCheckpoint(path: string): Promise<void> {
  await rm(temporaryName(path), { force: true });
  await rm(path, { force: true });
}

/** Throws if the program, the input, the options or the data have changed since the checkpoint. */
export function refuseOtherBasis(output: string, before: Basis, now: Basis): void {
  const parts = Object.keys(changeTexts) as (keyof Basis)[];
  const changed = parts.find(part => before[part] !== now[part]);
  if (!changed) return;
  const message = `${output}: cannot be resumed, ${changeTexts[changed]}; --force starts over`;
  throw new KtimaError('USAGE', message);
}
