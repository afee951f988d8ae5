import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  detailFields,
  type FieldName,
  fillEmpty,
  kindOf,
  mostCharactersOf,
  requiredNames,
  type TemplateName,
  templateNames,
  valuationNames,
} from '#domain/property/valuation-fields.ts';
import { readSum } from '../../state/subject/read-area.ts';
import { Field, SelectField } from '../../tools/form/field.tsx';
import { decimalSign } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.ts';
import { type DocumentDetails, detailNames } from './sheet/document-details.ts';
import { writtenIn } from './sheet/missing-fields.ts';
import { fieldLabel, useReportWords } from './words/words.ts';

interface DocumentFormProps {
  readonly details: DocumentDetails;
  readonly missing: readonly FieldName[];
  onChange(change: Partial<DocumentDetails>): void;
  /** The buttons of photographs and logo. */
  readonly children: ComponentChildren;
}

/** What the user writes on the report, folded above the sheet with what is missing; not printed. */
export function DocumentForm({ details, missing, onChange, children }: DocumentFormProps) {
  const { own: words } = useReportWords();
  const { valuation, purpose } = details;
  const { template } = valuation;
  const required: readonly FieldName[] = template ? requiredNames[template] : [];
  const isRequired = (name: FieldName) => required.includes(name);
  const names = [...detailNames, ...valuationNames, 'remark' as const];
  const choose = (name: TemplateName | '') => {
    const { template: _, ...kept } = valuation;
    if (name === '') return onChange({ valuation: kept });
    const { label: _label, title: _title, purpose: usual, ...texts } = words.template[name];
    const filled = fillEmpty(kept, texts);
    onChange({ valuation: { ...filled, template: name }, purpose: purpose.trim() || usual });
  };
  return (
    <details class="report-form">
      <summary>
        {words.details}{' '}
        {template && (
          <span class={missing.length > 0 ? 'report-missing' : 'count'}>
            {missing.length > 0
              ? words.missing(missing.length, required.length)
              : words.complete(required.length)}
          </span>
        )}
      </summary>
      <p class="small">
        {words.valuationHint} {words.keptHere}
      </p>
      <div class="report-fields">
        <SelectField
          label={words.templates}
          value={template ?? ''}
          options={(['', ...templateNames] as const).map(name => [
            name,
            words.template[name || 'none'].label,
          ])}
          onInput={value => choose(value as TemplateName | '')}
        />
        {/* What is required comes first. */}
        {[...names.filter(isRequired), ...names.filter(name => !isRequired(name))].map(name => (
          <DocumentField
            key={name}
            name={name}
            value={writtenIn(details, name)}
            isRequired={isRequired(name)}
            isMissing={missing.includes(name)}
            onInput={text =>
              onChange(
                name in detailFields
                  ? { [name]: text }
                  : { valuation: { ...valuation, [name]: text } },
              )
            }
          />
        ))}
      </div>
      {children}
    </details>
  );
}

interface DocumentFieldProps {
  readonly name: FieldName;
  readonly value: string;
  readonly isRequired: boolean;
  readonly isMissing: boolean;
  onInput(text: string): void;
}

function DocumentField({ name, isRequired, isMissing, ...field }: DocumentFieldProps) {
  const { own: words } = useReportWords();
  const kind = kindOf(name);
  const label = fieldLabel(words, name);
  const maxLength = mostCharactersOf(name);
  const common = { ...field, label: isRequired ? `${label} *` : label };
  return (
    <div class={`${kind === 'text' ? 'report-text' : ''} ${isMissing ? 'is-missing' : ''}`}>
      {kind === 'text' && <Field {...common} rows={2} maxLength={maxLength} />}
      {kind === 'amount' && <AmountField {...common} />}
      {kind === 'date' && (
        <Field
          {...common}
          type="date"
          onInput={text => text !== 'incomplete' && field.onInput(text)}
        />
      )}
      {kind === 'line' && <Field {...common} autocomplete="off" maxLength={maxLength} />}
    </div>
  );
}

interface CommonProps extends Pick<DocumentFieldProps, 'value' | 'onInput'> {
  readonly label: string;
}

/** An amount as it is typed; what cannot be read is not kept. */
function AmountField({ value, onInput, ...field }: CommonProps) {
  const { language, format } = useLocale();
  const { own: words } = useReportWords();
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value && format.typed(Number(value)));
  const change = (next: string) => {
    setTyped(next);
    const read = readSum(next.trim(), decimalSign(language));
    onInput('value' in read ? String(Math.round(read.value * 100) / 100) : '');
  };
  const isWrong = text.trim() !== '' && value === '';
  return (
    <Field
      {...field}
      value={text}
      inputMode="decimal"
      autocomplete="off"
      maxLength={20}
      fault={isWrong ? words.amountFault : undefined}
      onInput={change}
    />
  );
}
