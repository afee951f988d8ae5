import type { ExportedFeature } from './features.ts';

/** Where an export is written. */
export interface ExportOutput {
  write(piece: string): Promise<void>;
  /** The file that `write` appends to, for a format that is not written from front to back. */
  readonly path: string;
}

/** Takes the features of an export, one after the other. */
export interface FeatureSink {
  /** Backpressure: a promise must be awaited before the next feature. */
  add(feature: ExportedFeature): Promise<void> | undefined;
  /** Writes the rest. */
  end(): Promise<void>;
  /** Frees what it holds, also before the end. */
  close?(): void;
}
