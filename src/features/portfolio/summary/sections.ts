import type { Layer } from '#storage/store/store.ts';
import type { Language } from '#tools/notation/languages.ts';
import { textIn } from '../messages/row-messages.ts';
import type { ChosenKind } from '../row/zone-columns.ts';
import type { KeptAmounts } from './amounts.ts';
import { type ExposureBasis, type ExposurePlan, measures } from './exposure.ts';
import {
  type GroupSum,
  type Groups,
  type LookList,
  lowBands,
  wholePercent,
  without,
} from './groups.ts';
import { cellsOf, circlesOf } from './map-lines.ts';
import {
  type Certainty,
  certainties,
  type Exposure,
  type GroupLine,
  type LookLine,
  type Sections,
  type Shares,
} from './summary-body.ts';

interface SectionsPlan {
  readonly zoneKinds: readonly ChosenKind[];
  readonly exposure: ExposurePlan;
  readonly language: Language;
  /** The layers that have rows. */
  readonly loaded: readonly Layer[];
  readonly dropsRepeated: boolean;
  readonly dropsImplausible: boolean;
  /** Whether the result is a location file. */
  readonly isOed: boolean;
}

/** Makes the sections from the sums and the amounts of all rows. */
export function sectionsOf(
  groups: Groups,
  amounts: KeptAmounts,
  { zoneKinds, exposure, language, loaded, dropsRepeated, dropsImplausible, isOed }: SectionsPlan,
): Sections {
  const all = amounts.all();
  const large = largeRows(groups, language);
  const odd = [...looksOf(groups.oddRows), ...large.map(({ line }) => line)];
  const oddLines = new Set(odd.map(({ line }) => line));
  const lineOf = (name: string, sum: GroupSum) => groupLine(name, sum, exposure.basis);
  const linesOf = (sums: Readonly<Record<string, GroupSum>>, isOrdered: boolean) =>
    inOrder(
      Object.entries(sums).map(([name, sum]) => lineOf(name, sum)),
      isOrdered,
    );
  return {
    shares: sharesOf(groups, { exposure, zoneKinds, loaded }),
    total: lineOf('', groups.total),
    repeated: { ...lineOf('', groups.repeated), is_left_out: dropsRepeated },
    outliers: {
      ...lineOf('', groups.implausible),
      is_left_out: dropsImplausible,
      total_without: lineOf(
        '',
        without(groups.total, [
          ...(dropsImplausible ? [] : [groups.implausible]),
          ...large.map(({ sum }) => sum),
        ]),
      ),
      largest: odd,
    },
    by_certainty: certainties.map(name => certaintyLine(name, groups)),
    by_zone: linesOf(groups.by.zone, true),
    by_municipality: linesOf(groups.by.municipality, false),
    by_regional_unit: linesOf(groups.by.regional_unit, false),
    by_property_type: linesOf(groups.by.property_type, false),
    by_age: linesOf(groups.by.age, true),
    ...(zoneKinds.length > 0 && {
      by_zone_class: zoneKinds.map(({ kind, name }) => ({
        kind,
        name_gr: name.el,
        name_en: name.en,
        classes: linesOf(groups.zones[kind] ?? {}, false),
      })),
    }),
    by_insured_percent: linesOf(groups.insurance, true),
    circles: circlesOf(all, exposure),
    map: cellsOf(
      all,
      zoneKinds.map(({ kind }) => kind),
      exposure.accumulate,
    ),
    rows_to_look_at: [...odd, ...looksOf(groups.look).filter(({ line }) => !oddLines.has(line))],
    rows_to_look_at_count: groups.look.rows,
    ...(isOed && {
      not_in_oed: { rows: groups.notInOed.rows, list: looksOf(groups.notInOed) },
    }),
    rows_without_place: {
      rows: groups.unplaced.rows,
      exposure_eur: groups.unplaced.cents / 100,
      largest: looksOf(groups.unplaced),
    },
  };
}

