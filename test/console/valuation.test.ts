import assert from 'node:assert/strict';
import test from 'node:test';
import {
  type FieldName,
  fillEmpty,
  hasValuation,
  mostCharactersOf,
  readValuation,
  requiredNames,
  templateNames,
  valuationNames,
} from '#domain/property/valuation-fields.ts';
import {
  mergeProperties,
  readFile,
  writeFile,
} from '../../console/src/pages/properties/properties-file.ts';
import { noDetails } from '../../console/src/pages/report/sheet/document-details.ts';
import { missingFields } from '../../console/src/pages/report/sheet/missing-fields.ts';
import { amountInWords } from '../../console/src/pages/report/words/amount-in-words.ts';
import { el, en } from '../../console/src/pages/report/words/words.ts';
import { newProperty, type Property } from '../../console/src/state/library/property.ts';
import { readProperty } from '../../console/src/state/library/read-property.ts';
import { casesIn } from '../cases.ts';

const now = new Date('2026-01-31T12:00:00Z');
const property: Property = {
  ...newProperty({ kind: 'kaek', code: '050099901001' }, now),
  isSaved: true,
  valuation: { client: 'Τράπεζα', date: '2026-01-30', limits: 'Μία\nδύο γραμμές' },
};

const fileOf = (valuation: unknown) =>
  writeFile([{ ...property, valuation: valuation as Property['valuation'] & object }], now);

test('the fields of a valuation are kept with the property and go with its file', () => {
  assert.deepEqual(readFile(writeFile([property], now)), [property]);
  assert.deepEqual(readFile(fileOf({ ...property.valuation, extra: 1 })), [property]);
  const { valuation: _, ...before } = property;
  assert.deepEqual(readProperty(before), before, 'a property that was kept before has none');
});

