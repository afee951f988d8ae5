import type { GeocoderIndex } from './build.ts';
import type { Explanation } from './geocode.ts';
import { listOf } from './index/postings.ts';
import { writeHouseNumber } from './query/house-number.ts';
import type { QueryWord } from './query/parse.ts';
import type { QueryReading } from './query/readings.ts';

/** One step of the search and what came of it, in a line. */
export interface Step {
  readonly step: 'parse' | 'hints' | 'towns' | 'readings' | 'streets' | 'places' | 'certainty';
  readonly outcome: string;
}

/** So many of each are shown. */
const most = 5;

/** An explanation for people: each step, in order, with its outcome. */
export function describe(index: GeocoderIndex, explanation: Explanation): Step[] {
  const { parsed, hints, towns, readings, streets, places, certainty } = explanation;
  const nameOfPlace = (place: number) => index.places.places[place]!.name;
  return [
    {
      step: 'parse',
      outcome: [...parsed.groups.map(groupText), parsed.postalCode ?? '']
        .filter(Boolean)
        .join(' | '),
    },
    {
      step: 'hints',
      outcome: [
        hints.postalCode ?? 'no postal code',
        ...(hints.city?.places.slice(0, 1).map(nameOfPlace) ?? ['no city']),
      ].join(', '),
    },
    ...towns.slice(0, most).map(({ group, from, to, quality, places: found }): Step => {
      const words = parsed.groups[group]!.words.slice(from, to);
      const names = found.slice(0, 3).map(nameOfPlace).join(', ');
      return { step: 'towns', outcome: `${text(words)} (${quality}): ${names}` };
    }),
    ...readings
      .slice(0, most)
      .map((reading): Step => ({ step: 'readings', outcome: readingText(reading, nameOfPlace) })),
    ...streets.slice(0, most).map((candidate): Step => {
      const name = index.names.texts[listOf(index.streets.namesOf, candidate.street)[0]!]!;
      const code = index.postalCodes[index.streets.postalCode[candidate.street]!]?.postalCode ?? '';
      const faults = candidate.faults.map(({ field, problem }) => `${field}: ${problem}`);
      const outcome = [
        `${name} ${code} ${candidate.score.toFixed(3)}`,
        candidate.spot?.level,
        ...faults,
      ];
      return { step: 'streets', outcome: outcome.filter(Boolean).join('; ') };
    }),
    ...places.slice(0, most).map((candidate): Step => {
      const name =
        candidate.place === null
          ? index.postalCodes[candidate.postalCode!]!.postalCode
          : nameOfPlace(candidate.place);
      return { step: 'places', outcome: `${name} ${candidate.score.toFixed(3)}` };
    }),
    { step: 'certainty', outcome: certainty.toFixed(3) },
  ];
}

function text(words: readonly QueryWord[]): string {
  return words.map(word => word.text).join(' ');
}

function groupText({ words, type, numbers }: Explanation['parsed']['groups'][number]): string {
  return [type ? `[${type}]` : '', text(words), ...numbers.map(writeHouseNumber)]
    .filter(Boolean)
    .join(' ');
}

function readingText(
  { street, corner, towns, ignoredWords }: QueryReading,
  nameOfPlace: (place: number) => string,
): string {
  return [
    `street: ${street ? text(street.words) || street.numbers.map(writeHouseNumber).join(' ') : 'none'}`,
    corner && `corner: ${text(corner.words)}`,
    ...towns.map(town => `town: ${nameOfPlace(town.places[0]!)}`),
    ...ignoredWords.map(({ words }) => `unknown: ${text(words)}`),
  ]
    .filter(Boolean)
    .join(', ');
}
