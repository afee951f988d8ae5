import type { Level } from '#domain/geocoder/geocode-result.ts';
import { yearOf } from '#domain/property/cost/ageing.ts';
import { insuredFields } from '#domain/property/usual-names.ts';
import type { Language } from '#tools/notation/languages.ts';
import { accuracyOf } from '../../report/subject.ts';
import type { RowFields } from '../fields/read-fields.ts';
import type { RowMessage, RowMessages } from '../messages/row-messages.ts';
import { joinMessages, textIn } from '../messages/row-messages.ts';
import { isInZone, isZoneResult } from '../messages/summary-words.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';
import { type ChosenKind, zoneGroup } from '../row/zone-columns.ts';
import { type CoverageCents, centsOf, type ExposurePlan, measures } from './exposure.ts';
import type { Certainty } from './summary-body.ts';
import { ofPlace } from './terms.ts';

/** What the summary counts of a row. */
export interface RowFacts {
  readonly line: number;
  readonly address: string;
  /** How the owner of the file names the property; may be empty. */
  readonly reference: string;
  readonly group: Readonly<Record<Dimension, string>>;
  /** The group of each kind of zones. */
  readonly zones: Readonly<Record<string, string>>;
  readonly areaM2: number;
  readonly asNewCents: number | undefined;
  readonly asIsCents: number | undefined;
  /** Of the building, to compare with its cost. */
  readonly insuredCents: number | undefined;
  /** What is insured, or the cost as new if the file has no column of sums. */
  readonly exposure: CoverageCents;
  /** Of it, what is ranked. */
  readonly exposureCents: number;
  readonly problem: string;
  readonly language: Language;
  /** Whether it repeats an earlier row, and whether its sum insured cannot be right. */
  readonly isRepeated: boolean;
  readonly isImplausible: boolean;
  /** Why it is left out of the totals; undefined if it is not. */
  readonly leftOutAs: 'totals' | 'repeated' | 'implausible' | undefined;
  /** Whether it is in no location file: a sum of it is not known, or it is in no total. */
  readonly isLeftOutOfOed: boolean;
  /** Whether it was read, and its place is not certain: it is in no circle and on no map. */
  readonly isUnplaced: boolean;
  /** Whether its position is certain and at most 25 m off. */
  readonly isLocated: boolean;
  /** Why it has no certain place. */
  readonly placeProblem?: string;
}

/** By what rows are grouped. */
export const dimensions = [
  'zone',
  'municipality',
  'regional_unit',
  'property_type',
  'age',
  'certainty',
] as const;
export type Dimension = (typeof dimensions)[number];

/** The amounts that are summed, beside those of each measure. */
const ownKeys = [
  ...(['rows', 'areaHundredths', 'pricedRows', 'asNewCents', 'asIsRows', 'asIsCents'] as const),
  ...(['comparedRows', 'comparedInsuredCents', 'comparedNewCents'] as const),
  ...(['exposureCents', 'roughCents', 'unpricedCents'] as const),
  ...(['locatedRows', 'locatedCents', 'earthquakeRows', 'earthquakeCents'] as const),
] as const;
const sumKeys = [...measures.flatMap(of => [`${of}Rows`, `${of}Cents`] as const), ...ownKeys];
type SumKey = (typeof sumKeys)[number];

/**
 * Sums of rows, in whole cents and hundredths of a square metre, so that they are exact. Each amount
 * has its own number of rows; compared are those with a sum insured of the building and a cost.
 */
export type GroupSum = Record<SumKey, number>;

/** A row that a person should look at. */
export interface LookRow {
  readonly line: number;
  readonly reference: string;
  readonly address: string;
  readonly cents: number;
  readonly reason: string;
}

/** A row that may have much of the file's exposure. */
interface LargeRow {
  readonly row: LookRow;
  readonly sum: GroupSum;
  readonly isImplausible: boolean;
}

/** Rows for a person: the largest of them, and the number and the sum of all. */
export interface LookList {
  rows: number;
  cents: number;
  largest: LookRow[];
}

/** All sums of a portfolio. Plain data: threads post it, and checkpoints store it. */
export interface Groups {
  total: GroupSum;
  by: Record<Dimension, Record<string, GroupSum>>;
  /** By kind of zones and class; at most `mostClasses` of a kind. */
  zones: Record<string, Record<string, GroupSum>>;
  /** Rows with a sum insured and a cost, by the share of the one in the other. */
  insurance: Record<string, GroupSum>;
  /** Rows that repeat earlier ones, and those whose sum insured cannot be right. */
  repeated: GroupSum;
  implausible: GroupSum;
  /** The latter one by one, and the rows in the totals with the largest exposure. */
  oddRows: LookList;
  /** Rows that a location file does not have. */
  notInOed: LookList;
  largest: LargeRow[];
  /** Rows to look at, and rows without a certain place. */
  look: LookList;
  unplaced: LookList;
}

