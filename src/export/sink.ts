import type { ExportedFeature } from './features.ts';

/** Where an export is written. */
export interface ExportOutput {
  write(piece: string | Uint8Array): Promise<void>;
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

/** Pieces are collected to this many bytes or characters before they are written. */
const chunkLength = 2 ** 16;

/** Collects the pieces of a file, as text or as bytes, and writes them some at a time. */
export function collectPieces<Piece extends string | Uint8Array>(
  { write }: ExportOutput,
  join: (pieces: Piece[]) => Piece,
) {
  let pieces: Piece[] = [];
  let length = 0;
  const flush = async () => {
    const all = pieces;
    pieces = [];
    length = 0;
    await write(join(all));
  };
  return {
    add(piece: Piece): Promise<void> | undefined {
      pieces.push(piece);
      length += piece.length;
      return length < chunkLength ? undefined : flush();
    },
    flush,
  };
}
