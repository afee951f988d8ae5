import type { Language } from '#tools/notation/languages.ts';
import type { Field } from '../fields/usual-names.ts';

/** The result of a run; `--summary` writes it. */
export interface Summary extends Partial<Sections> {
  readonly terms: SummaryTerms;
  readonly input: string;
  readonly output: string;
  /** The date in Athens for which the costs were computed. */
  readonly date: string;
  /** The language of its messages. */
  readonly language: Language;
  readonly rows: number;
  /** Rows with one reference, or with one address and year, count once. */
  readonly buildings: number;
  readonly seconds: number;
  /** The column that was used for each field. */
  readonly columns: Readonly<Partial<Record<Field, string>>>;
  /** Notes on the whole file. */
  readonly notes: readonly string[];
  /** Rows with a position, with a parcel, with a cost, and with at least one problem. */
  readonly with_position: number;
  readonly with_parcel: number;
  readonly with_cost: number;
  readonly with_problems: number;
  /** Rows by match level, the most exact first. */
  readonly levels: Readonly<Record<string, number>>;
  /** Row problems by kind, the most frequent first. */
  readonly problems: readonly KindCount[];
  /** Row notes by kind, the most frequent first. */
  readonly row_notes: readonly KindCount[];
}

/** The rows with one kind of message. */
export interface KindCount extends MessageCount {
  readonly kind: string;
}

/** How many rows have one kind of message, and the first of these messages. */
export interface MessageCount {
  readonly code: string;
  /** What it is about; absent for the row itself. */
  readonly field?: string;
  readonly rows: number;
  readonly example: string;
}

/** On what the figures of a summary rest. */
export interface SummaryTerms {
  /** The day of all costs, unless a row has its own. */
  readonly valuation_date: string;
  readonly rows_with_other_date: number;
  readonly rates: 'prefix' | 'finest';
  /** The rates that were used, the most frequent first. */
  readonly rate_sources: readonly {
    readonly source: string;
    readonly valid_from: string;
    readonly is_sample: boolean;
    readonly rows: number;
  }[];
  readonly index: string | null;
  readonly addons: string | null;
  /** The methods and tables that were used. */
  readonly ageing: readonly string[];
  /** The version of the cost data; null if no row has a cost. */
  readonly dataset: string | null;
  readonly zones: readonly ZoneTerm[];
  readonly program: string;
  readonly rows_left_out: readonly LeftOut[];
}

/** A kind of zones with its sources. */
interface ZoneTerm {
  readonly kind: string;
  readonly name_gr: string;
  readonly name_en: string;
  readonly sources: readonly {
    readonly source: string;
    /** ISO 8601 in UTC. */
    readonly loaded_at: string;
    readonly is_sample: boolean;
  }[];
}

/** Why rows are left out: of everything, of the costs, and of circles and map. */
export const leftOutOf = ['not_read', 'without_cost', 'without_place'] as const;

interface LeftOut {
  readonly from: (typeof leftOutOf)[number];
  readonly rows: number;
  /** The first problem of each row, the most frequent first. */
  readonly because: readonly { readonly kind: string; readonly rows: number }[];
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

/** How exactly the place of a row is known, the most exact first; `none` is no certain place. */
export const certainties = ['house', 'street', 'postal_code', 'town', 'none'] as const;
export type Certainty = (typeof certainties)[number];

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
export interface OtherSum {
  readonly rows: number;
  readonly sum_insured_eur: number;
}

/** A row that a person should look at. */
export interface LookLine {
  readonly line: number;
  readonly reference: string;
  readonly address: string;
  readonly amount_eur: number;
  readonly reason: string;
}

/** One of the largest sums within a radius of a row. */
export interface CircleLine {
  readonly radius_m: number;
  readonly line: number;
  /** The reference of the row in the centre. */
  readonly reference: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly sum_eur: number;
  readonly rows: number;
  /** Those whose position is less accurate than the radius: they may be outside. */
  readonly rows_rough: number;
  /** Their part of the sum. */
  readonly sum_rough_eur: number;
  /** The lines of the rows in the circle, at most the first 200. */
  readonly lines: readonly number[];
  /** The rows with the largest amounts in the circle, at most 200. */
  readonly largest: readonly CircleRow[];
}

/** A row of a circle. */
export interface CircleRow {
  readonly line: number;
  /** How the owner of the file names the property; may be empty. */
  readonly reference: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly amount_eur: number;
}

/** All rows with a certain position, in cells of equal size. */
export interface MapCells {
  /** The width and height of a cell; 0 if only rows at the same position share one. */
  readonly cell_degrees: number;
  readonly cells: readonly MapCell[];
}

/** Rows that are drawn as one dot. */
export interface MapCell {
  /** The mean of their positions. */
  readonly latitude: number;
  readonly longitude: number;
  readonly rows: number;
  readonly sum_eur: number;
  /** Of the sum, what is known only to the street, postal code or town. */
  readonly sum_rough_eur: number;
  /** The sum insured divided by the cost as new, of rows with both; absent without one. */
  readonly insured_ratio?: number;
  /** Rows that are or may be in a zone, by kind. */
  readonly rows_in_zones?: Readonly<Record<string, number>>;
}
