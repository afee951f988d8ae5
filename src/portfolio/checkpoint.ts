import { constants, readFile, rm } from 'node:fs/promises';
import { KtimaError } from '../errors.ts';
import { freshName, replaceFile } from '../files/write-file.ts';
import type { Tally } from './tally.ts';

/** What an output rests on; a run is resumed only when all of it is as it was. */
export interface Basis {
  /** Checksum of the input. */
  readonly input: string;
  readonly options: string;
  /** The sources loaded. */
  readonly data: string;
}

/** How far a run has come: so much of the output is whole. */
export interface Checkpoint {
  readonly basis: Basis;
  /** The day of the run in Athens: a run that goes on later goes on with this day. */
  readonly today: string;
  /** Size of the output, in bytes. */
  readonly bytes: number;
  readonly tally: Tally;
  readonly complete: boolean;
}

const what: Readonly<Record<keyof Basis, string>> = {
  input: 'the input is not the same',
  options: 'the options are not the same',
  data: 'other data have been loaded since',
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
  return new KtimaError('BAD_DATA', `${path}: expected a checkpoint; --force begins anew`);
}

/** Writes a checkpoint so that a process killed on the way leaves the one before. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  await replaceFile(path, JSON.stringify(checkpoint));
}

/** Removes a checkpoint, and what a killed process may have left of one. */
export async function removeCheckpoint(path: string): Promise<void> {
  await rm(freshName(path), { force: true });
  await rm(path, { force: true });
}

/** Refuses to go on where the rows to come would not be as those before. */
export function refuseOtherBasis(output: string, before: Basis, now: Basis): void {
  const changed = (Object.keys(what) as (keyof Basis)[]).find(part => before[part] !== now[part]);
  if (!changed) return;
  const message = `${output}: cannot be resumed, ${what[changed]}; --force begins anew`;
  throw new KtimaError('USAGE', message);
}
