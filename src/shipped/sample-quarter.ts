import { boundsOf, type Position, type Ring } from '../geo/polygon.ts';
import { finestDetail } from '../map/detail.ts';
import type { MapGeometry, MapRow } from '../map/feature.ts';
import type { Parcel } from '../property/parcels.ts';
import {
  type Block,
  boxIn,
  circle,
  meets,
  onEarth,
  outerRing,
  planeOf,
  ringOf,
  towards,
} from './sample-plane.ts';

/*
 * Streets, buildings and a park around the invented sample parcels, as invented as those. The
 * parcels stand in blocks. Around each block, eight blocks of the same size make a quarter.
 */

/** Metres: the width of a street, the depth of a garden, the width of a lot. */
const streetWidth = 10;

const garden = 3;
const lotWidth = 16;

/** The blocks of a quarter by column and row, with the sample parcels in the middle. */
const columns = [-1, 0, 1];

const rows = [-1, 0, 1];

/** The block that is a park. */
const parkBlock = { column: -1, row: 0 };

/** Invented names, first of the streets along the blocks, then of those across. */
const streetNames = [
  ['Οδός Δείγματος', 'Deigmatos Street'],
  ['Οδός Παραδείγματος', 'Paradeigmatos Street'],
  ['Οδός Υποθέσεως', 'Ypotheseos Street'],
  ['Λεωφόρος Δοκιμής', 'Dokimis Avenue'],
  ['Οδός Σχεδίου', 'Schediou Street'],
  ['Οδός Φαντασίας', 'Fantasias Street'],
  ['Οδός Υποδείγματος', 'Ypodeigmatos Street'],
  ['Οδός Προτύπου', 'Protypou Street'],
] as const;

type Feature = Pick<MapRow, 'layer' | 'kind' | 'geometry' | 'minZoom'> &
  Partial<Pick<MapRow, 'name' | 'nameEn'>>;

/** Draws a quarter around each block of parcels. */
export function sampleQuarters(parcels: readonly Parcel[]): MapRow[] {
  const features = [...Map.groupBy(parcels, blockCode).values()].flatMap(block =>
    isRow(block) ? quarterAround(block, parcels) : [],
  );
  const buildings = parcels.map(parcel => building(insetRing(outerRing(parcel))));
  return [...features, ...buildings].map((feature, i) => ({
    externalId: `sample/${i + 1}`,
    name: null,
    nameEn: null,
    ref: null,
    rank: 0,
    detail: finestDetail,
    ...feature,
  }));
}

/** The first nine characters of a code: its area of the Cadastre down to the block. */
function blockCode({ kaek }: Parcel): string {
  return kaek.slice(0, 9);
}

/** Blocks have rows of parcels; single ones have no streets of their own. */
function isRow(block: readonly Parcel[]): boolean {
  return block.length > 3;
}

function quarterAround(block: readonly Parcel[], all: readonly Parcel[]): Feature[] {
  const plane = planeOf(outerRing(block[0]!));
  const middle = boxIn(plane, block);
  const others = all.filter(parcel => !block.includes(parcel)).map(one => boxIn(plane, [one]));
  const isFree = (box: Block) => !others.some(other => meets(box, other));
  const outline = grown(blockAt(middle, 0, 0), middle.east - middle.west + streetWidth, middle);
  const inPlane = [
    area('built_up', 'residential', outline),
    ...neighbourBlocks(middle, isFree),
    ...streets(middle, isFree),
  ];
  return inPlane.map(feature => ({ ...feature, geometry: onEarth(feature.geometry, plane) }));
}

function neighbourBlocks(middle: Block, isFree: (box: Block) => boolean): Feature[] {
  return columns.flatMap(column =>
    rows.flatMap(row => {
      const block = blockAt(middle, column, row);
      if ((column === 0 && row === 0) || !isFree(block)) return [];
      const isPark = column === parkBlock.column && row === parkBlock.row;
      return isPark ? parkOf(block) : lotsOf(block).map(lot => building(inset(lot)));
    }),
  );
}

