import assert from 'node:assert/strict';
import test from 'node:test';
import {
  mergeProperties,
  readFile,
  writeFile,
} from '../../console/src/pages/properties/properties-file.ts';
import { el } from '../../console/src/pages/report/words/words-el.ts';
import { en } from '../../console/src/pages/report/words/words-en.ts';
import { newProperty, type Property } from '../../console/src/state/library/property.ts';
import { readProperty } from '../../console/src/state/library/read-property.ts';
import {
  fillEmpty,
  hasValuation,
  mostCharactersOf,
  readValuation,
  valuationNames,
} from '../../console/src/state/library/valuation-fields.ts';

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
  ];
  for (const [valuation, message] of cases) {
    assert.throws(() => readFile(fileOf(valuation)), { message });
    assert.deepEqual(readValuation({ ...valuation, basis: 'x' }), { basis: 'x' });
  }
  for (const value of [undefined, null, 'text', 5, []]) assert.deepEqual(readValuation(value), {});
});

test('a template and an import fill only what is empty', () => {
  const mine = { basis: 'Δική μου', interest: ' ' };
  const filled = fillEmpty(mine, el.template.insurance);
  assert.equal(filled.basis, 'Δική μου');
  assert.equal(filled.interest, el.template.insurance.interest);
  const { properties } = mergeProperties(
    () => ({ ...property, valuation: { client: 'Εδώ' } }),
    [property],
  );
  assert.deepEqual(properties[0]!.valuation, { ...property.valuation, client: 'Εδώ' });
});

test('templates have texts of fields that exist, within their length, in both languages', () => {
  for (const { template, valuation } of [el, en]) {
    assert.deepEqual(Object.keys(valuation).sort(), valuationNames.toSorted());
    for (const { label: _, purpose, ...texts } of Object.values(template)) {
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
