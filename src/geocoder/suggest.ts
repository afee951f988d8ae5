import { pointInside } from '../geo/inside.ts';
import type { PolygonGeometry } from '../geo/polygon.ts';
import {
  answerNamed,
  answerPlace,
  answerStreet,
  type Components,
  type GeocodeResult,
  sevenDecimals,
  unknownParts,
} from './answer.ts';
import type { GeocoderIndex } from './build.ts';
import { metresBetween } from './central-position.ts';
import { findAll } from './geocode.ts';
import { listOf } from './index/postings.ts';
import { textAt } from './index/texts.ts';
import { addressBudget } from './match/budget.ts';
import {
  type LocatedStreet,
  locate,
  onceEachSpot,
  positionOf,
  withoutSpot,
} from './match/houses.ts';
import { findNamedPlaces, type RankedNamed, rankNamedPlaces } from './match/named-places.ts';
import { findPlaces } from './match/places.ts';
import { dropOtherStretches, sortStreets } from './match/rank.ts';
import { type RankedPlace, rankPlaces } from './match/rank-places.ts';
import type { Asked } from './match/towns.ts';
import { asUnfinished, parse } from './query/parse.ts';
import { readings } from './query/readings.ts';
import { spellingFitter } from './query/spelling.ts';
import { findTowns } from './query/towns.ts';
import { type TypedPoint, typedCoordinates } from './query/typed-coordinates.ts';
import { reverse } from './reverse.ts';
import type { HouseLookup, NearbyLookup } from './rows.ts';
import { isAmbiguous, unmistakableText } from './suggest-text.ts';
import { elot743 } from './text/elot.ts';
import { fold } from './text/fold.ts';

/** What a text that is being typed may become. */
export interface Suggestion {
  readonly kind:
    | 'address'
    | 'street'
    | 'settlement'
    | 'postal_code'
    | 'place'
    | 'parcel'
    | 'coordinates';
  /** A text that `geocode` finds as just this. */
  readonly text: string;
  readonly text_en: string;
  /** The name that was typed, where the street or place is shown by another; else null. */
  readonly also: string | null;
  readonly latitude: number;
  readonly longitude: number;
  readonly components: Components;
}

