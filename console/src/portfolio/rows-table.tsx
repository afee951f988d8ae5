import { useId, useRef, useState } from 'preact/hooks';
import { SelectField } from '../form/field.tsx';
import { useLocale } from '../language/language.tsx';
import { useClient } from '../requests/client.tsx';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import {
  type Portfolio,
  type PortfolioRow,
  type PortfolioRows,
  portfolioRows,
  type RowFilters,
} from './ask-portfolios.ts';
import { RowForm } from './row-form.tsx';
import type { PortfolioWords } from './words-el.ts';

const rowsPerPage = 25;

/** The columns by which rows can be sorted; the largest first, except by line. */
const sortable = ['line', 'area', 'sum_insured', 'as_new', 'ratio'] as const;
type Sort = (typeof sortable)[number];

interface RowsTableProps {
  readonly own: PortfolioWords;
  readonly portfolio: Portfolio;
  /** Runs the file again, with the corrections. */
  onAgain(): void;
}

/** All rows of a run, page by page, each to be corrected. */
export function RowsTable({ own, portfolio, onAgain }: RowsTableProps) {
  const { format, language } = useLocale();
  const client = useClient();
  const [filters, setFilters] = useState<RowFilters>({});
  const [sort, setSort] = useState<{ by: Sort; order: 'asc' | 'desc' }>({
    by: 'line',
    order: 'asc',
  });
  const [offset, setOffset] = useState(0);
  const [round, setRound] = useState(0);
  const [open, setOpen] = useState<PortfolioRow>();
  const text = filters.text?.trim() || undefined;
  const query = { ...filters, text, sort: sort.by, order: sort.order, offset, limit: rowsPerPage };
  const [request, retry] = useRequest(JSON.stringify([query, round, language]), signal =>
    portfolioRows(client, portfolio.id, query, signal),
  );
  // The page before stays until the next is there, so that nothing jumps.
  const last = useRef<PortfolioRows>(undefined);
  if (request.state === 'answered') last.current = request.answer;
  const filter = (more: RowFilters) => {
    setFilters(before => ({ ...before, ...more }));
    setOffset(0);
  };
  const sortBy = (by: Sort) => {
    const usual = by === 'line' ? 'asc' : 'desc';
    const other = usual === 'asc' ? 'desc' : 'asc';
    setSort(before => ({ by, order: before.by === by && before.order === usual ? other : usual }));
    setOffset(0);
  };
  const found = last.current;
  return (
    <section class="portfolio-all" aria-busy={request.state === 'waiting'}>
      <h4>{own.allRows}</h4>
      <RowFilterForm own={own} filters={filters} onChange={filter} />
      {request.state === 'failed' && <Failure failure={request.failure} onRetry={retry} />}
      {!found && request.state === 'waiting' && <Loading lines={4} />}
      {found && (
        <>
          {found.waiting > 0 && (
            <div class="notice notice-warn">
              <p>{own.waiting(format.number(found.waiting))}</p>
              <button type="button" class="button button-main" onClick={onAgain}>
                {own.runCorrected}
              </button>
            </div>
          )}
          <Pages own={own} offset={offset} found={found} onOffset={setOffset} />
          {found.rows.length > 0 && (
            <Rows own={own} rows={found.rows} sort={sort} onSort={sortBy} onOpen={setOpen} />
          )}
        </>
      )}
      {open && (
        <RowForm
          key={open.line}
          own={own}
          portfolio={portfolio}
          row={open}
          onClose={isSaved => {
            setOpen(undefined);
            if (isSaved) setRound(before => before + 1);
          }}
        />
      )}
    </section>
  );
}

interface FilterProps {
  readonly own: PortfolioWords;
  readonly filters: RowFilters;
  onChange(filters: RowFilters): void;
}

