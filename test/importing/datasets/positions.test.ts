import assert from 'node:assert/strict';
import test from 'node:test';
import { addressDataset } from '#importing/datasets/address-dataset.ts';
import { columnName } from '#importing/datasets/column-fields.ts';
import type { DatasetOptions } from '#importing/datasets/dataset.ts';
import { places } from '#importing/datasets/place-dataset.ts';
import type { FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import { isGreekGridName } from '#tools/notation/column-names.ts';
import { casesIn } from '../../cases.ts';
import { polygon, ring } from './parcel-rows.ts';

const athens = { latitude: 37.9755, longitude: 23.7348 };
const onGreekGrid = ['476558.70866', '4202841.94192'] as const;

/** A reader of a format without a coordinate system, unless one is given. */
const silent = { unit: 'line', epsg: undefined } as FeatureReader;

function placeIn(
  properties: Record<string, unknown>,
  options: DatasetOptions = {},
  geometry: RawGeometry | null = null,
  reader: FeatureReader = silent,
) {
  const toRow = places.open(reader, options);
  return toRow({ number: 1, properties: { place_type: 'bank', ...properties }, geometry });
}

function assertAthens({ latitude, longitude }: { latitude: number; longitude: number }): void {
  assert.ok(Math.abs(latitude - athens.latitude) < 1e-7, String(latitude));
  assert.ok(Math.abs(longitude - athens.longitude) < 1e-7, String(longitude));
}

test('swapped coordinates in metres are named, unless other countries are accepted', () => {
  const [east, north] = onGreekGrid;
  const options = { srid: 2100 };
  const message = /^geometry: expected a place in Greece; the two coordinates are swapped, got \[/;
  assertAthens(placeIn({ x: east, y: north }, options));
  assert.throws(() => placeIn({ x: north, y: east }, options), { name: 'Refused', message });
  assert.throws(() => placeIn({ X_EGSA: north, Y_EGSA: east }), { name: 'Refused', message });
  const both = { ...athens, X_EGSA: north, Y_EGSA: east };
  assert.throws(() => placeIn(both), { name: 'Refused', message }, 'also beside degrees');
  const point = { type: 'Point', coordinates: [Number(north), Number(east)] };
  assert.throws(() => placeIn({}, options, point), { name: 'Refused', message });
  assert.ok(placeIn({}, { ...options, anywhere: true }, point).latitude < 34);
  assert.ok(placeIn({ x: '700000', y: '5000000' }, options).latitude > 42, 'not swapped');
});

test('a geometry and columns that give another place refuse the row, with both', () => {
  const point = { type: 'Point', coordinates: [athens.longitude, athens.latitude] };
  const area = polygon(ring('23.734 37.975, 23.736 37.975, 23.736 37.977, 23.734 37.975'));
  const inDegrees = { ...silent, assumesDegrees: true };
  const read = (columns: Record<string, unknown>, geometry: RawGeometry | null) =>
    placeIn(columns, {}, geometry, inDegrees);
  const near = { lat: '37.976', lon: '23.735' };
  const patras = { lat: '38.24662', lon: '21.73457' };
  const [X_EGSA, Y_EGSA] = onGreekGrid;
  assertAthens(read(near, point));
  assertAthens(read({ lat: '', lon: '' }, point));
  assertAthens(read({ lat: 'north', lon: '' }, point));
  assertAthens(read({ X_EGSA, Y_EGSA }, point));
  assertAthens(read({ ...athens, X_EGSA, Y_EGSA }, null));
  read({ lat: 37.9769, lon: 23.7341 }, area);
  assert.throws(() => read(patras, point), {
    name: 'Refused',
    message:
      'geometry: expected the position of the other columns, at most 100 m away, got "37.97550, 23.73480 and 38.24662, 21.73457"',
  });
  assert.throws(() => read({ lat: 23.7348, lon: 37.9755 }, point), { field: 'geometry' });
  assert.throws(() => read({ lat: 37.9785, lon: 23.735 }, area), { field: 'geometry' });
  assert.throws(() => read({ X_EGSA: 476_900, Y_EGSA }, point), { field: 'geometry' });
  assert.throws(() => read({ ...patras, X_EGSA, Y_EGSA }, null), { field: 'latitude' });
});

test('columns of positions are known by their usual names', () => {
  for (const [names, field, system] of casesIn(`
    X, Χ, Easting                        | x        | of any system
    Υ, Ψ, POINT_Y                        | y        | of any system
    X_EGSA, x_egsa87, Χ (ΕΓΣΑ '87), x_2100 | x      | Greek Grid
    EGSA87_Y, Y ΕΓΣΑ, northing_ggrs87    | y        | Greek Grid
    lat_egsa                             | lat_egsa | of any system
    lat, LAT, Γεωγραφικό πλάτος          | latitude | of any system
    lon, LNG, Γεωγραφικό μήκος           | longitude | of any system
    xenon                                | xenon    | of any system
  `)) {
    for (const name of names.split(', ')) {
      const found = [columnName(name), isGreekGridName(name)];
      assert.deepEqual(found, [field, system === 'Greek Grid'], name);
    }
  }
});

test('x and y are read in the coordinate system of --srid or of their names, also as Greek Excel writes them', () => {
  for (const [cells, srid] of casesIn(`
    X=476558.70866; Y=4202841.94192         | 2100
    X=476558,70866; Y=4202841,94192         | 2100
    X=476.558,70866; Y=4.202.841,94192      | 2100
    X=23,7348; Y=37,9755                    | 4326
    X=740210.34627; Y=4206625.72937         | 32634
    X=23.7348; Y=37.9755
    X_EGSA=476558.70866; Y_EGSA=4202841.94192
    X_EGSA=476 558,70866; Y_EGSA=4'202'841.94192
    X_EGSA=476558.70866; Y_EGSA=4202841.94192; lat=37.9755; lon=23.7348
    X_EGSA=476558.70866; Y_EGSA=4202841.94192; lat=; lon=
    LAT=37,9755; LNG=23,7348
    latitude=37°58'31.8"N; longitude=23°44'05,28"Α
    # Degrees are WGS84 unless --srid names another datum.
    latitude=37.972901112; longitude=23.7331051989 | 4121
  `)) {
    const columns = Object.fromEntries(cells.split('; ').map(cell => cell.split('=')));
    assertAthens(placeIn(columns, srid ? { srid: Number(srid) } : {}));
  }
  assertAthens(placeIn({ X: 476_558.70866, Y: 4_202_841.94192 }, { srid: 2100 }));
  assert.equal(placeIn({ X_EGSA: '476.558', Y_EGSA: '4.202.841' }).latitude.toFixed(3), '37.975');
  assert.equal(placeIn({ lat: '37.972901112', lon: '23.7331051989' }).latitude, 37.972901112);
  assert.throws(() => placeIn({ latitude: `37°58'31.8"E`, longitude: '23' }), {
    message: /^latitude: expected a number from -90 to 90, got/,
  });
});

test('metres without a coordinate system are refused, with the likely systems', () => {
  const [X, Y] = onGreekGrid;
  assert.throws(() => placeIn({ X, Y }), {
    code: 'BAD_DATA',
    message:
      /does not say in which coordinate system.*--srid.*476559, 4202842 may be the Greek Grid \(2100\) or UTM \(32634, 32635\)/,
  });
  assert.throws(() => placeIn({ X_EGSA: X, Y_EGSA: Y }, { srid: 32634 }), {
    code: 'BAD_DATA',
    message: /^--srid 32634: the file says EPSG:2100, "X_EGSA"; --force-srid overrules it$/,
  });
  assert.throws(() => placeIn({ X }, { srid: 2100 }), { message: /^y: expected a column/ });
  assert.throws(() => placeIn({ X: 'east', Y }, { srid: 2100 }), { message: /^x: expected a num/ });
});

test('geometry text without a coordinate system is read as degrees, if possible', () => {
  const csv = { ...silent, assumesDegrees: true };
  const point = (coordinates: unknown) => ({ type: 'Point', coordinates });
  assertAthens(placeIn({}, {}, point([23.7348, 37.9755]), csv));
  assertAthens(placeIn({}, { srid: 2100 }, point(onGreekGrid.map(Number)), csv));
  assert.throws(() => placeIn({}, {}, point(onGreekGrid.map(Number)), csv), { code: 'BAD_DATA' });
  assert.throws(() => placeIn({}, {}, point([23.7348, 37.9755])), { code: 'BAD_DATA' });
});

test('points with heights and MultiPoints of one point are positions, more and lines are not', () => {
  const high = [athens.longitude, athens.latitude, 105.5];
  for (const epsg of [4326, 4979, 4258, 4937]) {
    const read = (type: string, coordinates: unknown) =>
      placeIn({}, {}, { type, coordinates }, { ...silent, epsg });
    assertAthens(read('Point', high));
    assertAthens(read('MultiPoint', [high]));
    const message = /^geometry: expected one point, got "2 points"$/;
    assert.throws(() => read('MultiPoint', [high, high]), { name: 'Refused', message });
    assert.throws(() => read('LineString', []), {
      message: /^geometry: expected a point or an area, got "LineString"$/,
    });
  }
});

test('addresses are read with the same columns and geometries', () => {
  const dataset = addressDataset(() => null);
  const row = (
    properties: Record<string, unknown>,
    geometry: RawGeometry | null,
    srid?: number,
  ) => {
    const toRow = dataset.open({ ...silent, epsg: geometry ? 2100 : undefined }, { srid });
    return toRow({ number: 1, properties, geometry });
  };
  const [X, Y] = onGreekGrid;
  assertAthens(row({ street: 'Ermou', X, Y }, null, 2100));
  assertAthens(row({ street: 'Ermou' }, { type: 'Point', coordinates: onGreekGrid.map(Number) }));
  const greek = { ΟΔΟΣ: 'Ερμού', ΑΡΙΘΜΟΣ: '15', 'Τ.Κ.': '105 63', ΠΟΛΗ: 'Αθήνα', X, Y };
  const { street, houseNumber, postalCode, city } = row(greek, null, 2100);
  assert.deepEqual([street, houseNumber, postalCode, city], ['Ερμού', '15', '10563', 'Αθήνα']);
});

test('a field with more than 1,000 characters refuses its row before it is searched', () => {
  const read = addressDataset(() => assert.fail('the town was searched')).open(silent, {});
  const point = { latitude: 37.98, longitude: 23.73 };
  const properties = { street: 'Ermou', city: 'x'.repeat(1_001), ...point };
  assert.throws(() => read({ number: 1, properties, geometry: null }), {
    message: /^city: expected at most 1000 characters, got "x{59}…$/,
  });
});
