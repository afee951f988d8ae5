import type { MapGeometry, MapLayer } from './map-feature.ts';

/** What features have in common that look alike: all but rank, code and geometry. */
export interface Look {
  readonly layer: MapLayer | 'parcels';
  readonly kind: string;
  readonly name: string | null;
  readonly nameEn: string | null;
  /** The number of a road. */
  readonly ref: string | null;
  /** The lowest zoom at which it is drawn. */
  readonly minZoom: number;
}

/** A feature as cells hold it. */
export interface CellFeature extends Look {
  /** Population of a place, square metres of an area, otherwise 0. */
  readonly rank: number;
  /** The KAEK of a parcel, otherwise empty. */
  readonly code: string;
  readonly geometry: MapGeometry;
}

/** A cell, or one of its parts in the order of loading, as the store keeps it. */
export interface Cell {
  readonly cell: number;
  readonly part: number;
  /** How many features have it as the first of their cells. */
  readonly features: number;
  /** What `pack-cells.ts` wrote. */
  readonly content: Uint8Array;
}

/** The layers by importance: of a tile that is too large, features of the last ones go first. */
const byUse: readonly Look['layer'][] = [
  'place',
  'border',
  'sea',
  'land',
  'water',
  'road',
  'rail',
  'waterway',
  'green',
  'built_up',
  'building',
  'house_number',
  'parcels',
];
const importanceOf = new Map(byUse.map((layer, i) => [layer, i]));

/** What the importance of a feature depends on. */
export interface Ranked {
  readonly order: number;
  readonly rank: number;
  readonly code: string;
}

/** The more important before the less important; of each order, the larger rank first. */
export function byImportance(a: Ranked, b: Ranked): number {
  return a.order - b.order || b.rank - a.rank || compareTexts(a.code, b.code);
}

/** By code units: the order of a locale could differ between machines. */
function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The order of a look: what is drawn from far away comes first, then by layer. */
export function orderOf({ minZoom, layer }: Look): number {
  return minZoom * byUse.length + importanceOf.get(layer)!;
}
