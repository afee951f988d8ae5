import { useId, useState } from 'preact/hooks';
import { Button } from '../../tools/form/button.tsx';
import { Field, Options, SelectField } from '../../tools/form/field.tsx';
import { TableHead } from '../../tools/form/table-head.tsx';
import type { ChosenColumns, FileChoices, Portfolio } from './run/ask-portfolios.ts';
import { usePortfolioWords } from './run/words.ts';
import { RunTermsForm } from './run-terms-form.tsx';

interface FileStepProps {
  readonly portfolio: Portfolio;
  /** Whether it is shown at once: before a run, and after one that failed. */
  readonly isOpen: boolean;
  readonly choices: FileChoices;
  onChoices(choices: FileChoices): void;
  onRun(columns: ChosenColumns | undefined, terms: FileChoices): void;
}

/** What was understood of a file, by column with some values, and the terms, to be corrected. */
export function FileStep({ portfolio, isOpen, choices, onChoices, onRun }: FileStepProps) {
  const { own, words: common, format } = usePortfolioWords();
  const { header, columns, samples, state } = portfolio;
  const typeNames: Readonly<Record<string, string>> = common.cost.types;
  const id = useId();
  const { unclear_columns: unclear, unclear_types: words } = portfolio;
  // The likely answers are chosen already; the first column of a field stands for it. Another field
  // that was read from it is read from none.
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>(() => {
    const answers = unclear.toReversed().map(({ field, column }) => [field, column] as const);
    const taken = Object.entries(columns).filter(([, own]) =>
      answers.some(([, column]) => column === own),
    );
    return Object.fromEntries([...taken.map(([field]) => [field, ''] as const), ...answers]);
  });
  const [types, setTypes] = useState<Readonly<Record<string, string>>>({});
  const fields = [...new Set([...Object.keys(own.fields), ...Object.keys(columns)])];
  const columnOf = (field: string) => chosen[field] ?? columns[field] ?? '';
  const fieldOf = (column: string) => fields.find(field => columnOf(field) === column) ?? '';
  /** A column has one field; the field that it had is read from no column. */
  const choose = (column: string, field: string) => {
    const before = fieldOf(column);
    const cleared = before === '' ? {} : { [before]: '' };
    setChosen({ ...chosen, ...cleared, ...(field !== '' && { [field]: column }) });
  };
  const unread = header.filter(column => fieldOf(column) === '').length;
  return (
    <details class="portfolio-columns" open={isOpen}>
      <summary>{own.columns}</summary>
      <form
        onSubmit={event => {
          event.preventDefault();
          const all = fields.map(field => [field, columnOf(field) || null]);
          const typeWords = Object.entries(types).filter(([, type]) => type !== '');
          const decided = typeWords.length > 0 && {
            type_words: JSON.stringify(Object.fromEntries(typeWords)),
          };
          onRun(header.length > 0 ? Object.fromEntries(all) : undefined, {
            ...choices,
            ...decided,
          });
        }}
      >
        {header.length > 0 && (
          <>
            <p class="small">{own.columnsHint(header.length - unread, unread)}</p>
            <div class="portfolio-table">
              <table>
                <TableHead columns={[own.column, own.samples, own.field]} />
                <tbody>
                  {header.map((column, at) => (
                    <tr key={column} class={fieldOf(column) === '' ? 'is-unread' : ''}>
                      <th scope="row" id={`${id}-${at}`}>
                        {column}
                      </th>
                      <td class="portfolio-samples">
                        {(samples[at] ?? []).map(value => (
                          <span key={value}>{value}</span>
                        ))}
                      </td>
                      <td>
                        <select
                          aria-labelledby={`${id}-${at}`}
                          value={fieldOf(column)}
                          onChange={event => choose(column, event.currentTarget.value)}
                        >
                          <option value="">{own.notRead}</option>
                          <Options of={fields.map(field => [field, own.fields[field] ?? field])} />
                        </select>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
        {unclear.length > 0 && (
          <div class="notice notice-warn">
            <p>{own.unclearColumns}</p>
            <ul>
              {[...Map.groupBy(unclear, ({ field }) => field)].map(([field, all]) => (
                <li key={field}>
                  {own.fields[field] ?? field}:{' '}
                  {columnOf(field) === ''
                    ? own.without(all.map(({ column }) => column).join(', '))
                    : columnOf(field)}
                </li>
              ))}
            </ul>
          </div>
        )}
        {words.length > 0 && (
          <section class="notice notice-warn" aria-labelledby={`${id}-types`}>
            <p id={`${id}-types`}>{own.unclearTypes}</p>
            <div class="portfolio-fields">
              {words.map(({ word, types: meant, rows }) => (
                <SelectField
                  key={word}
                  label={`${word} (${own.rows(format.number(rows))})`}
                  value={types[word] ?? ''}
                  options={[
                    ['', own.noCost],
                    ...meant.map((type): [string, string] => [type, typeNames[type] ?? type]),
                  ]}
                  onInput={type => setTypes({ ...types, [word]: type })}
                />
              ))}
            </div>
          </section>
        )}
        <div class="portfolio-fields">
          <SelectField
            label={own.format}
            value={choices.format!}
            options={[
              ['csv', 'CSV'],
              ['xlsx', 'Excel (.xlsx)'],
              ['geojson', 'GeoJSON'],
              ['ndjson', 'NDJSON'],
              ['oed', 'Open Exposure Data (CSV)'],
            ]}
            onInput={format => onChoices({ ...choices, format })}
          />
          <SelectField
            label={own.decimals}
            value={choices.decimals ?? ''}
            options={Object.entries(own.decimalSigns)}
            onInput={decimals => onChoices({ ...choices, decimals })}
          />
          <Field
            label={own.sheet}
            maxLength={100}
            value={choices.sheet ?? ''}
            onInput={sheet => onChoices({ ...choices, sheet })}
          />
        </div>
        <RunTermsForm choices={choices} onChoose={onChoices} />
        <Button look="main" type="submit">
          {state === 'read' ? own.start : own.again}
        </Button>
      </form>
    </details>
  );
}
