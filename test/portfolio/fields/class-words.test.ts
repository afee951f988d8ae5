import assert from 'node:assert/strict';
import test from 'node:test';
import { classNamed } from '#features/portfolio/fields/class-words.ts';

test('classes are understood in Greek and English, in any gender, if only one is meant', () => {
  const classes = ['luxury', 'very_good', 'good', 'average', 'basic', 'poor'];
  for (const [text, expected] of Object.entries({
    Πολυτελής: 'luxury',
    ΠΟΛΥΤΕΛΕΣ: 'luxury',
    'Πολύ καλή': 'very_good',
    'very good': 'very_good',
    Καλή: 'good',
    καλό: 'good',
    Μέτρια: 'average',
    μέτριο: 'average',
    standard: 'average',
    Απλή: 'basic',
    Κακή: 'poor',
    Luxury: 'luxury',
    Ακατάλληλη: undefined,
    Άριστη: undefined,
    '': undefined,
  })) {
    assert.equal(classNamed(text, classes), expected, text);
  }
  assert.equal(classNamed('Μέτρια', ['average', 'standard']), undefined);
  assert.equal(classNamed('good', ['Καλή', 'Κακή']), 'Καλή');
  assert.equal(classNamed('Ειδική', ['ειδικη']), 'ειδικη');
});
