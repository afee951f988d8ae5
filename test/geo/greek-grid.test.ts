import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import proj4 from 'proj4';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { rounds } from '../sample.ts';

/** The general library, as an oracle. */
const proj = proj4(
  'EPSG:4326',
  '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 ' +
    '+towgs84=-199.87,74.79,246.62,0,0,0,0 +units=m +no_defs',
);

const inGreece = fc.tuple(
  fc.double({ min: 19.3, max: 29.7, noNaN: true }),
  fc.double({ min: 34.7, max: 41.8, noNaN: true }),
);

const onGrid = fc.tuple(
  fc.double({ min: 50_000, max: 1_000_000, noNaN: true }),
  fc.double({ min: 3_800_000, max: 4_650_000, noNaN: true }),
);

test('conversion from the Greek Grid agrees with proj4 to ten micrometres', () => {
  fc.assert(
    fc.property(onGrid, position => {
      const [longitude, latitude] = fromGreekGrid(position);
      const [wantedLongitude, wantedLatitude] = proj.inverse([...position]);
      assert.ok(Math.abs(longitude - wantedLongitude!) < 1e-10);
      assert.ok(Math.abs(latitude - wantedLatitude!) < 1e-10);
    }),
    { numRuns: rounds(2_000, 500) },
  );
});

test('conversion to the Greek Grid agrees with proj4 to the 5 mm of the dropped height', () => {
  fc.assert(
    fc.property(inGreece, position => {
      const [east, north] = toGreekGrid(position);
      const [wantedEast, wantedNorth] = proj.forward([...position]);
      assert.ok(Math.hypot(east - wantedEast!, north - wantedNorth!) < 5e-3);
    }),
    { numRuns: 1_000 },
  );
});

test('a round trip in either direction returns the same position to a micrometre', () => {
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

test('the datum shift is applied: Athens agrees with PROJ, and would be 325 m away without it', () => {
  const [east, north] = toGreekGrid([23.7348, 37.9755]);
  assert.ok(Math.hypot(east - 476558.709, north - 4202841.942) < 5e-3);
  const moved = Math.hypot(east - 476708.384, north - 4203129.868);
  assert.ok(Math.abs(moved - 324.5) < 1, String(moved));
});
