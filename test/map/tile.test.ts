import assert from 'node:assert/strict';
import test from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { baseTile, candidatesOf } from '#domain/map/draw-tile.ts';
import { mostTileBytes, openTileWriter } from '#domain/map/encode-tile.ts';
import type { MapGeometry } from '#domain/map/map-feature.ts';
import { type TileId, tileBox } from '#domain/map/tile-scheme.ts';
import { corners } from '../geo/square.ts';
import { decodeTile } from './decode.ts';
import { packedBaseTile, packedParcelTile } from './packed-tiles.ts';
import {
  areaOf,
  athens,
  feature,
  fromUnits,
  line,
  type Point,
  partsIn,
  polygon,
  ring,
  square,
  toUnits,
} from './tile-drawings.ts';

test('a tile has its features with their properties, in the order of their importance', () => {
  const town = { layer: 'place', kind: 'town', name: 'Πόλη', nameEn: 'Town', rank: 3_000 } as const;
  const street = { layer: 'road', kind: 'minor', ref: 'Ε75', name: 'Αύρας' } as const;
  const tile = packedBaseTile(athens, [
    feature(polygon(athens, square(10, 90)), { rank: 5, kind: 'small' }),
    feature(polygon(athens, square(100, 900)), { rank: 50, kind: 'large' }),
    feature({ type: 'Point', coordinates: fromUnits(athens, [2_048, 7]) }, town),
    feature(line(athens, [0, 0], [50, 60]), street),
  ]);
  const layers = decodeTile(tile);
  const place = { kind: 'town', name: 'Πόλη', name_en: 'Town', rank: 3_000 };
  const road = { kind: 'minor', name: 'Αύρας', name_en: 'Avras', ref: 'Ε75' };
  assert.deepEqual(layers.slice(0, 2), [
    { layer: 'place', type: 1, properties: place, parts: [[[2_048, 7]]] },
    { layer: 'road', type: 2, properties: road, parts: [corners('0 0, 50 60')] },
  ]);
  const buildings = [
    { properties: { kind: 'large', rank: 50 }, corners: square(100, 900) },
    { properties: { kind: 'small', rank: 5 }, corners: square(10, 90) },
  ].map(({ properties, corners }) => ({
    ...{ layer: 'building', type: 3, properties },
    parts: [[...corners, corners[0]]],
  }));
  assert.deepEqual(layers.slice(2), buildings);
  for (const { version, extent } of Object.values(new VectorTile(new PbfReader(tile)).layers)) {
    assert.deepEqual([version, extent], [2, 4_096]);
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
    const { coordinates } = decoded.geometry as { coordinates: unknown[][] };
    assert.equal(coordinates.map(rings => rings.length).join(), '3,2');
    const areas = partsIn(athens, geometry).map(part => Math.sign(areaOf(part)));
    assert.deepEqual(areas, [1, -1, -1, 1, -1]);
  }
});

test('a hole is dropped with its outer ring', () => {
  const flat = corners('5 5, 90 5, 40 5');
  assert.deepEqual(partsIn(athens, polygon(athens, flat, square(10, 50))), []);
});

test('what cannot be seen is left out below the finest zoom only', () => {
  const coarse = { ...athens, z: 13, x: athens.x >> 3, y: athens.y >> 3 };
  const bends = corners('0 0, 1 1, 20 0, 21 2, 22 1, 40 0');
  const drawn = (tile: TileId) => partsIn(tile, line(tile, ...bends))[0]!;
  assert.deepEqual(drawn(coarse), corners('0 0, 20 0, 40 0'));
  assert.deepEqual(drawn(athens), bends);
  assert.deepEqual(partsIn(coarse, polygon(coarse, square(100, 115))), []);
  assert.equal(partsIn(coarse, polygon(coarse, square(100, 117))).length, 1);
  assert.equal(partsIn(athens, polygon(athens, square(100, 102))).length, 1);
});

const pointsOf = (length: number, pointAt: (i: number) => Point) =>
  Array.from({ length }, (_, i) => pointAt(i));

