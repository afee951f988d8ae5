// node scripts/geocoder/neighbours.ts: writes data/neighbours.geojson, the land of the countries beside
// Greece and their border with it, from Natural Earth (npm package world-atlas).
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, GeometryObject, Topology } from 'topojson-specification';
import type { Box } from '#tools/geo/box.ts';
import { clipPolygon } from '#tools/geo/clip.ts';
import { type PolygonGeometry, type Position, polygonsOf } from '#tools/geo/polygon.ts';
import { simplifyArea, simplifyLine } from '#tools/geo/simplify.ts';

/** Everything within 40 km of Greece. */
const around: Box = { west: 19, south: 34.5, east: 30.2, north: 42.2 };
const tolerance = 0.003;
/** The code of each neighbour, by its name in the atlas. */
const codes = new Map([
  ['Albania', 'AL'],
  ['Macedonia', 'MK'],
  ['Bulgaria', 'BG'],
  ['Turkey', 'TR'],
]);

const path = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json');
const atlas = JSON.parse(readFileSync(path, 'utf8')) as Topology;
const countries = atlas.objects.countries as GeometryCollection<{ name: string }>;
const nameOf = ({ properties }: GeometryObject) => (properties as { name: string }).name;
const isGreece = (country: GeometryObject) => nameOf(country) === 'Greece';
const isNeighbour = (country: GeometryObject) => codes.has(nameOf(country));

const lines = mesh(
  atlas,
  countries,
  (a, b) => (isGreece(a) && isNeighbour(b)) || (isGreece(b) && isNeighbour(a)),
).coordinates as unknown as Position[][];
const border = lines.map(line => simplifyLine(line, tolerance).map(rounded));

const features = [
  ...countries.geometries.filter(isNeighbour).map(country => ({
    type: 'Feature',
    properties: { country: codes.get(nameOf(country)) },
    geometry: landOf(country),
  })),
  {
    type: 'Feature',
    properties: { country: 'GR' },
    geometry: { type: 'MultiLineString', coordinates: border },
  },
];
const text = features.map(one => JSON.stringify(one)).join(',\n');
writeFileSync('data/neighbours.geojson', `{"type":"FeatureCollection","features":[\n${text}\n]}\n`);

/** The land of a country around Greece. */
function landOf(country: GeometryObject): PolygonGeometry {
  const { geometry } = feature(atlas, country) as unknown as { geometry: PolygonGeometry };
  const coordinates = polygonsOf(geometry)
    .map(polygon => clipPolygon(polygon, around))
    .filter(polygon => polygon !== undefined);
  const land = simplifyArea({ type: 'MultiPolygon', coordinates }, tolerance)!;
  return {
    type: 'MultiPolygon',
    coordinates: polygonsOf(land).map(polygon => polygon.map(ring => ring.map(rounded))),
  };
}

/** To some 100 m. */
function rounded([longitude, latitude]: Position): Position {
  return [Math.round(longitude * 1e3) / 1e3, Math.round(latitude * 1e3) / 1e3];
}
