import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { addressExample, pointExample } from '../../src/api/address-answer.ts';
import { reverse } from '../../src/geocoder/reverse.ts';
import { fold } from '../../src/geocoder/text/fold.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import * as gold from './gold.ts';
import { greeklish } from './greeklish.ts';
import { brief, find, national, rows } from './national.ts';

interface Case {
  readonly query: string;
  readonly street: string;
  readonly town: string;
  readonly code: string | undefined;
}

function streetCases(): Case[] {
  let head: string[] = [];
  return gold.streets
    .trim()
    .split('\n')
    .flatMap(line => {
      if (!line.startsWith(' ')) head = line.split('|').map(part => part.trim());
      const [street, town, code] = head;
      return line.startsWith(' ')
        ? [{ query: line.trim(), street: street!, town: town!, code }]
        : [];
    });
}

function table(lines: string): string[][] {
  return lines
    .trim()
    .split('\n')
    .map(line => line.split('|').map(part => part.trim()));
}

/** Whether a query finds what it must; a sentence about what it found instead. */
async function judge({ query, street, town, code }: Case): Promise<string | null> {
  const [found] = await find(query);
  const { components, match } = found ?? {};
  const isRight =
    components?.street === displayOf(street) &&
    components.municipality === town &&
    (code === undefined || components.postal_code === code);
  if (match?.level === 'house_number' || match?.level === 'interpolated')
    return `${query}: a house!`;
  return isRight ? null : `${query}: found ${brief(found)}`;
}

async function goldFaults(): Promise<{ count: number; faults: string[] }> {
  const cases = streetCases();
  const checks: Promise<string | null>[] = cases.map(judge);
  for (const query of gold.nothing) {
    checks.push(
      find(query).then(found => (found.length === 0 ? null : `${query}: found ${brief(found[0])}`)),
    );
  }
  for (const [query, level, town] of table(gold.places)) {
    checks.push(
      find(query!).then(([found]) =>
        found?.match.level === level && found?.components.municipality === town
          ? null
          : `${query}: found ${found?.match.level} ${brief(found)}`,
      ),
    );
  }
  for (const query of gold.ambiguous) checks.push(judgeAmbiguous(query));
  for (const [query, street, town] of table(gold.wrongNumbers)) {
    checks.push(judgeWrongNumber(query!, street!, town!));
  }
  const faults = (await Promise.all(checks)).filter(fault => fault !== null);
  return { count: checks.length, faults };
}

async function judgeAmbiguous(query: string): Promise<string | null> {
  const [a, b] = await find(query);
  const isTie = a && b && b.match.confidence >= 0.95 * a.match.confidence;
  const isModest = isTie && a.match.confidence < 0.6;
  return isModest && a.components.municipality !== b.components.municipality
    ? null
    : `${query}: a false winner`;
}

async function judgeWrongNumber(
  query: string,
  street: string,
  town: string,
): Promise<string | null> {
  const [found] = await find(query);
  const stays =
    found?.components.street === displayOf(street) && found.components.municipality === town;
  const says = found?.match.faults.some(({ field }) => field === 'house_number');
  return stays && says && found.components.house_number === null
    ? null
    : `${query}: found ${brief(found)}`;
}

test('every query of the gold set finds the right street and town first', async () => {
  const { count, faults } = await goldFaults();
  assert.ok(count >= 460, `${count} queries`);
  assert.deepEqual(faults, []);
});

/** The share of 2,000 streets, drawn at random, that come first when typed in some way. */
async function shareFound(type: (name: string) => string, random: () => number): Promise<number> {
  let found = 0;
  for (let i = 0; i < 2_000; i++) {
    const { name, postalCode } = rows.streets[Math.floor(random() * rows.streets.length)]!;
    const [first] = await find(`${type(name)}, ${postalCode}`);
    const { street, postal_code } = first?.components ?? {};
    if (street === displayOf(name) && postal_code === postalCode) found++;
  }
  return found / 2_000;
}

test('Greeklish of any habit with the postal code finds at least 97 % of all streets', async t => {
  const random = seeded(2_024);
  const share = await shareFound(name => greeklish(name, random), random);
  t.diagnostic(`Greeklish: ${(100 * share).toFixed(2)} %`);
  assert.ok(share >= 0.97, `${share}`);
});

test('Greeklish of any habit with the town finds at least 99 % of plainly named streets', async t => {
  const random = seeded(2_025);
  const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const plain = rows.streets.filter(({ name }) => !/[.&\d]/.test(name) && name.length >= 6);
  const missed: string[] = [];
  for (let i = 0; i < 1_000; i++) {
    const { name, municipality } = plain[Math.floor(random() * plain.length)]!;
    const typed = greeklish(`${name} 12, ${towns.get(municipality)}`, random);
    const { components } = (await find(typed))[0] ?? {};
    const isRight =
      components?.street === displayOf(name) && components.municipality === towns.get(municipality);
    if (!isRight) missed.push(typed);
  }
  t.diagnostic(`Greeklish with the town: ${1_000 - missed.length} of 1,000`);
  assert.ok(missed.length <= 10, missed.join('\n'));
});

test('capitals without accents find at least 99.5 % of all streets', async t => {
  const share = await shareFound(name => fold(name).toUpperCase(), seeded(7));
  t.diagnostic(`capitals: ${(100 * share).toFixed(2)} %`);
  assert.ok(share >= 0.995, `${share}`);
});

test('beside a street that is typed exactly no other name has a confidence of 0.5', async () => {
  const random = seeded(12);
  const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const others: string[] = [];
  for (let i = 0; i < 500; i++) {
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
  assert.ok(others.length <= 2, others.join('\n'));
});

/** Words that are in no name, and given names, which a name may lack without another fault. */
const strangeWords = ['Ξυλαπτρόνου', 'Βρουμπιλίας', 'Ευσταθίου', 'Θ.', 'Στρατηγού', 'grvtplok'];

test('a word that is in no result is a fault, wherever it was typed', async () => {
  const random = seeded(31);
  const drawn = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  const towns = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const silent: string[] = [];
  for (let i = 0; i < 600; i++) {
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
      const shown = fold(formatted_address);
      const isUsed = shown.includes(fold(word).replace('.', '').slice(0, 4));
      const isTold = match.faults.some(({ field }) => field !== 'house_number');
      if (!isUsed && !isTold) silent.push(`${typed}: ${formatted_address}`);
    }
  }
  assert.deepEqual(silent, []);
});

test('the examples of the API and of README are what the gazetteer answers', async () => {
  const [first] = await find('Egnatia 45 Thessaloniki');
  assert.deepEqual(first, addressExample);
  assert.ok(readFileSync('README.md', 'utf8').includes(JSON.stringify(first)));
  assert.deepEqual(await reverse(national, 37.98692, 23.73623), pointExample);
});
