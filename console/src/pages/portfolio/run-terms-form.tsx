import { Field, SelectField } from '../../tools/form/field.tsx';
import type { FileChoices } from './run/ask-portfolios.ts';
import { useTermWords } from './run/term-words.ts';
import { usePortfolioWords } from './run/words.ts';

interface RunTermsFormProps {
  readonly choices: FileChoices;
  onChoose(choices: FileChoices): void;
}

const encodings = ['utf-8', 'windows-1253', 'iso-8859-7', 'cp737', 'MacGreek', 'utf-16le'];

/** The terms of a run, by the names of the service's parameters; empty ones are not sent. */
export function RunTermsForm({ choices, onChoose }: RunTermsFormProps) {
  const { own } = usePortfolioWords();
  const { own: words } = useTermWords();
  const { total, ...coverages } = own.coverages;
  const { '': asFile, comma, point } = own.decimalSigns;
  const encodingNames = Object.fromEntries(encodings.map(name => [name, name]));
  const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    rates: { '': words.prefix, finest: words.finest },
    parcel: { '': words.yes, false: words.no },
    years: { '': words.ranges, strict: words.strict },
    duplicates: { '': words.keep, drop: words.drop },
    implausible: { '': words.keep, drop: words.drop },
    accumulate: { '': total, ...coverages },
    encoding: { '': words.detected, ...encodingNames },
    output_encoding: { '': asFile, ...encodingNames },
    decimal_comma: { '': asFile, true: comma, false: point },
    bom: { '': asFile, true: words.yes, false: words.no },
  };
  return (
    <details class="portfolio-terms">
      <summary>{words.ofRun}</summary>
      <div class="portfolio-fields">
        {Object.entries(words.fields).map(([name, label]) => {
          const field = {
            label,
            value: choices[name] ?? '',
            onInput: (value: string) => onChoose({ ...choices, [name]: value }),
          };
          const list = options[name];
          if (list) return <SelectField key={name} {...field} options={Object.entries(list)} />;
          const type = name === 'valuation_date' ? 'date' : 'text';
          return <Field key={name} {...field} type={type} maxLength={500} />;
        })}
      </div>
    </details>
  );
}
