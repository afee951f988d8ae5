import type { ChosenKind } from '../row/zone-columns.ts';
import type { KeptAmounts } from './amounts.ts';
import { type AmountSum, type GroupSum, type Groups, type LookList, sumOf } from './groups.ts';
import { cellsOf, circlesOf } from './map-lines.ts';
import {
  type Certainty,
  type CertaintyLine,
  certainties,
  type GroupLine,
  type LookLine,
  type OtherSum,
  type Sections,
} from './summary.ts';

/** Makes the sections from the sums and the amounts of all rows. */
export function sectionsOf(
  groups: Groups,
  amounts: KeptAmounts,
  zoneKinds: readonly ChosenKind[],
  dropsRepeated: boolean,
): Sections {
  const all = amounts.all();
  return {
    total: lineOf('', groups.total),
    by_certainty: certainties.map(name => certaintyLine(name, groups)),
    contents_insured: otherSum(groups.contents),
    interruption_insured: otherSum(groups.interruption),
    repeated: { ...lineOf('', groups.repeated), is_left_out: dropsRepeated },
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
    total_insured: lineOf('', sumOf(Object.values(groups.insurance))),
    by_insured_percent: linesOf(groups.insurance, true),
    circles: circlesOf(all),
    map: cellsOf(
      all,
      zoneKinds.map(({ kind }) => kind),
    ),
    rows_to_look_at: looksOf(groups.look),
    rows_to_look_at_count: groups.look.rows,
    rows_without_place: {
      rows: groups.unplaced.rows,
      sum_eur: groups.unplaced.cents / 100,
      largest: looksOf(groups.unplaced),
    },
  };
}

function otherSum({ rows, cents }: AmountSum): OtherSum {
  return { rows, sum_insured_eur: cents / 100 };
}

function looksOf({ largest }: LookList): LookLine[] {
  return largest.map(({ line, reference, address, cents, reason }) => {
    return { line, reference, address, amount_eur: cents / 100, reason };
  });
}

function certaintyLine(name: Certainty, { by, total }: Groups): CertaintyLine {
  const { rows = 0, amountCents = 0 } = by.certainty[name] ?? {};
  const share = total.amountCents === 0 ? 0 : amountCents / total.amountCents;
  return { name, rows, amount_eur: amountCents / 100, share: Math.round(share * 1e6) / 1e6 };
}

function lineOf(name: string, sum: GroupSum): GroupLine {
  return {
    name,
    rows: sum.rows,
    area_m2: sum.areaHundredths / 100,
    rows_with_cost: sum.pricedRows,
    as_new_eur: sum.asNewCents / 100,
    rows_with_as_is: sum.asIsRows,
    as_is_eur: sum.asIsCents / 100,
    rows_with_sum_insured: sum.insuredRows,
    sum_insured_eur: sum.insuredCents / 100,
    amount_eur: sum.amountCents / 100,
    amount_rough_eur: sum.roughCents / 100,
  };
}

/** Zones and bands in their order, the others by their sums; unknown ones last. */
function linesOf(sums: Readonly<Record<string, GroupSum>>, isOrdered: boolean): GroupLine[] {
  const lines = Object.entries(sums).map(([name, sum]) => lineOf(name, sum));
  const inOrder = (a: GroupLine, b: GroupLine) =>
    Number.parseInt(a.name, 10) - Number.parseInt(b.name, 10);
  const bySum = (a: GroupLine, b: GroupLine) =>
    b.as_new_eur - a.as_new_eur || b.rows - a.rows || (a.name < b.name ? -1 : 1);
  return lines.sort(
    (a, b) =>
      Number(a.name === '') - Number(b.name === '') || (isOrdered ? inOrder(a, b) : bySum(a, b)),
  );
}
