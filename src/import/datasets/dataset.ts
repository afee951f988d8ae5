import type { DecimalSign } from '../../notation/numbers.ts';
import type { Layer, LayerRows } from '../../store/store.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';

/** What the operator may say about a file that does not tell itself. */
export interface DatasetOptions {
  /** Which layer is meant, of a file with several. */
  readonly layer?: string | undefined;
  /** EPSG number of the coordinates. */
  readonly srid?: number | undefined;
  /** Whether `srid` counts even where the file says otherwise. */
  readonly forceSrid?: boolean | undefined;
  /** The columns that hold KAEK and area, when they have unusual names. */
  readonly kaekColumn?: string | undefined;
  readonly areaColumn?: string | undefined;
  /** The decimal sign of every number in a text, whatever the file's habit seems to be. */
  readonly decimals?: DecimalSign | undefined;
}

/** Turns features into rows of a layer; throws `Refused` for one that is none. */
export type ToRow<L extends Layer> = (feature: Feature) => LayerRows[L];

/** Notes something worth a look about the feature that is being read, counted by reason. */
export type Note = (reason: string, detail: string) => void;

/** What the features of a file mean for a layer. */
export interface Dataset<L extends Layer> {
  readonly layer: L;
  /** The columns that are understood; others are reported as ignored. */
  readonly columns: readonly string[] | undefined;
  open(reader: FeatureReader, options: DatasetOptions, note?: Note): ToRow<L>;
}
