import { type GeocoderIndex, postalCodeRow } from '../build.ts';
import { isAbroad } from '../query/abroad.ts';
import { type Group, type ParsedAddress, parse, type QueryWord } from '../query/parse.ts';
import { readings } from '../query/readings.ts';
import { findTown, isSure, isTownName, type Meaning } from '../query/town-names.ts';
import { findTowns } from '../query/towns.ts';
import type { Budget } from './budget.ts';
import { detailed, type Finding, findings, scaled } from './evidence.ts';
import { findPlaces } from './find-places.ts';
import type { Hints } from './towns-of-hints.ts';

/** The hints beside an address, and where they contradict it. */
export interface CheckedHints extends Hints {
  readonly evidence: readonly Finding[];
  /** Whether the town is outside Greece. */
  readonly isAbroad: boolean;
}

/** A town beside an address that contains nothing of it. */
export interface ContradictedHint {
  readonly contradictedCity?: string;
}

/** Reads the hints beside an address: the town, and the postal code, also from the address or the town. */
export function readHints(
  index: GeocoderIndex,
  parsed: ParsedAddress,
  hints: { readonly postalCode?: string; readonly city?: string } & ContradictedHint,
  budget: Budget,
): CheckedHints {
  const { contradictedCity: contradicted } = hints;
  const evidence: Finding[] = contradicted
    ? [detailed(findings.hintContradicted, contradicted)]
    : [];
  const isCode = (code: string) => index.postalCodeNumbers.has(code);
  const isTown = (words: readonly QueryWord[]) => isTownName(index.places, words, budget);
  const { groups, postalCode: inCity } = hints.city
    ? parse(hints.city, isCode, isTown)
    : { groups: [], postalCode: null };
  const hint = hints.postalCode?.replace(/\D/g, '') || null;
  const typed = hint ?? parsed.postalCode ?? inCity;
  for (const [where, other] of Object.entries({ address: parsed.postalCode, city: inCity })) {
    if (other === null || other === typed) continue;
    evidence.push(detailed(findings.hintSaysCode, where, other));
  }
  const isKnown = typed !== null && isCode(typed);
  if (typed !== null && !isKnown) evidence.push(detailed(findings.hintCodeUnknown, typed));
  const whole = groups.length > 0 ? meaningOf(index, groups, budget) : undefined;
  const isPart = groups.length > 0 && whole === undefined;
  const part = isPart ? partOf(index, groups, budget) : undefined;
  const city = whole ?? part?.meaning ?? null;
  if (city === null && groups.length > 0) evidence.push(findings.hintCityUnknown);
  const isNamed = city === null || isSure(city) || areTowns(index, groups, budget);
  if (!isNamed && !holdsCode(index, city, typed)) {
    const [largest] = city.places;
    evidence.push(detailed(findings.hintCityGuessed, index.places.places[largest!]!.name));
  }
  if (part !== undefined) evidence.push(detailed(findings.hintCityPartUnknown, part.unknown));
  // A code that does not exist is a mistake: the street and the town decide.
  const postalCode = isKnown ? typed : null;
  const isOutside = (city === null || !isSure(city)) && isAbroad(groups, isTown);
  return { postalCode, city, evidence, isAbroad: isOutside };
}

/** Whether each word belongs to the sure name of a town: `Νίκαια Πειραιά`. */
function areTowns(index: GeocoderIndex, groups: readonly Group[], budget: Budget): boolean {
  const sure = findTowns(index.places, groups, budget).filter(isSure);
  const isIn = (i: number, at: number) =>
    sure.some(({ group, from, to }) => group === i && at >= from && at < to);
  return groups.every(({ words }, i) => words.every((_, at) => isIn(i, at)));
}

/** Whether a postal code is of a municipality that a name means. */
function holdsCode(index: GeocoderIndex, { municipalities }: Meaning, code: string | null) {
  const row = code === null ? undefined : postalCodeRow(index, code);
  const isOwn = (number: number) => index.municipalities[number]!.id === row?.municipality;
  return [...municipalities].some(isOwn);
}

/** The places that a hint means: a name, or a name with what holds it (Νέα Ιωνία, Βόλος). */
function meaningOf(
  index: GeocoderIndex,
  groups: readonly Group[],
  budget: Budget,
): Meaning | undefined {
  const named = findTown(
    index.places,
    groups.flatMap(({ words }) => words),
    budget,
    0,
  );
  if (named !== undefined && isSure(named)) return named;
  return heldPlaces(index, groups, budget) ?? named;
}

/** Beside a town of at least this size, words that are not known are taken for its quarter. */
const cityPeople = 5_000;

/** The town among words that together are none: `Χαριλάου Θεσσαλονίκη`. */
function partOf(index: GeocoderIndex, groups: readonly Group[], budget: Budget) {
  const [largest] = findTowns(index.places, groups, budget)
    .filter(town => isSure(town) && town.largest >= cityPeople)
    .sort((a, b) => b.to - b.from - (a.to - a.from) || b.largest - a.largest);
  if (largest === undefined) return undefined;
  const unknown = groups
    .flatMap(({ words }, i) =>
      words.filter((_, at) => i !== largest.group || at < largest.from || at >= largest.to),
    )
    .map(({ text }) => text)
    .join(' ');
  return { meaning: largest, unknown };
}

function heldPlaces(
  index: GeocoderIndex,
  groups: readonly Group[],
  budget: Budget,
): Meaning | undefined {
  const ways = readings({ groups }, findTowns(index.places, groups, budget), budget);
  const nothing: Hints = { postalCode: null, city: null };
  const found = ways
    .filter(({ street, ignoredWords }) => street === null && ignoredWords.length === 0)
    .flatMap(way => findPlaces(index, way, nothing, budget))
    .filter(
      ({ place, evidence }) => place !== null && evidence.every(({ fault }) => fault === null),
    );
  const best = Math.max(0, ...found.map(({ score }) => score));
  if (best === 0) return undefined;
  const places = found.filter(({ score }) => score === best).map(({ place }) => place!);
  const municipalities = places.flatMap(place => [...index.places.places[place]!.municipalities]);
  const largest = Math.max(...places.map(place => index.places.places[place]!.population));
  const spelled = scaled(findings.wordExact, best);
  return { spelled, places, municipalities: new Set(municipalities), largest };
}
