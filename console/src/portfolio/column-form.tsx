import { useId, useState } from 'preact/hooks';
import type { Portfolio } from './ask-portfolios.ts';
import type { PortfolioWords } from './words-el.ts';

interface ColumnFormProps {
  readonly own: PortfolioWords;
  readonly portfolio: Portfolio;
  readonly onAgain: ((columns: Readonly<Record<string, string>>) => void) | undefined;
}

/** How the columns of a file were read, each to be corrected if the file is still here. */
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
          const all = fields.map(field => [field, columnOf(field)]).filter(([, name]) => name);
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
                {columns[field] === undefined && <option value="">{own.notRead}</option>}
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
