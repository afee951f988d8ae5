import assert from 'node:assert/strict';
import test from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import fc from 'fast-check';
import { PbfReader } from 'pbf';
import proj4 from 'proj4';
import { baseTile } from '../../src/map/base-tile.ts';
import { candidatesOf } from '../../src/map/candidate.ts';
import { mostTileBytes } from '../../src/map/encode-tile.ts';
import type { MapFeature, MapGeometry } from '../../src/map/feature.ts';
import { finestZoom, type TileId, tileBox } from '../../src/map/tile-scheme.ts';
import { decodeTile } from './decode.ts';
import { packedBaseTile, packedParcelTile } from './packed-tiles.ts';

type Point = readonly [number, number];

const athens: TileId = { z: 16, x: 37_088, y: 25_308 };

/** The corner of the square world in metres of Web Mercator. */
const worldEdge = 20_037_508.342789244;

/** Web Mercator by proj4, in tile units. */
function toUnits({ z, x, y }: TileId, position: Point): Point {
  const [east, north] = proj4('EPSG:3857').forward([...position]);
  const units = (2 ** z * 4_096) / (2 * worldEdge);
  return [(east! + worldEdge) * units - x * 4_096, (worldEdge - north!) * units - y * 4_096];
}

/** The position of a point of a tile, in degrees. */
function fromUnits({ z, x, y }: TileId, [column, row]: Point): [number, number] {
  const metres = (2 * worldEdge) / (2 ** z * 4_096);
  const east = (column + x * 4_096) * metres - worldEdge;
  const north = worldEdge - (row + y * 4_096) * metres;
  const [longitude, latitude] = proj4('EPSG:3857').inverse([east, north]);
  return [longitude!, latitude!];
}

const plain = {
  layer: 'building',
  kind: 'yes',
  name: null,
  nameEn: null,
  ref: null,
  minZoom: 0,
  rank: 0,
} as const;

let made = 0;
function feature(geometry: MapGeometry, fields: Partial<MapFeature> = {}): MapFeature {
  return { ...plain, externalId: `way/${made++}`, geometry, ...fields };
}

/** A closed ring through points of a tile. */
function ring(tile: TileId, points: readonly Point[]): [number, number][] {
  return [...points, points[0]!].map(point => fromUnits(tile, point));
}

function polygon(tile: TileId, ...rings: (readonly Point[])[]): MapGeometry {
  return { type: 'Polygon', coordinates: rings.map(points => ring(tile, points)) };
}

function line(tile: TileId, ...points: Point[]): MapGeometry {
  return { type: 'LineString', coordinates: points.map(point => fromUnits(tile, point)) };
}

