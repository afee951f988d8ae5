import assert from 'node:assert/strict';
import test from 'node:test';
import { fold } from '#domain/geocoder/text/fold.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import { greeklish } from './greeklish.ts';
import { brief, find, rows } from './national.ts';

const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));

/** The share of streets, drawn at random, that come first when typed in some way. */
async function shareFound(type: (name: string) => string, random: () => number): Promise<number> {
  const count = rounds(1_000, 200);
  let found = 0;
  for (let i = 0; i < count; i++) {
    const { name, postalCode } = rows.streets[Math.floor(random() * rows.streets.length)]!;
    const [first] = await find(`${type(name)}, ${postalCode}`);
    const { street, postal_code } = first?.components ?? {};
    if (street === displayOf(name) && postal_code === postalCode) found++;
  }
  return found / count;
}

test('Greeklish of any habit with the postal code finds at least 97 % of all streets', async t => {
  const random = seeded(2_024);
  const share = await shareFound(name => greeklish(name, random), random);
  t.diagnostic(`Greeklish: ${(100 * share).toFixed(2)} %`);
  assert.ok(share >= 0.97, `${share}`);
});

test('Greeklish of any habit with the town finds at least 99 % of plainly named streets', async t => {
  const random = seeded(2_025);
  const plain = rows.streets.filter(({ name }) => !/[.&\d]/.test(name) && name.length >= 6);
  const missed: string[] = [];
  const count = rounds(500, 100);
  for (let i = 0; i < count; i++) {
    const { name, municipality } = plain[Math.floor(random() * plain.length)]!;
    const typed = greeklish(`${name} 12, ${towns.get(municipality)}`, random);
    const { components } = (await find(typed))[0] ?? {};
    const isRight =
      components?.street === displayOf(name) && components.municipality === towns.get(municipality);
    if (!isRight) missed.push(typed);
  }
  t.diagnostic(`Greeklish with the town: ${count - missed.length} of ${count}`);
  assert.ok(missed.length <= count / 100, missed.join('\n'));
});

test('capitals without accents find at least 99.5 % of all streets', async t => {
  const share = await shareFound(name => fold(name).toUpperCase(), seeded(7));
  t.diagnostic(`capitals: ${(100 * share).toFixed(2)} %`);
  assert.ok(share >= 0.995, `${share}`);
});

test('beside a street that is typed exactly no other name has a confidence of 0.5', async () => {
  const random = seeded(12);
  const others: string[] = [];
  const count = rounds(500, 100);
  for (let i = 0; i < count; i++) {
    const { name, municipality } = rows.streets[Math.floor(random() * rows.streets.length)]!;
    const typed = `${displayOf(name)}, ${towns.get(municipality)}`;
    const isOther = (street: string | null) =>
      street !== null && fold(street) !== fold(displayOf(name));
    const [first, ...rest] = await find(typed);
    if (isOther(first!.components.street)) continue;
    const sure = rest.filter(({ match }) => match.confidence >= 0.5);
    const other = sure.find(({ components }) => isOther(components.street));
    if (other) others.push(`${typed}: ${brief(other)}`);
  }
  assert.ok(others.length <= count / 250, others.join('\n'));
});

/** Words that are in no name, and given names, which a name may lack without another fault. */
const strangeWords = ['Ξυλαπτρόνου', 'Βρουμπιλίας', 'Ευσταθίου', 'Θ.', 'Στρατηγού', 'grvtplok'];

test('a word that is in no result is a fault, wherever it was typed', async () => {
  const random = seeded(31);
  const drawn = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const silent: string[] = [];
  for (let i = 0; i < rounds(600, 150); i++) {
    const { name, municipality } = drawn(rows.streets);
    const [street, town, word] = [displayOf(name), towns.get(municipality)!, drawn(strangeWords)];
    const typed = drawn([
      `${word} ${street} 5, ${town}`,
      `${street} ${word} 5, ${town}`,
      `${street} 5, ${word}, ${town}`,
      `${street} 5, ${town} ${word}`,
      `${word}, ${street} 5, ${town}`,
    ]);
    for (const { match, formatted_address } of await find(typed)) {
      const isUsed = fold(formatted_address).includes(fold(word).replace('.', '').slice(0, 4));
      const isTold = match.faults.some(({ field }) => field !== 'house_number');
      if (!isUsed && !isTold) silent.push(`${typed}: ${formatted_address}`);
    }
  }
  assert.deepEqual(silent, []);
});
