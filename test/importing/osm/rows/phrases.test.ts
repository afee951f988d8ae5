import assert from 'node:assert/strict';
import test from 'node:test';
import { phraseFinder } from '#importing/osm/rows/conditions.ts';

test('phrases are found as whole words, with or without the dots of abbreviations', () => {
  const found = phraseFinder(['Δ.Σ.', 'παιδικ* σταθμ*', 'ΕΠΑΛ']);
  for (const text of [
    '5ο ΔΣ Βόλου',
    '5ο Δ.Σ.',
    'ΠΑΙΔΙΚΟΙ ΣΤΑΘΜΟΙ',
    '(επαλ)',
    '1ο ΕΠΑ.Λ. Βόλου',
    '1ο EΠAΛ',
  ]) {
    assert.ok(found(text), text);
  }
  for (const text of ['ΑΔΣ', 'παιδικός', 'σταθμός παιδικός', 'ΕΠΑΛξη', '']) {
    assert.ok(!found(text), text);
  }
});

test('the micro sign is the letter mu, and Latin letters in a Greek word are Greek', () => {
  const found = phraseFinder(['γυμνάσι*']);
  for (const text of ['42ο Γυ\u00b5νάσιο', 'ΓΥ\u00b5ΝΑΣΙΟ', 'Γuμνάσιo'])
    assert.ok(found(text), text);
});
