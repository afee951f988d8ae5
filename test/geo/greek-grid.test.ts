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

const latitudes = fc.double({ min: 34.7, max: 41.8, noNaN: true });
const inGreece = fc.tuple(fc.double({ min: 19.3, max: 29.7, noNaN: true }), latitudes);

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
