import { useId, useState } from 'preact/hooks';
import type { ChosenColumns, Portfolio } from './ask-portfolios.ts';
import type { PortfolioWords } from './words-el.ts';

interface ColumnFormProps {
  readonly own: PortfolioWords;
  readonly portfolio: Portfolio;
  /** Runs the file again; undefined while it runs. */
  readonly onAgain: ((columns: ChosenColumns) => void) | undefined;
}

/** How the columns of a file were read, each to be corrected or left out. */
export function ColumnForm({ own, portfolio, onAgain }: ColumnFormProps) {
  const { header, columns } = portfolio;
  const id = useId();
  const [chosen, setChosen] = useState<Readonly<Record<string, string>>>({});
  const fields = [...new Set([...Object.keys(own.fields), ...Object.keys(columns)])];
  const columnOf = (field: string) => chosen[field] ?? columns[field] ?? '';
  const isChanged = fields.some(field => columnOf(field) !== (columns[field] ?? ''));
  return (
    <details class="portfolio-columns">
      <summary>{own.columns}</summary>
      <form
        onSubmit={event => {
          event.preventDefault();
          const all = fields.map(field => [field, columnOf(field) || null]);
          if (isChanged) onAgain?.(Object.fromEntries(all));
        }}
      >
        <div class="portfolio-fields">
          {fields.map(field => (
            <div class="field" key={field}>
              <label for={id + field}>{own.fields[field] ?? field}</label>
              <select
                id={id + field}
                disabled={onAgain === undefined}
                value={columnOf(field)}
                onChange={event => setChosen({ ...chosen, [field]: event.currentTarget.value })}
              >
                <option value="">{own.notRead}</option>
                {header.map(name => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
        {onAgain && (
          <button type="submit" class="button" aria-disabled={!isChanged}>
            {own.again}
          </button>
        )}
      </form>
    </details>
  );
}
