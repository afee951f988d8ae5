import { failure, invalid, type KtimaError } from '#tools/errors.ts';
import type { Sentence } from '#tools/notation/sentences.ts';
import { type Ageing, ageBuilding, yearOf } from './ageing.ts';
import { type PropertyType, propertyTypes } from './building.ts';
import {
  type CostRate,
  type CostTable,
  type Entry,
  noMapping,
  wholeCountry,
} from './cost-table.ts';
import {
  type Addons,
  addonsAsIs,
  addonsBeside,
  checkInsurance,
  type Indexing,
  indexed,
  type Lookup,
  newestOn,
  type Quality,
  type RuleResult,
  withAddons,
} from './factors.ts';
import { type BuildingTerms, type NamedTerms, openLookup, readTerms } from './terms.ts';

export interface CostQuestion extends BuildingTerms {
  readonly postalCode: string;
  /** The official name of its municipality, for rates of municipalities. */
  readonly municipality?: string | undefined;
  readonly buildAreaM2: number;
}

/** An area with the rate of its type. */
export interface PricedArea {
  readonly rate: CostRate;
  readonly isSample: boolean;
  readonly areaM2: number;
  readonly indexing?: Indexing;
}

/** The cost and its calculation; the two parts about age only if a year was given. */
export interface CostAnswer extends PricedArea {
  readonly asNew: number;
  readonly asIs?: number;
  readonly valuationDate: string;
  readonly dataset: string;
  readonly ageing?: Ageing;
  readonly quality?: Quality;
  readonly addons?: Addons;
  /** What the works cost, not rounded; only with add-ons. */
  readonly works?: number;
  /** Basement and auxiliary areas. */
  readonly otherAreas: readonly PricedArea[];
  readonly insurance?: Insurance;
}

/** A sum insured beside the cost as new. */
export interface Insurance {
  readonly sumInsured: number;
  readonly ratio: number;
  readonly rules: readonly RuleResult[];
}

/** The cost to rebuild as new and, with the year of construction, the depreciated value. */
export function reconstructionCost(table: CostTable, question: CostQuestion): CostAnswer {
  const { buildAreaM2, propertyType, valuationDate } = question;
  // That there is no rate on the day comes before names that began later too.
  if (valuationDate !== undefined) findRate(openLookup(table, question), question, propertyType);
  const named = readTerms(table, question);
  const { lookup, quality } = named;
  const main = priceArea(named, question, propertyType, buildAreaM2);
  const otherAreas = priceOtherAreas(named, question);
  const addons = named.addons && addonsBeside(named.addons, main.rate.includes);
  const works = exactWorksOf(main, otherAreas, quality);
  const asNew = toCents(addons ? withAddons(works, addons).total : works);
  const aged = addons ? withAddons(works, addonsAsIs(addons)).total : works;
  if (!Number.isFinite(asNew))
    throw invalid(
      'build_area',
      'an area of a building in m², much smaller than this',
      'out_of_range',
    );
  const ageing = ageOf(named, question);
  return {
    asNew,
    ...(ageing && { asIs: toCents(aged * ageing.remainingShare), ageing }),
    ...main,
    valuationDate: lookup.date,
    dataset: lookup.state.dataset,
    ...(quality && { quality }),
    ...(addons && { addons, works }),
    otherAreas,
    ...(question.sumInsured !== undefined && {
      insurance: insuranceOf(lookup, question.sumInsured, buildAreaM2, asNew),
    }),
  };
}

/** The works, not rounded: only the sum with its add-ons is. */
function exactWorksOf(
  main: PricedArea,
  others: readonly PricedArea[],
  quality: Quality | undefined,
): number {
  return others.reduce(
    (sum, area) => sum + exactCostOfArea(area),
    exactCostOfArea(main) * (quality?.factor ?? 1),
  );
}

function exactCostOfArea({ rate, areaM2, indexing }: PricedArea): number {
  return rate.rateEurM2 * areaM2 * (indexing?.factor ?? 1);
}

function priceOtherAreas(named: NamedTerms, question: CostQuestion): PricedArea[] {
  const { basementAreaM2, auxiliaryAreaM2 } = question;
  const areas: PricedArea[] = [];
  if (basementAreaM2 !== undefined) {
    areas.push(priceArea(named, question, 'basement', basementAreaM2));
  }
  if (auxiliaryAreaM2 !== undefined) {
    areas.push(priceArea(named, question, 'auxiliary', auxiliaryAreaM2));
  }
  return areas;
}

function priceArea(
  { lookup, index }: NamedTerms,
  question: CostQuestion,
  propertyType: PropertyType,
  areaM2: number,
): PricedArea {
  const { row: rate, version } = findRate(lookup, question, propertyType);
  return {
    rate,
    isSample: lookup.table.versions[version]!.isSample,
    areaM2,
    ...(index && { indexing: indexed(index, rate.validFrom, lookup.date) }),
  };
}

