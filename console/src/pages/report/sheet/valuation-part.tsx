import {
  hasValuation,
  headNames,
  type Valuation,
  type ValuationName,
  valuationFields,
  valuationNames,
} from '../../../state/library/valuation-fields.ts';
import { Facts } from '../../../tools/form/fact.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { useReportWords } from '../words/use-report-words.ts';

/** A field as it is printed: a date in the language of the page. */
export function useValuationText(): (valuation: Valuation, name: ValuationName) => string {
  const { format } = useLocale();
  return (valuation, name) => {
    const text = (valuation[name] ?? '').trim();
    return text !== '' && valuationFields[name] === 'date' ? format.day(text) : text;
  };
}

interface ValuationPartProps {
  readonly valuation: Valuation;
  readonly preparer: string;
}

/** What the valuer filled in, apart from the data, with a place for signature and stamp. */
export function ValuationPart({ valuation, preparer }: ValuationPartProps) {
  const own = useReportWords();
  const textOf = useValuationText();
  if (!hasValuation(valuation)) return null;
  const rows = valuationNames
    .filter(name => !headNames.includes(name))
    .map(name => [own.valuation[name], textOf(valuation, name)] as const);
  return (
    <section class="sheet-part sheet-valuer">
      <h2>{own.valuationHeading}</h2>
      <p class="small">{own.valuersWords}</p>
      <Facts facts={rows} look="sheet-remark" />
      <div class="sheet-signature">
        <p>
          {own.placeAndDate}
          <span />
        </p>
        <p>
          {own.signature}
          <span>{preparer}</span>
        </p>
        <p>
          {own.stamp}
          <span />
        </p>
      </div>
    </section>
  );
}
