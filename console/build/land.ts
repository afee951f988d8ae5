import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { MultiPolygon, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Land } from '../src/map/land.ts';

/** ISO 3166-1, in digits. */
const greeceId = '300';

/** Degrees: west, south, east, north. Wider than the map can be moved. */
const box = [10, 30, 40, 47] as const;

/** Land, Greece and borders from `world-atlas`, cut to the region around Greece. */
export function readLand(): Land {
  const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology;
  const countries = atlas.objects.countries as GeometryCollection;
  const greece = countries.geometries.filter(({ id }) => id === greeceId);
  const borders = mesh(atlas, countries, (one, other) => one !== other).coordinates;
  return {
    land: polygonsIn(atlas, atlas.objects.land as GeometryCollection),
    greece: polygonsIn(atlas, { type: 'GeometryCollection', geometries: greece }),
    borders: {
      type: 'MultiLineString',
      coordinates: borders.filter(line => line.some(isInside)).map(line => line.map(rounded)),
    },
  };
}

function polygonsIn(atlas: Topology, objects: GeometryCollection): MultiPolygon {
  const coordinates = feature(atlas, objects)
    .features.flatMap(({ geometry }) => (geometry as MultiPolygon).coordinates)
    .map(rings => rings.map(cut).filter(ring => ring.length > 3))
    .filter(rings => rings.length > 0)
    .map(rings => rings.map(ring => ring.map(rounded)));
  return { type: 'MultiPolygon', coordinates };
}

/** A ring cut to the box, one side after the other (Sutherland and Hodgman). */
function cut(ring: Position[]): Position[] {
  const open = ring.slice(0, -1);
  const cutOpen = [0, 1, 2, 3].reduce(cutSide, open);
  return cutOpen.length === 0 ? [] : [...cutOpen, cutOpen[0]!];
}

function cutSide(ring: Position[], side: number): Position[] {
  const axis = side % 2;
  const limit = box[side]!;
  const isIn = (point: Position) => (side < 2 ? point[axis]! >= limit : point[axis]! <= limit);
  return ring.flatMap((point, index) => {
    const before = ring.at(index - 1)!;
    const kept = isIn(point) ? [point] : [];
    return isIn(before) === isIn(point) ? kept : [crossing(before, point, axis, limit), ...kept];
  });
}

function crossing(from: Position, to: Position, axis: number, limit: number): Position {
  const share = (limit - from[axis]!) / (to[axis]! - from[axis]!);
  const other = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!);
  return axis === 0 ? [limit, other] : [other, limit];
}

function isInside([longitude, latitude]: Position): boolean {
  const [west, south, east, north] = box;
  return longitude! > west && longitude! < east && latitude! > south && latitude! < north;
}

/** Four decimals are some ten metres; the atlas itself has three hundred. */
function rounded([longitude, latitude]: Position): Position {
  return [Math.round(longitude! * 1e4) / 1e4, Math.round(latitude! * 1e4) / 1e4];
}
