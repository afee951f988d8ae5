import { streetTypeOf } from '#domain/geocoder/names/read-name.ts';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { type MeasuredSet, questionSet } from '../measured-set.ts';
import { everyNth } from './streets.ts';

type Write = (text: string) => string;

/** The usual letters of Greeklish where they are not those of ELOT 743. */
const habits: Readonly<Record<string, string>> = { η: 'h', θ: '8', ξ: '3', χ: 'x', ω: 'w', υ: 'u' };

const scripts: Readonly<Record<string, Write>> = {
  Greek: text => text,
  capitals: text => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase(),
  'ELOT 743': elot743,
  Greeklish: text => elot743(fold(text).replace(/[ηθξχωυ](?<!ου)/g, letter => habits[letter]!)),
};

/** Streets with two letters near the beginning of the name swapped, in each script. */
export function swappedSets({ streets, municipalities }: GeocoderRows): MeasuredSet[] {
  const towns = new Map(municipalities.map(row => [row.id, row.nominative]));
  const long = streets.filter(
    ({ name }) => /^\p{L}{6,}/u.test(name) && streetTypeOf(wordOf(name)) === undefined,
  );
  const drawn = everyNth(long, 400).map((street, i) => ({
    name: street.name,
    slipped: swapped(street.name, i % 3),
    town: towns.get(street.municipality)!,
    number: 1 + (i % 30),
  }));
  const set = (title: string, aim: number | null, write: (one: (typeof drawn)[number]) => string) =>
    questionSet(
      title,
      { shipped: aim, osm: aim },
      drawn.map(one => ({
        query: write(one),
        isRight: ([first]) =>
          first?.components.municipality === one.town &&
          fold(first.components.street ?? '').includes(wordOf(one.name)),
      })),
    );
  return Object.entries(scripts).flatMap(([script, write]) => [
    set(`street number, town in ${script}: the street`, null, ({ name, number, town }) =>
      write(`${name} ${number}, ${town}`),
    ),
    set(`the same, two letters swapped in ${script}: the street`, 95, ({ slipped, number, town }) =>
      write(`${slipped} ${number}, ${town}`),
    ),
  ]);
}

/** Letters `at` and `at + 1` changed for each other, or the next two that differ. */
function swapped(name: string, at: number): string {
  const letters = [...wordOf(name)];
  const from = letters.findIndex((letter, i) => i >= at && letter !== letters[i + 1]);
  const [a, b] = [name[from]!, name[from + 1]!];
  return name.slice(0, from) + b + a + name.slice(from + 2);
}

/** The first word of a name, folded. */
function wordOf(name: string): string {
  return fold(name).split(/\P{L}/u)[0]!;
}
