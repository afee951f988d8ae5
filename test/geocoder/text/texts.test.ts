import assert from 'node:assert/strict';
import test from 'node:test';
import { packTexts, textAt } from '../../../src/geocoder/index/texts.ts';
import { buildWordIndex, wordCollector, wordNumber } from '../../../src/geocoder/index/words.ts';
import { nameReader } from '../../../src/geocoder/names/read-name.ts';
import { visitSlips } from '../../../src/geocoder/text/slips.ts';

test('packed texts are read as they were, empty ones and those of any script too', () => {
  const texts = ['Νοσοκομείο', '', 'Ü 12', '😀', 'a'];
  const packed = packTexts(texts);
  assert.deepEqual(
    texts.map((_, i) => textAt(packed, i)),
    texts,
  );
});

test('a number is a word, found as it is and never by a typing error', () => {
  const collector = wordCollector();
  for (const word of nameReader()('Πλατεία 18660 Νοσοκομείο').words) collector.numberOf(word);
  const index = buildWordIndex(collector);
  const number = wordNumber(index, '18660');
  assert.equal(index.folded[number!], '18660');
  assert.equal(wordNumber(index, '18661'), undefined);
  const found: number[] = [];
  visitSlips(index.foldedSlips, '18661', word => found.push(word));
  assert.deepEqual(found, []);
});