/** How much of the book is known. */
function sharesOf(
  { total, insurance }: Groups,
  { exposure, zoneKinds, loaded }: Pick<SectionsPlan, 'exposure' | 'zoneKinds' | 'loaded'>,
): Shares {
  const isOfRows = exposure.basis === 'cost_as_new' || total.exposureCents === 0;
  const all = isOfRows ? total.rows : total.exposureCents;
  const share = (rows: number, cents: number) => shareOf(isOfRows ? rows : cents, all);
  const low = lowBands.reduce((sum, band) => sum + (insurance[band]?.comparedInsuredCents ?? 0), 0);
  const compared = total.comparedInsuredCents;
  const hasEarthquake = zoneKinds.some(({ kind }) => kind === 'earthquake');
  return {
    of: isOfRows ? 'rows' : 'exposure',
    of_total: isOfRows ? all : all / 100,
    located: share(total.locatedRows, total.locatedCents),
    costed: loaded.includes('costs')
      ? share(total.pricedRows, total.exposureCents - total.unpricedCents)
      : null,
    in_earthquake_zone: hasEarthquake ? share(total.earthquakeRows, total.earthquakeCents) : null,
    underinsured: 2 * compared < total.buildingCents ? null : shareOf(low, compared),
    underinsured_eur: low / 100,
    comparable_eur: compared / 100,
  };
}

/** Rounded to millionths; null of nothing. */
function shareOf(part: number, all: number): number | null {
  return all === 0 ? null : Math.round((part / all) * 1e6) / 1e6;
}

/** From so many rows on, one with more than a tenth of the exposure is named. */
const [leastRows, largestShare] = [50, 0.1];

/** Plausible rows with a large share of all. */
function largeRows({ total, largest }: Groups, language: Language) {
  const all = total.exposureCents;
  const isLarge = (cents: number) => total.rows >= leastRows && cents > all * largestShare;
  return largest
    .filter(({ row, isImplausible }) => !isImplausible && isLarge(row.cents))
    .map(({ row: { cents, reason, ...row }, sum }) => {
      const percent = wholePercent(cents, all);
      const share = textIn(language, { code: 'large_share', values: { percent } });
      const reasons = reason === '' ? share : `${share}; ${reason}`;
      return { line: { ...row, exposure_eur: cents / 100, reason: reasons }, sum };
    });
}

function looksOf({ largest }: LookList): LookLine[] {
  return largest.map(({ line, reference, address, cents, reason }) => {
    return { line, reference, address, exposure_eur: cents / 100, reason };
  });
}

function certaintyLine(name: Certainty, { by, total }: Groups) {
  const { rows = 0, exposureCents = 0 } = by.certainty[name] ?? {};
  const share = shareOf(exposureCents, total.exposureCents);
  return { name, rows, exposure_eur: exposureCents / 100, share };
}

function groupLine(name: string, sum: GroupSum, basis: ExposureBasis): GroupLine {
  const exposure = measures.map(of => [
    of,
    { rows: sum[`${of}Rows`], sum_eur: sum[`${of}Cents`] / 100 },
  ]);
  return {
    name,
    rows: sum.rows,
    area_m2: sum.areaHundredths / 100,
    rows_with_cost: sum.pricedRows,
    as_new_eur: sum.asNewCents / 100,
    rows_with_as_is: sum.asIsRows,
    as_is_eur: sum.asIsCents / 100,
    exposure: { basis, ...Object.fromEntries(exposure) } as Exposure,
    exposure_eur: sum.exposureCents / 100,
    exposure_rough_eur: sum.roughCents / 100,
    rows_without_cost: sum.rows - sum.pricedRows,
    exposure_without_cost_eur: sum.unpricedCents / 100,
    rows_compared: sum.comparedRows,
    compared_sum_insured_eur: sum.comparedInsuredCents / 100,
    compared_as_new_eur: sum.comparedNewCents / 100,
  };
}

/** Zones and bands in their order, the others by their sums; unknown ones last. */
function inOrder(lines: GroupLine[], isOrdered: boolean): GroupLine[] {
  const byBand = (a: GroupLine, b: GroupLine) =>
    Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10);
  const bySum = (a: GroupLine, b: GroupLine) =>
    b.exposure_eur - a.exposure_eur ||
    b.as_new_eur - a.as_new_eur ||
    b.rows - a.rows ||
    (a.name < b.name ? -1 : 1);
  return lines.sort(
    (a, b) =>
      Number(a.name === '') - Number(b.name === '') || (isOrdered ? byBand(a, b) : bySum(a, b)),
  );
}
