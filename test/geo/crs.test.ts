import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import fc from 'fast-check';
import proj4 from 'proj4';
import { canonicalEpsg, fromWgs84, isLatitudeFirst, knownEpsg, toWgs84 } from '#tools/geo/crs.ts';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import { without } from '../programs.ts';
import { rounds } from '../sample.ts';

test('the coordinate systems of Greek data are supported, others are not', () => {
  assert.deepEqual(knownEpsg, [2100, 3035, 3857, 4121, 4258, 4326, 25834, 25835, 32634, 32635]);
  assert.equal(toWgs84(32633), undefined);
});

test('other numbers of a coordinate system stand for its own', () => {
  const others = { 4937: 4258, 4979: 4326, 3785: 3857, 102100: 3857, 102113: 3857, 900913: 3857 };
  for (const [own, epsg] of Object.entries(others)) assert.equal(canonicalEpsg(Number(own)), epsg);
  assert.equal(canonicalEpsg(2100), 2100);
  const first = [...knownEpsg, 4937, 4979].filter(isLatitudeFirst);
  assert.deepEqual(first, [3035, 4121, 4258, 4326, 4937, 4979]);
});

test('one position in Athens is the same from each coordinate system, as in PROJ', () => {
  const cases: [number, [number, number]][] = [
    [4326, [23.7348, 37.9755]],
    [4258, [23.7348, 37.9755]],
    [4121, [23.7331051989, 37.972901112]],
    [3857, [2642145.85008, 4575965.36246]],
    [900913, [2642145.85008, 4575965.36246]],
    [102100, [2642145.85008, 4575965.36246]],
    [2100, [476558.70866, 4202841.94192]],
    [3035, [5529200.86799, 1763954.08265]],
    [32634, [740210.34627, 4206625.72937]],
    [32635, [213190.78726, 4208128.46399]],
    [25834, [740210.34627, 4206625.72926]],
    [25835, [213190.78726, 4208128.46388]],
  ];
  for (const [epsg, position] of cases) {
    const [longitude, latitude] = toWgs84(epsg)!(position);
    assert.ok(Math.abs(longitude - 23.7348) < 1e-7, `${epsg}: ${longitude}`);
    assert.ok(Math.abs(latitude - 37.9755) < 1e-7, `${epsg}: ${latitude}`);
  }
});

const definitions: Record<number, string> = {
  3857: 'EPSG:3857',
  4121: '+proj=longlat +ellps=GRS80 +towgs84=-199.87,74.79,246.62,0,0,0,0 +no_defs',
  25834: '+proj=utm +zone=34 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  25835: '+proj=utm +zone=35 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs',
  32634: '+proj=utm +zone=34 +datum=WGS84 +units=m +no_defs',
  32635: '+proj=utm +zone=35 +datum=WGS84 +units=m +no_defs',
};

for (const [epsg, definition] of Object.entries(definitions)) {
  test(`EPSG:${epsg} agrees with proj4, all over Greece`, () => {
    const proj = proj4(definition, 'EPSG:4326');
    const longitudes = fc.double({ min: 19.3, max: 29.7, noNaN: true });
    fc.assert(
      fc.property(longitudes, fc.double({ min: 34.7, max: 41.8, noNaN: true }), (x, y) => {
        const drawn = proj.inverse([x, y]) as [number, number];
        const [longitude, latitude] = toWgs84(Number(epsg))!(drawn);
        const [wantedLongitude, wantedLatitude] = proj.forward([...drawn]);
        assert.ok(Math.abs(longitude - wantedLongitude!) < 1e-9);
        assert.ok(Math.abs(latitude - wantedLatitude!) < 1e-9);
      }),
    );
  });
}

test('each conversion from WGS84 is the inverse of the other', () => {
  const longitudes = fc.double({ min: 19.3, max: 29.7, noNaN: true });
  const latitudes = fc.double({ min: 34.7, max: 41.8, noNaN: true });
  for (const epsg of knownEpsg) {
    fc.assert(
      fc.property(longitudes, latitudes, (x, y) => {
        const [longitude, latitude] = toWgs84(epsg)!(fromWgs84(epsg)!([x, y]));
        // GGRS87 drops a height, which is a tenth of a millimetre.
        assert.ok(Math.hypot(longitude - x, latitude - y) < 1e-7, `${epsg}: ${x} ${y}`);
      }),
    );
  }
});

const skip = without('gdaltransform', 'gdal-bin');

test('LAEA Europe agrees with PROJ', { skip }, () => {
  const points = Array.from({ length: 400 }, (_, i) => [19 + (i % 20) / 2, 34 + i / 50] as const);
  const input = points.map(point => `${point.join(' ')}\n`).join('');
  const args = ['-s_srs', 'EPSG:4258', '-t_srs', 'EPSG:3035', '-output_xy'];
  const lines = execFileSync('gdaltransform', args, { input, encoding: 'utf8' }).trim().split('\n');
  for (const [i, line] of lines.entries()) {
    const [x, y] = fromWgs84(3035)!(points[i]!);
    const [wantedX, wantedY] = line.split(' ').map(Number);
    assert.ok(Math.hypot(x - wantedX!, y - wantedY!) < 1e-5, `${points[i]}: ${x} ${y} ${line}`);
  }
});

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
