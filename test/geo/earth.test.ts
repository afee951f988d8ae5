import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import {
  arcFromSquaredChord,
  earthPoint,
  metresPerDegree,
  nearestOnLine,
} from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { rounds } from '../sample.ts';
import { corners } from './square.ts';

const wgs84 = geodesic.Geodesic.WGS84;

function distance(a: readonly [number, number], b: readonly [number, number]): number {
  const p = earthPoint(...a);
  const q = earthPoint(...b);
  return arcFromSquaredChord((p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2);
}

test('the distance agrees with Karney’s geodesic to a tenth of a millimetre, all over the globe', () => {
  const start = fc.tuple(
    fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 90, 0, 89.99999)),
    fc.oneof(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.constantFrom(-180, 180, 0, 179.99999),
    ),
  );
  const property = fc.property(
    start,
    fc.double({ min: 0, max: 360, noNaN: true }),
    fc.double({ min: 0, max: 10_000, noNaN: true }),
    ([latitude, longitude], azimuth, metres) => {
      const end = wgs84.Direct(latitude, longitude, azimuth, metres);
      const found = distance([latitude, longitude], [end.lat2!, end.lon2!]);
      assert.ok(Math.abs(found - metres) < 1e-4, `${found} for ${metres}`);
    },
  );
  fc.assert(property, { numRuns: rounds(5_000, 500) });
});

test('Earth-centred coordinates agree with known values', () => {
  for (const [latitude, longitude, ...known] of [
    [0, 0, 6378137, 0, 0],
    [0, 90, 0, 6378137, 0],
    [-90, 123, 0, 0, -6356752.3142],
    [0, 180, -6378137, 0, 0],
  ] as [number, number, ...number[]][]) {
    const { x, y, z } = earthPoint(latitude, longitude);
    for (const [i, got] of [x, y, z].entries()) assert.ok(Math.abs(got - known[i]!) < 1e-4);
  }
});

test('the nearest point of a line is an end, a corner or a point between', () => {
  const line = corners('23 38, 23.01 38, 23.01 38.01');
  for (const pair of [
    '23.004 38.002, 23.004 38',
    '22.99 38.001, 23 38',
    '23.012 37.999, 23.01 38',
    '23.02 38.005, 23.01 38.005',
    '23.01 38.02, 23.01 38.01',
  ]) {
    const [[longitude, latitude], nearest] = corners(pair) as [Position, Position];
    const found = nearestOnLine(latitude, longitude, line);
    assert.ok(Math.abs(found.longitude - nearest[0]) < 2e-7, `${found.longitude}`);
    assert.ok(Math.abs(found.latitude - nearest[1]) < 2e-6, `${found.latitude}`);
    const [a, b] = [earthPoint(latitude, longitude), earthPoint(found.latitude, found.longitude)];
    const metres = arcFromSquaredChord((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2);
    assert.ok(Math.abs(found.metres - metres) < 0.01, `${found.metres} and ${metres}`);
  }
  assert.ok(nearestOnLine(38, 23.001, [[23, 38]]).metres > 80);
});

test('a degree is as long as Karney measures it', () => {
  const wgs84 = geodesic.Geodesic.WGS84;
  for (const latitude of [-60, 0, 35, 38, 41.7, 80]) {
    const { north, east } = metresPerDegree(latitude);
    const d = 1e-3;
    const along = wgs84.Inverse(latitude - d / 2, 23, latitude + d / 2, 23).s12! / d;
    const across = wgs84.Inverse(latitude, 23, latitude, 23 + d).s12! / d;
    assert.ok(Math.abs(north - along) < 0.01, `${latitude}: ${north}, ${along}`);
    assert.ok(Math.abs(east - across) < 0.01, `${latitude}: ${east}, ${across}`);
  }
});
