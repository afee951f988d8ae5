import { type FileHandle, rename, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { KtimaError } from '#tools/errors.ts';
import { textEncoding } from '#tools/files/text-encoder.ts';
import { checkOutput, createFile, temporaryName } from '#tools/files/write-file.ts';
import { packSheet } from '#tools/xlsx/write-workbook.ts';
import type { CsvStyle, Format } from './output-formats.ts';

/** The destination of enriched rows. */
export interface Output {
  write(text: string): Promise<void>;
  /** Gives the complete output its name. */
  finish(): Promise<void>;
  /** Removes an output that is not complete. */
  close(): Promise<void>;
}

/** How the text of an output becomes bytes. */
export interface Packing {
  readonly format: Format;
  readonly gzip: boolean;
  readonly encoding: CsvStyle['encoding'];
}

/** Packs one text after the other. */
function packerOf({ format, gzip, encoding }: Packing) {
  if (format === 'xlsx') return packSheet('Ktima');
  const { encode } = textEncoding(format === 'csv' ? encoding : 'utf-8');
  const pack = (text: string) => (gzip && text !== '' ? gzipSync(encode(text)) : encode(text));
  return { pack, end: () => Buffer.alloc(0) };
}

/** Writes text to standard output. */
export type WriteStandardOutput = (text: string) => Promise<void>;

/** Opens an output file, which is not the input. It has another name until it is complete. */
export async function openOutput(
  input: string,
  path: string,
  packing: Packing,
  force: boolean,
): Promise<Output> {
  await checkOutput(path, [input], force);
  const part = temporaryName(path);
  // Of a run that was killed.
  await rm(part, { force: true });
  const handle = await createFile(part);
  const packer = packerOf(packing);
  const append = (chunk: Buffer) => withWriteError(path, () => handle.appendFile(chunk));
  return {
    write: text => append(packer.pack(text)),
    async finish() {
      await append(packer.end());
      await withWriteError(path, () => handle.datasync());
      // Another process may have created the file meanwhile.
      await checkOutput(path, [], force);
      await withWriteError(path, () => rename(part, path));
    },
    close: () => closeAndRemove(handle, part),
  };
}

async function closeAndRemove(handle: FileHandle, part: string): Promise<void> {
  await handle.close();
  await rm(part, { force: true });
}

async function withWriteError<T>(path: string, write: () => Promise<T>): Promise<T> {
  return write().catch(cause => {
    const { code } = cause as NodeJS.ErrnoException;
    throw new KtimaError('UNAVAILABLE', `${path}: could not be written (${code})`, { cause });
  });
}

/** Where the rows are listed that a location file lacks. */
export function leftOutName(path: string): string {
  return path.replace(/(\.[^./\\]*)?$/, '.left-out.csv');
}
