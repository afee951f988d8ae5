import type { Adjusted } from '#domain/property/comparables.ts';
import type { Valuation } from '#domain/property/valuation-fields.ts';
import type { ComparablesAnswer } from '../../../../client/src/types.ts';
import type { Building } from '../subject/address-bar.ts';
import { termNames } from '../subject/cost-terms.ts';
import type { Subject } from '../subject/subject.ts';

/** An address in Greek and in Latin letters. */
export interface KeptAddress {
  readonly el: string;
  readonly en: string;
  /** The distance of an address that is not that of the property itself. */
  readonly metres?: number;
}

/** The amounts that were computed for a building, in euro. */
interface KeptCost {
  readonly asNew: number;
  readonly asIs?: number;
}

/** A comparable that the valuer chose, as it is kept with the property. */
export type ChosenComparable = Pick<
  ComparablesAnswer['comparables'][number],
  | ('property_type' | 'kind' | 'date' | 'price_eur' | 'area_m2' | 'construction_year')
  | ('address' | 'source' | 'distance_m' | 'accuracy_m')
> &
  Adjusted & { readonly latitude?: number; readonly longitude?: number };

/** A property that was opened or saved in this browser. */
export interface Property {
  readonly subject: Subject;
  readonly building: Building;
  /** The cost of this building, if it was computed. */
  readonly cost?: KeptCost | undefined;
  /** The address that was found, or that is nearest; null if none is known. */
  readonly address: KeptAddress | null;
  /** Where it was found. */
  readonly position?: { readonly latitude: number; readonly longitude: number };
  /** When it was opened last, as an ISO date and time. */
  readonly openedAt: string;
  /** Whether the user saved it. Others are recent, and the oldest are dropped. */
  readonly isSaved: boolean;
  readonly note: string;
  /** For the report: the preparer's reference, and what the report is for. */
  readonly reference: string;
  readonly purpose: string;
  /** A free text that is printed on the report; the note is not. */
  readonly remark: string;
  readonly status: PropertyStatus;
  /** The user's own words by which properties are grouped. */
  readonly labels: readonly string[];
  /** What the valuer filled in for the report. */
  readonly valuation?: Valuation;
  /** For the report: the prices of other properties that the valuer chose. */
  readonly comparables?: readonly ChosenComparable[];
}

/** How far the work on a property is; empty if that was not set. */
export const propertyStatuses = ['', 'todo', 'ongoing', 'done'] as const;
export type PropertyStatus = (typeof propertyStatuses)[number];

/** A new property without texts of the user. */
export function newProperty(subject: Subject, openedAt: Date): Property {
  return {
    subject,
    building: {},
    address: null,
    openedAt: openedAt.toISOString(),
    isSaved: false,
    note: '',
    reference: '',
    purpose: '',
    remark: '',
    status: '',
    labels: [],
  };
}

/** A text that is equal for the same property; the name of a point does not matter. */
export function subjectKey(subject: Subject): string {
  // The same text with another id is the street of another town.
  if (subject.kind === 'address') {
    return `address=${subject.address}${subject.id ? ` ${subject.id}` : ''}`;
  }
  if (subject.kind === 'kaek') return `kaek=${subject.code}`;
  return `at=${subject.latitude},${subject.longitude}`;
}

/** Whether two buildings have the same values, and so the same cost. */
export function isSameBuilding(one: Building, other: Building): boolean {
  const values = (building: Building) => {
    const { postalCode, propertyType = 'apartment', buildArea, constructionYear } = building;
    const terms = termNames.map(name => building[name]);
    return JSON.stringify([postalCode, propertyType, buildArea, constructionYear, ...terms]);
  };
  return values(one) === values(other);
}
