import type { Snapshot } from '../../keep/store/store.ts';
import type { GeocodeQuery } from '../../land/geocoder/geocode.ts';
import type { GeocodeResult } from '../../land/geocoder/geocode-result.ts';
import { statedShare } from '../../land/property/cost/ageing.ts';
import type { CostAnswer, CostQuestion } from '../../land/property/cost/cost.ts';
import type { CostTable, FactorKind } from '../../land/property/cost/cost-table.ts';
import type { RuleResult } from '../../land/property/cost/factors.ts';
import type { CostTerms } from '../../land/property/cost/terms.ts';
import type { Parcel } from '../../land/property/parcels.ts';
import type { PlaceType } from '../../land/property/place-types.ts';
import { countAround, type TypeAround } from '../../land/property/places.ts';
import { costOf } from '../report/cost-section.ts';
import { type Data, parcelOfCode, parcelUnder, searchAddress } from '../report/look-up.ts';
import {
  type Section,
  type Subject,
  subjectByCoordinates,
  subjectOfParcel,
} from '../report/subject.ts';
import { type ZoneAnswers, type ZoneData, zonesOfSubject } from '../report/zones-section.ts';
import type { AreaPositions } from './where/area-positions.ts';

/** The lookups for rows: in the data of this machine, or by a remote service (`remote/`). */
export interface Lookups {
  /** Throws NOT_FOUND if no such parcel is loaded. */
  readonly parcelOfCode: (code: string) => Promise<Parcel>;
  /** Best first. Throws NOT_FOUND if too much fits. */
  readonly searchAddress: (query: GeocodeQuery) => Promise<readonly GeocodeResult[]>;
  readonly subjectByCoordinates: (latitude: number, longitude: number) => Promise<Subject>;
  readonly subjectOfParcel: (parcel: Parcel) => Promise<Subject>;
  readonly parcelUnder: (latitude: number, longitude: number) => Promise<Parcel | undefined>;
  /** Throws NO_COST_MAPPING if there is no rate. */
  readonly priceOf: (question: CostQuestion) => Promise<RowCost>;
  /** The names of the loaded classes; undefined if only the service knows them. */
  readonly classesOf: (kind: ClassKind) => readonly string[] | undefined;
  readonly around: (
    latitude: number,
    longitude: number,
    types: readonly PlaceType[],
  ) => Promise<readonly TypeAround[]>;
  /** The zones of a property, of some kinds; undefined for a remote service. */
  readonly zonesOf?: (subject: Subject, kinds: readonly string[]) => Promise<Section<ZoneAnswers>>;
}

/** The lookups in data of this machine. */
export function localLookups({ snapshot, ...data }: LocalData): Lookups {
  return {
    parcelOfCode: code => parcelOfCode(data, code),
    searchAddress: query => searchAddress(data, query),
    subjectByCoordinates: (latitude, longitude) => subjectByCoordinates(data, latitude, longitude),
    subjectOfParcel: parcel => subjectOfParcel(data, parcel),
    parcelUnder: (latitude, longitude) => parcelUnder(data, latitude, longitude),
    priceOf: async question => rowCost(await costOf(data, snapshot.costs, question)),
    classesOf: kind => classesIn(snapshot.costs, kind),
    around: async (latitude, longitude, types) =>
      countAround(snapshot.places, latitude, longitude, types),
    zonesOf: (subject, kinds) => zonesOfSubject(data, subject, kinds),
  };
}

/** The classes of a building that may be loaded. */
export type ClassKind = Extract<FactorKind, 'condition' | 'quality'>;

function classesIn({ factors }: CostTable, kind: ClassKind): string[] {
  return [...(factors.get(kind)?.values() ?? [])].flatMap(rows => rows.map(({ row }) => row.item));
}

/** What a row's columns show of its cost. */
export interface RowCost {
  readonly asNew: number;
  readonly asIs: number | undefined;
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

/** The terms of a cost that change it as new; absent ones were not asked for. */
interface FactorTerms {
  readonly index: number | undefined;
  readonly quality: number | undefined;
  readonly otherAreas: readonly {
    readonly type: string;
    readonly areaM2: number;
    readonly rateEurM2: number;
    readonly index: number | undefined;
  }[];
  readonly addons: readonly { readonly percent: number }[] | undefined;
}

export function costFactors({ index, quality, otherAreas, addons }: FactorTerms): CostFactors {
  const percent = addons?.reduce((sum, addon) => sum + addon.percent, 0);
  const all: [string, number | undefined][] = [
    ['index_factor', index],
    ['quality_factor', quality],
    ...otherAreas.flatMap((area): [string, number | undefined][] => [
      [`${area.type}_area`, area.areaM2],
      [`${area.type}_rate_eur_m2`, area.rateEurM2],
      [`${area.type}_index_factor`, area.index],
    ]),
    // Fifteen digits: 0.1 % and 0.2 % are 0.3 %.
    ['addons_percent', percent && Number(percent.toPrecision(15))],
  ];
  return all.filter((one): one is [string, number] => one[1] !== undefined);
}

type UnmetRule = Pick<RuleResult, 'name' | 'rule' | 'limit'>;

function rowCost({ rate, ageing, insurance, ...answer }: CostAnswer): RowCost {
  const by = ageing?.by;
  return {
    asNew: answer.asNew,
    asIs: answer.asIs,
    rateEurM2: rate.rateEurM2,
    rateValidFrom: rate.validFrom,
    rateSource: rate.source,
    factors: costFactors({
      index: answer.indexing?.factor,
      quality: answer.quality?.factor,
      otherAreas: answer.otherAreas.map(area => ({
        type: area.rate.propertyType,
        areaM2: area.areaM2,
        rateEurM2: area.rate.rateEurM2,
        index: area.indexing?.factor,
      })),
      addons: answer.addons?.applied,
    }),
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

/** The data of this machine. */
export interface LocalData extends Data, ZoneData {
  readonly snapshot: Snapshot;
}

/** The data and options for enriching rows. */
export interface Enrichment extends Pick<Data, 'geocoder'> {
  readonly lookups: Lookups;
  /** Whether rows are enriched together, so that their lookups become batches. */
  readonly isRemote: boolean;
  readonly areas: AreaPositions;
  /** The types of places to count. */
  readonly placeTypes: readonly PlaceType[];
  /** Matches below this confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** How costs are stated; a row's own cells take precedence. */
  readonly terms: CostTerms;
  /** Sections that the options, columns and loaded data allow. The others cause no problem in a row. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
  /** The names of the kinds of zones to look up. */
  readonly zoneKinds: readonly string[];
}
