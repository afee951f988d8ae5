import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import test from 'node:test';
import { messageTexts } from '#features/portfolio/messages/message-texts.ts';
import { messageOf, refusedFile, withoutFile } from '#features/portfolio/messages/refusals.ts';
import {
  kindIn,
  type MessageCode,
  rowMessage,
  textIn,
} from '#features/portfolio/messages/row-messages.ts';
import { badFile } from '#tools/files/bytes.ts';
import { languages } from '#tools/notation/languages.ts';
import { sentenceTexts } from '#tools/notation/sentence-texts.ts';

const texts = { ...messageTexts, ...sentenceTexts };
const all = Object.entries(texts) as [MessageCode, readonly [string, string]][];

/** Values that a language may leave out, because its words do not need them. */
const spared: Readonly<Record<string, readonly string[]>> = {
  too_rough_for_parcel: ['level'],
};

test('both languages have every message, and every value of it', () => {
  for (const [code, texts] of all) {
    assert.equal(texts.length, languages.length, code);
    const [english, greek] = texts.map(text => new Set(text.match(/\{\w+\}/g)));
    for (const name of spared[code] ?? []) greek!.add(`{${name}}`);
    assert.deepEqual(greek, english, code);
    const words = texts[1].replace(/\{\w+\}/g, '');
    if (/\w/.test(words)) assert.match(words, /\p{Script=Greek}/u, code);
    assert.equal(texts[0].includes(' | '), texts[1].includes(' | '), code);
    assert.doesNotMatch(texts.join(), /--[a-z]/, `${code} names an option of a command`);
  }
  const codes = [...Object.keys(messageTexts), ...Object.keys(sentenceTexts)];
  assert.equal(new Set(codes).size, codes.length);
});

test('every code of the table is used', async () => {
  const files = await Array.fromAsync(glob('src/**/*.ts'));
  const isTable = (file: string) => /(message|sentence)-texts\.ts$/.test(file);
  const sources = files.filter(file => !isTable(file)).map(file => readFileSync(file, 'utf8'));
  const source = sources.join('\n');
  const built = /^(coordinates_(zero|swapped|abroad)|the_(coordinates|address|parcel))$/;
  for (const code of [...Object.keys(messageTexts), ...Object.keys(sentenceTexts)]) {
    assert.ok(built.test(code) || source.includes(`'${code}'`), code);
  }
});

test('a message has one text in each language, and a kind without the values of its row', () => {
  const area = rowMessage('build_area', 'area_not_plausible', {
    ...{ area: 0.85, least: 10, most: 2000, got: '0.85' },
    hint: { code: 'two_readings', values: { got: '0.850', comma: 850, point: 0.85 } },
  });
  assert.equal(
    textIn('en', area),
    'build_area: expected 10 to 2000 m², got 0.85 (0.850 is 850 with a decimal comma and 0.85 with a decimal point)',
  );
  assert.equal(
    textIn('el', area),
    'εμβαδόν: αναμένονται 10 έως 2000 m²· δόθηκε 0.85 (0.850: 850 με υποδιαστολή κόμμα, 0,85 με τελεία)',
  );
  assert.equal(kindIn('en', area), 'build_area: expected 10 to 2000 m²');
  assert.equal(kindIn('el', area), 'εμβαδόν: αναμένονται 10 έως 2000 m²');
  const names = ['Ερμού 1', 'Ερμού 2'];
  const also = { code: 'may_also_be', values: { names, more: { code: 'and_others' } } } as const;
  const guess = rowMessage('address', 'low_confidence', { least: 0.5, confidence: 0.45, also });
  assert.equal(
    textIn('el', guess),
    'διεύθυνση: βρέθηκε με βεβαιότητα μόνο 0,45· μπορεί να είναι και Ερμού 1 ή Ερμού 2 κ.ά.',
  );
  assert.equal(kindIn('en', guess), 'address: found with a confidence below 0.5');
});

test('a message may have sentences of other layers, in the language of the reader', () => {
  const fault = { code: 'found_elsewhere', values: { 0: 'Βόλος', 1: 'Λάρισα' } } as const;
  const against = { code: 'address_against_town', values: { fault } } as const;
  assert.equal(
    textIn('en', against),
    'the address contradicts the town in it: found in Βόλος, not in Λάρισα; correct one of them',
  );
  assert.equal(
    textIn('el', against),
    'η διεύθυνση αντιφάσκει με την πόλη της: βρέθηκε σε: Βόλος, όχι σε: Λάρισα· διορθώστε ένα από τα δύο',
  );
  assert.equal(kindIn('en', against), 'the address contradicts its town');
  const values = { field: 'quality', allowed: 'basic, luxury' };
  const faults = [{ code: 'one_of', values }] as const;
  assert.equal(
    textIn('el', rowMessage('cost', 'value_not_in_cost_data', { faults })),
    'κόστος: ποιότητα κατασκευής: αναμένεται ένα από: basic, luxury',
  );
  const plain = { code: 'text', values: { text: '{text}: as it is' } } as const;
  assert.equal(textIn('el', plain), '{text}: as it is');
});

test('an error of a file has its message as data, with the file beside it', () => {
  const reason = { code: 'no_location_column', values: { columns: 'a, b' } } as const;
  const error = refusedFile('book.csv', reason);
  assert.equal(error.code, 'BAD_DATA');
  assert.equal(error.message, 'book.csv: no column shows where a property is. Columns: a, b');
  assert.equal(withoutFile(messageOf(error)).code, 'no_location_column');
  assert.equal(
    textIn('el', messageOf(error)),
    'book.csv: καμία στήλη δεν δείχνει πού είναι ένα ακίνητο. Στήλες: a, b',
  );
  const first = { code: 'in_line', values: { line: 1, problem: { code: 'no_header' } } } as const;
  assert.equal(withoutFile(messageOf(refusedFile('book.csv', first))).code, 'no_header');
  const foreign = messageOf(badFile('book.csv', 'ends in the middle'));
  assert.equal(textIn('el', foreign), 'book.csv: ends in the middle');
  assert.equal(withoutFile(foreign), foreign);
});