test('neighbouring tiles simplify a line alike, so that it meets at the edge', () => {
  const left = { z: 12, x: 2_318, y: 1_581 };
  const right = { ...left, x: left.x + 1 };
  const wave = pointsOf(4_000, i => [4_096 + (i - 2_000) * 0.9, 500 + 40 * Math.sin(i / 7)]);
  const near = (points: readonly Point[], edge: number) =>
    points.filter(([x]) => Math.abs(x - edge) < 60).map(([x, y]) => [x - edge, y]);
  const geometry = line(left, ...wave);
  const [a, b] = [partsIn(left, geometry), partsIn(right, geometry)];
  assert.ok(near(a[0]!, 4_096).length > 10);
  assert.deepEqual(near(a[0]!, 4_096), near(b[0]!, 0));
});

test('a tile that would be too large loses its least important features', () => {
  const towers = Array.from({ length: 30_000 }, (_, i) => {
    const [x, y] = [(i % 250) * 16, Math.floor(i / 250) * 16];
    const tower = corners(`${x} ${y}, ${x + 9} ${y}, ${x + 12} ${y + 11}, ${x} ${y + 13}`);
    return feature(polygon(athens, tower), { rank: i, minZoom: 14 });
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

test('nothing is left of a feature that did not fit, which a layer has already', () => {
  const street = (name: string) => ({
    ...{ layer: 'road', shared: {}, own: { name } },
    geometry: { type: 2 as const, parts: [Array.from({ length: 200_000 }, (_, i) => i % 4_096)] },
  });
  const [full, before] = [openTileWriter(), openTileWriter()];
  let added = 0;
  for (; full.add(street(`${added}`)); added++) before.add(street(`${added}`));
  assert.ok(added > 0);
  assert.ok(Buffer.from(full.finish()).equals(before.finish()));
});

test('a tile has no layer whose only feature did not fit', () => {
  const saw = (from: number) =>
    line(athens, ...pointsOf(99_000, i => [(i * 97) % 4_096, (from + i * 61) % 4_096]));
  const features = [feature(saw(0), { layer: 'road' }), feature(saw(9), { layer: 'rail' })];
  const tile = packedBaseTile(athens, features);
  const names: string[] = [];
  new PbfReader(tile).readFields((tag, found, bytes) => {
    if (tag === 3)
      bytes.readMessage((field, all, one) => field === 1 && all.push(one.readString()), found);
  }, names);
  assert.deepEqual(names, ['road']);
});

test('one area with too many points does not crowd out the others', () => {
  const saw = pointsOf(120_000, i => [(i * 97) % 4_096, (i * 61 + (i % 2) * 2_000) % 4_096]);
  const features = [polygon(athens, saw), polygon(athens, square(0, 9))].map(one => feature(one));
  const [drawn, ...more] = decodeTile(packedBaseTile(athens, features));
  assert.deepEqual([drawn!.parts[0]!.length, more], [5, []]);
});

test('parcels have their code and area, recorded use and address, the larger first', () => {
  const parcel = (kaek: string, areaM2: number, from: number) => {
    const coordinates = [ring(athens, square(from, from + 100))];
    return { kaek, areaM2, geometry: { type: 'Polygon' as const, coordinates } };
  };
  const use = { main_use: '4000', address: 'Ματρόζου 32' };
  const tile = packedParcelTile(athens, [
    parcel('050099901002', 90.5, 0),
    { ...parcel('12098EK00029', 400, 500), attributes: { ...use, description: 'long' } },
    parcel('050099901001', 90.5, 200),
  ]);
  assert.deepEqual(
    decodeTile(tile).map(({ layer, properties }) => ({ layer, ...properties })),
    [
      { layer: 'parcels', kaek: '12098EK00029', area_m2: 400, ...use },
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
      ...[toUnits(tile, [west, north]), toUnits(tile, [east, south])],
    ] as const;
    for (const [value, expected] of corners(
      `${left} -64, ${top} -64, ${right} 4160, ${bottom} 4160`,
    )) {
      assert.ok(Math.abs(value - expected) < 1e-4, `${value}`);
    }
  }
  const world = tileBox({ z: 0, x: 0, y: 0 });
  assert.deepEqual([world.west, world.east], [-180, 180]);
  assert.ok(world.north > 85.0511 && world.north < 90);
});