const square = (from: number, to: number): Point[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

/** The parts of the only feature of a tile; none for an empty tile. */
function partsIn(tile: TileId, geometry: MapGeometry) {
  return decodeTile(packedBaseTile(tile, [feature(geometry)]))[0]?.parts ?? [];
}

test('a tile has its features with their properties, in the order of their importance', () => {
  const tile = packedBaseTile(athens, [
    feature(polygon(athens, square(10, 90)), { rank: 5, kind: 'small' }),
    feature(polygon(athens, square(100, 900)), { rank: 50, kind: 'large' }),
    feature(
      { type: 'Point', coordinates: fromUnits(athens, [2_048, 7]) },
      { layer: 'place', kind: 'town', name: 'Πόλη', nameEn: 'Town', rank: 3_000 },
    ),
    feature(line(athens, [0, 0], [50, 60]), { layer: 'road', kind: 'minor', ref: 'Ε75' }),
  ]);
  assert.deepEqual(decodeTile(tile), [
    {
      layer: 'place',
      type: 1,
      properties: { kind: 'town', name: 'Πόλη', name_en: 'Town', rank: 3_000 },
      parts: [[[2_048, 7]]],
    },
    {
      layer: 'road',
      type: 2,
      properties: { kind: 'minor', ref: 'Ε75' },
      parts: [
        [
          [0, 0],
          [50, 60],
        ],
      ],
    },
    ...[
      { kind: 'large', rank: 50, corners: square(100, 900) },
      { kind: 'small', rank: 5, corners: square(10, 90) },
    ].map(({ kind, rank, corners }) => ({
      layer: 'building',
      type: 3,
      properties: { kind, rank },
      parts: [[...corners, corners[0]]],
    })),
  ]);
  const { layers } = new VectorTile(new PbfReader(tile));
  for (const { version, extent } of Object.values(layers)) {
    assert.deepEqual([version, extent], [2, 4_096]);
  }
});

test('lines and areas are clipped 64 units outside the tile', () => {
  const cases: [string, MapGeometry, Point[][]][] = [
    [
      'a line through',
      line(athens, [-500, 100], [5_000, 100]),
      [
        [
          [-64, 100],
          [4_160, 100],
        ],
      ],
    ],
    [
      'a line that leaves and returns',
      line(athens, [10, 10], [10, -300], [40, -300], [40, 10]),
      [
        [
          [10, 10],
          [10, -64],
        ],
        [
          [40, -64],
          [40, 10],
        ],
      ],
    ],
    ['a line past a corner', line(athens, [-300, 100], [100, -300]), []],
    [
      'a line along the edge',
      line(athens, [-64, -64], [-64, 90]),
      [
        [
          [-64, -64],
          [-64, 90],
        ],
      ],
    ],
    ['a line of one point', line(athens, [5, 5], [5.2, 5.2]), []],
    [
      'an area over a corner',
      polygon(athens, square(-400, 100)),
      [[...square(-64, 100), [-64, -64]]],
    ],
    [
      'an area around the tile',
      polygon(athens, square(-9_000, 9_000)),
      [[[-64, 4_160], ...square(-64, 4_160)]],
    ],
    ['an area beside the tile', polygon(athens, square(4_200, 5_000)), []],
    [
      'an area without height',
      polygon(athens, [
        [5, 5],
        [90, 5],
        [40, 5],
      ]),
      [],
    ],
    [
      'a point in the buffer',
      { type: 'Point', coordinates: fromUnits(athens, [-60, 9]) },
      [[[-60, 9]]],
    ],
    ['a point outside', { type: 'Point', coordinates: fromUnits(athens, [-70, 9]) }, []],
  ];
  for (const [name, geometry, parts] of cases) {
    assert.deepEqual(partsIn(athens, geometry), parts, name);
  }
});

test('features that were not packed are drawn alike', () => {
  const coarse = { ...athens, z: 13, x: athens.x >> 3, y: athens.y >> 3 };
  for (const tile of [athens, coarse]) {
    const features = [
      feature(line(tile, [10, 10], [10, -300], [40, -300], [40, 2_000]), { layer: 'road' }),
      feature(polygon(tile, square(-400, 1_000), square(300, 600)), { rank: 1.5 }),
      feature({ type: 'Point', coordinates: fromUnits(tile, [7, 9]) }, { layer: 'place' }),
    ];
    assert.deepEqual(baseTile(candidatesOf(features, tile)), packedBaseTile(tile, features));
  }
});

test('outer rings run clockwise and holes the other way, however they were drawn', () => {
  const hole = (at: number) => square(at, at + 50);
  for (const turn of [(p: Point[]) => p, (p: Point[]) => p.toReversed()]) {
    const geometry: MapGeometry = {
      type: 'MultiPolygon',
      coordinates: [
        [square(0, 1_000), hole(100), hole(300)].map(points => ring(athens, turn(points))),
        [square(2_000, 3_000), hole(2_100)].map(points => ring(athens, turn(points).toReversed())),
      ],
    };
    const tile = new VectorTile(new PbfReader(packedBaseTile(athens, [feature(geometry)])));
    const decoded = tile.layers.building!.feature(0).toGeoJSON(athens.x, athens.y, athens.z);
    assert.equal(decoded.geometry.type, 'MultiPolygon');
    assert.deepEqual(
      (decoded.geometry as { coordinates: unknown[][] }).coordinates.map(rings => rings.length),
      [3, 2],
    );
    const areas = partsIn(athens, geometry).map(part => Math.sign(areaOf(part)));
    assert.deepEqual(areas, [1, -1, -1, 1, -1]);
  }
});

test('a hole is dropped with its outer ring', () => {
  const flat = [
    [5, 5],
    [90, 5],
    [40, 5],
  ] as const;
  assert.deepEqual(partsIn(athens, polygon(athens, flat, square(10, 50))), []);
});

test('what cannot be seen is left out below the finest zoom only', () => {
  const coarse = { ...athens, z: 13, x: athens.x >> 3, y: athens.y >> 3 };
  const bends: Point[] = [
    [0, 0],
    [1, 1],
    [20, 0],
    [21, 2],
    [22, 1],
    [40, 0],
  ];
  const drawn = (tile: TileId) => partsIn(tile, line(tile, ...bends))[0]!.length;
  assert.equal(drawn(coarse), 3);
  assert.equal(drawn(athens), 6);
  assert.deepEqual(partsIn(coarse, polygon(coarse, square(100, 115))), []);
  assert.equal(partsIn(coarse, polygon(coarse, square(100, 117))).length, 1);
  assert.equal(partsIn(athens, polygon(athens, square(100, 102))).length, 1);
});

test('neighbouring tiles simplify a line alike, so that it meets at the edge', () => {
  const left = { z: 12, x: 2_318, y: 1_581 };
  const right = { ...left, x: left.x + 1 };
  const wave = Array.from(
    { length: 4_000 },
    (_, i): Point => [4_096 + (i - 2_000) * 0.9, 500 + 40 * Math.sin(i / 7)],
  );
  const near = (points: readonly Point[], edge: number) =>
    points.filter(([x]) => Math.abs(x - edge) < 60).map(([x, y]) => [x - edge, y]);
  const geometry = line(left, ...wave);
  const [a, b] = [partsIn(left, geometry), partsIn(right, geometry)];
  assert.ok(near(a[0]!, 4_096).length > 10);
  assert.deepEqual(near(a[0]!, 4_096), near(b[0]!, 0));
});

const corner = fc.integer({ min: -3_000, max: 7_000 });
const corners = fc.array(fc.tuple(corner, corner), { minLength: 3, maxLength: 12 });
const probe = fc.tuple(fc.integer({ min: 0, max: 4_095 }), fc.integer({ min: 0, max: 4_095 }));

test('a clipped area covers what the area covers, also if it crosses itself', () => {
  fc.assert(
    fc.property(corners, fc.array(probe, { minLength: 20 }), (points, probes) => {
      const geometry = polygon(athens, points) as Extract<MapGeometry, { type: 'Polygon' }>;
      const parts = partsIn(athens, geometry);
      const outline = geometry.coordinates[0]!.map(position => toUnits(athens, position));
      if (parts.length === 0) return fc.pre(Math.abs(areaOf(outline)) > 5_000);
      for (const one of parts.flat()) assertInSquare(one);
      for (const at of probes) {
        // Rounding moves an edge by up to a unit.
        if (distanceTo(outline, at) < 2) continue;
        assert.equal(covers(parts[0]!, at), covers(outline, at), `${at}`);
      }
    }),
    { seed: 21, numRuns: 300 },
  );
});

test('a clipped line has every point of the line in the tile, and no other', () => {
  fc.assert(
    fc.property(corners, points => {
      const geometry = line(athens, ...points) as Extract<MapGeometry, { type: 'LineString' }>;
      const path = geometry.coordinates.map(position => toUnits(athens, position));
      const parts = partsIn(athens, geometry);
      for (const at of parts.flat()) {
        assertInSquare(at);
        assert.ok(distanceTo(path, at) < 1.5, `${at} is on the line`);
      }
      for (const at of alongPath(path)) {
        if (!at.every(value => value >= 0 && value <= 4_096)) continue;
        assert.ok(
          parts.some(part => distanceTo(part, at) < 1.5),
          `${at} is drawn`,
        );
      }
    }),
    { seed: 21, numRuns: 300 },
  );
});

test('a tile that would be too large loses its least important features', () => {
  const towers = Array.from({ length: 30_000 }, (_, i) => {
    const [x, y] = [(i % 250) * 16, Math.floor(i / 250) * 16];
    const corners: Point[] = [
      [x, y],
      [x + 9, y],
      [x + 12, y + 11],
      [x, y + 13],
    ];
    return feature(polygon(athens, corners), { rank: i, minZoom: 14 });
  });
  const road = feature(line(athens, [0, 0], [4_000, 4_000]), { layer: 'road', minZoom: 5 });
  const tile = packedBaseTile(athens, [...towers, road]);
  assert.ok(tile.length <= mostTileBytes && tile.length > mostTileBytes * 0.8, `${tile.length}`);
  const kept = decodeTile(tile);
  assert.equal(kept.filter(({ layer }) => layer === 'road').length, 1);
  const ranks = kept.filter(one => one.layer === 'building').map(one => one.properties.rank);
  assert.deepEqual(
    ranks,
    Array.from({ length: ranks.length }, (_, i) => towers.length - 1 - i),
  );
  assert.deepEqual(packedBaseTile(athens, [road, ...towers.toReversed()]), tile);
});

test('a tile has no layer whose only feature did not fit', () => {
  const saw = (from: number) =>
    line(
      athens,
      ...Array.from(
        { length: 99_000 },
        (_, i): Point => [(i * 97) % 4_096, (from + i * 61) % 4_096],
      ),
    );
  const tile = packedBaseTile(athens, [
    feature(saw(0), { layer: 'road' }),
    feature(saw(9), { layer: 'rail' }),
  ]);
  const names: string[] = [];
  new PbfReader(tile).readFields((tag, found, bytes) => {
    if (tag === 3)
      bytes.readMessage((field, all, one) => field === 1 && all.push(one.readString()), found);
  }, names);
  assert.deepEqual(names, ['road']);
});

test('one area with too many points does not crowd out the others', () => {
  const saw = Array.from(
    { length: 120_000 },
    (_, i): Point => [(i * 97) % 4_096, (i * 61 + (i % 2) * 2_000) % 4_096],
  );
  const features = [polygon(athens, saw), polygon(athens, square(0, 9))].map(one => feature(one));
  assert.deepEqual(
    decodeTile(packedBaseTile(athens, features)).map(({ parts }) => parts[0]!.length),
    [5],
  );
});

test('parcels have their code and area, the larger first', () => {
  const parcel = (kaek: string, areaM2: number, from: number) => ({
    kaek,
    areaM2,
    geometry: {
      type: 'Polygon' as const,
      coordinates: [ring(athens, square(from, from + 100))],
    },
  });
  const parcels = [
    parcel('050099901002', 90.5, 0),
    parcel('12098EK00029', 400, 500),
    parcel('050099901001', 90.5, 200),
  ];
  const tile = packedParcelTile(athens, parcels);
  assert.deepEqual(
    decodeTile(tile).map(({ layer, properties }) => ({ layer, ...properties })),
    [
      { layer: 'parcels', kaek: '12098EK00029', area_m2: 400 },
      { layer: 'parcels', kaek: '050099901001', area_m2: 90.5 },
      { layer: 'parcels', kaek: '050099901002', area_m2: 90.5 },
    ],
  );
  assert.equal(packedParcelTile(athens, []).length, 0);
});

test('the box of a tile has its corners and buffer, and ends at the antimeridian', () => {
  for (const tile of [athens, { z: 14, x: 9_272, y: 6_327 }, { z: 3, x: 4, y: 3 }]) {
    const { west, south, east, north } = tileBox(tile);
    const [[left, top], [right, bottom]] = [
      toUnits(tile, [west, north]),
      toUnits(tile, [east, south]),
    ];
    for (const [value, expected] of [
      [left, -64],
      [top, -64],
      [right, 4_160],
      [bottom, 4_160],
    ]) {
      assert.ok(Math.abs(value! - expected!) < 1e-4, `${value}`);
    }
  }
  const world = tileBox({ z: 0, x: 0, y: 0 });
  assert.deepEqual([world.west, world.east], [-180, 180]);
  assert.ok(world.north > 85.0511 && world.north < 90);
});

test('an area up to the poles and the antimeridian is drawn at every zoom', () => {
  const world: MapGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [-180, -90],
        [180, -90],
        [180, 90],
        [-180, 90],
        [-180, -90],
      ],
    ],
  };
  for (let z = 0; z <= finestZoom; z++) {
    const parts = partsIn({ z, x: 2 ** z - 1, y: 2 ** z - 1 }, world);
    assert.ok(areaOf(parts[0]!) >= 4_096 * 4_096, `zoom ${z}`);
    for (const at of parts.flat()) assertInSquare(at);
  }
});