/** Bands of age in years: from the first number up to the next. */
const ageBands = [0, 10, 20, 30, 40, 50];
/** Bands of the sum insured as a share of the cost as new, in percent. */
const insuredBands = [0, 50, 70, 90, 110];
/** The bands of rows that are underinsured. */
export const lowBands: readonly string[] = [0, 50, 70].map(from => bandOf(from, insuredBands));
/** Rows below this percentage are among those to look at. */
const leastInsured = 50;

/** The name of a band: `10-19`, or `50+` for the last. */
function bandOf(value: number, bands: readonly number[]): string {
  const at = bands.findLastIndex(from => value >= from);
  const next = bands[at + 1];
  return next === undefined ? `${bands[at]}+` : `${bands[at]}-${next - 1}`;
}

const cents = (euros: number | undefined) =>
  euros === undefined ? undefined : Math.round(euros * 100);

interface FactsPlan {
  readonly today: string;
  readonly zoneKinds: readonly ChosenKind[];
  readonly language: Language;
  readonly dropsRepeated: boolean;
  readonly dropsImplausible: boolean;
  readonly exposure: ExposurePlan;
}

/** A position that is at most so far off is that of the building. */
const locatedMetres = 25;

/** Problems of a sum insured that cannot be right. */
const ofSums: ReadonlySet<string> = new Set(['over_insured', 'sum_per_m2']);

/** Whether a sum of the row is not known: a location file would have 0 for it. */
function isUnreadSum({ field, code }: RowMessage): boolean {
  return insuredFields.some(one => one === field) && !ofSums.has(code);
}

/** The facts of a row; of one that could not be read, only its problem. */
export function factsOf(
  { line, sameAs }: { readonly line: number; readonly sameAs?: number },
  fields: RowFields | undefined,
  gained: EnrichedRow | undefined,
  { problems }: RowMessages,
  { today, zoneKinds, language, exposure: { basis, accumulate }, ...drops }: FactsPlan,
): RowFacts {
  const location = gained?.subject?.location;
  const parts = location && 'found' in location ? location.found.components : undefined;
  const building = fields?.building;
  const isRepeated = sameAs !== undefined;
  const isImplausible = problems.some(({ code }) => ofSums.has(code));
  const leftOutAs = problems.some(({ code }) => code === 'totals')
    ? 'totals'
    : isRepeated && drops.dropsRepeated
      ? 'repeated'
      : isImplausible && drops.dropsImplausible
        ? 'implausible'
        : undefined;
  const isUnplaced = gained !== undefined && !gained.isCertain;
  const asNewCents = cents(gained?.cost?.asNew);
  const exposure: CoverageCents = {
    building: (basis === 'cost_as_new' ? asNewCents : cents(building?.sumInsured)) ?? 0,
    contents: cents(fields?.contentsSumInsured) ?? 0,
    interruption: cents(fields?.interruptionSumInsured) ?? 0,
  };
  const age =
    building?.constructionYear === undefined
      ? undefined
      : yearOf(today) - building.constructionYear;
  return {
    line,
    address: (fields?.address ?? '').slice(0, 100),
    reference: fields?.reference ?? '',
    group: {
      zone: (fields?.postalCode ?? parts?.postal_code ?? '').slice(0, 2),
      municipality: parts?.municipality ?? '',
      regional_unit: parts?.regional_unit ?? '',
      property_type: building?.propertyType ?? '',
      age: age === undefined ? '' : bandOf(Math.max(0, age), ageBands),
      certainty: certaintyOf(gained),
    },
    zones: Object.fromEntries(zoneKinds.map(one => [one.kind, zoneGroup(gained?.zones, one)])),
    areaM2: building?.buildAreaM2 ?? 0,
    asNewCents,
    asIsCents: cents(gained?.cost?.asIs),
    insuredCents: cents(building?.sumInsured || undefined),
    exposure,
    exposureCents: centsOf(exposure, accumulate),
    isRepeated,
    isImplausible,
    leftOutAs,
    problem: joinMessages(language, problems),
    language,
    isLeftOutOfOed: leftOutAs !== undefined || !gained || problems.some(isUnreadSum),
    isUnplaced,
    isLocated:
      !isUnplaced && gained?.subject !== undefined && accuracyOf(gained.subject) <= locatedMetres,
    ...(isUnplaced && { placeProblem: joinMessages(language, ofPlace(problems)) }),
  };
}

