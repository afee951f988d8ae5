import type { ComponentChild } from 'preact';
import {
  type FieldName,
  hasValuation,
  kindOf,
  valuationNames,
} from '#domain/property/valuation-fields.ts';
import { Facts } from '../../../tools/form/fact.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { fieldLabel, useReportWords } from '../words/words.ts';
import type { DocumentDetails } from './document-details.ts';
import { writtenIn } from './missing-fields.ts';

interface WrittenProps {
  readonly details: DocumentDetails;
  /** The required fields that nobody filled. */
  readonly missing: readonly FieldName[];
}

/** Fields as names and values: dates in the language of the page, and what is missing as not stated. */
export function useWritten({ details, missing }: WrittenProps) {
  const { format } = useLocale();
  const { own: words } = useReportWords();
  const value = (name: FieldName): ComponentChild => {
    if (missing.includes(name)) return <em class="not-stated">{words.notStated}</em>;
    const text = writtenIn(details, name).trim();
    if (text === '') return '';
    if (kindOf(name) === 'amount') return format.rate(Number(text));
    return kindOf(name) === 'date' ? format.day(text) : text;
  };
  return (names: readonly FieldName[]) =>
    names.map(name => [fieldLabel(words, name), value(name)] as const);
}

/** What the top of the report has; the value leads a valuation for a bank. */
const atTop: readonly FieldName[] = ['client', 'users', 'date', 'compliance'];
const leading: readonly FieldName[] = ['value', 'interest', 'basis'];

/** What the valuer filled in, apart from the data. */
export function ValuationPart({ isLed, ...props }: WrittenProps & { readonly isLed: boolean }) {
  const { own } = useReportWords();
  const written = useWritten(props);
  const { valuation } = props.details;
  if (!hasValuation(valuation)) return null;
  const shown = valuationNames.filter(
    name => !atTop.includes(name) && !(isLed && leading.includes(name)),
  );
  const isShort = (name: FieldName) => kindOf(name) !== 'text';
  return (
    <section class="sheet-part sheet-valuer">
      <h2>{own.valuationHeading}</h2>
      <p class="small">{own.valuersWords}</p>
      <Facts class="facts sheet-location" facts={written(shown.filter(isShort))} />
      <Facts facts={written(shown.filter(name => !isShort(name)))} look="sheet-remark" />
    </section>
  );
}

/** The statement of compliance and the place for a signature, once nothing is missing. */
export function SignaturePart({ details, missing }: WrittenProps) {
  const { own } = useReportWords();
  if (!details.valuation.template || missing.length > 0) return null;
  const compliance = writtenIn(details, 'compliance').trim();
  return (
    <section class="sheet-part sheet-valuer sheet-signed">
      <h2>{own.signature}</h2>
      {compliance && <p class="sheet-remark">{compliance}</p>}
      <div class="sheet-signature">
        <p>
          {own.placeAndDate}
          <span />
        </p>
        <p>
          {own.signature}
          <span>{details.preparer}</span>
        </p>
        <p>
          {own.stamp}
          <span />
        </p>
      </div>
    </section>
  );
}
