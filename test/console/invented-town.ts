import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { type Position, planarArea, type Ring } from '#tools/geo/polygon.ts';

/**
 * Parcels, flood zones and a portfolio for the pictures, all invented, in the blocks of central
 * Volos in OpenStreetMap. Coordinates are those of the Greek Grid.
 */
export function inventTown(openStreetMapXml: string) {
  const parcels = readBlocks(openStreetMapXml).flatMap((block, place) =>
    cutBlock(block).map((ring, number) => ({ ring, kaek: kaekOf(place + 1, number + 1) })),
  );
  return {
    parcels: geoJson(parcels.map(({ ring, kaek }) => [ring, { KAEK: kaek }])),
    zones: geoJson(floods.map(({ metres, ...fields }) => [floodBand(metres), fields])),
    portfolio: portfolioOf(parcels.map(({ kaek }) => kaek)),
  };
}

const kaekOf = (block: number, parcel: number) => `350099${pad(block)}${pad(parcel)}`;
const pad = (number: number) => String(number).padStart(3, '0');

/** A number from 0 to 1, the same in each run. */
const chance = (seed: number) => Math.abs(Math.sin(seed * 12.9898) * 43_758.5453) % 1;

/** The areas between the streets, without the streets. */
function readBlocks(xml: string): Ring[] {
  const nodes = new Map(
    [...xml.matchAll(/<node id="(\d+)"[^>]* lat="([\d.]+)" lon="([\d.]+)"/g)].map(
      ([, id, latitude, longitude]) => [id!, toGreekGrid([Number(longitude), Number(latitude)])],
    ),
  );
  const streets = [...xml.matchAll(/<way .*?<\/way>/gs)]
    .filter(([way]) => /k="highway" v="(?!footway|path|steps|service|cycleway)/.test(way))
    .map(([way]) => [...way.matchAll(/<nd ref="(\d+)"/g)].map(([, id]) => id!));
  return facesBetween(streets, nodes)
    .map(face => insetBy(halfStreetMetres, face))
    .filter(block => block.length > 3 && areaOf(block) > 800 && areaOf(block) < 12_000);
}

const halfStreetMetres = 6;

const areaOf = (ring: Ring) => planarArea({ type: 'Polygon', coordinates: [ring] });

/** The faces of a network of lines: at each node, the next edge to the left. */
function facesBetween(lines: readonly string[][], nodes: ReadonlyMap<string, Position>): Ring[] {
  const ends = joinedNodes(lines);
  const angle = (from: string, to: string) => {
    const [[x0, y0], [x1, y1]] = [nodes.get(from)!, nodes.get(to)!];
    return Math.atan2(y1 - y0, x1 - x0);
  };
  const next = (from: string, to: string) => {
    const around = [...ends.get(to)!].sort((a, b) => angle(to, b) - angle(to, a));
    return around[(around.indexOf(from) + 1) % around.length]!;
  };
  const seen = new Set<string>();
  const faces: Ring[] = [];
  for (const [start, others] of ends) {
    for (const second of others) {
      const ring = [nodes.get(start)!];
      for (let [a, b] = [start, second]; !seen.has(`${a} ${b}`); [a, b] = [b, next(a, b)]) {
        seen.add(`${a} ${b}`);
        ring.push(nodes.get(b)!);
      }
      if (ring.length > 3 && isCounterclockwise(ring)) faces.push(ring);
    }
  }
  return faces;
}

/** The neighbours of each node, without dead ends. */
function joinedNodes(lines: readonly string[][]): Map<string, Set<string>> {
  const ends = new Map<string, Set<string>>();
  const join = (a: string, b: string) => ends.set(a, (ends.get(a) ?? new Set()).add(b));
  for (const line of lines) {
    for (const [i, id] of line.slice(1).entries()) {
      join(id, line[i]!);
      join(line[i]!, id);
    }
  }
  for (let [isPruned, rounds] = [true, 0]; isPruned && rounds < 100; rounds++) {
    isPruned = false;
    for (const [id, [neighbour, ...more]] of ends) {
      if (more.length > 0) continue;
      if (neighbour !== undefined) ends.get(neighbour)!.delete(id);
      isPruned = ends.delete(id);
    }
  }
  return ends;
}

function isCounterclockwise(ring: Ring): boolean {
  const [x0, y0] = ring[0]!;
  const crosses = ring
    .slice(1)
    .map(([x, y], i) => (ring[i]![0] - x0) * (y - y0) - (x - x0) * (ring[i]![1] - y0));
  return crosses.reduce((sum, cross) => sum + cross, 0) > 0;
}

/** What of a ring lies on the left of a line, and at least so far from it. */
function keepLeft(ring: Ring, [x0, y0]: Position, [dx, dy]: Position, metres: number): Ring {
  const beyond = ([x, y]: Position) =>
    (dx * (y - y0) - dy * (x - x0)) / Math.hypot(dx, dy) - metres;
  const kept = ring.slice(1).flatMap((to, i): Position[] => {
    const from = ring[i]!;
    const [before, here] = [beyond(from), beyond(to)];
    const share = before / (before - here);
    const crossing: Position = [
      from[0] + share * (to[0] - from[0]),
      from[1] + share * (to[1] - from[1]),
    ];
    return [...(before >= 0 === here >= 0 ? [] : [crossing]), ...(here >= 0 ? [to] : [])];
  });
  return kept.length > 2 ? [kept.at(-1)!, ...kept] : [];
}

const sidesOf = (ring: Ring) =>
  ring.slice(1).map((to, i) => [ring[i]!, [to[0] - ring[i]![0], to[1] - ring[i]![1]]] as const);

const insetBy = (metres: number, face: Ring) =>
  sidesOf(face).reduce((ring, [from, along]) => keepLeft(ring, from, along, metres), face);

/** Two rows of parcels back to back, each at its street. */
function cutBlock(block: Ring): Ring[] {
  const [from, along] = sidesOf(block).toSorted(
    ([, a], [, b]) => Math.hypot(...b) - Math.hypot(...a),
  )[0]!;
  const length = Math.hypot(...along);
  const [ux, uy] = [along[0] / length, along[1] / length];
  const us = block.map(([x, y]) => (x - from[0]) * ux + (y - from[1]) * uy);
  const vs = block.map(([x, y]) => (y - from[1]) * ux - (x - from[0]) * uy);
  const depth = Math.max(...vs);
  const rows = depth > 26 ? [0, depth / 2, depth] : [0, depth];
  return rows
    .slice(1)
    .flatMap((top, row) => {
      const strip = keepLeft(keepLeft(block, from, [ux, uy], rows[row]!), from, [-ux, -uy], -top);
      const cuts = cutsBetween(Math.min(...us), Math.max(...us), row + from[0]);
      return cuts.slice(1).map((right, place) => {
        const isRightOf = keepLeft(strip, from, [uy, -ux], cuts[place]!);
        return keepLeft(isRightOf, from, [-uy, ux], -right);
      });
    })
    .filter(ring => ring.length > 3 && areaOf(ring) > 60);
}

/** Parcels are 10 to 22 m wide. */
function cutsBetween(west: number, east: number, seed: number): number[] {
  const cuts = [west];
  for (let at = west; east - at > 30; cuts.push(at)) at += 10 + 12 * chance(seed + at);
  return [...cuts, east];
}

/** Half the width of each zone around the river Anavros. */
const floods = [
  { metres: 60, return_period: 'T50', depth: 0.9, label: 'Invented zone T50' },
  { metres: 130, return_period: 'T100', depth: 0.5, label: 'Invented zone T100' },
  { metres: 235, return_period: 'T1000', depth: 0.3, label: 'Invented zone T1000' },
];
const river: Ring = [
  [411_400, 4_357_580],
  [411_050, 4_357_430],
  [410_800, 4_357_330],
  [410_600, 4_357_210],
  [410_510, 4_357_060],
  [410_480, 4_356_900],
  [410_500, 4_356_700],
  [410_560, 4_356_300],
  [410_620, 4_355_900],
];

function floodBand(metres: number): Ring {
  const edge = (sign: number) =>
    sidesOf(river).map(([[x, y], [dx, dy]], i): Position => {
      const away = (sign * metres * (0.8 + 0.4 * chance(i * sign))) / Math.hypot(dx, dy);
      return [x - dy * away, y + dx * away];
    });
  return rounded(rounded([...edge(1), ...edge(-1).reverse(), edge(1)[0]!]));
}

/** Each corner cut off (Chaikin). */
function rounded(ring: Ring): Ring {
  const points = sidesOf(ring).flatMap(([[x, y], [dx, dy]]): Position[] => [
    [x + dx / 4, y + dy / 4],
    [x + (3 * dx) / 4, y + (3 * dy) / 4],
  ]);
  return [...points, points[0]!];
}

function geoJson(features: readonly (readonly [Ring, object])[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map(([ring, properties]) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: [ring.map(fromGreekGrid)] },
    })),
  });
}

/** Every ninth parcel or so has a flat or a house in the portfolio. */
function portfolioOf(codes: readonly string[]): string {
  const rows = codes.flatMap((kaek, i) => {
    if (chance(i) > 0.11) return [];
    const area = Math.round(55 + 90 * chance(i + 0.1));
    const year = Math.round(1955 + 65 * chance(i + 0.2));
    const insured = Math.round(area * (0.6 + 0.7 * chance(i + 0.3))) * 1000;
    return [[`P${i}`, kaek, chance(i + 0.4) < 0.8 ? 'apartment' : 'house', area, year, insured]];
  });
  const heads = [
    'reference',
    'kaek_code',
    'property_type',
    'build_area',
    'construction_year',
    'sum_insured',
  ];
  return [heads, ...rows].map(row => row.join(',')).join('\n');
}
