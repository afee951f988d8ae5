import { fromVectorTileJs } from '@maplibre/vt-pbf';
import type { TileGeometry } from './tile-geometry.ts';
import { extent } from './tile-scheme.ts';

/** The most bytes of a tile before compression. */
export const mostTileBytes = 500_000;

/** A feature of a tile; null properties are left out. */
export interface TileFeature {
  readonly layer: string;
  readonly geometry: TileGeometry;
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** A feature with more points is left out: it would crowd out all others. */
const mostPoints = 100_000;

/**
 * Encodes a Mapbox Vector Tile of version 2. Features come in the order of their importance, which
 * is also their order in a layer. Of a tile over `mostTileBytes` the last features are left out.
 * Without features it has no bytes.
 */
export function encodeTile(features: readonly TileFeature[]): Uint8Array {
  let kept = features.filter(({ geometry }) => pointCount(geometry) <= mostPoints);
  let bytes = encode(kept);
  while (bytes.length > mostTileBytes) {
    // Less than in proportion: important features are larger than those left out.
    const share = Math.min(0.95, mostTileBytes / bytes.length);
    kept = kept.slice(0, Math.floor(kept.length * share));
    bytes = encode(kept);
  }
  return bytes;
}

function pointCount({ parts }: TileGeometry): number {
  return parts.reduce((sum, part) => sum + part.length / 2, 0);
}

function encode(features: readonly TileFeature[]): Uint8Array {
  const byLayer = Map.groupBy(features, ({ layer }) => layer);
  const layers = Array.from(byLayer, ([name, own]) => [name, layerOf(name, own)] as const);
  return fromVectorTileJs({ layers: Object.fromEntries(layers) });
}

/** A layer as the library reads it: it asks for the points of a feature only to write them. */
function layerOf(name: string, features: readonly TileFeature[]) {
  const feature = (i: number) => {
    const { properties, geometry } = features[i]!;
    const loadGeometry = () => geometry.parts.map(pointsOf);
    return { type: geometry.type, properties, id: undefined, extent, loadGeometry };
  };
  return { version: 2, name, extent, length: features.length, feature };
}

function pointsOf(coordinates: readonly number[]): { x: number; y: number }[] {
  const points = [];
  for (let i = 0; i < coordinates.length; i += 2) {
    points.push({ x: coordinates[i]!, y: coordinates[i + 1]! });
  }
  return points;
}