const certaintyOfLevel: Readonly<Record<Level, Certainty>> = {
  house_number: 'house',
  interpolated: 'house',
  street: 'street',
  place: 'street',
  postal_code: 'postal_code',
  locality: 'town',
  municipality: 'town',
};

/** How exactly the place of a row is known. */
export function certaintyOf(gained: EnrichedRow | undefined): Certainty {
  if (!gained?.subject || !gained.isCertain) return 'none';
  const { position, location } = gained.subject;
  if (position.from !== 'address' || !('found' in location)) return 'house';
  return certaintyOfLevel[location.found.match.level];
}

/** Sums of zero rows. */
export function newGroups(): Groups {
  const by = Object.fromEntries(dimensions.map(dimension => [dimension, {}]));
  return {
    total: noSum(),
    by: by as Groups['by'],
    zones: {},
    insurance: {},
    repeated: noSum(),
    implausible: noSum(),
    oddRows: noRows(),
    notInOed: noRows(),
    largest: [],
    look: noRows(),
    unplaced: noRows(),
  };
}

function noRows(): LookList {
  return { rows: 0, cents: 0, largest: [] };
}

/** The sums without others. */
export function without(sum: GroupSum, others: readonly GroupSum[]): GroupSum {
  const rest = { ...sum };
  for (const other of others) for (const key of sumKeys) rest[key] -= other[key];
  return rest;
}

function noSum(): GroupSum {
  return Object.fromEntries(sumKeys.map(key => [key, 0])) as GroupSum;
}

function addSum(sum: GroupSum, more: GroupSum): void {
  for (const key of sumKeys) sum[key] += more[key];
}

function addTo(sums: Record<string, GroupSum>, name: string, more: GroupSum): void {
  // Object.hasOwn: a name may be `constructor`.
  if (!Object.hasOwn(sums, name)) sums[name] = noSum();
  addSum(sums[name]!, more);
}

/** Zones of some kinds have thousands of names; a summary stays small. */
const mostClasses = 200;
const otherClasses = 'other zones';

function addToClass(groups: Groups, kind: string, name: string, more: GroupSum): void {
  if (!Object.hasOwn(groups.zones, kind)) groups.zones[kind] = {};
  const sums = groups.zones[kind]!;
  const isFull = !Object.hasOwn(sums, name) && Object.keys(sums).length >= mostClasses;
  addTo(sums, isFull ? otherGroup(name) : name, more);
}

/** The group of later classes, which is as certain as the group of the name. */
function otherGroup(name: string): string {
  if (name === '' || isZoneResult(name)) return name;
  const doubt = ['possibly_inside', 'partly_inside'].find(one => name.endsWith(` (${one})`));
  if (doubt === undefined) return otherClasses;
  const certain = name.includes(' (inside), ') ? `${otherClasses} (inside), ` : '';
  return `${certain}${otherClasses} (${doubt})`;
}

/** Rounded down. Of whole cents: the binary fraction 0.29 would become 28 %. */
export function wholePercent(cents: number, ofCents: number): number {
  return Math.floor((cents * 100) / ofCents);
}

function sumOf({ exposure, exposureCents, ...facts }: RowFacts): GroupSum {
  const { asNewCents, asIsCents, insuredCents } = facts;
  const isCompared = insuredCents !== undefined && Boolean(asNewCents);
  const hasEarthquakeZone = isInZone(facts.zones.earthquake ?? '');
  const sum = noSum();
  for (const of of measures) {
    sum[`${of}Cents`] = centsOf(exposure, of);
    sum[`${of}Rows`] = Number(sum[`${of}Cents`] > 0);
  }
  return Object.assign(sum, {
    rows: 1,
    areaHundredths: Math.round(facts.areaM2 * 100),
    pricedRows: Number(asNewCents !== undefined),
    asNewCents: asNewCents ?? 0,
    asIsRows: Number(asIsCents !== undefined),
    asIsCents: asIsCents ?? 0,
    comparedRows: Number(isCompared),
    comparedInsuredCents: isCompared ? insuredCents : 0,
    comparedNewCents: isCompared ? asNewCents : 0,
    exposureCents,
    roughCents: facts.group.certainty === 'house' ? 0 : exposureCents,
    unpricedCents: asNewCents === undefined ? exposureCents : 0,
    locatedRows: Number(facts.isLocated),
    locatedCents: facts.isLocated ? exposureCents : 0,
    earthquakeRows: Number(hasEarthquakeZone),
    earthquakeCents: hasEarthquakeZone ? exposureCents : 0,
  });
}

