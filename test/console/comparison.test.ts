import assert from 'node:assert/strict';
import test from 'node:test';
import { reportExample } from '#features/api/report/report-example.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { KtimaApiError } from '../../client/src/client.ts';
import type { PropertyReport } from '../../client/src/types.ts';
import {
  compareReports,
  isDifferent,
  reasonText,
  signed,
} from '../../console/src/pages/compare/compare-reports.ts';
import { propertyName } from '../../console/src/pages/properties/property-name.ts';
import { en } from '../../console/src/pages/properties/words.ts';
import { newProperty } from '../../console/src/state/library/property.ts';
import { readProperty } from '../../console/src/state/library/read-property.ts';
import {
  addressText,
  metresAway,
  nearestAddressText,
} from '../../console/src/state/subject/address-text.ts';
import { pointSubject } from '../../console/src/state/subject/subject.ts';
import { loadLocale } from '../../console/src/tools/language/language.ts';

const [english, greek] = await Promise.all([loadLocale('en'), loadLocale('el')]);

test('a comparison shows both values and the difference', () => {
  const first = reportExample as unknown as PropertyReport;
  const second: PropertyReport = {
    ...first,
    parcel: { ...first.parcel!, area: first.parcel!.area + 10.5 },
    cost: null,
    neighbourhood: [],
    position: { ...first.position, latitude: first.position.latitude + 0.01 },
  };
  const third = { ...second, cost: { ...first.cost!, reconstruction_cost: { as_new: 1 } } };
  const groups = compareReports([first, second, third], english, en);
  const row = (name: string) => groups.flatMap(({ rows }) => rows).find(one => one.name === name)!;
  assert.equal(new Set(row('KAEK').values).size, 1);
  assert.deepEqual(row('Area').differences, [undefined, '+10.5 m²', '+10.5 m²']);
  assert.match(row('As new').values[0]!, /^€/);
  assert.equal(row('As new').values[1], undefined);
  assert.match(row('As new').differences![2]!, /^−€/);
  const different = [0, 1, 2].map(index => isDifferent(row('As new'), index));
  assert.deepEqual(different, [false, false, true], 'not a missing value');
  assert.ok(groups.at(-1)!.rows.every(one => one.values[1] === undefined && !isDifferent(one, 1)));
  assert.deepEqual(row('Distance from the first').values, [undefined, '1.1 km', '1.1 km']);
  assert.ok(Math.abs(metresBetween(first.position, second.position) - 1110) < 1);
  const place = row(english.words.coordinates.wgs84);
  assert.ok(place.values[0] !== place.values[2] && !isDifferent(place, 2), 'a place');
  const slightly = { ...first, parcel: { ...first.parcel!, area: first.parcel!.area + 0.01 } };
  const almost = compareReports([first, slightly], english, en).flatMap(({ rows }) => rows);
  assert.ok(
    almost.every(one => !isDifferent(one, 1)),
    'a hundredth of a square metre',
  );
  const areas = (other: string) => ({ name: '', values: ['a', other], isKind: true });
  assert.deepEqual([isDifferent(areas('a'), 1), isDifferent(areas('b'), 1)], [false, true]);
  const same = compareReports([first, first], greek, en).flatMap(({ rows }) => rows);
  assert.ok(same.every(one => !isDifferent(one, 1) && !one.differences?.some(Boolean)));
});

test('a property without a report has the reason in the language of the page', () => {
  const failure = (status: number) =>
    new KtimaApiError('kaek_code: no parcel', { reason: 'answer', status });
  const kaek = { kind: 'kaek', code: '050099901001' } as const;
  const address = { kind: 'address', address: 'Ερμού 5' } as const;
  for (const [subject, status, expected] of [
    [kaek, 404, greek.words.location.noParcel(kaek.code)],
    [kaek, 400, greek.words.location.noParcel(kaek.code)],
    [address, 404, greek.words.location.noAddress('Ερμού 5')],
    [address, 400, greek.words.failure.refused],
    [pointSubject(38, 23), 404, greek.words.failure.notFound],
    [kaek, 503, greek.words.failure.busy],
  ] as const) {
    assert.equal(reasonText(subject, failure(status), greek.words), expected, `${status}`);
  }
});

const volos = {
  ...(reportExample as unknown as PropertyReport).location!,
  formatted_address: '28ης Οκτωβρίου, 382 21 Βόλος',
  formatted_address_en: '28is Oktovriou, 382 21 Volos',
};

test('an address that is not that of the point itself is written with its distance', () => {
  assert.equal(metresAway({ ...volos, distance_m: 50 }), undefined);
  assert.equal(metresAway(volos), undefined, 'an address that was asked for has no distance');
  const far = { ...volos, distance_m: 1_031.2 };
  const area = (accuracy_m: number) =>
    ({ ...far, match: { ...far.match, level: 'postal_code', accuracy_m } }) as const;
  assert.equal(metresAway(area(1_500)), undefined, 'the point may lie in the postal code');
  assert.equal(metresAway(area(1_031)), 1_031.2, 'beyond the postal code');
  const written = (locale: typeof greek) =>
    nearestAddressText(addressText(far, locale.language), metresAway(far), locale);
  assert.equal(written(greek), '1,0 km από: 28ης Οκτωβρίου, 382 21 Βόλος');
  assert.equal(written(english), '1.0 km from 28is Oktovriou, 382 21 Volos');
});

test('a list names a point by its coordinates, with the distance of the nearest address', () => {
  const address = { el: 'Αθηνάς', en: 'Athinas', metres: 51 };
  const property = { ...newProperty(pointSubject(39.356, 22.94), new Date()), address };
  assert.deepEqual(readProperty(JSON.parse(JSON.stringify(property))), property);
  const name = { name: '39.356000, 22.940000', detail: '51 m from Athinas' };
  assert.deepEqual(propertyName(property, english), name);
  assert.throws(() => readProperty({ ...property, address: { ...address, metres: '51' } }), {
    message: /address\.metres: expected a number/,
  });
});

test('a comparison distinguishes the address that was asked for from the nearest', () => {
  const first = reportExample as unknown as PropertyReport;
  const asked = { ...first, location: volos, position: { ...first.position, from: 'address' } };
  const position = { ...first.position, from: 'coordinates' };
  const point = { ...first, location: { ...volos, distance_m: 1_031.2 }, position };
  const both = [point, asked] as [PropertyReport, PropertyReport];
  const [location] = compareReports(both, english, en);
  const row = (name: string) => location!.rows.find(one => one.name === name)!;
  assert.equal(row('Address').values[0], undefined);
  assert.equal(row('Address').values[1], volos.formatted_address_en);
  assert.equal(row('Nearest address').values[0], `1.0 km from ${volos.formatted_address_en}`);
  assert.equal(row('Nearest address').values[1], undefined);
});

test('a difference that rounds to zero is none', () => {
  const whole = (value: number) => value.toFixed(0);
  assert.equal(signed(0.4, whole), undefined);
  assert.equal(signed(-2.6, whole), '−3');
});
