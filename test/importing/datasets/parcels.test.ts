import assert from 'node:assert/strict';
import test from 'node:test';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import { parcels } from '#importing/datasets/parcel-dataset.ts';
import type { Feature, FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { casesIn, messageHas } from '../../cases.ts';
import { degrees, polygon, ring, rowOf } from './parcel-rows.ts';

test('the KAEK column is found by its usual names', () => {
  const names =
    'KAEK,kaek,ΚΑΕΚ,Κ.Α.Ε.Κ.,kaek_code,KAEK_NUM,KAEK_NEW,KAEK_ID,KAEK12,PROP_KAEK,Κωδικός ΚΑΕΚ,KΑEΚ';
  for (const name of [...names.split(','), 'nationalCadastralReference']) {
    assert.equal(rowOf({ x: 1, [name]: '050681726003/0/1' }).kaek, '050681726003', name);
  }
});

test('of several KAEK columns the most likely is used, and none may contradict it', () => {
  const code = '050681726003';
  assert.equal(rowOf({ PROP_KAEK: `${code}/0/1`, KAEK: code, KAEK_ID: 7 }).kaek, code);
  assert.equal(rowOf({ KAEK_OLD: '010020304050', KAEK_NEW: code }).kaek, code);
  assert.throws(() => rowOf({ KAEK_NEW: '050681726999', KAEK: code }), {
    name: 'Refused',
    message: /^KAEK_NEW: expected the same code as in KAEK, or one of them named with --kaek, got/,
  });
  const named = { kaekColumn: 'KAEK_NEW' };
  const row = rowOf({ KAEK_NEW: '050681726999', KAEK: code }, polygon(), named);
  assert.equal(row.kaek, '050681726999');
  assert.throws(() => rowOf({ KAEK_OLD: code }), { message: /no column looks like the KAEK/ });
});

test('a KAEK may mix Greek and Latin letters', () => {
  for (const code of ['12098ΕΚ00029', '12098EK00029', '12098EΚ00029', '12098εk00029']) {
    assert.equal(rowOf({ KAEK: code }).kaek, '12098ΕΚ00029');
  }
});

test('a lost first zero is restored and noted', () => {
  const notes: string[] = [];
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {}, (reason, detail) =>
    notes.push(`${reason}: ${detail}`),
  );
  const kaek = (KAEK: unknown) =>
    toRow({ number: 1, properties: { KAEK }, geometry: polygon() }).kaek;
  const texts = ['50681726003', '50681726003.0', '50681726003,00', ' 50681726003 '];
  for (const lost of [50681726003, ...texts])
    assert.equal(kaek(lost), '050681726003', String(lost));
  assert.equal(notes.length, 5);
  assert.equal(notes[0], 'KAEK: a first zero that was lost is put back: 050681726003');
  for (const whole of [120981726003, '120981726003', '120981726003.0', '050681726003']) {
    assert.equal(kaek(whole).length, 12);
  }
  assert.equal(notes.length, 5);
  for (const wrong of ['5068172600', '00681726003', '5.06817E+10', 50681726003.5]) {
    assert.throws(() => kaek(wrong), { name: 'Refused' }, String(wrong));
  }
});

test('a column with an unusual name can be given', () => {
  const columns = { kaekColumn: 'CODE', areaColumn: 'M2' };
  const row = rowOf({ CODE: '050681726003', M2: 5 }, polygon(), columns);
  assert.deepEqual([row.kaek, row.areaM2], ['050681726003', 5]);
  const refusal = { code: 'BAD_DATA', message: /no column looks like the KAEK.*A, B$/ };
  assert.throws(() => rowOf({ A: 1, B: 2 }), refusal);
  assert.throws(() => rowOf({ KAEK: '1' }, polygon(), { kaekColumn: 'CODE' }), {
    code: 'BAD_DATA',
    message: /^--kaek CODE: there is no such column, only KAEK$/,
  });
});