test('a wrong field of a valuation is refused by its name, and left out of what is kept', () => {
  const cases: [valuation: object, message: RegExp][] = [
    [{ client: 5 }, /valuation\.client: expected text of at most 200 characters, got 5/],
    [{ client: 'x'.repeat(201) }, /valuation\.client: expected text of at most 200/],
    [{ limits: 'x'.repeat(4_001) }, /valuation\.limits: expected text of at most 4000/],
    [{ date: '30/1/2026' }, /properties\[0\]\.valuation\.date: expected a date.*got "30/],
    [{ date: '2026-13-01' }, /valuation\.date: expected a date/],
    [{ date: '2026-02-30' }, /valuation\.date: expected a date/],
    [{ value: '165.000 €' }, /valuation\.value: expected an amount in euro such as 165000\.50/],
    [{ value: '0.00' }, /valuation\.value: expected an amount/],
    [{ template: 'none' }, /valuation\.template: expected insurance or collateral/],
  ];
  for (const [valuation, message] of cases) {
    assert.throws(() => readFile(fileOf(valuation)), { message });
    assert.deepEqual(readValuation({ ...valuation, basis: 'x' }), { basis: 'x' });
  }
  for (const value of [undefined, null, 'text', 5, []]) assert.deepEqual(readValuation(value), {});
});

test('a template and an import fill only what is empty', () => {
  const mine = { basis: 'Δική μου', interest: ' ' };
  const { label: _l, title: _t, purpose: _p, ...texts } = el.template.insurance;
  const filled = fillEmpty(mine, texts);
  assert.equal(filled.basis, 'Δική μου');
  assert.equal(filled.interest, el.template.insurance.interest);
  const existing = { ...property, valuation: { client: 'Εδώ' } };
  const { properties } = mergeProperties(() => existing, [property]);
  assert.deepEqual(properties[0]!.valuation, { ...property.valuation, client: 'Εδώ' });
});

test('templates have texts of fields that exist, within their length, in both languages', () => {
  for (const { template, valuation } of [el, en]) {
    assert.deepEqual(Object.keys(valuation).sort(), valuationNames.toSorted());
    for (const name of templateNames) {
      const { label: _, title: __, purpose, ...texts } = template[name];
      assert.ok(purpose.length <= 200);
      for (const [name, text] of Object.entries(texts)) {
        const known = valuationNames.find(one => one === name);
        assert.ok(known && text.length <= mostCharactersOf(known), name);
      }
    }
  }
});

test('without a text the valuer filled in nothing', () => {
  assert.equal(hasValuation({}), false);
  assert.equal(hasValuation({ client: ' ' }), false);
  assert.equal(hasValuation({ client: 'x' }), true);
});

const report = { query: { construction_year: null }, cost: null } as unknown as Parameters<
  typeof missingFields
>[0];

/** Details in which every field says the same. */
function filledBut(template: 'insurance' | 'collateral', missing?: FieldName) {
  const text = (name: FieldName) => (name === missing ? ' ' : 'καμία');
  const details = ['preparer', 'registration', 'reference', 'purpose', 'remark'] as const;
  return {
    ...noDetails,
    ...Object.fromEntries(details.map(name => [name, text(name)])),
    valuation: { template, ...Object.fromEntries(valuationNames.map(name => [name, text(name)])) },
  };
}

test('every field that a template requires is missed, and “none” is an answer', () => {
  assert.deepEqual([requiredNames.insurance.length, requiredNames.collateral.length], [12, 24]);
  for (const template of templateNames) {
    assert.deepEqual(missingFields(report, filledBut(template)), []);
    assert.deepEqual(missingFields(report, { ...noDetails, valuation: { template } }).toSorted(), [
      ...requiredNames[template].toSorted(),
    ]);
    for (const name of requiredNames[template]) {
      assert.deepEqual(missingFields(report, filledBut(template, name)), [name]);
    }
  }
  assert.deepEqual(missingFields(report, noDetails), [], 'a property report requires nothing');
});

test('what the data state need not be filled in', () => {
  const known = {
    query: { construction_year: 1998 },
    cost: { basis: { rate_includes: ['works'] } },
  } as unknown as typeof report;
  for (const name of ['built', 'includes', 'value'] as const) {
    assert.deepEqual(missingFields(known, filledBut('insurance', name)), []);
  }
  assert.deepEqual(missingFields(known, filledBut('collateral', 'value')), ['value']);
  const comparables = [{} as (typeof noDetails.comparables)[number]];
  const chosen = { ...filledBut('collateral', 'evidence'), comparables };
  assert.deepEqual(missingFields(report, chosen), []);
});

test('an amount is written in words', () => {
  for (const [amount, greek, english] of casesIn(`
    165000        | εκατόν εξήντα πέντε χιλιάδες ευρώ | one hundred and sixty-five thousand euro
    1             | ένα ευρώ | one euro
    1000          | χίλια ευρώ | one thousand euro
    1100          | χίλια εκατό ευρώ | one thousand one hundred euro
    3004          | τρεις χιλιάδες τέσσερα ευρώ | three thousand and four euro
    221014        | διακόσιες είκοσι μία χιλιάδες δεκατέσσερα ευρώ | two hundred and twenty-one thousand and fourteen euro
    100000        | εκατό χιλιάδες ευρώ | one hundred thousand euro
    1000000       | ένα εκατομμύριο ευρώ | one million euro
    2513901       | δύο εκατομμύρια πεντακόσιες δεκατρείς χιλιάδες εννιακόσια ένα ευρώ | two million five hundred and thirteen thousand nine hundred and one euro
    1000000000    | ένα δισεκατομμύριο ευρώ | one billion euro
    68164.69      | εξήντα οκτώ χιλιάδες εκατόν εξήντα τέσσερα ευρώ και εξήντα εννέα λεπτά | sixty-eight thousand one hundred and sixty-four euro and sixty-nine cents
    0.01          | μηδέν ευρώ και ένα λεπτό | zero euro and one cent
    19.999        | είκοσι ευρώ | twenty euro
  `)) {
    assert.equal(amountInWords(Number(amount), 'el'), greek);
    assert.equal(amountInWords(Number(amount), 'en'), english);
  }
});
