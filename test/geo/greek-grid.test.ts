import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fromGreekGrid, toGreekGrid } from '../../src/geo/greek-grid.ts';

const radians = Math.PI / 180;

/**
 * EPSG:2100 by the textbook, independent of proj4: WGS84 to Earth-centred, the datum shift, back
 * to an ellipsoid (GRS80, by iteration), then Krüger's series of the transverse Mercator.
 */
function textbook(longitude: number, latitude: number): [number, number] {
  const a = 6378137;
  const geocentric = (f: number) => {
    const e2 = f * (2 - f);
    const sin = Math.sin(latitude * radians);
    const n = a / Math.sqrt(1 - e2 * sin * sin);
    const planar = n * Math.cos(latitude * radians);
    return [
      planar * Math.cos(longitude * radians),
      planar * Math.sin(longitude * radians),
      n * (1 - e2) * sin,
    ] as const;
  };
  const [x84, y84, z84] = geocentric(1 / 298.257223563);
  const [x, y, z] = [x84 + 199.87, y84 - 74.79, z84 - 246.62];

  const f = 1 / 298.257222101;
  const e2 = f * (2 - f);
  const planar = Math.hypot(x, y);
  let phi = Math.atan2(z, planar * (1 - e2));
  for (let i = 0; i < 20; i++) {
    const n = a / Math.sqrt(1 - e2 * Math.sin(phi) ** 2);
    phi = Math.atan2(z + e2 * n * Math.sin(phi), planar);
  }
  const lambda = Math.atan2(y, x) - 24 * radians;

  const n = f / (2 - f);
  const e = Math.sqrt(e2);
  const t = Math.sinh(Math.atanh(Math.sin(phi)) - e * Math.atanh(e * Math.sin(phi)));
  const xi = Math.atan2(t, Math.cos(lambda));
  const eta = Math.asinh(Math.sin(lambda) / Math.hypot(t, Math.cos(lambda)));
  const alpha = [
    n / 2 - (2 / 3) * n ** 2 + (5 / 16) * n ** 3,
    (13 / 48) * n ** 2 - (3 / 5) * n ** 3,
    (61 / 240) * n ** 3,
  ];
  const radius = (a / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
  let [east, north] = [eta, xi];
  alpha.forEach((value, i) => {
    const k = 2 * (i + 1);
    east += value * Math.cos(k * xi) * Math.sinh(k * eta);
    north += value * Math.sin(k * xi) * Math.cosh(k * eta);
  });
  return [500_000 + 0.9996 * radius * east, 0.9996 * radius * north];
}

const inGreece = fc.tuple(
  fc.double({ min: 19.3, max: 29.7, noNaN: true }),
  fc.double({ min: 34.7, max: 41.8, noNaN: true }),
);

test('the Greek Grid agrees with the textbook to the 5 mm that lost heights cost', () => {
  fc.assert(
    fc.property(inGreece, ([longitude, latitude]) => {
      const [east, north] = toGreekGrid([longitude, latitude]);
      const [wantedEast, wantedNorth] = textbook(longitude, latitude);
      assert.ok(Math.hypot(east - wantedEast, north - wantedNorth) < 5e-3);
    }),
    { numRuns: 1_000 },
  );
});

test('there and back again is the same place, from either side, to a micrometre', () => {
  fc.assert(
    fc.property(inGreece, ([longitude, latitude]) => {
      const grid = toGreekGrid([longitude, latitude]);
      const [backLongitude, backLatitude] = fromGreekGrid(grid);
      assert.ok(Math.abs(backLongitude - longitude) < 1e-11);
      assert.ok(Math.abs(backLatitude - latitude) < 1e-11);
      const [east, north] = toGreekGrid([backLongitude, backLatitude]);
      assert.ok(Math.hypot(east - grid[0], north - grid[1]) < 1e-6);
    }),
  );
});

test('the datum shift is there: PROJ puts Athens here, and some 325 m away without it', () => {
  const [east, north] = toGreekGrid([23.7348, 37.9755]);
  assert.ok(Math.hypot(east - 476558.709, north - 4202841.942) < 5e-3);
  const moved = Math.hypot(east - 476708.384, north - 4203129.868);
  assert.ok(Math.abs(moved - 324.5) < 1, String(moved));
});
