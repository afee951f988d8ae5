import type { Unreadable } from '#tools/files/bytes.ts';
import { badFile, damageIn } from '#tools/files/bytes.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';

/** A geometry in the shape of GeoJSON, in the file's own coordinates and not yet checked. */
export interface RawGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** A feature of a file: its columns and, if the format has one, its geometry. */
export interface Feature {
  /** Its number in the file, counted from 1 in the reader's `unit`. */
  readonly number: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: RawGeometry | null;
}

/**
 * Reads a file of features as a stream, with constant memory. Readers handle formats, datasets handle
 * meanings. Damage that makes the rest of the file unreadable throws BAD_DATA with its location.
 */
export interface FeatureReader {
  /** What `number` counts: a line, a row, a feature, a record. */
  readonly unit: string;
  /** EPSG number of the coordinates; undefined when the file names none or an unknown system. */
  readonly epsg: number | undefined;
  /** The file's name for the coordinate system; undefined when it names none. */
  readonly crsName?: string | undefined;
  /** How the file contradicts the system that it names; `epsg` is undefined then. */
  readonly crsProblem?: string | undefined;
  /** Without a named system: whether coordinates that can be degrees are read as WGS84. */
  readonly assumesDegrees?: boolean;
  /**
   * The decimal sign of numbers in text; undefined when the format does not define it. It may be known
   * only after the first feature was read.
   */
  decimalSign?(): DecimalSign | undefined;
  /** The guessed encoding, known after text that is not UTF-8 was read; undefined for UTF-8. */
  guessedEncoding?(): string | undefined;
  /** Notes for the operator, complete after the whole file was read. */
  notes?(): readonly string[];
  /** Size of the file and bytes read so far, for the progress bar. */
  readonly totalBytes: number;
  bytesRead(): number;
  /** May be called once. Ending the iteration early frees the file. */
  features(): AsyncGenerator<Feature | Unreadable>;
}

/** Reads a feature. A RangeError makes it `Unreadable`, with the error as its problem. */
export function featureOrUnreadable(
  number: number,
  read: () => Omit<Feature, 'number'>,
): Feature | Unreadable {
  try {
    return { number, ...read() };
  } catch (error) {
    if (error instanceof RangeError) return { number, problem: damageIn(error) };
    throw error;
  }
}

const mostShown = 20;

/** The layer to read: the one named with `--layer` or, without a name, the only one. */
export function chooseLayer(
  path: string,
  layers: readonly string[],
  wanted: string | undefined,
): string {
  const [only, ...more] = layers;
  if (only === undefined) throw badFile(path, 'expected a layer of features, it holds none');
  if (wanted === undefined && more.length === 0) return only;
  if (wanted !== undefined && layers.includes(wanted)) return wanted;
  const shown = layers.slice(0, mostShown).map(name => name.slice(0, 60));
  const names = `${shown.join(', ')}${layers.length > mostShown ? ' and more' : ''}`;
  throw badFile(
    path,
    wanted === undefined
      ? `holds ${layers.length} layers, name one with --layer: ${names}`
      : `--layer ${wanted}: there is no such layer, only ${names}`,
  );
}

/** An integer as a number, or as its digits if a JavaScript number is not exact. */
export function exactNumber(value: bigint): number | string {
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
