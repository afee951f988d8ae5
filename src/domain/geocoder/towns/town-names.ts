import type { PlaceIndex } from '../index/place-index.ts';
import { under, visitBegun, visitPrefix } from '../index/postings.ts';
import type { QueryWord } from '../query/parse.ts';
import { withoutLabel } from '../query/town-labels.ts';
import { type Budget, memoryByIndex, unlimited } from '../score/budget.ts';
import { detailed, type Finding, findings } from '../score/evidence.ts';
import { elot743 } from '../text/elot.ts';
import { memoized } from '../text/fold.ts';
import { greekKey, phoneticKeys } from '../text/phonetic.ts';
import { isOneWord, nameKey, stem } from '../text/stem.ts';
import { isOneSlipAway, type SlipTable, visitSlips } from '../text/typing-errors.ts';

const newOrIsland = ['νεα', 'νεο', 'νεοσ', 'νεοι', 'νησοσ'];
/** Short forms that stand before the name of a town: Ν. Ιωνία, Ν. Πάρος, Αγ. Παρασκευή. */
const townBeginnings: Readonly<Record<string, readonly string[]>> = {
  ν: newOrIsland,
  n: newOrIsland,
  νησ: ['νησοσ'],
  nis: ['νησοσ'],
  αγ: ['αγια', 'αγιοσ', 'αγιοι'],
  ag: ['αγια', 'αγιοσ', 'αγιοι'],
  st: ['αγια', 'αγιοσ', 'αγιοι'],
  π: ['παλαιο', 'παλαια'],
  p: ['παλαιο', 'παλαια'],
  παλ: ['παλαιο', 'παλαια'],
  κ: ['κατω'],
  k: ['κατω'],
  αν: ['ανω'],
  an: ['ανω'],
};
/** At most this many namesakes are considered, the largest first. */
const mostPlaces = 400;
/** A slip is forgiven in names of at least this many letters. */
const leastSlipLength = 5;

/** What a name means: the places, and how well it fits them. */
export interface Meaning {
  /** How the name was typed. */
  readonly spelled: Finding;
  /** Positions in the list of places, and the municipalities they are or lie in. */
  readonly places: readonly number[];
  readonly municipalities: ReadonlySet<number>;
  /** The inhabitants of the largest of them. */
  readonly largest: number;
}

/** Whether a name is typed as it is spelled, or as it sounds. */
export function isSure({ spelled }: Pick<Meaning, 'spelled'>): boolean {
  return spelled.fit >= findings.wordSound.fit;
}

/** A town of this many inhabitants is meant by its name with a slip, and not an unknown quarter. */
const slipPeople = 1_000;

/** Whether a name is that of a town with one letter wrong, or its beginning. */
export function isSlip({ spelled, largest }: Pick<Meaning, 'spelled' | 'largest'>): boolean {
  return isReadAs(spelled) && largest >= slipPeople;
}

/** Whether a name is not typed as it is, so that a fault has the name that it was read as. */
function isReadAs({ name }: Finding): boolean {
  return name === findings.townSlip.name || name === findings.townUnfinished.name;
}

/** How a town is typed, and what a slip was read as. */
export function spellingOf(
  { places }: PlaceIndex,
  { spelled, places: [largest] }: Meaning,
  place = largest!,
): Finding {
  return isReadAs(spelled) ? detailed(spelled, places[place]!.name) : spelled;
}

/**
 * The places that a name means best; undefined when it is no place's. Beside a street only the
 * genitive of a place with `genitivePeople` inhabitants is its name.
 */
export function findTown(
  index: PlaceIndex,
  words: readonly QueryWord[],
  budget = unlimited,
  genitivePeople = townInGenitive,
): Meaning | undefined {
  return readTown(index, words, true, budget, genitivePeople)[0];
}

/** Whether words are the name of a town, as it is spelled or as it sounds. */
export function isTownName(
  index: PlaceIndex,
  words: readonly QueryWord[],
  budget: Budget,
): boolean {
  const found = findTown(index, words, budget);
  return found !== undefined && isSure(found);
}

