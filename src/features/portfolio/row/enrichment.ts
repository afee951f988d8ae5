import type { GeocodeQuery } from '#domain/geocoder/geocode.ts';
import { statedShare } from '#domain/property/cost/ageing.ts';
import type { CostAnswer, CostQuestion } from '#domain/property/cost/cost.ts';
import { type CostTable, type FactorKind, typeWordsIn } from '#domain/property/cost/cost-table.ts';
import { type RuleResult, withAddons } from '#domain/property/cost/factors.ts';
import type { CostTerms } from '#domain/property/cost/terms.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { PlaceType } from '#domain/property/place-types.ts';
import { countAround } from '#domain/property/places.ts';
import type { Bounds } from '#domain/property/plausible.ts';
import { nearestOnFoot } from '#domain/walking/walk-places.ts';
import type { Edition } from '#storage/store/store.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import { buildingsOfSubject } from '../../report/buildings-section.ts';
import { costOf } from '../../report/cost-section.ts';
import { gridsOfSubject } from '../../report/grids-section.ts';
import { type Data, parcelOfCode, parcelUnder, searchAddress } from '../../report/look-up.ts';
import {
  accuracyOf,
  type Subject,
  subjectByCoordinates,
  subjectOfParcel,
} from '../../report/subject.ts';
import { type ZoneData, zonesOfSubject } from '../../report/zones-section.ts';
import type { AreaPositions } from './area-positions.ts';

/** Addresses and positions of a file repeat: so many answers of each kind are kept. */
const mostKept = 5_000;

