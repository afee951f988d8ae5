import assert from 'node:assert/strict';
import test from 'node:test';
import { classNamed } from '#features/portfolio/fields/class-words.ts';

test('classes are understood in Greek and English, in any gender, if only one is meant', () => {
  const texts = {
    ...{ luxury: 'Πολυτελής, ΠΟΛΥΤΕΛΕΣ, Luxury', very_good: 'Πολύ καλή, very good' },
    ...{ good: 'Καλή, καλό', average: 'Μέτρια, μέτριο, standard', basic: 'Απλή', poor: 'Κακή' },
  };
  const classes = Object.keys(texts);
  for (const [name, spellings] of Object.entries({ ...texts, undefined: 'Ακατάλληλη, Άριστη, ' })) {
    for (const text of spellings.split(', ')) {
      assert.equal(String(classNamed(text, classes)), name, text);
    }
  }
  assert.equal(classNamed('Μέτρια', ['average', 'standard']), undefined);
  assert.equal(classNamed('good', ['Καλή', 'Κακή']), 'Καλή');
  assert.equal(classNamed('Ειδική', ['ειδικη']), 'ειδικη');
});