/** The places that a name may mean, best first: with all its words, and without its label. */
export function readTown(
  index: PlaceIndex,
  words: readonly QueryWord[],
  mayHaveSlip: boolean,
  budget: Budget,
  genitivePeople = townInGenitive,
): readonly Meaning[] {
  const names = words.map(({ text, shape }) => `${text} ${shape}`).join(' ');
  return towns(index, `${names} ${mayHaveSlip} ${genitivePeople}`, budget, own =>
    readTownOnce(index, words, mayHaveSlip, own, genitivePeople),
  );
}

const towns = memoryByIndex<readonly Meaning[]>(5_000);

function readTownOnce(
  index: PlaceIndex,
  words: readonly QueryWord[],
  mayHaveSlip: boolean,
  budget: Budget,
  genitivePeople: number,
): Meaning[] {
  const asLabelled = withoutLabel(words).flatMap(({ name, kinds, isGuess }) =>
    readName(index, name, mayHaveSlip, budget, 0).flatMap(found => {
      const places = found.places.filter(place => kinds.includes(index.places[place]!.kind));
      const spelled = isGuess && isSure(found) ? findings.wordSound : found.spelled;
      return places.length > 0 ? [meaning(index, spelled, places)] : [];
    }),
  );
  const asNamed = readName(index, words, mayHaveSlip, budget, genitivePeople);
  return [...asNamed, ...asLabelled].sort((a, b) => b.spelled.fit - a.spelled.fit);
}

/**
 * The places that a name may mean, as spelled and by sound; else by its stem or with a slip. A
 * genitive counts as a name for places with at least `genitivePeople` inhabitants. Behind a label it
 * counts for every place: `Χώρα Ίου`.
 */
function readName(
  index: PlaceIndex,
  words: readonly QueryWord[],
  mayHaveSlip: boolean,
  budget: Budget,
  genitivePeople = townInGenitive,
): Meaning[] {
  if (words.length === 0) return [];
  const spelled = words.map(({ text }) => text.replace('/', '')).join(' ');
  const readings = readingsOf(words);
  const stems = new Set(readings.map(reading => reading.map(stem).join(' ')));
  const sounds = new Set(readings.map(reading => reading.join('')));
  const entries = [
    ...[...stems].flatMap(key => [...under(index.byStems, key)]),
    ...(genitivePeople === 0 ? nominativesOf(index, spelled) : []),
  ];
  budget.spend(2 * readings.length * words.length + entries.length);
  if (words.length === 1 && words[0]!.shape === 'contraction') {
    return contracted(index, words[0]!, budget);
  }
  const known = byQuality(index, [...new Set(entries)], spelled, sounds, readings, genitivePeople);
  const sure = asSpelled(index, words, known.filter(isSure));
  if (sure.length > 0 && words.at(-1)!.shape !== 'unfinished') return sure;
  const begun = beginningsOf(index, words, spelled, [...sounds]);
  budget.spend(begun.length);
  if (begun.length > 0) {
    // Φηρά is no unfinished Βύρωνας.
    const named = sure.length > 0 ? sure : known;
    return [...named, meaning(index, findings.townUnfinished, placesOf(index, begun))];
  }
  const slips =
    mayHaveSlip && words.length <= 3 ? slipsOf(index, spelled, [...sounds], budget) : [];
  const slipped = meaning(index, findings.townSlip, placesOf(index, slips));
  return slips.length > 0 ? [...known, slipped] : known;
}

/** A city of this many inhabitants may be written with a stroke: Θεσ/νίκη, Αλεξ/πολη. */
const contractedPeople = 10_000;

function contracted(index: PlaceIndex, { text }: QueryWord, budget: Budget): Meaning[] {
  const [head = '', tail = ''] = text.split('/');
  const entries: number[] = [];
  visitPrefix(index.foldedNames, index.spellingBeginnings.order, head, Infinity, entry => {
    budget.spend(1);
    const isCity = index.places[index.placeOfName[entry]!]!.population >= contractedPeople;
    if (isCity && index.foldedNames[entry]!.endsWith(tail)) entries.push(entry);
  });
  return entries.length > 0 ? [meaning(index, findings.wordSound, placesOf(index, entries))] : [];
}

/**
 * Χίος sounds like Ίος, and so does `Hios`, but a name that is spelled as one exists means that
 * name. In Latin letters that is the spelling of ELOT 743 or a known name. Places that have the same
 * name in Greek count less: `Naoussa` is a known name of only one Νάουσα.
 */
