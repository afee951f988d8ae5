import type { PlaceType } from '#domain/property/place-types.ts';
import type { Layer, LayerRows } from '#storage/store/store.ts';
import type { Encoding } from '#tools/files/chunk-decoder.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import type { OtherNames } from './column-fields.ts';

/** The place types given with --type. */
export interface GivenTypes {
  /** The type of all places that `ofValue` does not cover. */
  readonly all?: PlaceType | undefined;
  /** The type for a value of the column place_type, by its `plainName`. */
  readonly ofValue: ReadonlyMap<string, PlaceType>;
}

/** Options for what a file does not contain itself. */
export interface DatasetOptions {
  /** The layer to read of a file with several. */
  readonly layer?: string | undefined;
  /** The encoding of the texts, if the file's own statement or the guess is wrong. */
  readonly encoding?: Encoding | undefined;
  /** EPSG number of the coordinates. */
  readonly srid?: number | undefined;
  /** Whether `srid` overrides the coordinate system that the file names. */
  readonly forceSrid?: boolean | undefined;
  /** The columns of KAEK and area, when they have unusual names; false to read no area. */
  readonly kaekColumn?: string | undefined;
  readonly areaColumn?: string | false | undefined;
  /** Columns with unusual names, as `field=column`; undefined where the command has no --map. */
  readonly map?: readonly string[] | undefined;
  /** Values of fields for all rows, instead of those of the file. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** The source, for a field `source` that the file does not have. */
  readonly source?: string | undefined;
  /** The types of places, where the file has none or other words for them. */
  readonly type?: GivenTypes | undefined;
  /** Whether positions outside Greece are accepted, by datasets that check them themselves. */
  readonly anywhere?: boolean | undefined;
  /** The decimal sign of all numbers in text; undefined to detect it in each column. */
  readonly decimals?: DecimalSign | undefined;
}

/**
 * Converts a feature to a row of a layer; undefined for an unfilled line of costs. Throws `Refused` if
 * that is not possible, or `Repeated`.
 */
type ToRow<L extends Layer> = (
  feature: Feature,
) =>
  | LayerRows[L]
  | (L extends 'costs' ? undefined : never)
  | (L extends 'comparables' ? Promise<LayerRows[L]> : never);

/** Adds a note on the current feature, counted by reason. */
export type Note = (reason: string, detail: string) => void;

/** Converts the features of a file to rows of a layer. */
export interface Dataset<L extends Layer> {
  readonly layer: L;
  /** The columns that are read; others are reported as ignored. Undefined: do not report. */
  readonly columns: readonly string[] | undefined;
  /** Other names of its columns, besides those that all layers share. */
  readonly otherNames?: OtherNames;
  /** The fields that `--fields` maps to columns; undefined where `--map` maps those of `columns`. */
  readonly mapped?: readonly string[];
  /** Whether files of one import may have different columns: each mapped one is in some file. */
  readonly hasSeveralTables?: true;
  open(reader: FeatureReader, options: DatasetOptions, note?: Note): ToRow<L>;
  /** Called after the last row; throws if the rows together cannot be meant so. */
  readonly check?: (note: Note) => void;
  /** The licences of what the dataset adds to the files. */
  readonly licences?: readonly string[];
}

/** The option that maps columns. */
export function mapOption({ mapped }: Pick<Dataset<Layer>, 'mapped'>): string {
  return mapped ? '--fields' : '--map';
}

/** Thrown for a row that is the same as an earlier one. */
export class Repeated extends Error {}

/** Thrown to refuse a row: the field, what was expected and what was found. */
export class Refused extends Error {
  readonly field: string;
  /** The message without the value found, so that similar rows are counted together. */
  readonly reason: string;

  constructor(field: string, expected: string, got?: unknown) {
    const reason = `${field}: expected ${expected}`;
    super(got === undefined ? reason : `${reason}, got ${shown(got)}`);
    this.name = 'Refused';
    this.field = field;
    this.reason = reason;
  }
}

/** The expectation for a position that lies in Greece if its coordinates are swapped. */
export const expectedUnswapped = 'a place in Greece; the two coordinates are swapped';

function shown(value: unknown): string {
  const text = asText(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function asText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return 'something nested too deep to show';
  }
}
