import { invalid, KtimaError } from '../../errors.ts';
import { type PropertyType, propertyTypes } from '../building.ts';
import {
  type Ageing,
  ageBuilding,
  checkConstructionYear,
  defaultDepreciation,
  depreciationMethods,
  yearOf,
} from './ageing.ts';
import {
  type Addons,
  addonsNamed,
  ageTableNamed,
  ageTableNames,
  checkInsurance,
  conditionNamed,
  type Indexing,
  indexed,
  type Lookup,
  newestOn,
  type Quality,
  qualityNamed,
  type RuleResult,
} from './factors.ts';
import { type CostRate, type CostTable, type Entry, type FactorKind, stateNamed } from './table.ts';

/** Which rates are looked up: those of two digits, or the finest of the place. */
export const rateChoices = ['prefix', 'finest'] as const;

/** How a cost is stated, besides the building itself; everything may be left out. */
export interface CostTerms {
  /** The day for which the cost is stated, YYYY-MM-DD; default: today. */
  readonly valuationDate?: string | undefined;
  /** The state of the cost data, as an earlier answer named it; default: the present one. */
  readonly dataset?: string | undefined;
  readonly rates?: (typeof rateChoices)[number] | undefined;
  /** The index that carries rates to the day. */
  readonly index?: string | undefined;
  /** The set of add-ons. */
  readonly addons?: string | undefined;
  /** A method of depreciation, or the name of a table of age bands. */
  readonly ageing?: string | undefined;
  readonly condition?: string | undefined;
  readonly quality?: string | undefined;
  readonly renovationYear?: number | undefined;
  readonly basementAreaM2?: number | undefined;
  readonly auxiliaryAreaM2?: number | undefined;
  readonly sumInsured?: number | undefined;
}

export interface CostQuestion extends CostTerms {
  readonly postalCode: string;
  /** The official name of its municipality, for rates of municipalities. */
  readonly municipality?: string | undefined;
  readonly propertyType: PropertyType;
  readonly buildAreaM2: number;
  readonly constructionYear?: number | undefined;
  /** Today in Athens, YYYY-MM-DD. */
  readonly today: string;
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
  const { constructionYear, today, buildAreaM2, valuationDate, propertyType } = question;
  const date = valuationDate ?? today;
  checkDays(question, date);
  const state = stateNamed(table, question.dataset);
  const isEarlierAllowed = valuationDate !== undefined;
  const lookup: Lookup = { table, state, date, isEarlierAllowed, propertyType };

  const main = priceArea(lookup, question, propertyType, buildAreaM2);
  const otherAreas = priceOtherAreas(lookup, question);
  const quality =
    question.quality === undefined ? undefined : qualityNamed(lookup, question.quality);
  const addons =
    question.addons === undefined
      ? undefined
      : addonsNamed(lookup, question.addons, main.rate.includes);
  const exactCost = exactCostOf(main, otherAreas, quality, addons);
  const asNew = toCents(exactCost);
  if (!Number.isFinite(asNew))
    throw invalid('build_area', 'an area of a building in m², much smaller than this');
  const ageing = constructionYear === undefined ? undefined : ageOf(lookup, question);
  return {
    asNew,
    ...(ageing && { asIs: toCents(exactCost * ageing.remainingShare), ageing }),
    ...main,
    valuationDate: date,
    dataset: state.dataset,
    ...(quality && { quality }),
    ...(addons && { addons }),
    otherAreas,
    ...(question.sumInsured !== undefined && {
      insurance: insuranceOf(lookup, question.sumInsured, buildAreaM2, asNew),
    }),
  };
}

/** Throws if a term, other than those of single buildings, names something that is not loaded. */
export function checkCostTerms(table: CostTable, terms: CostTerms, today: string): void {
  const { valuationDate = today, dataset, index, addons, ageing } = terms;
  checkDay(valuationDate, today);
  stateNamed(table, dataset);
  const names = (kind: FactorKind) => [...(table.factors.get(kind)?.keys() ?? [])];
  for (const [name, value, known] of [
    ['index', index, names('index')],
    ['addons', addons, names('addon')],
    ['ageing', ageing, [...depreciationMethods, ...names('age_band')]],
  ] as const) {
    if (value === undefined || known.includes(value)) continue;
    throw invalid(
      name,
      known.length > 0 ? `one of ${known.join(', ')}` : 'nothing: none is loaded',
    );
  }
}

/** Only the sum is rounded. */
function exactCostOf(
  main: PricedArea,
  others: readonly PricedArea[],
  quality: Quality | undefined,
  addons: Addons | undefined,
): number {
  const works = others.reduce(
    (sum, area) => sum + exactCostOfArea(area),
    exactCostOfArea(main) * (quality?.factor ?? 1),
  );
  const percent = addons?.applied.reduce((sum, addon) => sum + addon.percent, 0) ?? 0;
  return works * (1 + percent / 100);
}

function exactCostOfArea({ rate, areaM2, indexing }: PricedArea): number {
  return rate.rateEurM2 * areaM2 * (indexing?.factor ?? 1);
}