test('swapped coordinates are named', () => {
  const swapped = (epsg: number, ring: readonly Position[]) =>
    rowOf({ KAEK: '050681726003' }, polygon(ring.map(([x, y]): Position => [y, x])), {}, { epsg });
  const message = /^geometry: expected a place in Greece; the two coordinates are swapped, got/;
  assert.throws(() => swapped(4326, degrees), { name: 'Refused', message });
  assert.throws(() => swapped(2100, degrees.map(toGreekGrid)), { name: 'Refused', message });
});

test('each row is read by its own columns, as some files have optional ones', () => {
  const toRow = parcels.open({ epsg: 4326 } as FeatureReader, {});
  const row = (properties: Feature['properties']) =>
    toRow({ number: 1, properties, geometry: polygon() });
  assert.notEqual(row({ KAEK: '050681726003' }).areaM2, 777);
  assert.equal(row({ KAEK: '050681726004', AREA: 777 }).areaM2, 777);
  assert.throws(() => row({}), { name: 'Refused', message: /^kaek: expected/ });
  assert.throws(() => row({ OTHER: 1 }), { name: 'Refused' });
});

test('coordinates are converted from the system of the file or of --srid', () => {
  const grid = degrees.map(toGreekGrid);
  for (const row of [
    rowOf({ KAEK: '050681726003' }, polygon(grid), {}, { epsg: 2100 }),
    // GeoJSON without crs: EPSG:4326 by its standard, although the file does not name it.
    rowOf({ KAEK: '050681726003' }, polygon(grid), { srid: 2100 }),
  ]) {
    const [longitude, latitude] = (row.geometry.coordinates[0] as Position[])[1]!;
    assert.ok(Math.abs(longitude - 23.7302) < 1e-9 && Math.abs(latitude - 37.98) < 1e-9);
  }
  assert.throws(() => rowOf({ KAEK: '050681726003' }, polygon(), {}, { epsg: 32633 }), {
    code: 'BAD_DATA',
    message:
      /^coordinates in EPSG:32633 are not supported; convert the file to one of EPSG:2100, .*ogr2ogr/,
  });
  const refusal = { code: 'BAD_DATA', message: /give it with --srid/ };
  assert.throws(() => rowOf({ KAEK: '050681726003' }, polygon(), {}, {}), refusal);
});

test('--srid may not contradict the file, except with --force-srid', () => {
  const grid = polygon(degrees.map(toGreekGrid));
  const open = (reader: Partial<FeatureReader>, options: DatasetOptions) =>
    rowOf({ KAEK: '050681726003' }, grid, options, reader);
  const wgs84 = { epsg: 4326, crsName: 'GCS_WGS_1984' };
  const shifted = { epsg: undefined, crsName: 'Greek_Grid_shifted' };
  const wrong = { epsg: undefined, crsName: 'Greek_Grid', crsProblem: 'it names …, but …' };
  const readers: Record<string, Partial<FeatureReader>> = { wgs84, shifted, wrong };
  for (const [name, srid, message] of casesIn(`
    wgs84   | 2100 | --srid 2100: the file says EPSG:4326, "GCS_WGS_1984"; --force-srid overrules it
    shifted | 2100 | --srid 2100: the file says "Greek_Grid_shifted"; --force-srid overrules it
    shifted |      | its coordinate system, "Greek_Grid_shifted", is not understood; convert the file
    wrong   |      | its coordinate system, "Greek_Grid", contradicts itself: it names …, but …; --srid NUMBER --force-srid reads it in the system that you give
    wrong   | 2100 | --srid 2100: the file says "Greek_Grid": it names …, but …; --force-srid overrules
  `)) {
    const options = srid === '' ? {} : { srid: Number(srid) };
    assert.throws(() => open(readers[name]!, options), messageHas(message, 'BAD_DATA'));
  }
  for (const reader of [wgs84, shifted, wrong, { epsg: 2100, crsName: 'EPSG:2100' }]) {
    assert.equal(open(reader, { srid: 2100, forceSrid: true }).kaek, '050681726003');
  }
  assert.equal(open({ epsg: 2100, crsName: 'GGRS87' }, { srid: 2100 }).kaek, '050681726003');
});

