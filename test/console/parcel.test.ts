import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import geodesic from 'geographiclib-geodesic';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions, type Polygon } from '#tools/geo/polygon.ts';
import { boundariesOf, cornersAsText } from '../../console/src/property/parcel/corners.ts';
import { perimeterOf } from '../../console/src/property/parcel/sides.ts';
import { writeDxf } from '../../console/src/property/parcel/write-dxf.ts';
import { readQuery } from '../../console/src/shell/search/read-query.ts';
import { geometryOf, readOutline } from '../../console/src/state/subject/outline.ts';
import { gridPair } from '../../console/src/tools/language/greek-grid.ts';
import { without } from '../programs.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** A parcel with a hole, and a second part. */
const degrees = readOutline(
  'MULTIPOLYGON (((23.7362 37.9868, 23.7364 37.9868, 23.7364 37.9870, 23.7362 37.9870, 23.7362 37.9868), ' +
    '(23.73625 37.98685, 23.73630 37.98690, 23.73630 37.98685, 23.73625 37.98685)), ' +
    '((23.7370 37.9868, 23.7371 37.9868, 23.7371 37.9869, 23.7370 37.9868)))',
)!;
const metres = mapPositions(geometryOf(degrees), toGreekGrid).coordinates as readonly Polygon[];

test('corners are counted through all boundaries, with both coordinates and the side to the next', () => {
  const boundaries = boundariesOf(degrees, metres);
  assert.deepEqual(
    boundaries.map(({ isHole, corners }) => [isHole, corners.map(({ number }) => number)]),
    [
      [false, [1, 2, 3, 4]],
      [true, [5, 6, 7]],
      [false, [8, 9, 10]],
    ],
  );
  const [first] = boundaries[0]!.corners;
  assert.deepEqual([first!.longitude, first!.latitude], [23.7362, 37.9868]);
  assert.deepEqual([first!.easting, first!.northing], metres[0]![0]![0]);
  const head = ['No.', 'E', 'N', 'latitude', 'longitude', 'side'];
  const text = cornersAsText(boundaries, head, '.');
  assert.equal(text.split('\n').length, 11);
  const corner = /^1\t\d{6}\.\d{3}\t\d{7}\.\d{3}\t37\.9868000\t23\.7362000\t17\.57$/;
  assert.match(text.split('\n')[1]!, corner);
  assert.equal(cornersAsText(boundaries, head, ','), text.replaceAll(/(?<=\d)\.(?=\d)/g, ','));
});

test('the perimeter is the sum of all geodesic sides, also of short ones', () => {
  const wgs84 = geodesic.Geodesic.WGS84;
  const expected = degrees.flat().reduce(
    (sum, ring) =>
      ring.slice(1).reduce((length, [longitude, latitude], index) => {
        const [fromLongitude, fromLatitude] = ring[index]!;
        return length + wgs84.Inverse(fromLatitude, fromLongitude, latitude, longitude).s12!;
      }, sum),
    0,
  );
  assert.ok(Math.abs(perimeterOf(degrees) - expected) < 0.001);
});

const skip = without('ogr2ogr', 'gdal-bin');

test('GDAL reads the DXF: closed lines with all corners to the millimetre, and the code', {
  skip,
}, t => {
  const dxf = writeDxf(metres, '12098ΕΚ00029', [476_000, 4_202_000]);
  const path = temporaryFolder(t).put('parcel.dxf', dxf);
  const json = execFileSync('ogr2ogr', ['-f', 'GeoJSON', '/vsistdout/', path], {
    encoding: 'utf8',
  });
  const { features } = JSON.parse(json) as {
    features: {
      properties: { Layer: string; Text: string | null };
      geometry: { type: string; coordinates: number[][] };
    }[];
  };
  const lines = features.filter(({ properties }) => properties.Layer === 'PARCEL');
  assert.deepEqual(
    lines.map(({ geometry }) => geometry.coordinates.map(([x, y]) => [x, y])),
    metres.flat().map(ring => ring.map(([x, y]) => [Number(x.toFixed(3)), Number(y.toFixed(3))])),
  );
  const [label] = features.filter(({ properties }) => properties.Layer === 'KAEK');
  assert.equal(label!.properties.Text, '12098ΕΚ00029');
});

test('a pair of the Greek Grid is read in either order and every notation, and shown again', () => {
  const plain =
    '476123.45 4202345.67|476123.45, 4202345.67|476123.45,4202345.67|476123,45 4202345,67';
  const grouped = '476.123,45 4.202.345,67|476,123.45 4,202,345.67|4202345.67 476123.45';
  const named = 'X=476123.45 Y=4202345.67|Χ: 476123,45; Υ: 4202345,67|4202345.67N 476123.45E';
  for (const typed of `${plain}|${grouped}|${named}|E 476123.45 m, N 4202345.67 m`.split('|')) {
    const read = readQuery(typed);
    assert.ok(read.kind === 'point', typed);
    assert.equal(gridPair(read.latitude, read.longitude), '476123.45, 4202345.67', typed);
  }
});

test('numbers outside the Greek Grid are no coordinates, and outside Greece there is no grid', () => {
  for (const typed of '476123 476124|4202345 4202346|123456 9999999|476123.45|105 63'.split('|')) {
    assert.notEqual(readQuery(typed).kind, 'point', typed);
  }
  assert.equal(gridPair(48.85, 2.35), undefined);
});
