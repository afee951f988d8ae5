import assert from 'node:assert/strict';
import test from 'node:test';
import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { isInNeighbour } from '#domain/geocoder/index/indexed-boundaries.ts';
import { reverse } from '#domain/geocoder/reverse.ts';
import type { House, LocalityRow, StreetLine } from '#domain/geocoder/rows/geocoder-rows.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { corners } from '../geo/square.ts';
import { national } from './national.ts';
import { house, street, town } from './small-town.ts';

const position = { latitude: 38, longitude: 23.0005, accuracyMetres: 100 };
const small = buildGeocoder(town(street('Ερμού', { position }), street('Αθηνάς')));

const nearby = (houses: readonly House[], lines: readonly StreetLine[] = []) => ({
  housesAround: () => houses,
  streetLinesAround: () => lines,
});

/** The longitude a number of metres east of 23°, at 38° north. */
const east = (metres: number) => 23 + metres / 87_800;

test('the nearest house is the address of a point', async () => {
  const near = nearby([house('Ερμού', '5', 10), house('Ερμού', '7a', 40)]);
  const found = await reverse(small, 38, east(38), near);
  assert.equal(found?.match.level, 'house_number');
  assert.equal(found?.components.house_number, '7Α', 'as a search writes it');
  assert.equal(found?.formatted_address, 'Ερμού 7Α, 991 01 Μικρή Πόλη');
  assert.ok(Math.abs(found!.distance_m - 2) < 0.2, `${found?.distance_m}`);
});

test('a house is named within 25 m, its street within 60 m', async () => {
  for (const [metres, level] of [
    [24, 'house_number'],
    [26, 'street'],
    [59, 'street'],
  ] as const) {
    const near = nearby([house('Αθηνάς', '5', 1_000)]);
    const found = await reverse(small, 38, east(1_000 + metres), near);
    assert.equal(found?.match.level, level, `${metres} m`);
    assert.equal(found?.components.street, 'Αθηνάς');
    assert.equal(found?.components.house_number, level === 'street' ? null : '5');
    assert.ok(Math.abs(found!.distance_m - metres) < 1, `${found?.distance_m}`);
  }
});

test('distances are those from the point to the position of the result', async () => {
  const houses = nearby([house('Ερμού', '5', 10)]);
  for (const [latitude, longitude] of [
    [38, east(20)],
    [38, 23.0015],
    [38.018, 23.001],
    [38.1, 23.1],
  ] as const) {
    const found = await reverse(small, latitude, longitude, houses);
    const metres = metresBetween(found!, { latitude, longitude });
    assert.ok(Math.abs(found!.distance_m - metres) < 0.02, `${found?.distance_m} and ${metres}`);
  }
});

test('the nearer of two streets answers, however long the other is', async () => {
  const at = (metres: number, accuracyMetres: number) => ({
    position: { latitude: 38, longitude: east(metres), accuracyMetres },
  });
  const two = buildGeocoder(town(street('Ερμού', at(0, 1_500)), street('Αθηνάς', at(300, 80))));
  assert.equal((await reverse(two, 38, east(290)))?.components.street, 'Αθηνάς');
  assert.equal((await reverse(two, 38, east(900)))?.components.street, 'Ερμού');
});

test('without a house near, the nearest street with a position answers', async () => {
  const found = await reverse(small, 38, 23.0015, nearby([house('Ερμού', '5', 900)]));
  assert.equal(found?.match.level, 'street');
  assert.equal(found?.components.street, 'Ερμού');
  // Another street may pass nearer: one position is not enough.
  assert.ok(found!.match.confidence <= 0.1, `${found?.match.confidence}`);
  assert.equal(found?.match.partial, true);
  assert.deepEqual(
    found?.match.faults.map(({ field }) => field),
    ['street'],
  );
});

/** A line from south to north, a number of metres east of 23°. */
const line = (name: string, metres: number, isPath = false): StreetLine => ({
  name,
  isPath,
  course: corners(`${east(metres)} 37.99, ${east(metres)} 38.01`),
});