test('a position in degrees may not contradict the outline', () => {
  const KAEK = '050681726003';
  assert.equal(rowOf({ KAEK, lat: 37.9801, lon: '23.7301' }).kaek, KAEK);
  assert.equal(rowOf({ KAEK, lat: '', lon: 'x' }).kaek, KAEK);
  assert.throws(() => rowOf({ KAEK, lat: 38.2, lon: 23.7301 }), {
    message: /^geometry: expected the position of the other columns.* and 38.20000, 23.73010"$/,
  });
});

test('heights are dropped, and a multipolygon of one piece is a polygon', () => {
  const raised = degrees.map(([x, y]) => [x, y, 12]);
  const row = rowOf({ KAEK: '050681726003' }, { type: 'MultiPolygon', coordinates: [[raised]] });
  assert.deepEqual(row.geometry, { type: 'Polygon', coordinates: [degrees] });
});

test('bad rows are refused with the field and the reason', () => {
  const kaek = { KAEK: '050681726003' };
  const area = (text: string) => polygon(ring(text));
  const cases: [() => unknown, string][] = [
    [() => rowOf({ KAEK: '123' }), 'KAEK: expected 12 characters … got "123"'],
    [() => rowOf({ KAEK: null }), 'KAEK: expected'],
    [() => rowOf({ ...kaek, AREA: 'big' }), 'AREA: expected square metres, got "big"'],
    [() => rowOf({ ...kaek, AREA: -5 }), 'AREA: expected square metres'],
  ];
  for (const [attempt, message] of cases) assert.throws(attempt, messageHas(message));
  const straight = 'a polygon of straight lines; … ogr2ogr -nlt CONVERT_TO_LINEAR';
  const geometries: [RawGeometry | null, string][] = [
    [null, 'a polygon, got null'],
    [{ type: 'Point', coordinates: [23, 38] }, 'a polygon, got "Point"'],
    [{ type: 'Polygon', coordinates: [] }, 'lists of positions'],
    [{ type: 'Polygon', coordinates: [[['a', 1]]] }, 'positions of two numbers'],
    [area('200 38, 201 38, 201 39, 200 38'), 'positions on the globe'],
    [area('5.7 50.8, 5.8 50.8, 5.8 50.9, 5.7 50.8'), 'a place in Greece'],
    [area('23 38, 24 39, 24 38, 23 39, 23 38'), 'valid polygon; the outline crosses itself'],
    [area('23 38, 24 39, 23 38'), 'fewer than three corners'],
    // Surfaces with arcs: the command makes them straight.
    [{ type: 'CurvePolygon', coordinates: null }, `${straight} … straight.gpkg FILE`],
    [{ type: 'MultiSurface', coordinates: null }, straight],
  ];
  for (const [geometry, message] of geometries) {
    const expected = `geometry: expected … ${message}`;
    assert.throws(() => rowOf(kaek, geometry), messageHas(expected, 'Refused'));
  }
});

test('outlines with the same fault are counted as one reason, whichever their part', () => {
  const sound = [ring('23 38, 23.1 38, 23.1 38.1, 23 38')];
  const crossed = [ring('24 38, 24.1 38.1, 24 38.1, 24.1 38, 24 38')];
  const reason = 'geometry: expected a valid polygon; the outline of part N crosses itself';
  for (const [i, coordinates] of [
    [crossed, sound],
    [sound, crossed],
  ].entries()) {
    assert.throws(() => rowOf({ KAEK: '050681726003' }, { type: 'MultiPolygon', coordinates }), {
      reason,
      message: `${reason}, got "the outline of part ${i + 1} crosses itself"`,
    });
  }
});
