import assert from 'node:assert/strict';
import test from 'node:test';
import { constructionCode } from '#features/portfolio/batch/oed.ts';

test('words for the construction have a code if they name one material', () => {
  const codes = {
    5000: ', Σύμμικτη, Λιθοδομή με πλάκα μπετόν',
    5050: 'Ξύλινη',
    5100: 'Λιθοδομή, Φέρουσα τοιχοποιία',
    5150: 'Οπλισμένο σκυρόδεμα, ΜΠΕΤΟΝ ΑΡΜΕ',
    5200: 'Μεταλλική, steel frame',
  };
  for (const [code, texts] of Object.entries(codes)) {
    for (const words of texts.split(', ')) assert.equal(`${constructionCode(words)}`, code, words);
  }
  assert.equal(constructionCode(undefined), 5000);
});