test('the street whose line is nearest is named, not the one whose position is', async () => {
  const at = { position: { latitude: 38.004, longitude: east(0), accuracyMetres: 600 } };
  const beside = { position: { latitude: 38, longitude: east(30), accuracyMetres: 50 } };
  const two = buildGeocoder(town(street('Ερμού', at), street('Αθηνάς', beside)));
  const lines = nearby([], [line('Ερμού', 0), line('Αθηνάς', 40), line('Άγνωστη', 12)]);
  const found = await reverse(two, 38, east(10), lines);
  assert.equal(found?.components.street, 'Ερμού');
  assert.equal(found?.components.postal_code, '99101');
  assert.equal(found?.components.municipality, 'Μικρή Πόλη');
  assert.deepEqual([found?.match.level, found?.match.faults], ['street', []]);
  assert.ok(Math.abs(found!.distance_m - 10) < 0.1, `${found?.distance_m}`);
  assert.ok(Math.abs(found!.longitude - east(0)) < 1e-6 && found!.latitude === 38);
  assert.ok(found!.match.accuracy_m <= 10);
  assert.equal((await reverse(two, 38, east(28), lines))?.components.street, 'Αθηνάς');
});

test('confidence falls with the distance to the line and beside another street', async () => {
  const confidence = async (metres: number, ...lines: StreetLine[]) =>
    (await reverse(small, 38, east(metres), nearby([], lines)))!.match.confidence;
  const alone = await confidence(0, line('Ερμού', 0));
  assert.ok(alone > 0.94, `${alone}`);
  assert.ok((await confidence(30, line('Ερμού', 0))) < alone);
  const between = await confidence(10, line('Ερμού', 0), line('Αθηνάς', 20.1));
  assert.ok(between < 0.5, `${between}`);
});

test('a path names the point only where no street is about as near', async () => {
  const found = async (path: number, road: number) => {
    const lines = [line('Ερμού', path, true), line('Αθηνάς', road)];
    return (await reverse(small, 38, 23, nearby([], lines)))?.components.street;
  };
  assert.equal(await found(2, 9), 'Αθηνάς');
  assert.equal(await found(2, 40), 'Ερμού');
});

test('a house is the address beside its street, and not on another street', async () => {
  const houses = [house('Ερμού', '5', 12)];
  const found = (street: string, at: number) =>
    reverse(small, 38, east(at), nearby(houses, [line(street, 0)]));
  assert.equal((await found('Ερμού', 0))?.components.house_number, '5');
  assert.equal((await found('Αθηνάς', 8))?.components.house_number, '5');
  assert.equal((await found('Αθηνάς', 2))?.components.street, 'Αθηνάς');
  assert.equal((await found('Αθηνάς', 2))?.components.house_number, null);
});

test('a house that a search would not find is not named', async () => {
  const index = buildGeocoder(town(street('Ερμού', { position, hasHouses: false })));
  const found = await reverse(index, 38, 23, nearby([house('Ερμού', '5', 0)]));
  assert.equal(found?.components.house_number, null);
});

test('without a street near, the postal code answers and is less sure', async () => {
  const found = await reverse(small, 38.018, 23.001);
  assert.equal(found?.match.level, 'postal_code');
  assert.equal(found?.components.postal_code, '99102');
  assert.equal(found?.components.street, null);
  assert.ok(found!.match.confidence < 0.6);
});

test('no postal code or settlement that ships lies in a neighbouring country', () => {
  for (const place of [...national.postalCodes, ...national.places.places]) {
    assert.ok(!isInNeighbour(national.neighbours, place), JSON.stringify(place));
  }
});

test('half way between two houses the point may be at either', async () => {
  const near = nearby([house('Ερμού', '5', 0), house('Ερμού', '7', 20)]);
  const confidence = async (metres: number) =>
    (await reverse(small, 38, east(metres), near))!.match.confidence;
  assert.equal(await confidence(0), 1);
  assert.ok((await confidence(5)) > 0.85);
  assert.ok((await confidence(9.9)) < 0.5, `${await confidence(9.9)}`);
  const atOnePoint = nearby([house('Ερμού', '5', 0), house('Ερμού', '7', 0)]);
  assert.equal((await reverse(small, 38, 23, atOnePoint))!.match.confidence, 0.5);
});

