import assert from 'node:assert/strict';
import test from 'node:test';
import geodesic from 'geographiclib-geodesic';
import { packPlaces } from '#domain/property/pack-places.ts';
import { placeTypes, radiusMetresByType } from '#domain/property/place-types.ts';
import { countAround, nearby, type Place } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';

const wgs84 = geodesic.Geodesic.WGS84;

const place = (id: number, type: Place['place_type'], latitude: number): Place => ({
  ...{ id, external_id: null, name_en: null, name_gr: null, place_category: null },
  ...{ place_type: type, latitude, longitude: 23 },
});

const idsNear = (places: Place[], latitude: number, longitude: number) => {
  const { places: index } = packPlaces(places);
  return Array.from(nearby(index, latitude, longitude).rows, row => index.ids[row]!);
};

/** The latitude that lies a number of metres north of 38°. */
const north = (metres: number) => wgs84.Direct(38, 23, 0, metres).lat2!;

test('the radii are the interface’s', () => {
  const stations = ['metro_station', 'future_metro_station', 'tram_station', 'train_station'];
  for (const [type, radius] of Object.entries(radiusMetresByType)) {
    assert.equal(radius, type === 'airport' ? 10_000 : stations.includes(type) ? 2_000 : 1_000);
  }
  assert.equal(placeTypes.length, 25);
});

test('distances that round alike keep their exact order', () => {
  const places = [place(1, 'bank', north(100.0049)), place(2, 'bank', north(100.0001))];
  assert.deepEqual(idsNear(places, 38, 23), [2, 1]);
});

test('distances are written as JSON writes numbers', () => {
  const metres = [0, 0.004, 0.1, 1, 9.994, 10.05, 99.999, 120.5, 999.99, 9999.999];
  const packed = packPlaces(metres.map((far, i) => place(i, 'airport', north(far))));
  const text = renderNearby(packed.placeJsonBytes, nearby(packed.places, 38, 23)).toString();
  const distances = (JSON.parse(text) as { distance: number }[]).map(p => p.distance);
  assert.deepEqual(distances, [0, 0, 0.1, 1, 9.99, 10.05, 100, 120.5, 999.99, 10_000]);
  assert.match(text, /"distance":0},.*"distance":120\.5},.*"distance":999\.99},.*:10000}]$/);
});

const { places: index } = packPlaces([
  place(1, 'bank', 38.005),
  place(2, 'bank', 38.001),
  place(3, 'bank', 38.02),
  place(4, 'metro_station', 38.015),
]);

test('places around a point are counted by type, and the nearest are as on the wire', () => {
  const { metres } = nearby(index, 38, 23);
  assert.deepEqual(countAround(index, 38, 23, ['metro_station', 'bank', 'hospital']), [
    { count: 1, nearestMetres: Number(metres[2]!.toFixed(2)) },
    { count: 2, nearestMetres: Number(metres[0]!.toFixed(2)) },
    { count: 0, nearestMetres: null },
  ]);
});
