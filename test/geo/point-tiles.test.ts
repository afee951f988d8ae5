import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { tileOf, tilesAround } from '#tools/geo/point-tiles.ts';
import { rounds } from '../sample.ts';

const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });

test('every point within the distance lies in one of the tile ranges', () => {
  const { WGS84 } = geodesic.Geodesic;
  fc.assert(
    fc.property(
      degrees(89),
      degrees(179),
      fc.double({ min: 0, max: 360, noNaN: true }),
      fc.double({ min: 0, max: 500, noNaN: true }),
      (latitude, longitude, azimuth, metres) => {
        const { lat2, lon2 } = WGS84.Direct(latitude, longitude, azimuth, metres);
        const tile = tileOf(lat2!, lon2!);
        const runs = tilesAround(latitude, longitude, metres + 0.001);
        assert.ok(runs.some(([first, last]) => first <= tile && tile <= last));
      },
    ),
    { numRuns: rounds(2_000, 500) },
  );
});

test('the tile ranges around a house in Greece are few and short', () => {
  const runs = tilesAround(37.98, 23.73, 60);
  assert.ok(runs.length <= 3);
  assert.ok(runs.every(([first, last]) => last - first <= 3));
});

test('the poles and the antimeridian have tiles too', () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
    [90, -180],
  ] as const) {
    assert.ok(Number.isSafeInteger(tileOf(latitude, longitude)));
    assert.ok(tilesAround(latitude, longitude, 60).length > 0);
  }
});
