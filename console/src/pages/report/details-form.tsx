import { useId } from 'preact/hooks';
import { mostCharacters } from '../../state/library/read-property.ts';
import { Field } from '../../tools/form/field.tsx';
import { type DocumentDetails, detailNames } from './sheet/document-details.ts';
import { useReportWords } from './words/use-report-words.ts';

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
      <div class="field report-remark">
        <label for={`${id}-remark`}>{words.remark}</label>
        <textarea
          id={`${id}-remark`}
          rows={3}
          maxLength={mostCharacters.note}
          value={details.remark}
          onInput={event => onChange({ remark: event.currentTarget.value })}
        />
      </div>
      <p class="small">{words.keptHere}</p>
    </fieldset>
  );
}
