import type { Level } from '#domain/geocoder/geocode-result.ts';
import { yearOf } from '#domain/property/cost/ageing.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Building } from '../../report/cost-section.ts';
import type { RowMessages } from '../messages/row-messages.ts';
import { joinMessages, textIn } from '../messages/row-messages.ts';
import { isZoneResult } from '../messages/summary-words.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';
import { type ChosenKind, zoneGroup } from '../row/zone-columns.ts';
import type { Certainty } from './summary.ts';

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
  readonly insuredCents: number | undefined;
  readonly problem: string;
  readonly language: Language;
  /** Other sums insured, which are no part of the cost. */
  readonly contentsCents: number | undefined;
  readonly interruptionCents: number | undefined;
  /** Whether it repeats an earlier row, and whether it is left out of the totals therefore. */
  readonly isRepeated: boolean;
  readonly isLeftOut: boolean;
  /** Whether it was read, and its place is not certain: it is in no circle and on no map. */
  readonly isUnplaced: boolean;
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

/** Sums of rows, in whole cents and hundredths of a square metre, so that they are exact. */
export interface GroupSum {
  rows: number;
  areaHundredths: number;
  /** Each amount has its own number of rows. */
  pricedRows: number;
  asNewCents: number;
  asIsRows: number;
  asIsCents: number;
  insuredRows: number;
  insuredCents: number;
  /** The sum insured, or else the cost as new; and of it what is known less exactly than a house. */
  amountCents: number;
  roughCents: number;
}

/** A row that a person should look at. */
export interface LookRow {
  readonly line: number;
  readonly reference: string;
  readonly address: string;
  /** The sum insured, or else the cost as new; 0 when both are unknown. */
  readonly cents: number;
  readonly reason: string;
}

/** Rows for a person: the largest of them, and the number and the sum of all. */
export interface LookList {
  rows: number;
  cents: number;
  largest: LookRow[];
}

/** Rows with an amount, and their sum. */
export interface AmountSum {
  rows: number;
  cents: number;
}

/** All sums of a portfolio. Plain data: threads post it. */
export interface Groups {
  total: GroupSum;
  by: Record<Dimension, Record<string, GroupSum>>;
  /** By kind of zones and class; at most `mostClasses` of a kind. */
  zones: Record<string, Record<string, GroupSum>>;
  /** Rows with a sum insured and a cost, by the share of the one in the other. */
  insurance: Record<string, GroupSum>;
  /** Sums insured of contents and of business interruption. */
  contents: AmountSum;
  interruption: AmountSum;
  /** Rows that repeat earlier ones. */
  repeated: GroupSum;
  /** Rows to look at, and rows without a certain place. */
  look: LookList;
  unplaced: LookList;
}

/** The fields of a row that the summary uses. The sum insured is optional in a file. */
interface SummedFields {
  readonly contentsSumInsured?: number | undefined;
  readonly interruptionSumInsured?: number | undefined;
  readonly address: string | undefined;
  readonly reference?: string | undefined;
  readonly postalCode: string | undefined;
  readonly building: Building & { readonly sumInsured?: number | undefined };
}

/** Bands of age in years: from the first number up to the next. */
const ageBands = [0, 10, 20, 30, 40, 50];
/** Bands of the sum insured as a share of the cost as new, in percent. */
const insuredBands = [0, 50, 70, 90, 110];
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
}

/** The facts of a row; of one that could not be read, only its problem. */
export function factsOf(
  { line, sameAs }: { readonly line: number; readonly sameAs?: number },
  fields: SummedFields | undefined,
  gained: EnrichedRow | undefined,
  { problems }: RowMessages,
  { today, zoneKinds, language, dropsRepeated }: FactsPlan,
): RowFacts {
  const location = gained?.subject?.location;
  const parts = location && 'found' in location ? location.found.components : undefined;
  const building = fields?.building;
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
    asNewCents: cents(gained?.cost?.asNew),
    asIsCents: cents(gained?.cost?.asIs),
    insuredCents: cents(building?.sumInsured),
    contentsCents: cents(fields?.contentsSumInsured),
    interruptionCents: cents(fields?.interruptionSumInsured),
    isRepeated: sameAs !== undefined,
    isLeftOut: sameAs !== undefined && dropsRepeated,
    problem: joinMessages(language, problems),
    language,
    isUnplaced: gained !== undefined && !gained.isCertain,
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
    contents: { rows: 0, cents: 0 },
    interruption: { rows: 0, cents: 0 },
    repeated: noSum(),
    look: noRows(),
    unplaced: noRows(),
  };
}

