import type { CostTerms } from '#domain/property/cost/terms.ts';
import { isSampleSource } from '#storage/store/store.ts';
import type { Language } from '#tools/notation/languages.ts';
import { version } from '#tools/version.ts';
import { kindIn, type RowMessage, type RowMessages } from '../messages/row-messages.ts';
import type { EnrichedRow } from '../row/enrich-row.ts';
import type { RowCost } from '../row/enrichment.ts';
import type { ChosenKind } from '../row/zone-columns.ts';
import type { ExposurePlan } from './exposure.ts';
import { leftOutOf, type SummaryTerms } from './summary-body.ts';

const counted = ['dataset', 'valuation_date', 'rate', 'ageing', ...leftOutOf] as const;
type Counted = (typeof counted)[number];

/** Rows by what their costs rest on, and by why they are left out. Plain data, as a tally. */
export type Basis = Record<Counted, Record<string, number>>;

/** The basis of zero rows. */
export function newBasis(): Basis {
  return Object.fromEntries(counted.map(name => [name, {}])) as Basis;
}

/** Each rate may name another source; a summary stays small. */
const mostValues = 100;
const others = '(others)';

function add(counts: Record<string, number>, value: string, rows = 1): void {
  const isKnown = Object.hasOwn(counts, value) || Object.keys(counts).length < mostValues;
  const name = isKnown ? value : others;
  counts[name] = (Object.hasOwn(counts, name) ? counts[name]! : 0) + rows;
}

/** Adds a row; `gained` is undefined if it could not be read. */
export function countBasis(
  basis: Basis,
  gained: EnrichedRow | undefined,
  { problems }: RowMessages,
  language: Language,
): void {
  const kindOf = (problem: RowMessage | undefined) => (problem ? kindIn(language, problem) : '');
  const first = kindOf(problems[0]);
  const cost = gained?.cost;
  if (!gained) add(basis.not_read, first);
  else if (!cost) add(basis.without_cost, kindOf(problems.find(isOfCost) ?? problems[0]));
  if (gained?.isCertain === false) add(basis.without_place, kindOf(ofPlace(problems)[0]));
  if (cost) countCost(basis, cost);
}

function countCost(basis: Basis, cost: RowCost): void {
  add(basis.dataset, cost.dataset);
  add(basis.valuation_date, cost.valuationDate);
  add(basis.rate, JSON.stringify([cost.rateSource, cost.rateValidFrom, cost.isSample]));
  if (cost.method !== undefined) add(basis.ageing, cost.method);
}

const placeFields = `address street house_number postal_code city municipality regional_unit
  kaek_code latitude longitude x y coordinates position`.split(/\s+/);

/** The problems that may be why a row has no certain place: those of its place, if it has any. */
export function ofPlace(problems: readonly RowMessage[]): readonly RowMessage[] {
  const found = problems.filter(({ field = '' }) => placeFields.includes(field));
  return found.length > 0 ? found : problems;
}

function isOfCost({ field = '' }: RowMessage): boolean {
  return ['cost', 'property_type', 'build_area'].includes(field);
}

/** Adds the basis of later rows. */
export function addBasis(basis: Basis, later: Basis): void {
  for (const name of counted) {
    for (const [value, rows] of Object.entries(later[name])) add(basis[name], value, rows);
  }
}

interface TermsPlan {
  readonly terms: CostTerms;
  readonly zoneKinds: readonly ChosenKind[];
  readonly exposure: ExposurePlan;
}

/** The terms of a run. */
export function summaryTerms(
  { terms, zoneKinds, exposure }: TermsPlan,
  basis: Basis,
  today: string,
): SummaryTerms {
  const { valuationDate = today, rates = 'prefix', index = null, addons = null } = terms;
  const otherDates = ranked(basis.valuation_date).filter(([date]) => date !== valuationDate);
  return {
    exposure_basis: exposure.basis,
    accumulate: exposure.accumulate,
    valuation_date: valuationDate,
    rows_with_other_date: sumOf(otherDates),
    rates,
    rate_sources: ranked(basis.rate).map(([rate, rows]) => {
      const [source, valid_from, is_sample] =
        rate === others ? [rate, '', false] : JSON.parse(rate);
      return { source, valid_from, is_sample, rows };
    }),
    index,
    addons,
    ageing: ranked(basis.ageing).map(([method]) => method),
    dataset: ranked(basis.dataset)[0]?.[0] ?? terms.dataset ?? null,
    zones: zoneKinds.map(({ kind, name, sources }) => ({
      kind,
      name_gr: name.el,
      name_en: name.en,
      sources: sources.map(({ source, loadedAt }) => {
        return { source, loaded_at: loadedAt, is_sample: isSampleSource(source) };
      }),
    })),
    program: `Ktima ${version}`,
    rows_left_out: leftOutOf.map(from => {
      const because = ranked(basis[from]);
      return {
        from,
        rows: sumOf(because),
        because: because.flatMap(([kind, rows]) => (kind === '' ? [] : [{ kind, rows }])),
      };
    }),
  };
}

function ranked(counts: Readonly<Record<string, number>>): [string, number][] {
  return Object.entries(counts).sort(([, a], [, b]) => b - a);
}

function sumOf(counts: readonly (readonly [string, number])[]): number {
  return counts.reduce((sum, [, rows]) => sum + rows, 0);
}
