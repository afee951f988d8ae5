import type { ChosenKind } from '../row/zone-columns.ts';
import type { KeptAmounts } from './amounts.ts';
import {
  type AmountSum,
  type Certainty,
  certainties,
  type GroupSum,
  type Groups,
  type LookList,
  sumOf,
} from './groups.ts';
import { type CircleLine, cellsOf, circlesOf, type MapCells } from './map-lines.ts';

/** The sums of a group of rows. */
export interface GroupLine {
  /** The group; empty when it is not known. */
  readonly name: string;
  readonly rows: number;
  readonly area_m2: number;
  readonly rows_with_cost: number;
  readonly as_new_eur: number;
  readonly rows_with_as_is: number;
  readonly as_is_eur: number;
  readonly rows_with_sum_insured: number;
  readonly sum_insured_eur: number;
  /** The sum insured, or else the cost as new. */
  readonly amount_eur: number;
  /** Of it, what is known only to the street, postal code or town, or has no certain place. */
  readonly amount_rough_eur: number;
}

/** The rows whose places are known equally well. */
export interface CertaintyLine {
  readonly name: Certainty;
  readonly rows: number;
  readonly amount_eur: number;
  /** Of the amount of all rows, 0 to 1. */
  readonly share: number;
}

/** The sums of rows in the zones of one kind. */
export interface KindLines {
  readonly kind: string;
  readonly name_gr: string;
  readonly name_en: string;
  /** By what is certain and what is possible (`zoneGroup`), or why there is no zone. */
  readonly classes: readonly GroupLine[];
}

/** Rows with a sum insured of another kind, and their sum. */
interface OtherSum {
  readonly rows: number;
  readonly sum_insured_eur: number;
}

/** What an underwriter needs of a portfolio. */
export interface Sections {
  readonly total: GroupLine;
  /** From the house to no certain place, also those without rows. */
  readonly by_certainty: readonly CertaintyLine[];
  /** Sums insured that are no part of the cost. */
  readonly contents_insured: OtherSum;
  readonly interruption_insured: OtherSum;
  /** Rows that repeat an earlier one, and whether the totals are without them. */
  readonly repeated: GroupLine & { readonly is_left_out: boolean };
  readonly by_zone: readonly GroupLine[];
  readonly by_municipality: readonly GroupLine[];
  readonly by_regional_unit: readonly GroupLine[];
  readonly by_property_type: readonly GroupLine[];
  readonly by_age: readonly GroupLine[];
  /** Absent if no kind of zones got columns. */
  readonly by_zone_class?: readonly KindLines[];
  /** Rows with a sum insured and a cost: the amounts that can be compared. */
  readonly total_insured: GroupLine;
  /** The same rows, by the percentage of the one in the other. */
  readonly by_insured_percent: readonly GroupLine[];
  /** The sum insured or else the cost as new within each radius; circles of a radius do not overlap. */
  readonly circles: readonly CircleLine[];
  /** Where the rows with a certain place are. */
  readonly map: MapCells;
  /** Rows with a problem, or insured for less than half of the cost as new: the largest 200. */
  readonly rows_to_look_at: readonly LookLine[];
  readonly rows_to_look_at_count: number;
  /** Rows in no circle and on no map: their place is not known, a guess or contradicted. */
  readonly rows_without_place: {
    readonly rows: number;
    /** The sum insured, or else the cost as new. */
    readonly sum_eur: number;
    /** Those with the largest amounts, at most 200. */
    readonly largest: readonly LookLine[];
  };
}

/** A row that a person should look at. */
export interface LookLine {
  readonly line: number;
  readonly reference: string;
  readonly address: string;
  readonly amount_eur: number;
  readonly reason: string;
}

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
