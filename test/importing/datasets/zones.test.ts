import assert from 'node:assert/strict';
import test from 'node:test';
import type { ZoneAttributes } from '#domain/zones/zone.ts';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import { zonesOf } from '#importing/datasets/zone-dataset.ts';
import type { FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { casesIn, messageHas } from '../../cases.ts';
import { floods } from '../../zones/generated.ts';
import { polygon, ring } from './parcel-rows.ts';

function rowOf(
  properties: Record<string, unknown>,
  geometry: RawGeometry | null = polygon(),
  options: DatasetOptions = {},
  notes: string[] = [],
  reader: Partial<FeatureReader> = { epsg: 4326 },
  given: ZoneAttributes = {},
) {
  const toRow = zonesOf({ kind: floods, covers: null }, given).open(
    reader as FeatureReader,
    options,
    (reason, detail) => notes.push(`${reason}: ${detail}`),
  );
  return toRow({ number: 1, properties, geometry });
}

test('a zone has the fields of its kind, bounded, and its place in the order of severity', () => {
  const notes: string[] = [];
  const cells = { Return_Period: ' t50 ', depth: '1,5', label: 'Πηνειός\n1', other: 7 };
  const zone = rowOf(cells, polygon(), {}, notes);
  assert.deepEqual(zone.attributes, { return_period: 'T50', depth: 1.5 });
  assert.equal(zone.label, 'Πηνειός 1');
  assert.equal(zone.severity, 0);
  assert.equal(zone.number, 1);
  assert.deepEqual(notes, []);
  const long = rowOf({ return_period: 'x'.repeat(600), depth: 'deep' }, polygon(), {}, notes);
  assert.equal(String(long.attributes.return_period).length, 500);
  assert.deepEqual(
    (notes as string[]).map(note => note.slice(0, 40)),
    [
      'return_period: cut to 500 characters: xx',
      'depth: not kept, expected a number: deep',
      'return_period: none of T50, T100, so the',
    ],
  );
  assert.deepEqual(rowOf({ return_period: '<b>T50</b>' }).attributes, {}, 'HTML is not kept');
});

test('a field that no column has is noted once', () => {
  const notes: string[] = [];
  rowOf({ depth: 1, WATER: 2 }, polygon(), {}, notes);
  assert.deepEqual(notes, [
    'no column for return_period; --fields FIELD=COLUMN names one, --set FIELD=VALUE has one value for all zones: other columns: WATER',
    'return_period: no class, so the zone comes last: no value',
  ]);
});

test('a class has the spelling of its kind; other values are counted and keep their text', () => {
  for (const [value, kept, severity, note] of casesIn(`
    T=50  | T50  | 0
    1/100 | T100 | 1 | return_period: read as T100: 1/100
    T200  | T200 | 2 | return_period: none of T50, T100, so the zone comes after them: T200
  `)) {
    const notes: string[] = [];
    const zone = rowOf({ return_period: ` ${value} `, depth: 1 }, polygon(), {}, notes);
    assert.deepEqual([zone.attributes.return_period, zone.severity], [kept, Number(severity)]);
    assert.equal(notes.join(), note);
  }
});

test('a given value counts for all zones, also before a column of the file', () => {
  const notes: string[] = [];
  const given = { return_period: '100', depth: 1.5 };
  const bare = rowOf({ id: 7 }, polygon(), {}, notes, { epsg: 4326 }, given);
  assert.deepEqual(bare.attributes, { return_period: 'T100', depth: 1.5 });
  assert.equal(bare.severity, 1);
  assert.deepEqual(notes, ['return_period: read as T100: 100']);
  const other = rowOf({ DEPTH: 'deep' }, polygon(), {}, notes, { epsg: 4326 }, given);
  assert.equal(other.attributes.depth, 1.5);
  assert.ok(notes.includes('depth: --set instead of a column: DEPTH'), notes.join('\n'));
});

test('lines and points are zones; other geometries and bad rings are refused', () => {
  const line = ring('23 38, 23.1 38');
  assert.equal(rowOf({}, { type: 'LineString', coordinates: line }).geometry.type, 'LineString');
  const lines = rowOf({}, { type: 'MultiLineString', coordinates: [line, line] });
  assert.equal(lines.geometry.type, 'MultiLineString');
  const point = rowOf({}, { type: 'MultiPoint', coordinates: [[23, 38]] });
  assert.deepEqual(point.geometry, { type: 'Point', coordinates: [23, 38] });
  const refused: [RawGeometry | null, string][] = [
    [null, 'geometry: expected a polygon'],
    [{ type: 'CompoundCurve', coordinates: null }, 'a line of straight parts; … ogr2ogr -nlt'],
    [{ type: 'LineString', coordinates: [[23, 38]] }, 'lines of at least two positions'],
    [{ type: 'LineString', coordinates: null }, 'lists of positions'],
    [{ type: 'MultiPoint', coordinates: line }, 'expected one point, got "2 points"'],
    [polygon(ring('23 38, 23.1 38.1, 23.1 38, 23 38.1, 23 38')), 'the outline crosses itself'],
    [polygon(ring('23 38, 23.1 38, 23 38')), 'fewer than three'],
    [{ type: 'GeometryCollection', coordinates: null }, 'expected a polygon'],
  ];
  for (const [geometry, message] of refused) {
    assert.throws(() => rowOf({}, geometry), messageHas(message, 'Refused'));
  }
});

test('a wrong coordinate system is noticed', () => {
  const far = { type: 'Point', coordinates: [5.9, 51] };
  assert.throws(() => rowOf({}, far), {
    message: /geometry: expected a place in Greece; is the coordinate system right\?/,
  });
  assert.equal(rowOf({}, far, { anywhere: true }).geometry.type, 'Point');
  const swapped = { type: 'Point', coordinates: [38, 23] };
  assert.throws(() => rowOf({}, swapped), { message: /the two coordinates are swapped/ });
  const onGrid = { type: 'Point', coordinates: toGreekGrid([23, 38]) };
  const zone = rowOf({}, onGrid, { srid: 2100 }, [], { epsg: undefined });
  const [x, y] = zone.geometry.coordinates as [number, number];
  assert.ok(Math.abs(x - 23) < 1e-9 && Math.abs(y - 38) < 1e-9);
  assert.throws(() => rowOf({}, onGrid, {}, [], { epsg: undefined }), {
    message: /does not say in which coordinate system it is/,
  });
});
