import assert from 'node:assert/strict';
import test from 'node:test';
import { constructionCode } from '#features/portfolio/batch/oed.ts';

test('words for the construction have a code if they name one material', () => {
  const cases: [string | undefined, number][] = [
    [undefined, 5000],
    ['', 5000],
    ['Σύμμικτη', 5000],
    ['Οπλισμένο σκυρόδεμα', 5150],
    ['ΜΠΕΤΟΝ ΑΡΜΕ', 5150],
    ['Λιθοδομή', 5100],
    ['Φέρουσα τοιχοποιία', 5100],
    ['Λιθοδομή με πλάκα μπετόν', 5000],
    ['Μεταλλική', 5200],
    ['steel frame', 5200],
    ['Ξύλινη', 5050],
  ];
  for (const [words, code] of cases) assert.equal(constructionCode(words), code, words);
});
