import { useId } from 'preact/hooks';
import {
  fillEmpty,
  hasValuation,
  mostCharactersOf,
  type Valuation,
  type ValuationName,
  valuationFields,
  valuationNames,
} from '../../state/library/valuation-fields.ts';
import { Field } from '../../tools/form/field.tsx';
import { useReportWords } from './words/use-report-words.ts';

const templateNames = ['insurance', 'collateral'] as const;

interface ValuationFormProps {
  readonly valuation: Valuation;
  readonly purpose: string;
  onChange(valuation: Valuation, purpose?: string): void;
}

/** The fields of a valuation, and two templates that fill what is empty; not printed. */
export function ValuationForm({ valuation, purpose, onChange }: ValuationFormProps) {
  const words = useReportWords();
  const id = useId();
  return (
    <details class="report-valuation" open={hasValuation(valuation)}>
      <summary>{words.valuationFields}</summary>
      <p class="small">{words.valuationHint}</p>
      <p class="report-templates">
        {words.templates}:{' '}
        {templateNames.map(name => {
          const { label, purpose: usual, ...texts } = words.template[name];
          return (
            <button
              key={name}
              type="button"
              class="button button-small"
              onClick={() => onChange(fillEmpty(valuation, texts), purpose.trim() || usual)}
            >
              {label}
            </button>
          );
        })}
      </p>
      <div class="report-fields">
        {valuationNames.map(name => (
          <ValuationField
            key={name}
            id={`${id}-${name}`}
            name={name}
            value={valuation[name] ?? ''}
            onInput={text => onChange({ ...valuation, [name]: text })}
          />
        ))}
      </div>
    </details>
  );
}

interface ValuationFieldProps {
  readonly id: string;
  readonly name: ValuationName;
  readonly value: string;
  onInput(text: string): void;
}

function ValuationField({ id, name, value, onInput }: ValuationFieldProps) {
  const label = useReportWords().valuation[name];
  const maxLength = mostCharactersOf(name);
  if (valuationFields[name] === 'text') {
    return (
      <div class="field report-text">
        <label for={id}>{label}</label>
        <textarea
          id={id}
          rows={2}
          maxLength={maxLength}
          value={value}
          onInput={event => onInput(event.currentTarget.value)}
        />
      </div>
    );
  }
  const isDate = valuationFields[name] === 'date';
  return (
    <Field
      id={id}
      label={label}
      value={value}
      type={isDate ? 'date' : 'text'}
      autocomplete="off"
      {...(!isDate && { maxLength })}
      onInput={text => text !== 'incomplete' && onInput(text)}
    />
  );
}
