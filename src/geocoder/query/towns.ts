import type { PlaceIndex } from '../index/places.ts';
import { under } from '../index/postings.ts';
import { quality } from '../match/scale.ts';
import { isOneSlipAway } from '../text/distance.ts';
import { greekKey } from '../text/phonetic.ts';
import { visitSlips } from '../text/slips.ts';
import { stem } from '../text/stem.ts';
import type { Group, QueryWord } from './parse.ts';

/** Words of an address that name a town, and the places they may mean. */
export interface Town {
  /** The group the words stand in, and which of its words they are. */
  readonly group: number;
  readonly from: number;
  readonly to: number;
  /** How well the name fits, 0 to 1. */
  readonly quality: number;
  /** Positions in the list of places. */
  readonly places: readonly number[];
}

/** Short forms that stand before the name of a town: Ν. Ιωνία, Αγ. Παρασκευή, Π. Φάληρο. */
const townBeginnings: Readonly<Record<string, string>> = {
  ν: 'νεα',
  n: 'νεα',
  αγ: 'αγια',
  ag: 'αγια',
  π: 'παλαιο',
  p: 'παλαιο',
  παλ: 'παλαιο',
  κ: 'κατω',
  k: 'κατω',
  αν: 'ανω',
  an: 'ανω',
  st: 'αγια',
};
const longestName = 4;
const mostPlaces = 60;

/** Every run of words, at the start or the end of its group, that is the name of a place. */
export function findTowns(index: PlaceIndex, groups: readonly Group[]): Town[] {
  const towns: Town[] = [];
  groups.forEach(({ words }, group) => {
    for (let from = 0; from < words.length; from++) {
      for (let to = from + 1; to <= Math.min(words.length, from + longestName); to++) {
        if (from > 0 && to < words.length) continue;
        const found = findTown(index, words.slice(from, to), to === words.length);
        if (found) towns.push({ group, from, to, ...found });
      }
    }
  });
  return towns;
}

/** The places that a name means, and how well it fits; undefined when it is no place's. */
export function findTown(
  index: PlaceIndex,
  words: readonly QueryWord[],
  mayHaveSlip = true,
): Pick<Town, 'quality' | 'places'> | undefined {
  if (words.length === 0) return undefined;
  const spelled = words.map(({ text }) => text.replace('/', '')).join(' ');
  const readings = readingsOf(words);
  const stems = new Set(readings.map(reading => reading.map(stem).join(' ')));
  const entries = [...stems].flatMap(key => [...under(index.byStems, key)]);
  if (entries.length > 0) return best(index, entries, spelled, readings);
  if (!mayHaveSlip || words.length > 3) return undefined;
  const slips = slipsOf(
    index,
    readings.map(reading => reading.join('')),
  );
  return slips.length === 0
    ? undefined
    : { quality: quality.townSlip, places: placesOf(index, slips) };
}

/** The words' phonetic keys; only a name of one word is read in every way it could be. */
function readingsOf(words: readonly QueryWord[]): string[][] {
  if (words.length === 1) return words[0]!.phonetic.map(key => [key]);
  const last = words.length - 1;
  const beginning = words.map(({ text, phonetic, shape }, i) => {
    const full = i < last && (shape === 'abbreviation' || text.length <= 2) && townBeginnings[text];
    return full ? greekKey(full) : phonetic[0]!;
  });
  return words[last]!.phonetic.map(key => [...beginning.slice(0, last), key]);
}

function best(
  index: PlaceIndex,
  entries: readonly number[],
  spelled: string,
  readings: readonly (readonly string[])[],
) {
  const exact = entries.filter(entry => index.foldedNames[entry] === spelled);
  if (exact.length > 0) return { quality: quality.exact, places: placesOf(index, exact) };
  const sounds = new Set(readings.flatMap(reading => [...under(index.bySound, reading.join(''))]));
  const alike = entries.filter(entry => sounds.has(entry));
  return alike.length > 0
    ? { quality: quality.sound, places: placesOf(index, alike) }
    : { quality: quality.grammar, places: placesOf(index, entries) };
}

function placesOf(index: PlaceIndex, entries: readonly number[]): number[] {
  const places = [...new Set(entries.map(entry => index.placeOfName[entry]!))];
  return places.sort((a, b) => a - b).slice(0, mostPlaces);
}

function slipsOf(index: PlaceIndex, sounds: readonly string[]): number[] {
  const found = new Set<number>();
  for (const sound of sounds.slice(0, 2)) {
    if (sound.length < 5) continue;
    visitSlips(index.slips, sound, entry => {
      if (isOneSlipAway(sound, index.sounds[entry]!)) found.add(entry);
    });
  }
  return [...found];
}