test('of two streets of one name in a town the house is on the one that is near', async () => {
  const at = (latitude: number, locality: string) =>
    street('Ερμού', {
      locality,
      position: { latitude, longitude: 23, accuracyMetres: 100 },
      postalCode: latitude === 38 ? '99101' : '99102',
    });
  const two = buildGeocoder(town(at(38.09, 'Άνω Χωριό'), at(38, 'Κάτω Χωριό')));
  const found = await reverse(two, 38, 23, nearby([house('Ερμού', '5', 0)]));
  assert.equal(found?.components.locality, 'Κάτω Χωριό');
  assert.equal(found?.components.postal_code, '99101');
  const onlyFar = buildGeocoder(town(at(38.09, 'Άνω Χωριό')));
  const none = await reverse(onlyFar, 38, 23, nearby([house('Ερμού', '5', 0)]));
  assert.equal(none?.components.house_number, null, 'a search would not find it there');
});

test('a street whose line is known elsewhere is not named by its position', async () => {
  const lookup = {
    housesAround: () => [],
    streetLinesAround: (_: number, longitude: number) =>
      longitude < east(200) ? [line('Ερμού', 0)] : [],
  };
  const long = { position: { latitude: 38, longitude: east(0), accuracyMetres: 900 } };
  const index = buildGeocoder(town(street('Ερμού', long)));
  assert.equal((await reverse(index, 38, east(700), lookup))?.match.level, 'postal_code');
  assert.equal((await reverse(index, 38, east(700)))?.match.level, 'street');
});

test('where nothing is near, the nearest line within 250 m is named', async () => {
  const found = (metres: number) =>
    reverse(small, 38, east(metres), nearby([], [line('Αθηνάς', 0)]));
  assert.equal((await found(200))?.components.street, 'Αθηνάς');
  assert.ok((await found(200))!.match.confidence < 0.35);
  assert.notEqual((await found(260))?.components.street, 'Αθηνάς');
});

const village: LocalityRow = {
  ...{ kind: 'settlement', name: 'Χωριό', otherNames: [], municipality: 'Μικρής Πόλης' },
  ...{ population: 300, postalCodes: [], latitude: 38.2, longitude: 23, accuracyMetres: 500 },
  source: 'osm',
};

test('a settlement is named inside its extent, with the nearest postal code', async () => {
  const index = buildGeocoder({ ...town(), localities: [village] });
  const inside = await reverse(index, 38.201, 23);
  assert.equal(inside?.match.level, 'locality');
  assert.equal(inside?.formatted_address, 'Χωριό, Μικρή Πόλη');
  assert.equal(inside?.components.locality, 'Χωριό');
  assert.equal(inside?.components.postal_code, '99102');
  assert.equal(inside?.match.accuracy_m, 500);
  assert.ok(inside!.match.confidence < (await reverse(index, 38.2, 23))!.match.confidence);
  assert.equal((await reverse(index, 38.21, 23))?.match.level, 'postal_code');
});

test('a postal code that is more exact than the settlement is named', async () => {
  const city = { ...village, latitude: 38, accuracyMetres: 5_000 };
  const index = buildGeocoder({ ...town(), localities: [city] });
  assert.equal((await reverse(index, 38.001, 23))?.match.level, 'postal_code');
});

test('a point inside an imported border is in Greece, however far the postal code', async () => {
  const coordinates = [corners('25 36, 25.1 36, 25.1 36.1, 25 36')];
  const geometry = { type: 'Polygon', coordinates } as const;
  const border = { kind: 'municipality', names: [], municipality: 'Μικρής Πόλης' } as const;
  const index = buildGeocoder({ ...town(), boundaries: [{ ...border, geometry }] });
  const found = await reverse(index, 36.01, 25.05);
  assert.equal(found?.components.municipality, 'Μικρή Πόλη');
  assert.ok(found!.match.accuracy_m > 200_000 && found!.match.confidence < 0.01);
  assert.equal(await reverse(index, 36.2, 25.05), null);
});
