import type { FeatureReader } from '../reader.ts';

/** What was found in a file before it is converted. */
export interface Checked {
  /** Notes for the operator. */
  readonly notes?: readonly string[];
  /** Changes how the converted file is read; `folder` has what GDAL wrote. */
  read?(reader: FeatureReader, folder: string): Promise<FeatureReader>;
}

/** A format that GDAL converts, with the name of its driver. */
export interface Convertible {
  readonly name: string;
  readonly driver: string;
  readonly endings: RegExp;
  /** Whether it is a drawing, in which a closed line is an area. */
  readonly isDrawing?: true;
  /** The extensions of companion files, which have the same name. */
  readonly beside?: RegExp;
  /** More options of ogr2ogr. */
  readonly options?: readonly string[];
  /** Puts a file into the folder, where a link to it will not do. */
  copy?(path: string, to: string): Promise<void>;
  /** For files of any name, also gzipped: whether one starts so; unpacked and decoded as latin1. */
  begins?(start: string): boolean;
  /** Throws for damage that GDAL does not notice. */
  check?(path: string): Promise<Checked>;
}
