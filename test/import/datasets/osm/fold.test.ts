import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, phraseFinder } from '../../../../src/import/datasets/osm/fold.ts';

test('folding takes off accents, case and final sigma', () => {
  assert.equal(fold('ΒΕΪΚΟΥ Λάμπρος'), 'βεικου λαμπροσ');
  assert.equal(fold('ΛΑΜΠΡΟΣ'), fold('Λάμπρος'));
  assert.equal(fold('Café'), 'cafe');
});

test('phrases are found as whole words, with or without the dots of abbreviations', () => {
  const found = phraseFinder(['Δ.Σ.', 'παιδικ* σταθμ*', 'ΕΠΑΛ']);
  for (const text of ['5ο ΔΣ Βόλου', '5ο Δ.Σ.', 'ΠΑΙΔΙΚΟΙ ΣΤΑΘΜΟΙ', '(επαλ)', '1ο ΕΠΑ.Λ. Βόλου']) {
    assert.ok(found(text), text);
  }
  for (const text of ['ΑΔΣ', 'παιδικός', 'σταθμός παιδικός', 'ΕΠΑΛξη', '']) {
    assert.ok(!found(text), text);
  }
});
