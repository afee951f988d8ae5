import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { toWkt } from '#tools/geo/polygon.ts';
import { readGeometryText } from '#tools/geo/read-wkt.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { casesIn, messageHas } from '../cases.ts';
import { corners } from './square.ts';

const positions = '0 0,1 0,1 1,0 0';
const triangle = corners(positions);

test('geometries are read in every usual notation', () => {
  for (const [text, type, coordinates] of casesIn(`
    POINT (23.5 38)                     | Point           | [23.5, 38]
    point(23.5 38)                      | Point           | [23.5, 38]
    POINT Z(1 2 3)                      | Point           | [1, 2]
    POINT Z (1 2 3)                     | Point           | [1, 2]
    POINTZM(1 2 3 4)                    | Point           | [1, 2]
    POINT ZM EMPTY
    POINT EMPTY
    MULTIPOINT (1 2, 3 4)               | MultiPoint      | [[1, 2], [3, 4]]
    MULTIPOINT ((1 2), (3 4))           | MultiPoint      | [[1, 2], [3, 4]]
    POLYGON((${positions}))             | Polygon         | [RING]
    POLYGONZ ((0 0 9, 1 0 9, 1 1 9, 0 0 9)) | Polygon     | [RING]
    POLYGON ((0 0, 1 0, 1 1, 0 0) , ( ${positions})) | Polygon | [RING, RING]
    MULTIPOLYGON(((${positions})),((${positions}))) | MultiPolygon | [[RING], [RING]]
    LINESTRING (0 0, 1 1)               | LineString      | [[0, 0], [1, 1]]
    MULTILINESTRING ((0 0, 1 1))        | MultiLineString | [[[0, 0], [1, 1]]]
    CURVEPOLYGON (CIRCULARSTRING (0 0, 1 1, 2 0, 1 -1, 0 0)) | CurvePolygon | null
    MULTISURFACE (((${positions})), CURVEPOLYGON ((${positions}))) | MultiSurface | null
    GEOMETRYCOLLECTION (POINT (1 2))    | Geometry        | null
  `)) {
    const json = coordinates.replaceAll('RING', JSON.stringify(triangle));
    const geometry = type === '' ? null : { type, coordinates: JSON.parse(json) };
    assert.deepEqual(readGeometryText(text), { geometry, srid: undefined }, text);
  }
  for (const [text, coordinates] of [
    ['POINT\tM\n(1 2 3)', [1, 2]],
    ['  POINT\t( -1.5e2   +2. )\n', [-150, 2]],
  ] as const) {
    assert.deepEqual(readGeometryText(text).geometry, { type: 'Point', coordinates });
  }
});

test('the SRID that PostGIS adds is read, in text and in hexadecimal', () => {
  const hex = `01${'01000020'}34080000${'0000000000003740'}${'0000000000004340'}`;
  assert.deepEqual(readGeometryText('SRID=2100;POINT(23 38)').srid, 2100);
  assert.deepEqual(readGeometryText(' srid = 4326 ; POINT EMPTY').srid, 4326);
  for (const text of [hex, hex.toUpperCase()]) {
    const point = { type: 'Point', coordinates: [23, 38] };
    assert.deepEqual(readGeometryText(text), { geometry: point, srid: 2100 });
  }
  const polygon = { type: 'Polygon' as const, coordinates: [triangle] };
  const plain = toWkb(polygon).toString('hex');
  assert.deepEqual(readGeometryText(plain), { geometry: polygon, srid: undefined });
});

test('invalid text is a RangeError with its reason', () => {
  for (const [text, message] of casesIn(`
    Athens                   | expected a geometry, got "Athens"
    POINT (1 2               | expected ) at character 11
    POINT (1 2) x            | unexpected text at character 12
    POINT (1,5 2)            | expected a position, got "1"
    POINT (1 2, 3 4)         | a point of several positions
    POINT (0x10 2)           | expected a position
    POINT (1 2 3 4 5)        | expected a position
    POLYGON (0 0, 1 0)       | expected ( at character 10
    POLYGON ((0 0, 1 0)      | expected ) at character 20
    POLYGON ((0 0, 1 0)))    | unexpected text
    POLYGON (((0 0, 1 0)))   | expected a position, got "(0 0"
    0103000000ffffffff00     | ends at byte
    POINT EMPTY x            | expected a geometry
  `)) {
    assert.throws(() => readGeometryText(text), messageHas(message), text);
    assert.throws(() => readGeometryText(text), RangeError);
  }
  assert.throws(() => readGeometryText(''), messageHas('expected a geometry, got ""'));
});

test('our own text is read back, and random text is rejected quickly', () => {
  const number = fc.integer({ min: -1_000_000, max: 1_000_000 }).map(n => n / 1000);
  const ring = fc.array(fc.tuple(number, number), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(fc.array(ring, { minLength: 1 }), { minLength: 2 }), coordinates => {
      const geometry = { type: 'MultiPolygon' as const, coordinates };
      assert.deepEqual(readGeometryText(toWkt(geometry, 3)).geometry, geometry);
    }),
  );
  for (const part of ['(', 'POLYGON ', '1', ' ', 'POLYGON ((0 0,', 'Z', 'SRID=']) {
    assert.throws(() => readGeometryText(part.repeat(200_000)), { name: 'RangeError' });
  }
  const [digits, blanks] = ['1'.repeat(200_000), ' '.repeat(200_000)];
  const long = [`POINT (${digits}x 2)`, `POINT (2 ${digits}e)`, `POINT${blanks}Z${blanks}1`];
  for (const text of long) assert.throws(() => readGeometryText(text), { name: 'RangeError' });
});