/** A text that is being typed. */
export interface SuggestQuery {
  /** 1 to 256 characters. */
  readonly text: string;
  /** How many at most; 6 by default. */
  readonly limit?: number;
  /** Where the person looks: what is near comes first among equals. */
  readonly near?: Point;
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** How many are suggested unless it is said. */
export const usualSuggestions = 6;

/** The suggestion of a parcel by its code; its address is not looked up. */
export function suggestedParcel(kaek: string, outline: PolygonGeometry): Suggestion {
  const [longitude, latitude] = pointInside(outline);
  const position = { latitude: sevenDecimals(latitude), longitude: sevenDecimals(longitude) };
  return {
    kind: 'parcel',
    text: kaek,
    text_en: elot743(kaek),
    also: null,
    ...position,
    components: unknownParts,
  };
}

type WithoutEnglish = Omit<Suggestion, 'text_en'>;

/** A candidate that becomes a suggestion only if it is shown: hundreds are weighed for six. */
interface Weighed {
  readonly weight: number;
  readonly toSuggestion: () => WithoutEnglish;
}

/** So many candidates of each kind are weighed. */
const mostWeighed = 60;
/** How far nearness counts, in metres, and how much. */
const nearMetres = 20_000;
const nearGain = 0.5;
/** A name without a number is more often that of a town than of one of the streets called so. */
const settlementGain = 1.6;

/** What an unfinished text may become: streets with their town, houses, settlements, codes. */
export async function suggest(
  index: GeocoderIndex,
  query: SuggestQuery,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<Suggestion[]> {
  if (!isShort(query)) return findSuggestions(index, query, houses, nearby);
  const cached = shortTexts.get(index) ?? new Map<string, Suggestion[]>();
  shortTexts.set(index, cached);
  const key = `${query.limit} ${query.text}`;
  const found = cached.get(key) ?? (await findSuggestions(index, query));
  if (cached.size >= mostShortTexts) cached.clear();
  cached.set(key, found);
  return found;
}

/** One or two letters fit thousands of names, and are the first that everybody types. */
function isShort({ text, near }: SuggestQuery): boolean {
  return near === undefined && /^\p{L}{1,2}$/u.test(text);
}

/** Suggestions for such texts, by limit and text; a new index begins anew. */
const shortTexts = new WeakMap<GeocoderIndex, Map<string, Suggestion[]>>();
const mostShortTexts = 2_000;

async function findSuggestions(
  index: GeocoderIndex,
  query: SuggestQuery,
  houses?: HouseLookup,
  nearby?: NearbyLookup,
): Promise<Suggestion[]> {
  const { text, limit = usualSuggestions } = query;
  const point = typedCoordinates(text);
  if (point) return [await ofPoint(index, point, nearby)];
  const parsed = asUnfinished(
    parse(text, code => index.postalCodeNumbers.has(code)),
    text,
  );
  const asked: Asked = { postalCode: parsed.postalCode, city: null };
  const ways = readings(parsed, findTowns(index.places, parsed.groups));
  const budget = addressBudget();
  const found = findAll(index, ways, asked, budget, true).slice(0, mostWeighed);
  const located = houses ? await locate(index, found, houses) : found.map(withoutSpot);
  const sorted = onceEachSpot(index, sortStreets(index, located));
  const streets = onceEachStreet(index, dropOtherStretches(index, sorted, asked.postalCode));
  const places = rankPlaces(
    index,
    ways
      .filter(({ street }) => street === null)
      .flatMap(way => findPlaces(index, way, asked, budget)),
    spellingFitter(text),
    budget,
  ).slice(0, mostWeighed);
  const lenience = { slips: false, beginnings: true };
  const named = rankNamedPlaces(index, findNamedPlaces(index, ways, asked, lenience, budget));
  const codes = codesBeginning(index, text);
  // A whole postal code is found as a place too.
  const otherPlaces = codes.length > 0 ? places.filter(({ place }) => place !== null) : places;
  const all = [
    ...codes,
    ...streets.map(street => ofStreet(index, street, query)),
    ...otherPlaces.map(place => ofPlace(index, place, query)),
    ...onceEachText(index, named).map(place => ofNamed(index, place, query)),
  ];
  const shown = all
    .sort((a, b) => b.weight - a.weight)
    .values()
    .map(({ toSuggestion }) => toSuggestion())
    .filter(one => !Number.isNaN(one.latitude) && !isAmbiguous(one, query.text))
    .take(limit);
  return Array.from(shown, one => finished(index, one));
}

/** A typed point, with the parts of the address that is nearest to it. */
async function ofPoint(
  index: GeocoderIndex,
  point: TypedPoint,
  nearby?: NearbyLookup,
): Promise<Suggestion> {
  const latitude = sevenDecimals(point.latitude);
  const longitude = sevenDecimals(point.longitude);
  const near = await reverse(index, latitude, longitude, nearby);
  const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;
  const components = { ...unknownParts, ...near?.components };
  return { kind: 'coordinates', text, text_en: text, also: null, latitude, longitude, components };
}

function finished(index: GeocoderIndex, one: WithoutEnglish): Suggestion {
  const text = unmistakableText(index, one);
  return { ...one, text, text_en: elot743(text) };
}

/** One row for each street and town. */
function onceEachStreet(
  { streets }: GeocoderIndex,
  sorted: readonly LocatedStreet[],
): LocatedStreet[] {
  const seen = new Set<string>();
  return sorted.filter(({ street, name }) => {
    const key = `${streets.municipality[street]}/${name}`;
    return !seen.has(key) && seen.add(key);
  });
}

function ofStreet(index: GeocoderIndex, candidate: LocatedStreet, query: SuggestQuery): Weighed {
  const { street, spot, score } = candidate;
  const size = index.municipalitySizes[index.streets.municipality[street]!] ?? 0;
  const at = spot ?? positionOf(index, street);
  const isExact = spot?.level === 'house_number';
  return {
    weight: weigh(at, score, Math.log10(1 + size) / 4, query) + (isExact ? 1 : 0),
    toSuggestion: () => streetSuggestion(index, candidate),
  };
}

function streetSuggestion(index: GeocoderIndex, candidate: LocatedStreet): WithoutEnglish {
  const found = answerStreet(index, candidate, 1, []);
  const { house_number, street } = found.components;
  const isAddress = house_number !== null;
  const town = found.formatted_address.replace(/^.*, (?:\d{3} \d{2} )?/, '');
  const text = isAddress ? found.formatted_address : `${street}, ${town}`;
  return asSuggestion(found, isAddress ? 'address' : 'street', text, typedName(index, candidate));
}

/** The name by which a street was found, where it is not the one that is shown. */
function typedName(index: GeocoderIndex, { street, name }: LocatedStreet): string | null {
  const [shown] = listOf(index.streets.namesOf, street);
  return shown === name ? null : index.names.texts[name]!;
}

function ofPlace(index: GeocoderIndex, candidate: RankedPlace, query: SuggestQuery): Weighed {
  const place = candidate.place === null ? undefined : index.places.places[candidate.place]!;
  const at = place ?? index.postalCodes[candidate.postalCode!]!;
  const size = Math.log10(Math.max(10, place?.population ?? 1_000)) / 6;
  return {
    weight: settlementGain * weigh(at, candidate.score, size, query),
    toSuggestion: () => {
      const found = answerPlace(index, candidate, 1, []);
      return place === undefined
        ? asSuggestion(found, 'postal_code', found.formatted_address)
        : asSuggestion(found, 'settlement', settlementText(found, place.name));
    },
  };
}

function ofNamed(index: GeocoderIndex, candidate: RankedNamed, query: SuggestQuery): Weighed {
  const { namedPlaces } = index;
  const { place, name, score } = candidate;
  const at = { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
  const size = Math.log2(namedPlaces.weight[place]!) / 5;
  return {
    weight: weigh(at, score, size, query),
    toSuggestion: () => {
      const found = answerNamed(index, candidate, 1, []);
      const also = shownName(index, place) === name ? null : textAt(namedPlaces.texts, name);
      return asSuggestion(found, 'place', found.formatted_address, also);
    },
  };
}

function shownName({ namedPlaces }: GeocoderIndex, place: number): number {
  return namedPlaces.namesOf.items[namedPlaces.namesOf.starts[place]!]!;
}

/** Namesakes in one town have the same text, so only the likeliest is shown. */
function onceEachText(index: GeocoderIndex, ranked: readonly RankedNamed[]): RankedNamed[] {
  const seen = new Set<string>();
  return ranked.filter(({ place }) => {
    const town = index.municipalities[index.namedPlaces.municipality[place]!]?.nominative;
    const key = `${shownName(index, place)}/${town}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** A settlement with its municipality, which distinguishes it from its namesakes. */
function settlementText({ components, match }: GeocodeResult, name: string): string {
  const { municipality, postal_code } = components;
  if (match.level === 'municipality' || municipality === null) return name;
  const code = postal_code === null ? '' : `${postal_code.slice(0, 3)} ${postal_code.slice(3)} `;
  return `${name}, ${code}${municipality}`;
}

function asSuggestion(
  { latitude, longitude, components }: GeocodeResult,
  kind: Suggestion['kind'],
  text: string,
  also: string | null = null,
): WithoutEnglish {
  return { kind, text, also, latitude, longitude, components };
}

/** How well it fits, how many people may mean it, and how near it is. */
function weigh(at: Point, score: number, size: number, { near }: SuggestQuery): number {
  const gain = near ? nearGain * Math.exp(-metresBetween(near, at) / nearMetres) : 0;
  return score ** 3 * (0.5 + 0.5 * size) * (1 + gain);
}

/** Postal codes that begin with the digits typed. */
function codesBeginning(index: GeocoderIndex, text: string): Weighed[] {
  const digits = fold(text)
    .replace(/^\s*(?:τκ|tk|τ\.κ\.)\s*/, '')
    .replace(/\s/g, '');
  if (!/^\d{2,5}$/.test(digits)) return [];
  return index.postalCodes.flatMap((code, number) => {
    if (!code.postalCode.startsWith(digits)) return [];
    const candidate = {
      kind: 'place' as const,
      place: null,
      postalCode: number,
      score: 1,
      inPlaceOf: null,
      faults: [],
    };
    const toSuggestion = () => {
      const found = answerPlace(index, { ...candidate, confidence: 1 }, 1, []);
      return asSuggestion(found, 'postal_code', found.formatted_address);
    };
    return [{ weight: 2, toSuggestion }];
  });
}
