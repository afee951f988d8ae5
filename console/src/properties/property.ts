import type { Building } from '../subject/address-bar.ts';
import type { Subject } from '../subject/subject.ts';

/** An address in Greek and in Latin letters. */
export interface KeptAddress {
  readonly el: string;
  readonly en: string;
  /** The distance of an address that is not that of the property itself. */
  readonly metres?: number;
}

/** A property that was opened or saved in this browser. */
export interface Property {
  readonly subject: Subject;
  readonly building: Building;
  /** The address that was found, or that is nearest; null if none is known. */
  readonly address: KeptAddress | null;
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
}

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
  };
}

/** A text that is equal for the same property; the name of a point does not matter. */
export function subjectKey(subject: Subject): string {
  if (subject.kind === 'address') return `address=${subject.address}`;
  if (subject.kind === 'kaek') return `kaek=${subject.code}`;
  return `at=${subject.latitude},${subject.longitude}`;
}
