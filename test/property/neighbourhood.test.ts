import assert from 'node:assert/strict';
import test from 'node:test';
import { packPlaces } from '../../src/property/pack-places.ts';
import { countAround, nearby, type Place } from '../../src/property/places.ts';

const place = (id: number, place_type: Place['place_type'], dLatitude: number): Place => ({
  id,
  external_id: null,
  name_en: null,
  name_gr: null,
  place_category: null,
  place_type,
  latitude: 38 + dLatitude,
  longitude: 23,
});

const { places: index } = packPlaces([
  place(1, 'bank', 0.005),
  place(2, 'bank', 0.001),
  place(3, 'bank', 0.02),
  place(4, 'metro_station', 0.015),
]);

test('places around a point are counted by type, and the nearest are as on the wire', () => {
  const { metres } = nearby(index, 38, 23);
  assert.deepEqual(countAround(index, 38, 23, ['metro_station', 'bank', 'hospital']), [
    { count: 1, nearestMetres: Number(metres[2]!.toFixed(2)) },
    { count: 2, nearestMetres: Number(metres[0]!.toFixed(2)) },
    { count: 0, nearestMetres: null },
  ]);
});

test('without types the counts are empty', () => {
  assert.deepEqual(countAround(index, 38, 23, []), []);
});
