import assert from 'node:assert/strict';
import test from 'node:test';
import { reportExample } from '#features/api/report/report-example.ts';
import type { PropertyReport } from '../../client/src/types.ts';
import { propertyName } from '../../console/src/pages/properties/property-name.ts';
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