/** Throws INVALID_INPUT if a day or a year of the question is later than it may be. */
function checkDays(question: CostQuestion, date: string): void {
  const { today, constructionYear, renovationYear, condition, ageing } = question;
  checkDay(date, today);
  checkConstructionYear(constructionYear, yearOf(date));
  if (constructionYear === undefined) {
    const unused = Object.entries({ renovation_year: renovationYear, condition, ageing }).find(
      ([, value]) => value !== undefined,
    );
    if (unused) throw invalid(unused[0], 'together with construction_year');
  } else if (
    renovationYear !== undefined &&
    (renovationYear < constructionYear || renovationYear > yearOf(date))
  ) {
    const years = `a year from ${constructionYear}, that of construction, to ${yearOf(date)}`;
    throw invalid('renovation_year', years);
  }
}

function checkDay(date: string, today: string): void {
  if (!isDay(date)) throw invalid('valuation_date', 'a day as YYYY-MM-DD');
  if (date > today) throw invalid('valuation_date', `a day not later than ${today}`);
}

/** Whether a text YYYY-MM-DD is a day: the 31st of February is none. */
function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}

function priceOtherAreas(lookup: Lookup, question: CostQuestion): PricedArea[] {
  const { basementAreaM2, auxiliaryAreaM2 } = question;
  const areas = [
    ['basement', basementAreaM2],
    ['auxiliary', auxiliaryAreaM2],
  ] as const;
  return areas.flatMap(([type, areaM2]) =>
    areaM2 === undefined ? [] : [priceArea(lookup, question, type, areaM2)],
  );
}

function priceArea(
  lookup: Lookup,
  question: CostQuestion,
  propertyType: PropertyType,
  areaM2: number,
): PricedArea {
  const { row: rate, version } = findRate(lookup, question, propertyType);
  const { index } = question;
  return {
    rate,
    isSample: lookup.table.versions[version]!.isSample,
    areaM2,
    ...(index !== undefined && { indexing: indexed(lookup, index, rate.validFrom) }),
  };
}

/** The rate of the first place that has one. */
function findRate(
  lookup: Lookup,
  question: CostQuestion,
  propertyType: PropertyType,
): Entry<CostRate> {
  for (const place of placesOf(question)) {
    const entries = lookup.table.rates.get(place)?.[propertyType] ?? [];
    const entry = newestOn(lookup, entries) ?? (question.index && oldestInForce(lookup, entries));
    if (entry) return entry;
  }
  const { valuationDate } = question;
  const prefix = question.postalCode.slice(0, 2);
  const first = lookup.table.rates
    .get(prefix)
    ?.[propertyType]?.findLast(({ version }) => lookup.state.standing[version] !== 'later');
  if (valuationDate !== undefined && first !== undefined) {
    throw new KtimaError(
      'NO_COST_MAPPING',
      `no reconstruction cost for postal-code prefix ${prefix} and property_type ${propertyType} ` +
        `on ${valuationDate}; its rates begin on ${first.row.validFrom}`,
    );
  }
  const byType = lookup.table.rates.get(prefix);
  const known = propertyTypes.filter(type => newestOn(lookup, byType?.[type] ?? []));
  throw new KtimaError(
    'NO_COST_MAPPING',
    `no reconstruction cost for postal-code prefix ${prefix} and property_type ${propertyType}; ` +
      `the prefix has ${known.length > 0 ? known.join(', ') : 'none'}`,
  );
}

/** With an index, a rate that began later is carried back. */
function oldestInForce({ state }: Lookup, entries: readonly Entry<CostRate>[]) {
  const inForce = entries.filter(({ version }) => state.standing[version] === 'in force');
  const oldest = inForce.at(-1)?.row.validFrom;
  return inForce.find(({ row }) => row.validFrom === oldest);
}

/** The two digits; or the finest first, from five digits to two, then the municipality. */
function placesOf({ postalCode, municipality, rates }: CostQuestion): string[] {
  if (rates !== 'finest') return [postalCode.slice(0, 2)];
  const prefixes = [5, 4, 3, 2].map(digits => postalCode.slice(0, digits));
  return municipality === undefined ? prefixes : [...prefixes, municipality];
}

function ageOf(lookup: Lookup, question: CostQuestion): Ageing {
  const { constructionYear, renovationYear, condition } = question;
  const years = { constructionYear: constructionYear!, renovationYear, year: yearOf(lookup.date) };
  const by = ageingRule(lookup, question.ageing);
  return ageBuilding(
    by,
    years,
    condition === undefined ? undefined : conditionNamed(lookup, condition),
  );
}

/** The asked method with the life and residual share of the type, or the asked table of age bands. */
function ageingRule(lookup: Lookup, asked: string | undefined): Ageing['by'] {
  const own = lookup.state.depreciation[lookup.propertyType] ?? defaultDepreciation;
  if (asked === undefined) return own;
  const method = depreciationMethods.find(one => one === asked);
  if (method) return { ...own, method };
  const table = ageTableNamed(lookup, asked);
  if (table) return table;
  throw invalid(
    'ageing',
    `one of ${[...depreciationMethods, ...ageTableNames(lookup)].join(', ')}`,
  );
}

function insuranceOf(
  lookup: Lookup,
  sumInsured: number,
  buildAreaM2: number,
  asNew: number,
): Insurance {
  if (asNew === 0) throw invalid('build_area', 'an area that costs at least a cent');
  const ratio = Math.round((sumInsured / asNew) * 1e4) / 1e4;
  if (!Number.isFinite(ratio))
    throw invalid('sum_insured', 'an amount in euro, much smaller than this');
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
