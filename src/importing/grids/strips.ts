import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { side } from '#domain/grids/square.ts';
import { badFile } from '#tools/files/bytes.ts';
import { runGdal } from '../readers/gdal/run-gdal.ts';
import { bytesPerValue, cannotRead, checkRoom, type GridFile, gridLimits } from './grid-file.ts';

/** The room that the strips of all files of an import take at a time, in bytes. */
const roomOfStrips = 4 * 1024 ** 3;

/** Reads the values of a file, of which a strip at a time is unpacked. */
export interface StripReader {
  readonly file: GridFile;
  /** The values of some columns of rows, of which there are as many as in a square at most. */
  read(top: number, rows: number, left: number, columns: number): readonly Float64Array[];
  /** Unpacks the strip with these rows, unless it is. */
  open(top: number): Promise<void>;
  close(): void;
}

/** Opens readers of files. Throws if the disk has no room for their strips. */
export function openStrips(files: readonly GridFile[]): StripReader[] {
  const share = roomOfStrips / files.length;
  const rowsOf = ({ width }: GridFile) =>
    side * Math.max(1, Math.floor(share / (width * bytesPerValue * side)));
  const bytes = files.map(file => file.width * Math.min(file.height, rowsOf(file)) * bytesPerValue);
  const all = bytes.reduce((a, b) => a + b, 0);
  checkRoom(files[0]!.path, files[0]!.folder, all);
  return files.map((file, i) => openStrip(file, rowsOf(file), `strip-${i}.img`));
}

function openStrip(file: GridFile, mostRows: number, name: string): StripReader {
  const { width, height, folder } = file;
  let handle: number | undefined;
  let [first, end] = [0, 0];
  const close = () => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
  };
  return {
    file,
    close,
    async open(top) {
      if (handle !== undefined && top < end) return;
      close();
      [first, end] = [top, Math.min(height, top + mostRows)];
      await cutStrip(file, first, end - first, name);
      handle = openSync(join(folder, name), 'r');
      if (fstatSync(handle).size === (end - first) * width * bytesPerValue) return;
      throw badFile(file.path, 'could not be read: GDAL wrote another number of values');
    },
    read(top, rows, left, columns) {
      return Array.from({ length: rows }, (_, row) => {
        const values = new Float64Array(columns);
        const at = (top - first + row) * width + left;
        readSync(handle!, values, 0, values.byteLength, at * bytesPerValue);
        return values;
      });
    },
  };
}

/** Writes rows of a file as bare numbers. */
async function cutStrip(file: GridFile, top: number, rows: number, name: string): Promise<void> {
  const { path, folder, input, driver, width } = file;
  const window = ['-srcwin', '0', String(top), String(width), String(rows)];
  const args = ['-q', '-if', driver, '-of', 'ENVI', '-ot', 'Float64', ...window, input, name];
  const limits = { ...gridLimits, outputBytes: rows * width * bytesPerValue + 2 ** 20 };
  const drivers = [driver, 'ENVI'];
  const ended = await runGdal({ name: 'gdal_translate', args, folder, limits, drivers });
  const problem = ended ? ended.problem : 'gdal_translate is not installed';
  if (problem !== undefined) throw badFile(path, cannotRead(input, problem).message);
}
