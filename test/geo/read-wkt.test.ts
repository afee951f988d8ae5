import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { Position } from '#tools/geo/polygon.ts';
import { toWkt } from '#tools/geo/polygon.ts';
import { readGeometryText } from '#tools/geo/read-wkt.ts';
import { toWkb } from '#tools/geo/wkb.ts';

const triangle: Position[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
];

test('geometries are read in every usual notation', () => {
  const cases: [string, unknown][] = [
    ['POINT (23.5 38)', { type: 'Point', coordinates: [23.5, 38] }],
    ['point(23.5 38)', { type: 'Point', coordinates: [23.5, 38] }],
    ['POINT Z(1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    ['POINT\tM\n(1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    ['POINT ZM EMPTY', null],
    ['POINT Z (1 2 3)', { type: 'Point', coordinates: [1, 2] }],
    ['POINTZM(1 2 3 4)', { type: 'Point', coordinates: [1, 2] }],
    ['  POINT\t( -1.5e2   +2. )\n', { type: 'Point', coordinates: [-150, 2] }],
    ['POINT EMPTY', null],
    [
      'MULTIPOINT (1 2, 3 4)',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    [
      'MULTIPOINT ((1 2), (3 4))',
      {
        type: 'MultiPoint',
        coordinates: [
          [1, 2],
          [3, 4],
        ],
      },
    ],
    ['POLYGON((0 0,1 0,1 1,0 0))', { type: 'Polygon', coordinates: [triangle] }],
    ['POLYGONZ ((0 0 9, 1 0 9, 1 1 9, 0 0 9))', { type: 'Polygon', coordinates: [triangle] }],
    [
      'POLYGON ((0 0, 1 0, 1 1, 0 0) , ( 0 0,1 0,1 1,0 0))',
      { type: 'Polygon', coordinates: [triangle, triangle] },
    ],
    [
      'MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((0 0,1 0,1 1,0 0)))',
      { type: 'MultiPolygon', coordinates: [[triangle], [triangle]] },
    ],
    [
      'LINESTRING (0 0, 1 1)',
      {
        type: 'LineString',
        coordinates: [
          [0, 0],
          [1, 1],
        ],
      },
    ],
    [
      'MULTILINESTRING ((0 0, 1 1))',
      {
        type: 'MultiLineString',
        coordinates: [
          [
            [0, 0],
            [1, 1],
          ],
        ],
      },
    ],
    [
      'CURVEPOLYGON (CIRCULARSTRING (0 0, 1 1, 2 0, 1 -1, 0 0))',
      { type: 'CurvePolygon', coordinates: null },
    ],
    [
      'MULTISURFACE (((0 0,1 0,1 1,0 0)), CURVEPOLYGON ((0 0,1 0,1 1,0 0)))',
      { type: 'MultiSurface', coordinates: null },
    ],
    ['GEOMETRYCOLLECTION (POINT (1 2))', { type: 'Geometry', coordinates: null }],
  ];
  for (const [text, geometry] of cases) {
    assert.deepEqual(readGeometryText(text), { geometry, srid: undefined }, text);
  }
});

test('the SRID that PostGIS adds is read, in text and in hexadecimal', () => {
  const hex = `01${'01000020'}34080000${'0000000000003740'}${'0000000000004340'}`;
  assert.deepEqual(readGeometryText('SRID=2100;POINT(23 38)').srid, 2100);
  assert.deepEqual(readGeometryText(' srid = 4326 ; POINT EMPTY').srid, 4326);
  for (const text of [hex, hex.toUpperCase()]) {
    assert.deepEqual(readGeometryText(text), {
      geometry: { type: 'Point', coordinates: [23, 38] },
      srid: 2100,
    });
  }
  const polygon = { type: 'Polygon' as const, coordinates: [triangle] };
  assert.deepEqual(readGeometryText(toWkb(polygon).toString('hex')), {
    geometry: polygon,
    srid: undefined,
  });
});

test('invalid text is a RangeError with its reason', () => {
  const cases: [string, RegExp][] = [
    ['', /expected a geometry, got ""/],
    ['Athens', /expected a geometry, got "Athens"/],
    ['POINT (1 2', /expected \) at character 11/],
    ['POINT (1 2) x', /unexpected text at character 12/],
    ['POINT (1,5 2)', /expected a position, got "1"/],
    ['POINT (1 2, 3 4)', /a point of several positions/],
    ['POINT (0x10 2)', /expected a position/],
    ['POINT (1 2 3 4 5)', /expected a position/],
    ['POLYGON (0 0, 1 0)', /expected \( at character 10/],
    ['POLYGON ((0 0, 1 0)', /expected \) at character 20/],
    ['POLYGON ((0 0, 1 0)))', /unexpected text/],
    ['POLYGON (((0 0, 1 0)))', /expected a position, got "\(0 0"/],
    ['0103000000ffffffff00', /ends at byte/],
    ['POINT EMPTY x', /expected a geometry/],
  ];
  for (const [text, message] of cases) {
    assert.throws(() => readGeometryText(text), { name: 'RangeError', message }, text);
  }
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
  for (const text of [
    `POINT (${digits}x 2)`,
    `POINT (2 ${digits}e)`,
    `POINT${blanks}Z${blanks}1`,
  ]) {
    assert.throws(() => readGeometryText(text), { name: 'RangeError' });
  }
});
