// `npm run build` writes the land and the borders of countries that the map shows without any
// import. The land is OpenStreetMap's, with an accuracy of 100 m.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { borderFile, builtMapFolder, landFile } from '#importing/shipped/map.ts';
import type { Box } from '#tools/geo/box.ts';
import { clipPolygon } from '#tools/geo/clip.ts';
import {
  boundsOf,
  mapPositions,
  type Polygon,
  type PolygonGeometry,
  type Position,
  planarArea,
  polygonsOf,
  type Ring,
} from '#tools/geo/polygon.ts';
import { mendRings } from '#tools/geo/rings/mend-rings.ts';
import { openEdgeBudget } from '#tools/geo/rings/ring-index.ts';
import { simplifyLine } from '#tools/geo/simplify.ts';
import { toWkb } from '#tools/geo/wkb.ts';

/** Wider than the map of the console can be moved. */
const region: Box = { west: 10, south: 30, east: 40, north: 47 };
/** Greece and its neighbours, where the coast keeps all its points. */
const exact: Box = { west: 18.5, south: 34, east: 30.5, north: 42.5 };

/** How far the coast elsewhere may be off, in degrees. */
const roughDegrees = 0.01;
/** Smaller islands are left out, in square degrees: 0.1 and 50 square kilometres. */
const leastArea = { exact: 1e-5, rough: 5e-3 };
/** Lakes are holes. Those below a square kilometre are mostly slivers where the data were joined. */
const leastHole = 1e-4;

const require = createRequire(import.meta.url);

/** The land around Greece. */
function cutLand(): PolygonGeometry {
  const path = require.resolve('@geo-maps/earth-lands-100m/map.geo.json');
  const earth = JSON.parse(readFileSync(path, 'utf8')) as { geometries: PolygonGeometry[] };
  const rings = earth.geometries
    .flatMap(polygonsOf)
    .filter(([outer]) => isWithin(outer!, region))
    .map(([outer, ...holes]): Polygon => [outer!, ...holes.filter(hole => isWithin(hole, region))])
    .map(polygon => clipPolygon(polygon, region))
    .filter(polygon => polygon !== undefined)
    .flatMap(polygon => polygon.map(simplified));
  const coordinates = polygonsOf(mended(rings))
    .filter(([outer]) => isLarge(outer!, false))
    .map(([outer, ...holes]): Polygon => [outer!, ...holes.filter(hole => isLarge(hole, true))]);
  return { type: 'MultiPolygon', coordinates };
}

/** Corners are whole numbers of this many in a degree, about a metre, which can be compared exactly. */
const unitsPerDegree = 1e5;

/**
 * Valid polygons of rings. Some lakes are holes of another part than the one around them, and both
 * simplifying and clipping can make a ring cross itself.
 */
function mended(rings: readonly Ring[]): PolygonGeometry {
  const scaled = rings.map(ring => ring.map(([x, y]): Position => [toUnits(x), toUnits(y)]));
  const whole = mendRings(scaled, openEdgeBudget(Infinity))!;
  return mapPositions(whole, ([x, y]) => [x / unitsPerDegree, y / unitsPerDegree]);
}

function toUnits(degrees: number): number {
  return Math.round(degrees * unitsPerDegree);
}

function isWithin(ring: Ring, box: Box): boolean {
  const { west, south, east, north } = boundsOf({ type: 'Polygon', coordinates: [ring] });
  return west < box.east && east > box.west && south < box.north && north > box.south;
}

function isLarge(ring: Ring, isHole: boolean): boolean {
  const leastInGreece = isHole ? leastHole : leastArea.exact;
  const least = isWithin(ring, exact) ? leastInGreece : leastArea.rough;
  return ring.length > 3 && planarArea({ type: 'Polygon', coordinates: [ring] }) >= least;
}

/** Keeps all points of a ring in and beside Greece, and few elsewhere. */
function simplified(ring: Ring): Ring {
  const kept: Position[] = [];
  let run: Position[] = [];
  const endRun = () => {
    kept.push(...simplifyLine(run, roughDegrees));
    run = [];
  };
  for (const point of ring) {
    if (!isIn(point, exact)) run.push(point);
    else {
      if (run.length > 0) endRun();
      kept.push(point);
    }
  }
  if (run.length > 0) endRun();
  return kept;
}

function isIn([longitude, latitude]: Position, { west, south, east, north }: Box): boolean {
  return longitude >= west && longitude <= east && latitude >= south && latitude <= north;
}

/** The borders between countries, from Natural Earth. */
function cutBorders(): Position[][] {
  const path = require.resolve('world-atlas/countries-10m.json');
  const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology;
  const countries = atlas.objects.countries as GeometryCollection;
  const lines = mesh(atlas, countries, (one, other) => one !== other).coordinates;
  return lines
    .map(line => line.map(([longitude, latitude]): Position => [longitude!, latitude!]))
    .filter(line => line.some(point => isIn(point, region)));
}

/** A checksum of what the files are made by and from; it is kept beside them. */
function origin(): string {
  const made = createHash('sha256').update(readFileSync(import.meta.filename));
  for (const name of ['@geo-maps/earth-lands-100m', 'world-atlas']) {
    made.update(readFileSync(require.resolve(`${name}/package.json`)));
  }
  return made.digest('hex');
}

/** Writes the files, unless they are as they would become. */
export function buildMap(): void {
  const record = join(builtMapFolder, 'origin.txt');
  const made = origin();
  if (existsSync(record) && readFileSync(record, 'utf8') === made) return;
  mkdirSync(builtMapFolder, { recursive: true });
  writeFileSync(join(builtMapFolder, landFile), toWkb(cutLand()));
  const borders = { type: 'MultiLineString', coordinates: cutBorders() } as const;
  writeFileSync(join(builtMapFolder, borderFile), toWkb(borders));
  writeFileSync(record, made);
}

if (import.meta.main) buildMap();
