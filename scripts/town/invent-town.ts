import { townExample } from '#importing/shipped/town.ts';
import type { Box } from '#tools/geo/box.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { type Position, planarArea, type Ring } from '#tools/geo/polygon.ts';
import { chance, inventComparables, inventPortfolio } from './invent-lists.ts';

/**
 * What the sample town has beside the facts of OpenStreetMap, as the contents of files: all invented,
 * in the blocks of central Volos. Coordinates of the code are those of the Greek Grid.
 */
export function inventTown(openStreetMapXml: string, bounds: Box): Record<string, string> {
  const middle = middleOf(bounds);
  const parcels = readBlocks(openStreetMapXml)
    .flatMap((block, place) =>
      cutBlock(block).map((ring, number) => ({ ring, kaek: kaekOf(place + 1, number + 1) })),
    )
    .filter(
      ({ ring }) => Math.hypot(ring[0]![0] - middle[0], ring[0]![1] - middle[1]) < townMetres,
    );
  return {
    'parcels.geojson': geoJson(parcels.map(({ ring, kaek }, i) => [ring, recorded(kaek, ring, i)])),
    'flood.geojson': geoJson(floods.map(({ metres, ...fields }) => [floodBand(metres), fields])),
    'planning.geojson': geoJson(planningZones(ringAround(bounds))),
    'area.geojson': geoJson([[ringAround(bounds), { name: 'Κέντρο Βόλου (δείγμα)' }]]),
    'heights.asc': heightsIn(bounds),
    'comparables.csv': inventComparables(parcels.map(({ ring }) => fromGreekGrid(ring[0]!))),
    'portfolio.csv': inventPortfolio(parcels.map(({ kaek }) => kaek)),
  };
}

/** Parcels are invented as far from the middle of the blocks with buildings. */
const townMetres = 440;
const middleOf = ({ west, east, south, north }: Box): Position =>
  toGreekGrid([west + 0.57 * (east - west), south + 0.3 * (north - south)]);

const ringAround = ({ west, east, south, north }: Box): Ring =>
  (
    [
      [west, south],
      [east, south],
      [east, north],
      [west, north],
      [west, south],
    ] as Position[]
  ).map(toGreekGrid);

/** What a register records of a parcel; most are dwellings. */
function recorded(kaek: string, ring: Ring, i: number) {
  const isShop = chance(i + 0.6) < 0.15;
  const floors = 2 + Math.floor(4 * chance(i + 0.7));
  return {
    kaek,
    area: Number(areaOf(ring).toFixed(2)),
    main_use: isShop ? 'Εμπόριο' : 'Κατοικία',
    description:
      kaek === townExample.kaek
        ? 'Δύο ισόγειες κατοικίες'
        : isShop
          ? 'Κατάστημα'
          : `Οικοδομή ${floors} ορόφων`,
    note: 'invented',
  };
}

const kaekOf = (block: number, parcel: number) => `350099${pad(block)}${pad(parcel)}`;
const pad = (number: number) => String(number).padStart(3, '0');

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
  { metres: 60, return_period: 'T50', depth: 0.9, ...floodLabels('T50') },
  { metres: 130, return_period: 'T100', depth: 0.5, ...floodLabels('T100') },
  { metres: 235, return_period: 'T1000', depth: 0.3, ...floodLabels('T1000') },
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

function floodLabels(name: string) {
  return { label: `Δείγμα ζώνης ${name} (sample)`, river: 'Άναυρος (δείγμα)' };
}

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

/** Three strips from west to east, as broad as a few blocks. */
function planningZones(area: Ring): [Ring, object][] {
  const [from, to] = [area[0]!, area[1]!];
  const across: Position = [0.25, 0.97];
  const cut = (share: number): Position => [
    from[0] + share * (to[0] - from[0]),
    from[1] + share * (to[1] - from[1]),
  ];
  const strip = (west: number, east: number) => {
    const eastOf = keepLeft(area, cut(west), [-across[0], -across[1]], 0);
    return keepLeft(eastOf, cut(east), across, 0);
  };
  return planned.map(({ west, east, ...fields }) => {
    const [from, along] = quay;
    return [keepLeft(strip(west, east), from, along, 0), fields];
  });
}

/** The quay, with the land to its left. */
const quay: [Position, Position] = [
  [408_995, 4_356_892],
  [485, -264],
];

const planned = [
  { west: -1, east: 0.3, ...planningFields('Κεντρικές λειτουργίες', 2.8, 70, 25) },
  { west: 0.3, east: 0.72, ...planningFields('Γενική κατοικία', 2.2, 60, 21) },
  { west: 0.72, east: 2, ...planningFields('Αμιγής κατοικία', 1.4, 60, 15) },
];

function planningFields(use: string, factor: number, percent: number, height: number) {
  return {
    label: `${use} (δείγμα)`,
    use,
    building_factor: factor,
    coverage_percent: percent,
    height_m: height,
    decision: 'επινοημένο',
  };
}

/** Metres from one height to the next. */
const heightStep = 50;

/** A smooth slope from the harbour towards Pelion as an ASCII grid of the Greek Grid. */
function heightsIn(bounds: Box): string {
  const corners = ringAround(bounds);
  const snap = (value: number, round: (n: number) => number) =>
    round(value / heightStep) * heightStep;
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [west, south] = [snap(Math.min(...xs), Math.floor), snap(Math.min(...ys), Math.floor)];
  const columns = (snap(Math.max(...xs), Math.ceil) - west) / heightStep;
  const rows = (snap(Math.max(...ys), Math.ceil) - south) / heightStep;
  const row = (_: unknown, r: number) =>
    Array.from({ length: columns }, (_, c) =>
      heightAt(west + (c + 0.5) * heightStep, south + (rows - r - 0.5) * heightStep).toFixed(1),
    ).join(' ');
  return [
    `ncols ${columns}`,
    `nrows ${rows}`,
    `xllcorner ${west}`,
    `yllcorner ${south}`,
    `cellsize ${heightStep}`,
    'NODATA_value -9999',
    ...Array.from({ length: rows }, row),
    '',
  ].join('\n');
}

function heightAt(x: number, y: number): number {
  const inland = Math.max(0, (x - 409_800) * 0.45 + (y - 4_356_150) * 0.89);
  const knolls = Math.sin(x / 310) * Math.cos(y / 270) * Math.min(1.5, inland / 300);
  return 1 + 0.012 * inland + 0.000_011 * inland ** 2 + knolls;
}

/** One feature on a line; degrees to the decimetre. */
function geoJson(features: readonly (readonly [Ring, object])[]): string {
  const degrees = (position: Position) =>
    fromGreekGrid(position).map(value => Number(value.toFixed(6)));
  const lines = features.map(([ring, properties]) =>
    JSON.stringify({
      type: 'Feature',
      properties,
      geometry: { type: 'Polygon', coordinates: [ring.map(degrees)] },
    }),
  );
  return `{"type":"FeatureCollection","name":"Ktima sample town, all invented","features":[\n${lines.join(',\n')}\n]}\n`;
}
