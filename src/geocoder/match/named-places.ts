import { metresBetween } from '../../geo/earth.ts';
import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/gazetteer-places.ts';
import { streetTypes } from '../index/names.ts';
import { listOf } from '../index/postings.ts';
import { textAt } from '../index/texts.ts';
import { wordNumber } from '../index/words.ts';
import { isKindName } from '../names/place-kinds.ts';
import type { QueryWord } from '../query/parse.ts';
import { ignoredWordsFactor, type QueryReading } from '../query/readings.ts';
import type { Meaning } from '../query/towns.ts';
import { type Budget, unlimited } from './budget.ts';
import { heldFit } from './containers.ts';
import type { StreetWords } from './name-fit.ts';
import { leastNameScore, placeFit, quality, wayFit } from './score-factors.ts';
import type { Fault } from './street-candidate.ts';
import type { Asked } from './towns.ts';
import { type Lenience, lookUp, type WordMatches } from './words.ts';

/** A named place that may be the one meant. */
export interface NamedCandidate {
  readonly kind: 'named';
  readonly place: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly score: number;
  readonly faults: readonly Fault[];
}

/** A named place with the share of answers like it that are right. */
export interface RankedNamed extends NamedCandidate {
  readonly confidence: number;
}

/** So many names at most are compared with the words of one reading, the likeliest first. */
const mostNames = 500;
/** A word of the name that was not typed: names are long, and people type a part of them. */
const missingWord = 0.95;
/** A typed word that the name does not have: one is too many, as this is below `leastNameScore`. */
const surplusWord = 0.5;
/** Places of one name this near to each other, in metres, are one answer. */
const onePlaceMetres = 1_000;
const scorePower = 8;
/** How often the place of that name is the one that is meant. */
const rightName = 0.95;
/** Found by the word for its kind: its own name is better, and another of the kind may be missing. */
const byKind = { weight: 0.5, trust: 0.6 };

/** The places whose name fits the words of a reading that are not its town. */
export function findNamedPlaces(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  asked: Asked,
  lenience: Lenience,
  budget: Budget,
): NamedCandidate[] {
  if (index.namedPlaces.count === 0) return [];
  const find = nameFinder(index, lenience, budget);
  const found: NamedCandidate[] = [];
  for (const reading of ways) {
    const { street, corner } = reading;
    const base = ignoredWordsFactor(reading);
    const most = reading.towns.reduce((fit, town) => fit * town.quality, base);
    if (street === null || corner !== null || most < leastNameScore) continue;
    for (const { name, score } of find(street)) {
      if (most * score < leastNameScore) continue;
      addPlacesNamed(index, name, base * score, reading, asked, found);
    }
  }
  return found;
}

interface NameMatch {
  readonly name: number;
  readonly score: number;
}

function nameFinder(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const looked = new Map<QueryWord, WordMatches>();
  const found = new Map<string, readonly NameMatch[]>();
  return (typed: StreetWords): readonly NameMatch[] => {
    const key = [typed.type, ...typed.words.map(word => `${word.text}${word.shape[0]}`)].join(' ');
    const known = found.get(key);
    if (known) return known;
    for (const word of typed.words) {
      if (looked.has(word)) continue;
      looked.set(word, lookUp(index.namedPlaces.words, word, lenience, budget));
    }
    const matches = typed.words.map(word => looked.get(word)!);
    const names = namesOf(index, matches, typed);
    found.set(key, names);
    return names;
  };
}

/** Names that have the rarest of the typed words, with how well they fit all of them. */
function namesOf(
  { namedPlaces }: GeocoderIndex,
  matches: readonly WordMatches[],
  typed: StreetWords,
): NameMatch[] {
  const numbers = typed.numbers.map(number => wordNumber(namedPlaces.words, String(number.first)));
  if (numbers.includes(undefined) || typed.type === 'street' || typed.type === 'avenue') return [];
  const asMatches = numbers.map((word): WordMatches => new Map([[word!, quality.exact]]));
  const all = [...matches, ...asMatches];
  const { starts } = namedPlaces.namesOfWord;
  const countOf = (list: WordMatches) =>
    list.keys().reduce((sum, word) => sum + starts[word + 1]! - starts[word]!, 0);
  const [rarest] = all
    .map(list => ({ list, count: countOf(list) }))
    .toSorted((x, y) => x.count - y.count);
  // A name without one of the words does not fit: `surplusWord`.
  if (rarest === undefined || rarest.count === 0) return [];
  const candidates = candidatesOf(namedPlaces.namesOfWord, rarest.list);
  const found: NameMatch[] = [];
  for (const name of candidates.subarray(0, mostNames)) {
    const score = fitName(namedPlaces, name, all, typed.type);
    if (score >= leastNameScore) found.push({ name, score });
  }
  return found;
}

function candidatesOf(namesOfWord: GeocoderIndex['namedPlaces']['namesOfWord'], list: WordMatches) {
  const names = new Set<number>();
  for (const word of list.keys()) {
    for (const name of listOf(namesOfWord, word).subarray(0, mostNames)) names.add(name);
  }
  // Names stand in the order of their places, the likeliest first.
  return Uint32Array.from(names).sort();
}