function assertInSquare(at: Point): void {
  assert.ok(
    at.every(value => value >= -64 && value <= 4_160),
    `${at} is in the square`,
  );
}

/** Positive for a ring that runs clockwise on a screen. */
function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

/** Whether a point is inside by the even-odd rule. */
function covers(points: readonly Point[], [x, y]: Point): boolean {
  let isInside = false;
  for (const [i, [ax, ay]] of points.entries()) {
    const [bx, by] = points[(i + 1) % points.length]!;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}

/** The distance from a point to a path. */
function distanceTo(path: readonly Point[], [x, y]: Point): number {
  let least = Infinity;
  for (let i = 1; i < path.length; i++) {
    const [[ax, ay], [bx, by]] = [path[i - 1]!, path[i]!];
    const squared = (bx - ax) ** 2 + (by - ay) ** 2;
    const share = squared && ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared;
    const at = Math.min(1, Math.max(0, share));
    least = Math.min(least, Math.hypot(ax + at * (bx - ax) - x, ay + at * (by - ay) - y));
  }
  return least;
}

/** Points along a path, about fifty units apart. */
function alongPath(path: readonly Point[]): Point[] {
  return path.slice(1).flatMap(([bx, by], i) => {
    const [ax, ay] = path[i]!;
    const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / 50);
    return Array.from({ length: steps + 1 }, (_, k): Point => {
      const share = steps && k / steps;
      return [ax + share * (bx - ax), ay + share * (by - ay)];
    });
  });
}
