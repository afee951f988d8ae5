import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { fold } from '#domain/geocoder/text/fold.ts';

test('accents, diaeresis, capitals and final sigma make no difference', () => {
  const spellings = ['Βεΐκου', 'ΒΕΪΚΟΥ', 'ΒΕΙΚΟΥ', 'βεΐκου', 'Βεΐκου'.normalize('NFD')];
  for (const spelling of spellings) assert.equal(fold(spelling), 'βεικου');
  assert.equal(fold('ΟΔΟΣ'), 'οδοσ');
  assert.equal(fold('οδός'), 'οδοσ');
});

test('numeral marks, polytonic breathings and width forms fall away', () => {
  assert.equal(fold('Γεωργίου Γ΄'), 'γεωργιου γ');
  assert.equal(fold('Ἑρμοῦ'), 'ερμου');
  assert.equal(fold('Ｅｒｍｏｕ ２４'), 'ermou 24');
});

test('marks that are others put together, or wide, fall away as well', () => {
  for (const mark of ['\u2033', '\u2034', '\u2057', '\uff07', '\uff40', '\u1fef']) {
    assert.equal(fold(`Γ${mark}`), 'γ', mark);
  }
});

test('a word in two scripts is read as Greek', () => {
  // The A, H and N of these are Latin.
  assert.equal(fold('ΑΘHNΑ'), 'αθηνα');
  assert.equal(fold('Skoufa Αθήνα'), 'skoufa αθηνα');
});

test('invisible marks disappear', () => {
  assert.equal(fold('\u200fΕρμού\u200e\u00ad 5\u202e'), 'ερμου 5');
});

test('the quick way folds as Unicode does', () => {
  const greek = fc.stringMatching(/^[Ά-ώ !-~]{0,30}$/);
  const slow = (text: string) => fold(`${text}\u200b`);
  fc.assert(
    fc.property(greek, text => fold(text) === slow(text)),
    { numRuns: 500 },
  );
});

test('folding twice changes nothing', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 60 }),
      text => fold(fold(text)) === fold(text),
    ),
    { numRuns: 500 },
  );
});