function asSpelled(
  index: PlaceIndex,
  words: readonly QueryWord[],
  sure: readonly Meaning[],
): Meaning[] {
  const isWhole = words.every(word => word.shape === 'word');
  const exact = sure.filter(meaning => meaning.spelled.fit === 1);
  if (!isWhole || exact.length === 0) return [...sure];
  if (!words.every(word => word.isLatin)) return exact;
  const names = new Set(exact.flatMap(one => one.places.map(place => index.places[place]!.name)));
  const others = sure
    .filter(one => one.spelled.fit < 1)
    .flatMap(one => one.places.filter(place => names.has(index.places[place]!.name)));
  return others.length > 0 ? [...exact, meaning(index, findings.townOtherSpelling, others)] : exact;
}

/** At most this many names are looked at where more than 300 begin with an unfinished one. */
const mostBegun = 200;

/** The names that an unfinished name may become. */
function beginningsOf(
  index: PlaceIndex,
  words: readonly QueryWord[],
  spelled: string,
  sounds: readonly string[],
): number[] {
  const last = words.at(-1)!;
  if (last.shape !== 'unfinished') return [];
  const found = new Set<number>();
  const visit = (entry: number) => found.add(entry);
  visitBegun(index.foldedNames, index.spellingBeginnings, spelled, mostBegun, visit);
  const isLatin = words.every(word => word.isLatin);
  // `Αγ. Παρ`: only the sounds have the word in full.
  const isShort = fullForms(words, 0) !== undefined;
  // The first letter of a Latin name is spelled: `x` is not Janina.
  const visitSound = (entry: number) => {
    if (spelled.length > 1 || !/^[a-z]/.test(index.foldedNames[entry]!)) visit(entry);
  };
  for (const sound of isLatin || isShort ? sounds : []) {
    visitBegun(index.sounds, index.soundBeginnings, sound, mostBegun, visitSound);
  }
  return [...found];
}

/** At most this many readings of a name: each Latin word may have several. */
const mostReadings = 32;

/** The words' phonetic keys in every way; the first word also as what it may be short for. */
function readingsOf(words: readonly QueryWord[]): string[][] {
  let readings: string[][] = [[]];
  for (const [i, { phonetic }] of words.entries()) {
    const keys = fullForms(words, i)?.map(greekKey) ?? phonetic;
    readings = readings.flatMap(before => keys.map(key => [...before, key])).slice(0, mostReadings);
  }
  return readings;
}

/** What a short form before the name of a town stands for. */
function fullForms(words: readonly QueryWord[], i: number): readonly string[] | undefined {
  const { text, shape } = words[i]!;
  const mayBeShort = i === 0 && words.length > 1 && (shape === 'abbreviation' || text.length <= 2);
  return mayBeShort ? townBeginnings[text] : undefined;
}

/**
 * The genitive of a town of this size is its name: Ναυπλίου. Of smaller ones, and in Latin
 * letters, which leave the ending open, it is more often a street.
 */
export const townInGenitive = 5_000;
/** The same behind a house number, where it is no street. */
export const villageInGenitive = 500;
/** Endings of one word in the nominative with those of the genitive, as they sound. */
const genitives: readonly (readonly [RegExp, readonly string[]])[] = [
  [/os?$/, ['u', 'us']],
  [/i$/, ['iu', 'is', 'eos']],
  [/a$/, ['as', 'on']],
  [/es$/, ['on']],
];

function isGenitive(typed: ReadonlySet<string>, nominative: string): boolean {
  return genitives.some(([ending, others]) => {
    const root = ending.test(nominative) ? nominative.replace(ending, '') : undefined;
    return root !== undefined && others.some(other => typed.has(root + other));
  });
}

/** Names whose genitive is spelled so; short names have no stem to compare: Ίος, Ίου. */
function nominativesOf(index: PlaceIndex, genitive: string): number[] {
  const name = genitive.replace(/ου$/, 'οσ').replace(/ou$/, 'os');
  if (name === genitive) return [];
  return [...under(index.bySound, phoneticKeys(name)[0]!)].filter(entry => {
    const known = index.foldedNames[entry]!;
    return known === name || elot743(known) === name;
  });
}

