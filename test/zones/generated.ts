import { readKind, type ZoneKind } from '#domain/zones/kind.ts';
import type { Zone, ZoneGeometry, ZoneSet } from '#domain/zones/zone.ts';
import type { Polygon, PolygonGeometry, Position, Ring } from '#tools/geo/polygon.ts';
import { square as squareAt } from '../geo/square.ts';

const spellings = { T100: ['100', '1/100'] };
/** A kind of tests. */
export const floods: ZoneKind = readKind(
  JSON.stringify({
    kind: 'flood',
    name: { el: 'Πλημμύρες', en: 'Floods' },
    meaning: { el: 'Δοκιμή', en: 'A test' },
    fields: [
      { field: 'return_period', name: { el: 'Περίοδος', en: 'Period' } },
      { field: 'depth', name: { el: 'Βάθος', en: 'Depth' }, type: 'number', unit: 'm' },
    ],
    severity: { field: 'return_period', order: ['T50', 'T100'], spellings },
    colours: ['#08306b'],
    distance_limit_m: 5_000,
  }),
  'test.json',
);

/** Makes zones of a source, numbered from 1. */
export function zonesWith(
  geometries: readonly ZoneGeometry[],
  set: ZoneSet = { kind: floods, covers: null },
): Zone[] {
  return geometries.map((geometry, i) => ({
    number: i + 1,
    label: `zone ${i + 1}`,
    attributes: { return_period: i % 2 === 0 ? 'T100' : 'T50' },
    severity: i % 2 === 0 ? 1 : 0,
    geometry,
    set,
  }));
}

/** One zone of a degree. */
const degree: ZoneGeometry = { type: 'Polygon', coordinates: [squareAt(23, 38, 1)] };
export const someZones: Zone[] = zonesWith([degree]);

type Random = () => number;

/** A ring around a centre whose radius changes from corner to corner; it does not cross itself. */
export function star([x, y]: Position, radius: number, corners: number, random: Random): Ring {
  const ring: Position[] = Array.from({ length: corners }, (_, i) => {
    const angle = (2 * Math.PI * i) / corners;
    const rough = Math.min(0.3, 20 / corners);
    const reach = radius * (0.6 + 0.1 * Math.sin(7 * angle) + rough * random());
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

export { square as squareAt } from '../geo/square.ts';

/**
 * Areas of many kinds: small and large, with few and thousands of corners, with holes, in several
 * parts, and neighbours that share an edge.
 */
export function generatedAreas(random: Random): PolygonGeometry[] {
  const at = (): Position => [23 + random(), 38 + random()];
  const polygon = (...coordinates: Polygon): PolygonGeometry => ({ type: 'Polygon', coordinates });
  const single = Array.from({ length: 60 }, (_, i) =>
    polygon(star(at(), 0.002 * (1 + (i % 30)), 3 + i * 3, random)),
  );
  const large = [0.2, 0.3, 0.5].map(radius => polygon(star(at(), radius, 5_000, random)));
  const holed = Array.from({ length: 15 }, () => {
    const centre = at();
    const hole = star(centre, 0.02, 40, random);
    return polygon(star(centre, 0.3, 300, random), hole);
  });
  const several = Array.from({ length: 10 }, (): PolygonGeometry => {
    const [x, y] = at();
    const parts = [0, 1, 2].map(i => [squareAt(x + i * 0.02, y, 0.02)]);
    return { type: 'MultiPolygon', coordinates: parts };
  });
  const raster = Array.from({ length: 100 }, (_, i) =>
    polygon(squareAt(23.25 + (i % 10) / 128, 38.25 + Math.floor(i / 10) / 128, 1 / 128)),
  );
  return [...single, ...large, ...holed, ...several, ...raster];
}

/** Positions anywhere, on corners, on edges and beside both. */
export function testPositions(
  areas: readonly PolygonGeometry[],
  count: number,
  random: Random,
): Position[] {
  const rings = areas.flatMap(({ type, coordinates }) =>
    type === 'Polygon' ? coordinates : coordinates.flat(),
  ) as Ring[];
  return Array.from({ length: count }, (_, i): Position => {
    if (i % 4 > 0) return [22.9 + 1.2 * random(), 37.9 + 1.2 * random()];
    const ring = rings[Math.floor(random() * rings.length)]!;
    const k = Math.floor(random() * (ring.length - 1));
    const [[ax, ay], [bx, by]] = [ring[k]!, ring[k + 1]!];
    if (i % 8 === 0) return [ax, ay];
    return [(ax + bx) / 2 + (random() - 0.5) * 1e-4, (ay + by) / 2 + (random() - 0.5) * 1e-4];
  });
}

/** A file with the zone that examples of the description show, for `import zones --kind wildfire`. */
export const exampleZone =
  '{"type": "Feature", "properties": {"risk": "high"}, "geometry": {"type": "Polygon", "coordinates":' +
  '[[[23.73, 37.98], [23.74, 37.98], [23.74, 37.99], [23.73, 37.99], [23.73, 37.98]]]}}';

/**
 * Outlines of buildings that overlap in the ways that unions fail at: the same one twice, edges on
 * one line, corners on edges, needles, courtyards, and copies that are turned by a hair.
 */
export function overlappingOutlines(random: Random): PolygonGeometry[] {
  const [x, y] = [22.9 + random(), 37.9 + random()];
  const step = 0.00005;
  const rectangle = (): Ring => {
    const [west, south] = [Math.floor(6 * random()), Math.floor(6 * random())];
    const [wide, high] = [1 + Math.floor(4 * random()), 1 + Math.floor(4 * random())];
    const [east, north] = [west + wide, south + high];
    const at = (column: number, row: number): Position => [x + column * step, y + row * step];
    return [at(west, south), at(east, south), at(east, north), at(west, north), at(west, south)];
  };
  const near = (): Position => [x + 6 * step * random(), y + 6 * step * random()];
  const needle = (): Ring => {
    const [a, b] = [near(), near()];
    return [a, b, [b[0] + 1e-10, b[1] + 1e-9], a];
  };
  const courtyard = (): Polygon => {
    const centre = near();
    return [star(centre, 3 * step, 12, random), star(centre, step, 8, random)];
  };
  const makers: readonly (() => Polygon)[] = [
    () => [rectangle()],
    () => [star(near(), 3 * step, 4 + Math.floor(30 * random()), random)],
    () => [needle()],
    courtyard,
  ];
  const made = Array.from({ length: 2 + Math.floor(8 * random()) }, () =>
    makers[Math.floor(makers.length * random() ** 2)]!(),
  );
  const turned = made[0]!.map(ring =>
    ring.map(([a, b]): Position => [a + 1e-11 * b, b - 1e-11 * a]),
  );
  return [...made, made.at(-1)!, turned].map(coordinates => ({ type: 'Polygon', coordinates }));
}
