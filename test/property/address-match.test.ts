import assert from 'node:assert/strict';
import test from 'node:test';
import {
  describeGuess,
  isGuess,
  likelyOthers,
  locateWithPostalCode,
  mustAsk,
  searchHint,
} from '#domain/property/address-match.ts';
import { inEnglish, type SentenceCode } from '#tools/notation/sentences.ts';
import { casesIn } from '../cases.ts';

const faults = (...list: string[]) =>
  list.map(text => {
    const [field = '', code = '', ...details] = text.split(' ');
    return { field, code: code as SentenceCode, details };
  });

/** A match named by its text; without a house number and a street it is a town. */
const match = (
  text: string,
  confidence: number,
  { street = 'Ερμού' as string | null, town = 'Αθηναίων', unit = 'Αθηνών', found = faults() } = {},
) => ({
  formatted_address: text,
  components: { street, house_number: street && '5', municipality: town, regional_unit: unit },
  match: { confidence, faults: found },
});

test('an address is a guess below half, or without the street that was typed', () => {
  assert.equal(isGuess(match('a', 0.49)), true);
  assert.equal(isGuess(match('a', 0.5)), false);
  const withFault = (text: string) => isGuess(match('a', 0.9, { found: faults(text) }));
  assert.equal(withFault('street not_known_in Αθήνα'), true);
  assert.equal(withFault('street not_found'), true);
  assert.equal(withFault('street called Ερμού'), false);
  assert.equal(withFault('city not_in λαυριο'), true);
  assert.equal(withFault('postal_code not_there 10563'), false);
});

const describe = (best: Found, others: Found[]) => inEnglish(describeGuess(best, others));

test('a guess is described with its confidence and at most three namesakes', () => {
  const best = match('a', 0.4);
  assert.equal(describe(best, []), 'found with a confidence of 0.4 only');
  const others = ['a', 'b', 'b', 'c', 'd'].map(name => match(name, 0.3));
  assert.equal(
    describe(best, others),
    'found with a confidence of 0.4 only; it may also be b or c or d',
  );
  assert.match(describe(best, [...others, match('e', 0.3)]), / b or c or d and others$/);
  const town = match('a', 0.5, { found: faults('street not_found') });
  assert.equal(describe(town, []), 'found without its street, which is not known there');
  const unsure = match('a', 0.49, { found: faults('street not_found') });
  assert.equal(describe(unsure, []), 'found with a confidence of 0.49 only');
});

test('villages of one name differ by their regional unit, streets do not', () => {
  const village = (unit: string) => match('Καλύβια', 0.4, { street: null, unit });
  const names = describe(village('Αττικής'), [village('Αττικής'), village('Ηλείας')]);
  assert.match(names, /; it may also be Καλύβια \(Ηλείας\)$/);
  const street = (unit: string) => match('Ερμού', 0.4, { unit });
  assert.deepEqual(likelyOthers(street('Αττικής'), [street('Ηλείας')]), []);
});

test('others are named from three tenths of the confidence of the best', () => {
  const best = match('a', 1);
  const names = (...list: number[]) =>
    likelyOthers(
      best,
      list.map(confidence => match(`${confidence}`, confidence)),
    ).map(one => one.formatted_address);
  assert.deepEqual(names(0.31, 0.3, 0.29), ['0.31', '0.3']);
});

test('it is asked about a guess, and about another town that fits about equally', () => {
  const best = match('a', 1);
  assert.equal(mustAsk(best, []), false);
  assert.equal(mustAsk(match('a', 0.4), []), true);
  assert.equal(mustAsk(best, [match('b', 1)]), false, 'the same town');
  assert.equal(mustAsk(best, [match('b', 0.9, { town: 'Πατρέων' })]), true);
  assert.equal(mustAsk(best, [match('b', 0.9, { unit: 'Αχαΐας' })]), true);
  assert.equal(mustAsk(best, [match('b', 0.89, { town: 'Πατρέων' })]), false);
});

test('only a whole postal code is a hint', () => {
  assert.deepEqual(['10563', '10', undefined].map(searchHint), ['10563', undefined, undefined]);
});

type Found = ReturnType<typeof match>;

/** Which of two searches is used, and which were made. */
async function locate(hinted: Found[], alone: Found[], postalCode?: string) {
  const searches: (string | undefined)[] = [];
  const found = await locateWithPostalCode(async hint => {
    searches.push(hint);
    return hint === undefined ? alone : hinted;
  }, postalCode);
  return { used: found === hinted ? 'hinted' : 'alone', searches: searches.length };
}

/** Matches as `0.7 Πατρέων, city x`: confidence and town, then a fault; `no street` is a town only. */
const matchesIn = (text: string) =>
  text === '-'
    ? []
    : text.split('; ').map(one => {
        const [, confidence, street, town, fault] =
          /^([\d.]+)( no street)?(?: ([^,]+))?(?:, (.*))?$/.exec(one)!;
        const found = fault ? faults(fault) : [];
        const place = { ...(street && { street: null }), ...(town && { town }) };
        return match(street ? 'b' : 'a', Number(confidence), { ...place, found });
      });

test('a postal code chooses among namesakes and does not move an address to another town', async () => {
  for (const [title, hinted, alone, used, searches] of casesIn(`
    a clear house                             | 0.93           | 0.6 | hinted | 1
    less clear                                | 0.92           | 0.6 | hinted | 2
    a street only                             | 0.99 no street | 0.6 | hinted | 2
    a clear house whose number is not known   | 0.95, house_number x | 0.6 | hinted | 1
    a house with another fault                | 0.95, postal_code x  | 0.6 | hinted | 2
    as sure                                   | 0.6            | 0.6 | hinted | 2
    less sure, in another town                | 0.59 Πατρέων   | 0.6 | alone  | 2
    less sure, another stretch of the street  | 0.59, house_number x | 0.96 | hinted | 2
    less sure, a street that has another code | 0.59, postal_code x | 0.6 | alone  | 2
    less sure, the town only                  | 0.59 no street | 0.6 no street | alone | 2
    a guess                                   | 0.49           | 0.6 | alone  | 2
    nothing with it                           | -              | 0.6 | alone  | 2
    nothing without it                        | 0.6            | -   | hinted | 2
    nothing at all                            | -              | -   | hinted | 2
    another town that contradicts the typed one | 0.7 Πατρέων, city x | 0.6 | alone | 2
    another town near the typed one           | 0.7 Πατρέων, city found_near | 0.6 | hinted | 2
    another town that does not                | 0.7 Πατρέων    | 0.6 | hinted | 2
    the same town with a fault                | 0.7, city x    | 0.6 | hinted | 2
    a street elsewhere with the name of the town | 0.7 Πατρέων | 0.6 no street | alone | 2
  `)) {
    const found = await locate(matchesIn(hinted), matchesIn(alone), '10563');
    assert.deepEqual(found, { used, searches: Number(searches) }, title);
  }
  const found = await locate(matchesIn('0.6'), matchesIn('0.6'), '10');
  assert.deepEqual(found, { used: 'alone', searches: 1 });
});