function byQuality(
  index: PlaceIndex,
  entries: readonly number[],
  spelled: string,
  sounds: ReadonlySet<string>,
  readings: readonly (readonly string[])[],
  genitivePeople: number,
): Meaning[] {
  if (entries.length === 0) return [];
  const isLatin = /^[a-z0-9 ]+$/.test(spelled);
  const groups = Map.groupBy(entries, entry => {
    const name = index.foldedNames[entry]!;
    if (name === spelled || (isLatin && elot743(name) === spelled)) return findings.wordExact;
    if (!isLatin && !hasSameStart(name, spelled)) return undefined;
    const sound = index.sounds[entry]!;
    const isLarge = index.places[index.placeOfName[entry]!]!.population >= genitivePeople;
    const isSame = sounds.has(sound) || (isLarge && !isLatin && isGenitive(sounds, sound));
    if (isSame) return findings.wordSound;
    const isGreekTwice = isLatin || /[α-ω]/.test(name);
    return isGreekTwice && isOtherForm(name, readings) ? findings.wordForm : findings.townLikeForm;
  });
  const seen = new Set<number>();
  return [...groups]
    .flatMap(([spelled, list]) => (spelled ? [[spelled, list] as const] : []))
    .toSorted(([a], [b]) => b.fit - a.fit)
    .map(([spelled, list]) => {
      const places = placesOf(index, list).filter(place => !seen.has(place));
      for (const place of places) seen.add(place);
      return meaning(index, spelled, places);
    })
    .filter(({ places }) => places.length > 0);
}

/** Φηρών is not Βύρωνας: only Greeklish writes β and φ alike. */
function hasSameStart(name: string, spelled: string): boolean {
  const isVowel = (letter: string | undefined) => /[αεηιουω]/.test(letter ?? '');
  return name[0] === spelled[0] || (isVowel(name[0]) && isVowel(spelled[0]));
}

/** How each word of a name sounds; a few thousand names of places are compared again and again. */
const soundsOf = memoized(name => name.split(' ').map(word => phoneticKeys(word)[0]!));

/** Whether a name is the typed one in another case: Πεταλίδα is not Πεταλιοί. */
function isOtherForm(name: string, readings: readonly (readonly string[])[]): boolean {
  const keys = soundsOf(name);
  return readings.some(typed => typed.every((key, i) => isOneWord(key, keys[i] ?? '')));
}

/** How many names of places have the stems of this one. */
export function namesakes(index: PlaceIndex, name: string): number {
  return under(index.byStems, nameKey(name)).length;
}

function meaning(index: PlaceIndex, spelled: Finding, places: readonly number[]): Meaning {
  const municipalities = new Set<number>();
  for (const place of places) {
    for (const municipality of index.places[place]!.municipalities)
      municipalities.add(municipality);
  }
  const largest = index.places[places[0]!]?.population ?? 0;
  return { spelled, places, municipalities, largest };
}

function placesOf(index: PlaceIndex, entries: readonly number[]): number[] {
  const places = [...new Set(entries.map(entry => index.placeOfName[entry]!))];
  const size = (place: number) => index.places[place]!.population;
  return places.sort((a, b) => size(b) - size(a) || a - b).slice(0, mostPlaces);
}

function slipsOf(
  index: PlaceIndex,
  spelled: string,
  sounds: readonly string[],
  budget: Budget,
): number[] {
  const found = new Set<number>();
  const search = (slips: SlipTable, texts: readonly string[], typed: string) => {
    if (typed.length < leastSlipLength) return;
    // One lookup for each letter that may be left out.
    budget.spend(typed.length);
    visitSlips(slips, typed, entry => {
      if (isOneSlipAway(typed, texts[entry]!)) found.add(entry);
    });
  };
  search(index.spellingSlips, index.foldedNames, spelled);
  for (const sound of sounds.slice(0, 2)) search(index.soundSlips, index.sounds, sound);
  return [...found];
}

/** The places whose name is spelled so with one slip. */
export function slipOf(index: PlaceIndex, spelled: string, budget: Budget): Meaning | undefined {
  const slips = slipsOf(index, spelled, [], budget);
  return slips.length > 0 ? meaning(index, findings.townSlip, placesOf(index, slips)) : undefined;
}
