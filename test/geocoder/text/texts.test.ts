import assert from 'node:assert/strict';
import test from 'node:test';
import { buildWordIndex, wordCollector, wordNumber } from '#domain/geocoder/index/name-index.ts';
import { buildBeginnings, packTexts, textAt, visitBegun } from '#domain/geocoder/index/postings.ts';
import { nameReader } from '#domain/geocoder/names/read-name.ts';
import { visitSlips } from '#domain/geocoder/text/typing-errors.ts';

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
  const index = buildWordIndex(collector, () => 0);
  const number = wordNumber(index, '18660');
  assert.equal(index.folded[number!], '18660');
  assert.equal(wordNumber(index, '18661'), undefined);
  const found: number[] = [];
  visitSlips(index.foldedSlips, '18661', word => found.push(word));
  assert.deepEqual(found, []);
});

test('texts are found by their beginning; of too many the most important, as many as asked for', () => {
  const positions = Array.from({ length: 1_000 }, (_, i) => i);
  const texts = positions.map(i => `a${String(i).padStart(3, '0')}`);
  const beginnings = buildBeginnings(texts, position => position % 101);
  const begun = (beginning: string) => {
    const found: number[] = [];
    visitBegun(texts, beginnings, beginning, 50, position => found.push(position));
    return found;
  };
  const important = positions.toSorted((a, b) => (b % 101) - (a % 101) || a - b);
  assert.deepEqual(begun('a'), important.slice(0, 50));
  assert.deepEqual(begun('a7'), positions.slice(700, 800));
  assert.deepEqual(begun('a999'), [999]);
  assert.deepEqual(begun('b'), []);
});