/** Adds a row. */
export function addRow(groups: Groups, facts: RowFacts): void {
  const { asNewCents, insuredCents, exposureCents } = facts;
  const own = sumOf(facts);
  const percent =
    insuredCents !== undefined && asNewCents ? wholePercent(insuredCents, asNewCents) : undefined;
  const isLow = percent !== undefined && percent < leastInsured;
  const low = isLow ? [textIn(facts.language, { code: 'insured_below', values: { percent } })] : [];
  const { line, reference, address, problem } = facts;
  const reason = [...low, ...(problem === '' ? [] : [problem])].join('; ');
  const row = { line, reference, address, cents: exposureCents };
  const because = (text: string): LookList => {
    const largest = [{ ...row, reason: text.slice(0, longestReason) }];
    return { rows: 1, cents: exposureCents, largest };
  };
  if (facts.isLeftOutOfOed) addLooks(groups.notInOed, because(problem), mostNotInOed);
  // No property.
  if (facts.leftOutAs === 'totals') return;
  if (facts.isRepeated) addSum(groups.repeated, own);
  if (facts.leftOutAs === 'repeated') return;
  if (facts.isImplausible) {
    addSum(groups.implausible, own);
    addLooks(groups.oddRows, because(problem));
  }
  if (facts.leftOutAs !== undefined) return;
  const { isImplausible } = facts;
  addLargest(groups, [{ row: { ...row, reason }, sum: own, isImplausible }]);
  addSum(groups.total, own);
  for (const dimension of dimensions) addTo(groups.by[dimension], facts.group[dimension], own);
  for (const [kind, name] of Object.entries(facts.zones)) addToClass(groups, kind, name, own);
  if (percent !== undefined) addTo(groups.insurance, bandOf(percent, insuredBands), own);
  if (reason !== '') addLooks(groups.look, because(reason));
  if (facts.isUnplaced) addLooks(groups.unplaced, because(facts.placeProblem ?? problem));
}

/** No more rows can each have more than a tenth of a sum. */
const mostLarge = 10;

function addLargest(groups: Groups, more: readonly LargeRow[]): void {
  const least = groups.largest.length === mostLarge ? groups.largest.at(-1)!.row.cents : 0;
  const larger = more.filter(({ row }) => row.cents > least);
  if (larger.length === 0) return;
  groups.largest = [...groups.largest, ...larger]
    .sort((a, b) => b.row.cents - a.row.cents || a.row.line - b.row.line)
    .slice(0, mostLarge);
}

/** The most rows in the list, and the longest text of each, so that a checkpoint stays small. */
const mostLooks = 200;
const longestReason = 300;

/** All of them are to be looked at, up to a limit. */
const mostNotInOed = 10_000;

function addLooks(list: LookList, more: LookList, mostRows = mostLooks): void {
  list.rows += more.rows;
  list.cents += more.cents;
  // A full list is in order, so most rows of a large file end here.
  const least = list.largest.length === mostRows ? list.largest.at(-1)!.cents : -1;
  const better = more.largest.filter(row => row.cents > least);
  if (better.length === 0) return;
  list.largest = [...list.largest, ...better]
    .sort((a, b) => b.cents - a.cents || a.line - b.line)
    .slice(0, mostRows);
}

/** Adds the sums of later rows. */
export function addGroups(groups: Groups, later: Groups): void {
  addSum(groups.total, later.total);
  addSum(groups.repeated, later.repeated);
  addSum(groups.implausible, later.implausible);
  addLooks(groups.oddRows, later.oddRows);
  addLooks(groups.notInOed, later.notInOed, mostNotInOed);
  addLargest(groups, later.largest);
  for (const dimension of dimensions) {
    for (const [name, sum] of Object.entries(later.by[dimension]))
      addTo(groups.by[dimension], name, sum);
  }
  for (const [kind, sums] of Object.entries(later.zones)) {
    for (const [name, sum] of Object.entries(sums)) addToClass(groups, kind, name, sum);
  }
  for (const [name, sum] of Object.entries(later.insurance)) addTo(groups.insurance, name, sum);
  addLooks(groups.look, later.look);
  addLooks(groups.unplaced, later.unplaced);
}
