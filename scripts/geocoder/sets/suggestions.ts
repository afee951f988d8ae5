import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { suggest } from '#domain/geocoder/suggest.ts';
import type { Suggestion } from '#domain/geocoder/suggestion.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import type { Judged, MeasuredSet } from '../measured-set.ts';
import { everyNth } from './streets.ts';

/** A text while it is typed, and whether the suggestions for it are right. */
interface Typed {
  readonly query: string;
  readonly isRight: (list: readonly Suggestion[]) => boolean;
}

/** Texts while they are typed: unfinished, complete with and without accents, towns without streets. */
export function suggestionSets(rows: GeocoderRows): MeasuredSet[] {
  const known = new Map(rows.municipalities.map(row => [row.id, row.nominative]));
  const streets = everyNth(rows.streets, 2_000).map(({ name, municipality, postalCode }) => ({
    name,
    town: known.get(municipality)!,
    code: postalCode!,
  }));
  const begun = streets.map(
    ({ name, town }): Typed => ({
      query: `${name.slice(0, 5)}, ${town}`,
      isRight: list =>
        list.some(({ components }) => fold(components.street ?? '').includes(fold(name))),
    }),
  );
  const inScripts = [5, 6].flatMap(letters =>
    (['Greek', 'Latin letters'] as const).map(script => {
      const write = script === 'Greek' ? (text: string) => text : elot743;
      return setOf(
        `${letters} letters of a street and of its town in ${script}: among the first five`,
        null,
        5,
        streets.map(({ name, town }) => ({
          query: write(`${name.slice(0, letters)} ${town.slice(0, letters)}`),
          isRight: list =>
            list.some(({ components }) => fold(components.street ?? '').includes(fold(name))),
        })),
      );
    }),
  );
  const complete = [
    ...streets.flatMap(({ name, town, code }) => [
      isFirst(`${name}, ${town}`, { street: name, municipality: town }),
      isFirst(`${name} 5, ${code.slice(0, 3)} ${code.slice(3)} ${town}`, {
        street: name,
        municipality: town,
      }),
    ]),
    ...everyNth(
      rows.localities.filter(({ kind, postalCodes }) => {
        return kind === 'settlement' && postalCodes.length === 1;
      }),
      1_000,
    ).map(({ name, municipality, postalCodes: [code] }) => {
      const town = known.get(municipality) ?? '';
      const query = `${name}, ${code!.slice(0, 3)} ${code!.slice(3)} ${town}`;
      return isFirst(query, { locality: name, municipality: town });
    }),
  ];
  const withStreets = new Set(rows.streets.map(({ municipality }) => municipality));
  const towns = rows.municipalities.filter(({ id, seat }) => !withStreets.has(id) && seat !== null);
  const unknown = towns.map(({ nominative }) =>
    isFirst(`Κολοκοτρώνη 5, ${nominative}`, { municipality: nominative }),
  );
  return [
    setOf('first five letters of a street and its town: among the first five', 80, 5, begun),
    ...inScripts,
    setOf('complete texts while typing: first', 97, 1, complete),
    setOf(
      'the same without accents and commas: first',
      90,
      1,
      complete.map(typed => ({ ...typed, query: withoutSigns(typed.query) })),
    ),
    setOf('Κολοκοτρώνη 5 in a town without streets: the town is first', 95, 1, unknown),
  ];
}

function isFirst(query: string, expected: Partial<Suggestion['components']>): Typed {
  const fields = Object.entries(expected) as [keyof Suggestion['components'], string][];
  const isSame = (a: string | null, b: string) =>
    wordsOf(a ?? '') === wordsOf(b) || (a !== null && fold(a).includes(fold(b)));
  return {
    query,
    isRight: ([first]) =>
      first !== undefined && fields.every(([field, text]) => isSame(first.components[field], text)),
  };
}

function wordsOf(name: string): string {
  return fold(name).split(' ').sort().join(' ');
}

function withoutSigns(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}|,/gu, '')
    .toLowerCase();
}

function setOf(
  title: string,
  aim: number | null,
  limit: number,
  asked: readonly Typed[],
): MeasuredSet {
  const judge = async (index: GeocoderIndex) => {
    const judged: Judged[] = [];
    for (const { query, isRight } of asked) {
      const list = await suggest(index, { text: query, limit });
      judged.push({ query, first: undefined, isRight: isRight(list) });
    }
    return judged;
  };
  return { title, aims: { shipped: aim, osm: aim }, isCalibrated: false, judge };
}
