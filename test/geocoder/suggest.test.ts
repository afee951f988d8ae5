import assert from 'node:assert/strict';
import test from 'node:test';
import { geocodeId } from '#domain/geocoder/by-id.ts';
import { cacheByIndex } from '#domain/geocoder/score/budget.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import { national, rows } from './national.ts';

const complete = (text: string) => suggest(national, { text });

async function texts(text: string): Promise<string[]> {
  return (await complete(text)).map(suggestion => suggestion.text);
}

test('a blank behind the beginning of a name does not end the name', async () => {
  for (const typed of ['Νέα', 'Άγιος', 'Αγία']) {
    assert.deepEqual(await texts(`${typed} `), await texts(typed), typed);
  }
});

test('the whole name of a common street is a street', async () => {
  const byName = Map.groupBy(rows.streets, ({ name }) => name);
  const towns = new Set(national.places.foldedNames);
  const common = [...byName]
    .filter(([, list]) => new Set(list.map(row => row.municipality)).size >= 30)
    .map(([name]) => name)
    .filter(name => /^[\p{L} ]+$/u.test(name) && !towns.has(fold(name)));
  assert.ok(common.length > 50);
  let right = 0;
  for (const name of common) right += Number((await complete(name))[0]?.kind === 'street');
  assert.ok(right >= 0.97 * common.length, `${right} of ${common.length}`);
});

test('a house number behind another name of a street with a number in its name is clear', async () => {
  const [first] = await complete('Πατησίων 76');
  assert.equal(first?.components.house_number, '76');
  assert.equal(first?.also, 'Πατησίων');
  assert.deepEqual((await geocodeId(national, first!.id))?.components, first?.components);
});

test('a suggestion that was written before has the name that is typed now', async () => {
  const [typed] = await complete('Πανεπιστημ Αθήνα');
  const again = (await complete('Βενιζέλου Ελευθερίου, Αθήνα')).find(
    ({ text }) => text === typed?.text,
  );
  assert.equal(typed?.also, 'Πανεπιστημίου');
  assert.deepEqual(again, { ...typed, also: null });
});

test('a cache belongs to an index and has a limit', () => {
  const caches = cacheByIndex<number>(2);
  const cache = caches(national);
  cache.set('α', 1);
  cache.set('β', 2);
  assert.equal(caches({ ...national }).get('α'), undefined);
  assert.equal(caches(national).get('α'), 1);
  cache.set('γ', 3);
  const left = ['α', 'β', 'γ'].map(cache.get);
  assert.deepEqual(left, [1, undefined, 3], 'without the one that was used least recently');
});

test('requests for the same letter at the same time share one search, and an error is not kept', async () => {
  let searches = 0;
  let isBroken = true;
  const index = Object.defineProperty({ ...national }, 'names', {
    get() {
      if (isBroken) throw new Error('broken');
      searches++;
      return national.names;
    },
  });
  await assert.rejects(suggest(index, { text: 'ε' }), /broken/);
  isBroken = false;
  const [one, other] = await Promise.all(['ε', 'ε'].map(text => suggest(index, { text })));
  assert.ok(one!.length > 0);
  assert.deepEqual(one, other);
  assert.equal(searches, 1);
});

test('coordinates become the point that they mean, with what is known there', async () => {
  const list = await complete('37,9755 23,7348');
  assert.deepEqual(
    list.map(({ kind, text, latitude, longitude }) => [kind, text, latitude, longitude]),
    [['coordinates', '37.975500, 23.734800', 37.9755, 23.7348]],
  );
  assert.equal(list[0]?.components.municipality, 'Αθήνα');
});

test('the same street in the largest cities does not add to as many as were asked for', async () => {
  const near = { latitude: 37.98, longitude: 23.72 };
  assert.equal((await suggest(national, { text: 'Τσιμισκή', near, limit: 3 })).length, 3);
});

test('the first five letters of a street and its town show the street in 80 % at least', async t => {
  const random = seeded(20);
  const townOf = new Map(rows.municipalities.map(({ id, nominative }) => [id, nominative]));
  let shown = 0;
  const count = rounds(600, 150);
  for (let i = 0; i < count; i++) {
    const street = rows.streets[Math.floor(random() * rows.streets.length)]!;
    const name = displayOf(street.name).replace(/^Λεωφ\. /, '');
    const list = await complete(`${name.slice(0, 5)}, ${townOf.get(street.municipality)}`);
    if (list.some(({ components }) => components.street === displayOf(street.name))) shown++;
  }
  t.diagnostic(`shown: ${((100 * shown) / count).toFixed(1)} %`);
  assert.ok(shown >= 0.8 * count, `${shown} of ${count}`);
});

test('one or two letters give the same suggestions again, as many as asked for and where asked for', async () => {
  const near = { latitude: 40.63, longitude: 22.94 };
  for (const text of ['α', 'κα', 'Ka', 'Πα', 'ζζ']) {
    const asked = [{ text }, { text, limit: 2 }, { text, near, limit: 10 }];
    const found = await Promise.all(asked.map(query => suggest(national, query)));
    assert.deepEqual(await Promise.all(asked.map(query => suggest(national, query))), found);
    assert.deepEqual(found[1], found[0]!.slice(0, 2));
    // A new index begins without what was found before.
    const anew = await Promise.all(asked.toReversed().map(one => suggest({ ...national }, one)));
    assert.deepEqual(anew, found.toReversed());
  }
});

test('an error while a short text is searched is not kept', async () => {
  // Houses are read for streets without a position.
  const latitude = national.streets.latitude.map(() => Number.NaN);
  const hasHouses = national.streets.hasHouses.map(() => 1);
  const index = { ...national, streets: { ...national.streets, latitude, hasHouses } };
  const fails = () => Promise.reject(new Error('no connection'));
  await assert.rejects(suggest(index, { text: 'ερ' }, fails), /no connection/);
  assert.ok((await suggest(index, { text: 'ερ' }, async () => [])).length > 0);
});

test('towns have the name that the world uses in the English text', async () => {
  const texts = async (text: string) => (await complete(text)).map(({ text_en }) => text_en);
  assert.ok((await texts('Ερμού, Αθήνα')).some(text => text.startsWith('Ermou, Athens')));
  assert.equal((await texts('Κέρκυρ'))[0]?.split(',')[0], 'Corfu');
});
