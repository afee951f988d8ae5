import { useId } from 'preact/hooks';
import { Field } from '../form/field.tsx';
import { type DocumentDetails, detailNames } from './document-details.ts';
import { useReportWords } from './use-report-words.ts';

interface DetailsFormProps {
  readonly details: DocumentDetails;
  onChange(change: Partial<DocumentDetails>): void;
}

/** The fields for what the user writes on the report; not printed. */
export function DetailsForm({ details, onChange }: DetailsFormProps) {
  const words = useReportWords();
  const id = useId();
  return (
    <fieldset class="report-details">
      <legend class="visually-hidden">{words.details}</legend>
      {detailNames.map(name => (
        <Field
          key={name}
          id={`${id}-${name}`}
          label={words[name]}
          value={details[name]}
          autocomplete="off"
          maxLength={200}
          onInput={value => onChange({ [name]: value })}
        />
      ))}
      <p class="small">{words.keptHere}</p>
    </fieldset>
  );
}
