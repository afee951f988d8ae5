import type { PropertyReportInput } from '../../../../client/src/types.ts';

/** The shown property, with the parameters of the report operation, so that a link can reopen it. */
export type Subject =
  | {
      readonly kind: 'address';
      readonly address: string;
      /** The id of the suggestion that was chosen: other streets may have the same text. */
      readonly id?: string;
    }
  | { readonly kind: 'kaek'; readonly code: string }
  | PointSubject;

interface PointSubject {
  readonly kind: 'point';
  readonly latitude: number;
  readonly longitude: number;
  /** The name of the place that was chosen there. */
  readonly name?: string;
  /** Its id. */
  readonly id?: string;
}

/** The form of an id of the service. */
export function isId(text: string): boolean {
  return /^[a-z][0-9a-z.-]{5,40}$/.test(text);
}

/** Seven decimals, as in the service's responses: about a centimetre. */
export function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

/** A point as a subject, rounded to useful digits. */
export function pointSubject(latitude: number, longitude: number): PointSubject {
  return { kind: 'point', latitude: rounded(latitude), longitude: rounded(longitude) };
}

/** Whether two subjects are the same. */
export function isSameSubject(one: Subject | undefined, other: Subject | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The parameters of a subject in the report request. */
export function reportParameters(subject: Subject): PropertyReportInput {
  if (subject.kind === 'address') {
    const { address, id } = subject;
    return { address, ...(id !== undefined && { result_id: id }) };
  }
  if (subject.kind === 'kaek') return { kaek_code: subject.code };
  return { latitude: subject.latitude, longitude: subject.longitude };
}
