import assert from 'node:assert/strict';
import test from 'node:test';
import { propertyTypes } from '#domain/property/cost/building.ts';
import { propertyTypeNamed } from '#domain/property/cost/type-words.ts';
import {
  areasOfTypesM2,
  exceedsParcel,
  implausibleValues,
  yearsMeant,
} from '#domain/property/plausible.ts';

test('an area that the type does not have is noted, with the areas that it has', () => {
  for (const [propertyType, buildAreaM2, note] of [
    ['storage', 201, '201 m² is unusual; most of the type storage are 2 to 200 m²'],
    ['storage', 3_444, '3444 m² is unusual; most are 10 to 2000 m²'],
    ['storage', 200, ''],
    ['storage', 2, ''],
    ['apartment', 201, ''],
    ['hotel', 100_000, ''],
  ] as const) {
    const notes = implausibleValues({ propertyType, buildAreaM2 }, 2026);
    assert.deepEqual(notes, note === '' ? [] : [`build_area: ${note}`]);
  }
});

test('the limits of every type are in order', () => {
  for (const type of propertyTypes) {
    const { least, most } = areasOfTypesM2[type];
    assert.ok(least >= 1 && least < most, type);
  }
});

test('an area or a year beyond the usual gives a note, the bounds do not', () => {
  const notes = (buildAreaM2: number, constructionYear?: number) =>
    implausibleValues({ propertyType: 'apartment', buildAreaM2, constructionYear }, 2026);
  for (const area of [10, 100, 2_000]) assert.deepEqual(notes(area), [], `${area}`);
  for (const year of [1800, 1998, 2026]) assert.deepEqual(notes(100, year), [], `${year}`);
  assert.deepEqual(notes(9.9), ['build_area: 9.9 m² is unusual; most are 10 to 2000 m²']);
  assert.deepEqual(notes(2_001), ['build_area: 2001 m² is unusual; most are 10 to 2000 m²']);
  const years = 'is unusual; most are 1800 to 2026';
  assert.deepEqual(notes(100, 1799), [`construction_year: 1799 ${years}`]);
  assert.deepEqual(notes(100, 100), [`construction_year: 100 ${years}`]);
  assert.deepEqual(notes(100, 98), [`construction_year: 98 ${years} (is it 1998?)`]);
  assert.equal(notes(9, 2027).length, 2);
});

test('two digits may mean a year of this century or the last', () => {
  const years = { least: 1950, most: 2026 };
  assert.deepEqual(yearsMeant(26, years), [2026]);
  assert.deepEqual(yearsMeant(27, years), []);
  assert.deepEqual(yearsMeant(5, { least: 1900, most: 2026 }), [2005, 1905]);
});

test('a flat has at most the area of its parcel, a house twice that, other buildings any', () => {
  for (const [type, most] of [
    ['apartment', 100],
    ['house', 200],
    ['maisonette', 200],
  ] as const) {
    const exceeds = [most, most + 1].map(area => exceedsParcel(type, area, 100));
    assert.deepEqual(exceeds, [false, true], type);
  }
  assert.equal(exceedsParcel('hotel', 1e6, 1), false);
});

test('a type is known by its names, also with a floor behind it', () => {
  for (const name of ['διαμερισμα', ' flat ', 'διαμ.', 'διαμερισμα 3ου ορ.', 'διαμ. (α οροφου)']) {
    assert.equal(propertyTypeNamed(name), 'apartment', name);
  }
  assert.equal(propertyTypeNamed('καταστημα ισογειου'), 'shop');
  assert.equal(propertyTypeNamed('οικοπεδο'), undefined);
});