function RowFilterForm({ own, filters, onChange }: FilterProps) {
  const { words } = useLocale();
  const id = useId();
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries({ '': own.any, ...names, none: own.unknown });
  return (
    <form class="portfolio-filters" onSubmit={event => event.preventDefault()}>
      <div class="field">
        <label for={`${id}text`}>{own.textFilter}</label>
        <input
          id={`${id}text`}
          type="search"
          maxLength={100}
          value={filters.text ?? ''}
          onInput={event => onChange({ text: event.currentTarget.value })}
        />
      </div>
      <SelectField
        id={`${id}level`}
        label={own.level}
        value={filters.level ?? ''}
        options={optionsOf(words.location.level)}
        onInput={level => onChange({ level: level || undefined })}
      />
      <SelectField
        id={`${id}type`}
        label={own.fields.property_type!}
        value={filters.property_type ?? ''}
        options={optionsOf(words.cost.types)}
        onInput={type => onChange({ property_type: type || undefined })}
      />
      <Check
        label={own.onlyProblems}
        isChecked={filters.has_problem === true}
        onChange={isOn => onChange({ has_problem: isOn || undefined })}
      />
      <Check
        label={own.onlyCorrected}
        isChecked={filters.is_corrected === true}
        onChange={isOn => onChange({ is_corrected: isOn || undefined })}
      />
    </form>
  );
}

interface CheckProps {
  readonly label: string;
  readonly isChecked: boolean;
  onChange(isChecked: boolean): void;
}

function Check({ label, isChecked, onChange }: CheckProps) {
  return (
    <div class="check">
      <label>
        <input
          type="checkbox"
          checked={isChecked}
          onChange={event => onChange(event.currentTarget.checked)}
        />
        {label}
      </label>
    </div>
  );
}

interface PagesProps {
  readonly own: PortfolioWords;
  readonly offset: number;
  readonly found: PortfolioRows;
  onOffset(offset: number): void;
}

/** Where the page is among the rows that the filters leave. */
function Pages({ own, offset, found: { count, rows }, onOffset }: PagesProps) {
  const { format } = useLocale();
  const from = format.number(offset + 1);
  const to = format.number(offset + rows.length);
  const shown = `${from}–${to}`;
  return (
    <div class="portfolio-pages">
      <p role="status">{count === 0 ? own.noRows : own.shown(shown, format.number(count))}</p>
      {count > rowsPerPage && (
        <>
          <button
            type="button"
            class="button"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - rowsPerPage))}
          >
            {own.before}
          </button>
          <button
            type="button"
            class="button"
            disabled={offset + rowsPerPage >= count}
            onClick={() => onOffset(offset + rowsPerPage)}
          >
            {own.next}
          </button>
        </>
      )}
    </div>
  );
}

interface RowsProps {
  readonly own: PortfolioWords;
  readonly rows: readonly PortfolioRow[];
  readonly sort: { readonly by: Sort; readonly order: 'asc' | 'desc' };
  onSort(by: Sort): void;
  onOpen(row: PortfolioRow): void;
}

function Rows({ own, rows, sort, onSort, onOpen }: RowsProps) {
  const { format } = useLocale();
  const euro = (value: number | null) => (value === null ? '' : format.euro(value));
  const head = (name: string, by?: Sort) => (
    <th
      scope="col"
      {...(by === sort.by && {
        'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const),
      })}
    >
      {by ? (
        <button type="button" class="portfolio-sort" onClick={() => onSort(by)}>
          {name}
        </button>
      ) : (
        name
      )}
    </th>
  );
  return (
    <div class="portfolio-table">
      <table>
        <thead>
          <tr>
            {head(own.line, 'line')}
            {head(own.correction)}
            {head(own.fields.address!)}
            {head(own.fields.build_area!, 'area')}
            {head(own.fields.sum_insured!, 'sum_insured')}
            {head(own.asNew, 'as_new')}
            {head(own.ratio, 'ratio')}
            {head(own.kind)}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.line}>
              <td class="figure">{row.line}</td>
              <td>
                <button
                  type="button"
                  class="button button-small"
                  aria-label={
                    row.can_be_corrected ? own.correctLine(row.line) : own.viewLine(row.line)
                  }
                  onClick={() => onOpen(row)}
                >
                  {row.can_be_corrected ? own.correct : own.view}
                </button>
                {(row.is_waiting || Object.keys(row.corrections).length > 0) && (
                  <div class="small portfolio-mark">
                    {row.is_waiting ? own.isWaiting : own.isCorrected}
                  </div>
                )}
              </td>
              <td class="portfolio-address">
                {row.address}
                {row.reference !== null && <div class="small quiet">{row.reference}</div>}
              </td>
              <td class="figure">{row.area_m2 !== null && format.area(row.area_m2)}</td>
              <td class="figure">{euro(row.sum_insured_eur)}</td>
              <td class="figure">{euro(row.as_new_eur)}</td>
              <td class="figure">
                {row.insured_ratio !== null && format.percent(row.insured_ratio)}
              </td>
              <td class="portfolio-problem">{row.problem}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
