import assert from 'node:assert/strict';
import test from 'node:test';
import { collectType } from '#app/commands/command-line.ts';
import type { GivenTypes } from '#importing/datasets/dataset.ts';
import { places } from '#importing/datasets/place-dataset.ts';
import type { FeatureReader, RawGeometry } from '#importing/readers/reader.ts';
import { casesIn, messageHas } from '../../cases.ts';
import { polygon, ring } from './parcel-rows.ts';

const rowOf = (properties: Record<string, unknown>, geometry: RawGeometry | null = null) =>
  places.open({ epsg: 4326 } as FeatureReader, {})({ number: 1, properties, geometry });

test('a CSV row with the columns of the API is a place, and empty cells are null', () => {
  const bank = { external_id: 'a', place_type: 'bank' };
  const cells = { name_en: '', name_gr: ' Τράπεζα ', latitude: '38', longitude: '23.5' };
  const names = { name_en: null, name_gr: 'Τράπεζα', place_category: null };
  const expected = { ...bank, ...names, latitude: 38, longitude: 23.5 };
  assert.deepEqual(rowOf({ ...bank, ...cells }), expected);
});

test('the position is the point of the geometry, or a point inside an area', () => {
  const point = rowOf({ place_type: 'bank' }, { type: 'Point', coordinates: [23, 38, 99] });
  assert.deepEqual([point.longitude, point.latitude], [23, 38]);
  const square = polygon(ring('23 38, 23.1 38, 23.1 38.1, 23 38.1, 23 38'));
  const area = rowOf({ place_type: 'park' }, square);
  const isWithin = (value: number, least: number) => value > least && value < least + 0.1;
  assert.ok(isWithin(area.longitude, 23) && isWithin(area.latitude, 38));
});

test('a bad value is refused and named', () => {
  const good = { place_type: 'bank', latitude: '38', longitude: '23' };
  for (const [field, value, message] of casesIn(`
    place_type | casino   | place_type: expected one of airport
    latitude   | 91       | latitude: expected a number from -90 to 90, got "91"
    latitude   |          | latitude: expected a number from -90 to 90
    latitude   | 0x10     | latitude: expected a number
    longitude  | 23.500,1 | longitude: expected a number from -180
  `)) {
    assert.throws(() => rowOf({ ...good, [field]: value }), messageHas(message));
  }
  const without = { place_type: 'bank', latitude: '38' };
  const message = 'longitude: expected a column of this name';
  assert.throws(() => rowOf(without), { name: 'Refused', message });
});

test('--type gives all places one type, or translates the values of the file', () => {
  const typeOf = (place_type: string | undefined, ...given: string[]) => {
    const type = given.reduce<GivenTypes | undefined>(
      (earlier, text) => collectType(text, earlier),
      undefined,
    );
    const properties = { ...(place_type && { place_type }), latitude: '38', longitude: '23' };
    const toRow = places.open({ epsg: 4326 } as FeatureReader, { type, map: [] });
    return toRow({ number: 1, properties, geometry: null }).place_type;
  };
  for (const [value, given, expected] of casesIn(`
                | high_school                      | high_school
    Γυμνάσιο    | High school                      | high_school
    BUS         | bus=bus_stop tram=tram_station   | bus_stop
    bank        | bus=bus_stop                     | bank
    ΝΟΣΟΚΟΜΕΊΟ  |                                  | hospital
    ferry       | bus=bus_stop bus_station         | bus_station
  `)) {
    const types = given.split(/ (?!school)/).filter(Boolean);
    assert.equal(typeOf(value || undefined, ...types), expected);
  }
  assert.throws(() => typeOf('tram', 'bus=bus_stop'), /--type VALUE=TYPE .*, got "tram"$/);
  assert.throws(() => typeOf(undefined), {
    message:
      'place_type: expected a column of this name, --map FIELD=COLUMN, or --set FIELD=VALUE for one value in all rows',
  });
  assert.throws(() => typeOf(undefined, 'bus=bus_stop', 'bank'), /^Refused: place_type: /);
  assert.throws(() => typeOf('bus', 'bank', 'bus_stop'), /All places have the type bank/);
  assert.throws(() => collectType('school'), /Expected one of airport, /);
  assert.throws(() => collectType('bus='), /Expected one of airport, /);
});
