import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { packNamedPlaces } from '../../src/geocoder/country/add-named-places.ts';
import type { NamedPlaceRow } from '../../src/geocoder/country/rows.ts';
import { geocode } from '../../src/geocoder/geocode.ts';
import { suggest } from '../../src/geocoder/suggest/suggest.ts';
import type { Suggestion } from '../../src/geocoder/suggest/suggestion.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import { find, national, rows } from './national.ts';

/**
 * Types the start of random streets and of the localities with that many inhabitants, and fails
 * unless every suggested text is found as what it was suggested for. Returns how many texts there
 * were.
 */
export async function findSuggestedAddresses(
  t: TestContext,
  { streets, population }: { readonly streets: number; readonly population: number },
): Promise<number> {
  const random = seeded(21);
  const typed = [
    ...Array.from({ length: streets }, () => {
      const { name } = rows.streets[Math.floor(random() * rows.streets.length)]!;
      return displayOf(name).slice(0, 3 + Math.floor(random() * 6));
    }),
    ...rows.localities
      .filter(locality => (locality.population ?? 0) >= population)
      .map(({ name }) => name.slice(0, 3 + Math.floor(random() * 5))),
  ];
  const different: string[] = [];
  let count = 0;
  for (const text of typed) {
    for (const suggestion of await suggest(national, { text })) {
      count++;
      const [first] = await find(suggestion.text);
      if (!isSameAddress(suggestion, first)) {
        different.push(`${suggestion.text}: ${first?.formatted_address}`);
      }
    }
  }
  assertOnlyKnown(t, different, count);
  return count;
}

/** Texts of invented castles that are found as a village called Κάστρο. */
const foundAsVillages = [
  'Κάστρο Λάρισα, Λάρισα: 415 00 Κάστρο',
  'Κάστρο Λιμενάρια, Θάσος: 640 02 Κάστρο',
  'Κάστρο Βαλσαμάτα, Αργοστόλι: 281 00 Κάστρο',
];

/** The same for invented places in a number of localities. */
export async function findSuggestedPlaces(t: TestContext, asked: number): Promise<number> {
  const random = seeded(41);
  const kinds = ['Μουσείο', 'Σταθμός', 'Παραλία', 'Πλατεία', 'Νοσοκομείο', 'Κάστρο', 'Γυμνάσιο'];
  const places = rows.localities
    .filter(({ population }) => (population ?? 0) > 0)
    .map(({ name, latitude, longitude }): NamedPlaceRow => {
      const kind = kinds[Math.floor(random() * kinds.length)]!;
      const position = { latitude, longitude, reachMetres: 0 };
      const names = { name: `${kind} ${name}`, otherNames: [], category: 'tourism=museum' };
      return { externalId: null, ...names, ...position, source: 'osm' };
    });
  const index = { ...national, namedPlaces: packNamedPlaces(national, places) };
  const different: string[] = [];
  let count = 0;
  for (const place of places.slice(0, asked)) {
    for (const suggestion of await suggest(index, { text: place.name.slice(0, -2), limit: 10 })) {
      if (suggestion.kind !== 'place' && suggestion.kind !== 'settlement') continue;
      count++;
      const [first] = await geocode(index, { address: suggestion.text });
      const isSame =
        first !== undefined &&
        first.latitude === suggestion.latitude &&
        first.longitude === suggestion.longitude;
      if (!isSame) different.push(`${suggestion.text}: ${first?.formatted_address}`);
    }
  }
  assertOnlyKnown(t, different, count, foundAsVillages);
  return count;
}

function assertOnlyKnown(
  t: TestContext,
  different: readonly string[],
  count: number,
  known: readonly string[] = [],
): void {
  t.diagnostic(`${count} texts, ${different.length} found as something else`);
  assert.deepEqual(
    different.filter(line => !known.includes(line)),
    [],
  );
}

function isSameAddress(
  suggestion: Suggestion,
  first: Awaited<ReturnType<typeof find>>[number] | undefined,
) {
  const fields = ['street', 'house_number', 'locality', 'municipality'] as const;
  return fields.every(
    field =>
      (field === 'locality' && suggestion.kind === 'street') ||
      suggestion.components[field] === first?.components[field],
  );
}