/** Keeps answers by key, also while they are awaited; failures are asked again. */
function keptAnswers<Args extends readonly unknown[], T>(
  ask: (...args: Args) => Promise<T>,
  keyOf: (...args: Args) => string,
): (...args: Args) => Promise<T> {
  const answers = recentlyUsed<Promise<T>>(mostKept);
  return (...args) => {
    const key = keyOf(...args);
    const known = answers.get(key);
    if (known) return known;
    const answer = ask(...args);
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

const keyOfPoint = (latitude: number, longitude: number) => `${latitude} ${longitude}`;

/** What the answers about a subject depend on; the kinds that are asked for are those of the run. */
function keyOfSubject(subject: Subject): string {
  const { position, parcel } = subject;
  const kaek = 'found' in parcel ? parcel.found.kaek : parcel.missing.code;
  const { latitude, longitude, from } = position;
  return [latitude, longitude, from, accuracyOf(subject), kaek].join(' ');
}

/** The lookups for rows. What is not loaded or not found is an error: NOT_FOUND, NO_COST_MAPPING. */
export function lookupsIn(data: LocalData) {
  const { edition } = data;
  return {
    parcelOfCode: (code: string) => parcelOfCode(data, code),
    searchAddress: keptAnswers(
      (query: GeocodeQuery) => searchAddress(data, query),
      query => JSON.stringify(query),
    ),
    subjectByCoordinates: keptAnswers(
      (latitude: number, longitude: number) => subjectByCoordinates(data, latitude, longitude),
      keyOfPoint,
    ),
    subjectOfParcel: (parcel: Parcel) => subjectOfParcel(data, parcel),
    parcelUnder: keptAnswers(
      (latitude: number, longitude: number) => parcelUnder(data, latitude, longitude),
      keyOfPoint,
    ),
    priceOf: async (question: CostQuestion) => rowCost(costOf(edition, question)),
    typeWords: typeWordsIn(edition.costs),
    classesOf: (kind: ClassKind) => classesIn(edition.costs, kind),
    around: (latitude: number, longitude: number, types: readonly PlaceType[]) =>
      countAround(edition.places, latitude, longitude, types),
    onFoot: (latitude: number, longitude: number, types: readonly PlaceType[]) =>
      edition.ways.from.length > 0
        ? nearestOnFoot(edition.ways, edition.places, { latitude, longitude }, types)
        : [],
    buildingsOf: keptAnswers(
      (subject: Subject) => buildingsOfSubject(data.store, subject),
      keyOfSubject,
    ),
    zonesOf: keptAnswers(
      (subject: Subject, kinds: readonly string[]) => zonesOfSubject(data, subject, kinds),
      keyOfSubject,
    ),
    gridsOf: keptAnswers(
      (subject: Subject, kinds: readonly string[]) => gridsOfSubject(data.store, subject, kinds),
      keyOfSubject,
    ),
  };
}
export type Lookups = ReturnType<typeof lookupsIn>;

/** The classes of a building that may be loaded. */
export type ClassKind = Extract<FactorKind, 'condition' | 'quality'>;

function classesIn({ factors }: CostTable, kind: ClassKind): string[] {
  return [...(factors.get(kind)?.values() ?? [])].flatMap(rows => rows.map(({ row }) => row.item));
}

interface YearRange {
  readonly from: number;
  readonly to: number;
  readonly oldest: number | undefined;
  readonly newest: number | undefined;
}

/** What a row's columns show of its cost. */
export interface RowCost {
  readonly asNew: number;
  readonly asIs: number | undefined;
  /** If the year of construction is a range: its ends, and the cost as is for both. */
  readonly years?: YearRange;
  readonly rateEurM2: number;
  readonly rateValidFrom: string;
  readonly rateSource: string;
  readonly factors: CostFactors;
  /** The digits, or the municipality, that the rate is for. */
  readonly ratePlace: string;
  /** The curve, or the table of age bands. */
  readonly method: string | undefined;
  readonly remainingShare: number | undefined;
  readonly valuationDate: string;
  readonly dataset: string;
  readonly isSample: boolean;
  readonly insuredRatio: number | undefined;
  /** The insurance rules that the sum insured does not meet. */
  readonly unmetRules: readonly UnmetRule[];
}

/** What the cost as new has besides rate and area: numbers by name, in the order of the column. */
export type CostFactors = readonly (readonly [name: string, value: number])[];

/** What changes the cost as new; what was not asked for is left out. */
function costFactors({ indexing, quality, otherAreas, addons }: PricedTerms): CostFactors {
  // Of the works, also if some add-ons are of the lines before them.
  const percent = addons && withAddons(100, addons).total - 100;
  const all: [string, number | undefined][] = [
    ['index_factor', indexing?.factor],
    ['quality_factor', quality?.factor],
    ...otherAreas.flatMap((area): [string, number | undefined][] => [
      [`${area.rate.propertyType}_area_m2`, area.areaM2],
      [`${area.rate.propertyType}_rate_eur_m2`, area.rate.rateEurM2],
      [`${area.rate.propertyType}_index_factor`, area.indexing?.factor],
    ]),
    // Fifteen digits: 0.1 % and 0.2 % are 0.3 %.
    ['addons_percent', percent && Number(percent.toPrecision(15))],
  ];
  return all.filter((one): one is [string, number] => one[1] !== undefined);
}

type PricedTerms = Pick<CostAnswer, 'indexing' | 'quality' | 'otherAreas' | 'addons'>;

type UnmetRule = Pick<RuleResult, 'name' | 'rule' | 'limit'>;

function rowCost({ rate, ageing, insurance, ...answer }: CostAnswer): RowCost {
  const by = ageing?.by;
  return {
    asNew: answer.asNew,
    asIs: answer.asIs,
    rateEurM2: rate.rateEurM2,
    rateValidFrom: rate.validFrom,
    rateSource: rate.source,
    factors: costFactors(answer),
    ratePlace: rate.postalPrefix,
    method: by && ('bands' in by ? `table ${by.name}` : by.method),
    remainingShare: ageing && statedShare(ageing.remainingShare),
    valuationDate: answer.valuationDate,
    dataset: answer.dataset,
    isSample: answer.isSample,
    insuredRatio: insurance?.ratio,
    unmetRules: insurance?.rules.filter(({ isMet }) => !isMet) ?? [],
  };
}

/** The data that rows are enriched with. */
export interface LocalData extends Data, ZoneData {}

/** Which sums insured are plausible. */
export interface SumRules {
  /** The most of the cost as new that a building is insured for. */
  readonly mostRatio: number;
  /** Euro for each m²; undefined for those of the type. */
  readonly eurM2?: Bounds | undefined;
}

/** The data and options for enriching rows. */
export interface Enrichment extends Pick<Edition, 'addresses'> {
  readonly lookups: Lookups;
  readonly areas: AreaPositions;
  readonly placeTypes: readonly PlaceType[];
  /** Matches below this confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** How costs are stated; a row's own cells take precedence. */
  readonly terms: CostTerms;
  readonly sums: SumRules;
  /** Sections that the options, columns and loaded data allow. The others cause no problem in a row. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
  /** The names of the kinds of zones and grids to look up. */
  readonly zoneKinds: readonly string[];
  readonly withBuildings: boolean;
  readonly gridKinds: readonly string[];
}