function noRows(): LookList {
  return { rows: 0, cents: 0, largest: [] };
}

/** The sums of several groups together. */
export function sumOf(sums: Iterable<GroupSum>): GroupSum {
  const all = noSum();
  for (const sum of sums) addSum(all, sum);
  return all;
}

function noSum(): GroupSum {
  return {
    rows: 0,
    areaHundredths: 0,
    pricedRows: 0,
    asNewCents: 0,
    asIsRows: 0,
    asIsCents: 0,
    insuredRows: 0,
    insuredCents: 0,
    amountCents: 0,
    roughCents: 0,
  };
}

function addSum(sum: GroupSum, more: GroupSum): void {
  for (const key of Object.keys(sum) as (keyof GroupSum)[]) sum[key] += more[key];
}

function addAmount(sum: AmountSum, amount: number | undefined, rows = 1): void {
  if (amount === undefined) return;
  sum.rows += rows;
  sum.cents += amount;
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

/** Adds a row. */
export function addRow(groups: Groups, facts: RowFacts): void {
  const { asNewCents, asIsCents, insuredCents } = facts;
  const amount = insuredCents ?? asNewCents ?? 0;
  const own: GroupSum = {
    rows: 1,
    areaHundredths: Math.round(facts.areaM2 * 100),
    pricedRows: asNewCents === undefined ? 0 : 1,
    asNewCents: asNewCents ?? 0,
    asIsRows: asIsCents === undefined ? 0 : 1,
    asIsCents: asIsCents ?? 0,
    insuredRows: insuredCents === undefined ? 0 : 1,
    insuredCents: insuredCents ?? 0,
    amountCents: amount,
    roughCents: facts.group.certainty === 'house' ? 0 : amount,
  };
  if (facts.isRepeated) addSum(groups.repeated, own);
  if (facts.isLeftOut) return;
  addSum(groups.total, own);
  addAmount(groups.contents, facts.contentsCents);
  addAmount(groups.interruption, facts.interruptionCents);
  for (const dimension of dimensions) addTo(groups.by[dimension], facts.group[dimension], own);
  for (const [kind, name] of Object.entries(facts.zones)) addToClass(groups, kind, name, own);
  const percent =
    insuredCents !== undefined && asNewCents ? wholePercent(insuredCents, asNewCents) : undefined;
  if (percent !== undefined) addTo(groups.insurance, bandOf(percent, insuredBands), own);
  const isLow = percent !== undefined && percent < leastInsured;
  const low = isLow ? [textIn(facts.language, { code: 'insured_below', values: { percent } })] : [];
  const { line, reference, address, problem } = facts;
  const reason = [...low, ...(problem === '' ? [] : [problem])].join('; ');
  const because = (text: string): LookList => {
    const row = { line, reference, address, cents: amount, reason: text.slice(0, longestReason) };
    return { rows: 1, cents: amount, largest: [row] };
  };
  if (reason !== '') addLooks(groups.look, because(reason));
  if (facts.isUnplaced) addLooks(groups.unplaced, because(problem));
}

/** The most rows in the list, and the longest text of each, so that a summary stays small. */
const mostLooks = 200;
const longestReason = 300;

function addLooks(list: LookList, more: LookList): void {
  list.rows += more.rows;
  list.cents += more.cents;
  // A full list is in order, so most rows of a large file end here.
  const least = list.largest.length === mostLooks ? list.largest.at(-1)!.cents : -1;
  const better = more.largest.filter(row => row.cents > least);
  if (better.length === 0) return;
  list.largest = [...list.largest, ...better]
    .sort((a, b) => b.cents - a.cents || a.line - b.line)
    .slice(0, mostLooks);
}

/** Adds the sums of later rows. */
export function addGroups(groups: Groups, later: Groups): void {
  addSum(groups.total, later.total);
  addSum(groups.repeated, later.repeated);
  for (const kind of ['contents', 'interruption'] as const) {
    addAmount(groups[kind], later[kind].cents, later[kind].rows);
  }
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
