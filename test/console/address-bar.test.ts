import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { reportInput } from '../../console/src/report/report-input.ts';
import {
  type AddressBar,
  propertyTypes,
  readAddressBar,
  views,
  writeAddressBar,
} from '../../console/src/subject/address-bar.ts';
import type { Subject } from '../../console/src/subject/subject.ts';

const words = fc
  .string({ minLength: 1, maxLength: 60 })
  .filter(text => text.trim() === text && text !== '');
const subject: fc.Arbitrary<Subject> = fc.oneof(
  words.map(address => ({ kind: 'address' as const, address })),
  words.map(code => ({ kind: 'kaek' as const, code })),
  fc
    .tuple(
      fc.integer({ min: -900_000, max: 900_000 }),
      fc.integer({ min: -1_800_000, max: 1_800_000 }),
    )
    .map(([latitude, longitude]) => ({
      kind: 'point' as const,
      latitude: latitude / 10_000,
      longitude: longitude / 10_000,
    })),
);

test('whatever is shown, a link opens the same again', () => {
  const bars: fc.Arbitrary<AddressBar> = fc.record(
    {
      view: fc.constantFrom(...views),
      subject,
      building: fc.record(
        { postalCode: words, propertyType: fc.constantFrom(...propertyTypes), buildArea: words },
        { requiredKeys: [], noNullPrototype: true },
      ),
    },
    { noNullPrototype: true },
  );
  fc.assert(fc.property(bars, bar => assert.deepEqual(readAddressBar(writeAddressBar(bar)), bar)));
});

test('nonsense in a link is left out', () => {
  for (const hash of [
    '',
    '#',
    '#view=admin',
    '#at=91,23',
    '#at=1e400,0',
    '#at=NaN,1',
    '#address=%20',
    '#type=castle',
    '#%E0%A4%A',
  ]) {
    assert.deepEqual(readAddressBar(hash), { view: 'location', building: {} }, hash);
  }
});

test('a report is asked for by the same words, with the building once enough is known of it', () => {
  const at: Subject = { kind: 'kaek', code: '050099901001' };
  assert.deepEqual(reportInput(at, {}, 2026), { kaek_code: '050099901001' });
  assert.deepEqual(reportInput(at, { buildArea: 'much' }, 2026), { kaek_code: '050099901001' });
  assert.deepEqual(reportInput(at, { buildArea: '85,5', constructionYear: '1998' }, 2026), {
    kaek_code: '050099901001',
    property_type: 'apartment',
    build_area: 85.5,
    construction_year: 1998,
  });
  assert.deepEqual(reportInput({ kind: 'address', address: 'Ερμού 1' }, {}, 2026), {
    address: 'Ερμού 1',
  });
});
