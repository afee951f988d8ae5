import {
  type DetailName,
  detailFields,
  type Valuation,
} from '#domain/property/valuation-fields.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';

/** What the user writes on the report in a line each. */
export const detailNames = (Object.keys(detailFields) as DetailName[]).filter(
  name => name !== 'remark',
);
/** What the user puts on the report: lines, a free text, the fields of a valuation, comparables. */
export type DocumentDetails = Readonly<Record<DetailName, string>> & {
  readonly valuation: Valuation;
  readonly comparables: readonly ChosenComparable[];
};

/** A report without words of a user. */
export const noDetails: DocumentDetails = {
  preparer: '',
  registration: '',
  reference: '',
  purpose: '',
  remark: '',
  valuation: {},
  comparables: [],
};