function fitName(
  { wordsOf, types }: GeocoderIndex['namedPlaces'],
  name: number,
  typed: readonly WordMatches[],
  type: StreetWords['type'],
): number {
  const { starts, items } = wordsOf;
  const [start, end] = [starts[name]!, starts[name + 1]!];
  const used: number[] = [];
  let score = typeFit(streetTypes[types[name]!]!, type);
  for (const matches of typed) {
    let best = 0;
    let taken = -1;
    for (let i = start; i < end; i++) {
      const word = items[i]!;
      const fit = used.includes(word) ? 0 : (matches.get(word) ?? 0);
      if (fit > best) {
        best = fit;
        taken = word;
      }
    }
    if (taken >= 0) used.push(taken);
    score *= best || surplusWord;
    if (score < leastNameScore) return 0;
  }
  return used.length === 0 ? 0 : score * missingWord ** (end - start - used.length);
}

function typeFit(own: (typeof streetTypes)[number], typed: StreetWords['type']): number {
  const type = own === 'street' || own === 'avenue' ? undefined : own;
  if (type === typed) return 1;
  return typed === undefined ? missingWord : wayFit.other;
}

function addPlacesNamed(
  index: GeocoderIndex,
  name: number,
  score: number,
  reading: QueryReading,
  asked: Asked,
  found: NamedCandidate[],
): void {
  for (const place of listOf(index.namedPlaces.ofName, name)) {
    const faults: Fault[] = [];
    const fit = score * placeFitOf(index, place, reading, asked, faults);
    if (fit >= leastNameScore) found.push({ kind: 'named', place, name, score: fit, faults });
  }
}

/** Whether a place was found by the word for its kind, and its own name is another. */
function isByKind({ namedPlaces }: GeocoderIndex, place: number, name: number): boolean {
  const { namesOf, texts } = namedPlaces;
  return namesOf.items[namesOf.starts[place]!] !== name && isKindName(textAt(texts, name));
}

/** How well a place fits the towns and the postal code beside its name; 1 without any. */
function placeFitOf(
  index: GeocoderIndex,
  place: number,
  { towns }: QueryReading,
  asked: Asked,
  faults: Fault[],
): number {
  if (towns.length === 0 && asked.city === null && asked.postalCode === null) return 1;
  const asPlace = placeOf(index, place);
  return townsFit(index, asPlace, towns, asked) * codeFit(index, asPlace, asked, faults);
}

/** A named place as something that towns and areas may hold. */
function placeOf({ namedPlaces, places }: GeocoderIndex, place: number): GazetteerPlace {
  const municipality = namedPlaces.municipality[place]!;
  return {
    kind: 'settlement',
    name: '',
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
    accuracyMetres: namedPlaces.reachMetres[place]!,
    municipality,
    // Municipalities are the first places, in their own order.
    municipalities: places.places[municipality]!.municipalities,
    postalCodes: [],
    population: 0,
    source: '',
    isImported: true,
  };
}

function townsFit(
  index: GeocoderIndex,
  place: GazetteerPlace,
  towns: readonly Meaning[],
  asked: Asked,
): number {
  const all = asked.city === null ? towns : [...towns, asked.city];
  // Not counted: `mostNames` limits them already.
  return all.reduce((fit, town) => fit * town.quality * heldFit(index, town, place, unlimited), 1);
}

function codeFit(
  index: GeocoderIndex,
  { municipality }: GazetteerPlace,
  { postalCode }: Asked,
  faults: Fault[],
): number {
  if (postalCode === null) return 1;
  const code = index.postalCodes[index.postalCodeNumbers.get(postalCode) ?? -1];
  if (code === undefined || code.municipality === index.municipalities[municipality]?.id) return 1;
  faults.push({ field: 'postal_code', problem: `${postalCode} is not there` });
  return placeFit.otherTown;
}

/** The best candidate of each place, with its share among its namesakes. */
export function rankNamedPlaces(
  index: GeocoderIndex,
  candidates: readonly NamedCandidate[],
): RankedNamed[] {
  const { weight } = index.namedPlaces;
  const sorted = candidates.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const chosen = onceEachPlace(index, sorted);
  const best = chosen[0]?.score ?? 0;
  const found = chosen.map(candidate => {
    const { place, name, score } = candidate;
    const isKind = isByKind(index, place, name);
    const share = (isKind ? byKind.weight : 1) * weight[place]! * (score / best) ** scorePower;
    return { candidate, trust: isKind ? byKind.trust : rightName, share };
  });
  const sum = found.reduce((all, { share }) => all + share, 0);
  return found
    .map(({ candidate, trust, share }) => ({
      ...candidate,
      confidence: candidate.score * trust * (share / sum),
    }))
    .sort((a, b) => b.confidence - a.confidence || a.place - b.place);
}

/** So many namesakes at most are ranked. */
const mostRanked = 100;

/** The first `mostRanked` places; of those of one name near each other, only the first. */
function onceEachPlace(
  { namedPlaces }: GeocoderIndex,
  sorted: readonly NamedCandidate[],
): NamedCandidate[] {
  const at = ({ place }: NamedCandidate) => ({
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
  });
  const places = new Set<number>();
  const byName = new Map<number, NamedCandidate[]>();
  const chosen: NamedCandidate[] = [];
  for (const candidate of sorted) {
    const namesakes = byName.get(candidate.name) ?? [];
    const isNear = (other: NamedCandidate) =>
      metresBetween(at(other), at(candidate)) <= onePlaceMetres;
    if (places.has(candidate.place) || namesakes.some(isNear)) continue;
    places.add(candidate.place);
    byName.set(candidate.name, [...namesakes, candidate]);
    chosen.push(candidate);
    if (chosen.length >= mostRanked) break;
  }
  return chosen;
}
