import { encodeTile, type TileFeature } from './encode-tile.ts';
import type { MapFeature, MapLayer } from './feature.ts';
import { tileGeometries } from './tile-geometry.ts';
import type { TileId } from './tile-scheme.ts';

/** The highest zoom of a base tile; clients enlarge it beyond. */
export const finestBaseZoom = 16;

/** The layers by importance: of a tile that is too large, features of the last ones go first. */
const byUse: readonly MapLayer[] = [
  'place',
  'border',
  'land',
  'water',
  'road',
  'rail',
  'waterway',
  'green',
  'built_up',
  'building',
];
const importanceOf = new Map(byUse.map((layer, i) => [layer, i]));

/** What is drawn from far away comes first; then by layer, and the larger before the smaller. */
function byImportance(a: MapFeature, b: MapFeature): number {
  return (
    a.minZoom - b.minZoom ||
    importanceOf.get(a.layer)! - importanceOf.get(b.layer)! ||
    b.rank - a.rank ||
    compareTexts(a.externalId, b.externalId)
  );
}

/** Makes a tile of the base map; no bytes if nothing of the features is in it. */
export function baseTile(tile: TileId, features: readonly MapFeature[]): Uint8Array {
  const geometryIn = tileGeometries(tile, tile.z >= finestBaseZoom);
  const shown: TileFeature[] = [];
  for (const feature of features.toSorted(byImportance)) {
    const geometry = geometryIn(feature.geometry);
    if (!geometry) continue;
    const { layer, kind, name, nameEn, ref, rank } = feature;
    const properties = { kind, name, name_en: nameEn, ref, rank: rank || null };
    shown.push({ layer, properties, geometry });
  }
  return encodeTile(shown);
}

/** By code units: the order of a locale could differ between machines. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
