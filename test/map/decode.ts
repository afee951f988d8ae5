import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** A feature of a tile, read by a library that is not the one that wrote it. */
export interface DecodedFeature {
  readonly layer: string;
  readonly type: number;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Points, lines or closed rings, in tile units. */
  readonly parts: readonly (readonly (readonly [number, number])[])[];
}

/** The features of a tile by layer, each layer in its order. */
export function decodeTile(bytes: Uint8Array): DecodedFeature[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.entries(layers).flatMap(([name, layer]) =>
    Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i);
      const parts = feature
        .loadGeometry()
        .map(part => part.map(({ x, y }): [number, number] => [x, y]));
      return { layer: name, type: feature.type, properties: { ...feature.properties }, parts };
    }),
  );
}
