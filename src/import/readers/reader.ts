import type { Unreadable } from '../../files/unreadable.ts';
import type { DecimalSign } from '../../notation/numbers.ts';

/** A geometry in the shape of GeoJSON, in the file's own coordinates and not yet checked. */
export interface RawGeometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** One thing in a file: its columns and, where the format has one, its geometry. */
export interface Feature {
  /** Where it stands, counting from 1 in the reader's `unit`. */
  readonly number: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly geometry: RawGeometry | null;
}

/**
 * A file of features, read as a stream with constant memory. Readers know formats and nothing of
 * meanings. What makes the rest of the file unreadable is thrown as BAD_DATA and names the place.
 */
export interface FeatureReader {
  /** What `number` counts: a line, a row, a feature, a record. */
  readonly unit: string;
  /** EPSG number of the coordinates; undefined when the file does not tell one we understand. */
  readonly epsg: number | undefined;
  /** The coordinate system in the file's own words; undefined when the file says nothing of it. */
  readonly crsName?: string | undefined;
  /** Whether coordinates of which it says nothing are degrees on WGS84, if they can be. */
  readonly assumesDegrees?: boolean;
  /**
   * The decimal sign that goes with numbers in its texts; undefined when the format does not tell.
   * It may be known only once the first feature is.
   */
  decimalSign?(): DecimalSign | undefined;
  /** The encoding that was guessed, once a text has been read that shows it; none for UTF-8. */
  guessedEncoding?(): string | undefined;
  /** What the file says of itself that the operator should know, once all of it has been read. */
  notes?(): readonly string[];
  /** Size of the file in bytes and how far reading has come, for the progress bar. */
  readonly totalBytes: number;
  bytesRead(): number;
  /** May be called once. Ending the iteration early frees the file. */
  features(): AsyncGenerator<Feature | Unreadable>;
}