/** The rate of the first place that has one on the day; with an index, else a later one. */
function findRate(
  lookup: Lookup,
  question: CostQuestion,
  propertyType: PropertyType,
): Entry<CostRate> {
  for (const find of question.index ? [newestOn, oldestInForce] : [newestOn]) {
    for (const place of placesOf(question)) {
      const entry = find(lookup, lookup.table.rates.get(place)?.[propertyType] ?? []);
      if (entry) return entry;
    }
  }
  throw withoutRate(lookup, question, propertyType);
}

function withoutRate(
  lookup: Lookup,
  { valuationDate, postalCode, propertyType: ofBuilding }: CostQuestion,
  propertyType: PropertyType,
): KtimaError {
  const isLoaded = lookup.table.versions.some(
    ({ rates }, i) => rates.length > 0 && lookup.state.standing[i] === 'in force',
  );
  if (!isLoaded) return failure('NO_COST_MAPPING', { code: 'no_rates_loaded' });
  const prefix = postalCode.slice(0, 2);
  const entriesOf = (type: PropertyType) =>
    [prefix, wholeCountry].flatMap(place => lookup.table.rates.get(place)?.[type] ?? []);
  const [first] = entriesOf(propertyType)
    .filter(({ version }) => lookup.state.standing[version] !== 'later')
    .sort((a, b) => (a.row.validFrom < b.row.validFrom ? -1 : 1));
  if (valuationDate !== undefined && first !== undefined) {
    const { validFrom } = first.row;
    const values = { prefix, type: propertyType, day: valuationDate, first: validFrom };
    const fault = { field: 'valuation_date', code: 'out_of_range', earliest: validFrom } as const;
    return noMapping({ code: 'rates_begin_later', values }, fault);
  }
  const known = propertyTypes.filter(type => newestOn(lookup, entriesOf(type)));
  const shown: string | Sentence = known.join(', ') || { code: 'none' };
  const values = { prefix, type: propertyType, known: shown };
  const said: Sentence = { code: 'no_rate', values };
  if (known.length === 0) return noMapping(said, { field: 'postal_code', code: 'not_found' });
  return propertyType === ofBuilding
    ? noMapping(said, { field: 'property_type', code: 'not_one_of', allowed: known })
    : noMapping(said, { field: `${propertyType}_area_m2`, code: 'not_found' });
}

/** With an index, a rate that began later is carried back where none is valid on the day. */
function oldestInForce({ state }: Lookup, entries: readonly Entry<CostRate>[]) {
  const inForce = entries.filter(({ version }) => state.standing[version] === 'in force');
  const oldest = inForce.at(-1)?.row.validFrom;
  return inForce.find(({ row }) => row.validFrom === oldest);
}

/**
 * The two digits; or the finest first, from five digits to two, then the municipality. The whole
 * country is last.
 */
function placesOf({ postalCode, municipality, rates }: CostQuestion): string[] {
  if (rates !== 'finest') return [postalCode.slice(0, 2), wholeCountry];
  const prefixes = [5, 4, 3, 2].map(digits => postalCode.slice(0, digits));
  return [...prefixes, ...(municipality === undefined ? [] : [municipality]), wholeCountry];
}

function ageOf(
  { lookup, ageingBy, condition }: NamedTerms,
  { constructionYear, renovationYear }: CostQuestion,
): Ageing | undefined {
  if (!ageingBy || constructionYear === undefined) return undefined;
  const years = { constructionYear, renovationYear, year: yearOf(lookup.date) };
  return ageBuilding(ageingBy, years, condition);
}

function insuranceOf(
  lookup: Lookup,
  sumInsured: number,
  buildAreaM2: number,
  asNew: number,
): Insurance {
  if (asNew === 0)
    throw invalid('build_area', 'an area that costs at least a cent', 'out_of_range');
  const ratio = Math.round((sumInsured / asNew) * 1e4) / 1e4;
  if (!Number.isFinite(ratio))
    throw invalid('sum_insured', 'an amount in euro, much smaller than this', 'out_of_range');
  return { sumInsured, ratio, rules: checkInsurance(lookup, sumInsured, buildAreaM2, asNew) };
}

/**
 * Rounds euros to cents, half up in decimal. Rounding to 15 digits first removes the binary error
 * that makes 1000.5 × 0.01 slightly less than 10.005.
 */
export function toCents(euros: number): number {
  const cents = euros * 100;
  const fromHalf = Math.abs(cents - Math.floor(cents) - 0.5);
  // Fast path: far from a half, the binary error does not matter.
  const exact = fromHalf > cents * 1e-14 ? cents : Number(cents.toPrecision(15));
  return Math.round(exact) / 100;
}