/** A park with a path around a pond, and paths to it from the corners. */
function parkOf(block: Block): Feature[] {
  const names = { name: 'Άλσος Δείγματος', nameEn: 'Deigmatos Park' };
  const { west, east, south, north } = block;
  const middle: Position = [(west + east) / 2, (south + north) / 2];
  const radius = Math.min(east - west, north - south) / 5;
  const shore = circle(middle, radius);
  const path = (coordinates: Position[]): Feature => ({
    layer: 'road',
    kind: 'path',
    minZoom: 14,
    geometry: { type: 'LineString', coordinates },
  });
  const label: MapGeometry = {
    type: 'Point',
    coordinates: [middle[0], (middle[1] - radius + south) / 2],
  };
  return [
    { ...area('green', 'park', block), ...names },
    { layer: 'green', kind: 'park', minZoom: 16, geometry: label, ...names },
    {
      layer: 'water',
      kind: 'lake',
      minZoom: 14,
      geometry: { type: 'Polygon', coordinates: [shore] },
    },
    path(circle(middle, radius * 1.3)),
    ...ringOf(block)
      .slice(1)
      .map(corner => path([corner, towards(middle, corner, radius * 1.3)])),
  ];
}

/** Two rows of lots, back to back. */
function lotsOf({ west, east, south, north }: Block): Block[] {
  const count = Math.max(1, Math.floor((east - west) / lotWidth));
  const width = (east - west) / count;
  const half = (south + north) / 2;
  return Array.from({ length: count }, (_, i) => west + i * width).flatMap(from => [
    { west: from, east: from + width, south, north: half },
    { west: from, east: from + width, south: half, north },
  ]);
}

/** Streets between the blocks, piece by piece; a piece that would cross a parcel is left out. */
function streets(middle: Block, isFree: (box: Block) => boolean): Feature[] {
  const first = blockAt(middle, -1, -1);
  const [width, height] = [middle.east - middle.west, middle.north - middle.south];
  const across = gaps(first.west, width);
  const along = gaps(first.south, height);
  const lines: Feature[] = [];
  along.forEach((y, i) => {
    lines.push(
      ...street(
        across.map((x): Position => [x, y]),
        i,
        isFree,
      ),
    );
  });
  across.forEach((x, i) => {
    lines.push(
      ...street(
        along.map((y): Position => [x, y]),
        i + along.length,
        isFree,
      ),
    );
  });
  return lines;
}

/** The middles of the four streets before, between and after three blocks. */
function gaps(start: number, size: number): number[] {
  return [0, 1, 2, 3].map(i => start - streetWidth / 2 + i * (size + streetWidth));
}

function street(
  crossings: readonly Position[],
  number: number,
  isFree: (box: Block) => boolean,
): Feature[] {
  const [name, nameEn] = streetNames[number]!;
  const isAvenue = name.startsWith('Λεωφόρος');
  const kind = isAvenue ? 'secondary' : 'minor';
  return crossings.slice(1).flatMap((to, i) => {
    const from = crossings[i]!;
    const [west, east] = [Math.min(from[0], to[0]), Math.max(from[0], to[0])];
    const [south, north] = [Math.min(from[1], to[1]), Math.max(from[1], to[1])];
    if (!isFree({ west, east, south, north })) return [];
    const geometry: MapGeometry = { type: 'LineString', coordinates: [from, to] };
    return [{ layer: 'road', kind, name, nameEn, minZoom: 13, geometry }];
  });
}

/** A block by its number along and across, counted from the one in the middle. */
function blockAt({ west, east, south, north }: Block, column: number, row: number): Block {
  const [x, y] = [column * (east - west + streetWidth), row * (north - south + streetWidth)];
  return { west: west + x, east: east + x, south: south + y, north: north + y };
}

function grown(block: Block, along: number, { south, north }: Block): Block {
  const across = north - south + streetWidth;
  return {
    west: block.west - along,
    east: block.east + along,
    south: block.south - across,
    north: block.north + across,
  };
}

function inset({ west, east, south, north }: Block): MapGeometry {
  const box = { west: west + 1, east: east - 1, south: south + garden, north: north - garden };
  return { type: 'Polygon', coordinates: [ringOf(box)] };
}

/** The house of a parcel: its outline, shrunk towards the middle. */
function insetRing(ring: Ring): MapGeometry {
  const { west, east, south, north } = boundsOf({ type: 'Polygon', coordinates: [ring] });
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const share = 0.7;
  const shrunk = ring.map(([px, py]): Position => [x + (px - x) * share, y + (py - y) * share]);
  return { type: 'Polygon', coordinates: [shrunk] };
}

function building(geometry: MapGeometry): Feature {
  return { layer: 'building', kind: 'building', minZoom: 14, geometry };
}

function area(layer: 'built_up' | 'green', kind: string, block: Block): Feature {
  return { layer, kind, minZoom: 13, geometry: { type: 'Polygon', coordinates: [ringOf(block)] } };
}
