import assert from 'node:assert/strict';
import test from 'node:test';
import {
  buildingsAt,
  buildingsOnParcel,
  type SourcedBuilding,
  toMillionths,
} from '#domain/zones/buildings.ts';
import { fromGreekGrid } from '#tools/geo/greek-grid.ts';
import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { corners } from '../geo/square.ts';

/** A rectangle on the Greek Grid, in metres from a corner in Athens. */
function rectangle(west: number, south: number, east: number, north: number): PolygonGeometry {
  const ring = corners(
    `${west} ${south}, ${east} ${south}, ${east} ${north}, ${west} ${north}, ${west} ${south}`,
  );
  const metres = ring.map(([x, y]) => fromGreekGrid([476_000 + x, 4_204_000 + y]));
  return { type: 'Polygon', coordinates: [metres] };
}

let id = 0;
function stands(
  geometry: PolygonGeometry,
  levels: number | null = null,
  source = 'osm',
): SourcedBuilding {
  const unknown = { name: null, use: null, heightMetres: null, constructionYear: null };
  return { id: ++id, externalId: null, ...unknown, material: null, levels, geometry, source };
}

const parcel = rectangle(0, 0, 40, 25);
const near = (value: number | null, expected: number) =>
  assert.ok(Math.abs(value! - expected) < 1e-3, `${value} is not ${expected}`);

test('footprints, shares, coverage and the estimate of floor area', () => {
  const [within, across] = [stands(rectangle(5, 5, 15, 16), 3), stands(rectangle(30, 5, 50, 15))];
  const answer = buildingsOnParcel([within, across, stands(rectangle(60, 5, 70, 15), 9)], parcel);
  const found = answer.buildings.map(({ share, levels }) => `${toMillionths(share!)} ${levels}`);
  assert.deepEqual(found, ['1 3', '0.5 null']);
  near(answer.buildings[0]!.footprintM2, 110);
  near(answer.buildings[1]!.footprintM2, 200);
  near(answer.footprintM2, 210);
  near(answer.coverage, 0.21);
  near(answer.floorAreaM2, 330);
  assert.equal(answer.leftOut, 0);
  near(answer.mostFloorAreaM2, 3 * 110 + 12 * 200);
});

test('a hole is no footprint, and a courtyard building around the parcel has its share', () => {
  const [outer, hole] = [rectangle(-10, -10, 50, 35), rectangle(10, 5, 30, 20)].map(
    ({ coordinates }) => coordinates[0],
  );
  const around = { type: 'Polygon', coordinates: [outer, hole] } as PolygonGeometry;
  const { buildings, footprintM2 } = buildingsOnParcel([stands(around)], parcel);
  near(buildings[0]!.footprintM2, 60 * 45 - 300);
  near(footprintM2, 1_000 - 300);
});

test('a neighbour whose outline crosses the border a little is left out and counted', () => {
  const found = [rectangle(39.6, 5, 50, 15), rectangle(5, 5, 15, 15)].map(one => stands(one));
  const answer = buildingsOnParcel(found, parcel);
  assert.deepEqual([answer.buildings.length, answer.leftOut], [1, 1]);
  const block = buildingsOnParcel([stands(rectangle(-2_000, 2, 2_000, 23))], parcel);
  assert.equal(block.buildings.length, 1, 'a small part of a block covers most of the parcel');
  assert.equal(block.leftOut, 0);
  near(block.mostFloorAreaM2, 12 * 40 * 21);
});

test('a building of two sources counts once, as the one loaded last has it', () => {
  const found = [
    stands(rectangle(5, 5, 15, 15), 4, 'municipality'),
    stands(rectangle(6, 5, 16, 15), 2),
    stands(rectangle(20, 5, 29, 15), 1),
  ];
  const { buildings, floorAreaM2 } = buildingsOnParcel(found, parcel);
  const sources = buildings.map(({ source, levels }) => `${source} ${levels}`);
  assert.deepEqual(sources, ['municipality 4', 'osm 1']);
  near(floorAreaM2, 490);
  const overlapping = [stands(rectangle(5, 5, 15, 15)), stands(rectangle(5, 5, 15, 15))];
  const both = buildingsOnParcel(overlapping, parcel);
  assert.equal(both.buildings.length, 2, 'one source knows its buildings');
});

test('a building that another source has many times is compared until it is found', () => {
  const times = (count: number, source: string) =>
    Array.from({ length: count }, () => stands(rectangle(5, 5, 15, 15), 4, source));
  const comparisons = (count: number) => {
    let counted = 0;
    const found = [...times(count, 'municipality'), ...times(count, 'osm')];
    // The smallest comparison of two outlines counts as this many pairs; steps of a sweep as fewer.
    const { buildings } = buildingsOnParcel(found, parcel, pairs => {
      if (pairs >= 10_000) counted++;
    });
    assert.equal(buildings.length, count);
    return counted;
  };
  // Each with the parcel, and each of the second source with one of the first.
  assert.deepEqual([comparisons(2), comparisons(20)], [6, 60]);
});

test('overlapping buildings of one source are listed each, and cover the ground once', () => {
  const two = [stands(rectangle(0, 0, 20, 25), 2), stands(rectangle(10, 0, 30, 25))];
  const both = buildingsOnParcel(two, parcel);
  assert.equal(both.buildings.length, 2);
  near(both.footprintM2, 750);
  near(both.overlapM2, 250);
  near(both.coverage, 0.75);
  near(both.floorAreaM2, 2 * 500);
  // The one without levels may have twelve, also where the other one has two.
  near(both.mostFloorAreaM2, 12 * 500 + 2 * 250);
  const [x, y] = fromGreekGrid([476_015, 4_204_010]);
  const found = [rectangle(0, 0, 20, 25), rectangle(10, 0, 50, 25)].map(one => stands(one));
  const around = buildingsAt(found, x, y);
  near(around.footprintM2, 50 * 25);
  near(around.overlapM2, 250);
});

test('a share is not rounded before it is multiplied', () => {
  const large = rectangle(-777, -1_500, 1_234, 1_500);
  const { overlapM2 } = buildingsOnParcel([stands(large)], rectangle(0, 0, 33, 33.3));
  near(overlapM2, 0);
});

test('without a parcel the building around the point counts, with no share and no coverage', () => {
  const house = stands(rectangle(5, 5, 15, 15), 2);
  const found = [house, stands(rectangle(20, 5, 30, 15))];
  const [x, y] = fromGreekGrid([476_010, 4_204_010]);
  const answer = buildingsAt(found, x, y);
  const [building, ...more] = answer.buildings;
  assert.deepEqual([building!.id, building!.share, more], [house.id, null, []]);
  assert.equal(answer.coverage, null);
  near(answer.floorAreaM2, 200);
  const none = buildingsAt(found, x, y + 1);
  assert.deepEqual([none.buildings.length, none.footprintM2, none.floorAreaM2], [0, 0, null]);
  assert.equal(none.mostFloorAreaM2, null);
});
