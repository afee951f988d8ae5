import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useKept } from '../../../tools/browser/use-kept.ts';
import { Check, SelectField } from '../../../tools/form/field.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { Failure, Loading } from '../../../tools/requests/unanswered.tsx';
import { useClient } from '../../../tools/requests/use-request.ts';
import type { Portfolio, PortfolioRow, RowFilters } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words-en.ts';
import { RowForm } from './row-form.tsx';
import { type Sort, useRowPages, type WantedRows } from './use-row-pages.ts';

interface RowsTableProps {
  readonly portfolio: Portfolio;
  /** Under which name the order and the columns survive a reload. */
  readonly kept: string;
  readonly filters: RowFilters;
  /** The row that the map shows. */
  readonly chosen: PortfolioRow | undefined;
  /** Changes when rows were corrected. */
  readonly round: number;
  onFilters(filters: RowFilters): void;
  onChoose(row: PortfolioRow | undefined): void;
  onCorrected(): void;
  /** Runs the file again, with the corrections. */
  onAgain(): void;
}

/** All rows of a run, each to be shown on the map and corrected. */
export function RowsTable(props: RowsTableProps) {
  const own = usePortfolioWords();
  const { portfolio, kept, filters, round, onFilters, onCorrected, onAgain } = props;
  const { format, language } = useLocale();
  const client = useClient();
  const [sort, setSort] = useKept<WantedRows['sort']>(`${kept} sort`, { by: 'line', order: 'asc' });
  const [open, setOpen] = useState<PortfolioRow>();
  const [hiddenNames, setHidden] = useKept(`${kept} hidden`, ['address', 'area']);
  const hidden = new Set(hiddenNames);
  const text = filters.text?.trim() || undefined;
  const wanted = { id: portfolio.id, filters: { ...filters, text }, sort, round, language };
  const { found, failure, rowAt, want, retry } = useRowPages(client, wanted);
  const sortBy = (by: Sort) => {
    const usual = by === 'line' ? 'asc' : 'desc';
    const other = usual === 'asc' ? 'desc' : 'asc';
    setSort(before => ({ by, order: before.by === by && before.order === usual ? other : usual }));
  };
  return (
    <div class="portfolio-all">
      <RowFilterForm filters={filters} onChange={onFilters} />
      {failure !== undefined && <Failure failure={failure} onRetry={retry} />}
      {!found && failure === undefined && <Loading lines={4} />}
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
          <div class="portfolio-pages">
            <p role="status">
              {found.count === 0 ? own.noRows : own.rows(format.number(found.count))}
            </p>
            {filters.bbox && (
              <button
                type="button"
                class="button button-small"
                onClick={() => onFilters({ bbox: undefined })}
              >
                {own.onlyOnMap} ×
              </button>
            )}
            <ColumnChoice hidden={hidden} onHidden={next => setHidden([...next])} />
          </div>
          {found.count > 0 && (
            <Rows
              {...props}
              key={JSON.stringify(wanted)}
              count={found.count}
              rowAt={rowAt}
              hidden={hidden}
              sort={sort}
              onWant={want}
              onSort={sortBy}
              onOpen={setOpen}
            />
          )}
        </>
      )}
      {open && (
        <RowForm
          key={open.line}
          portfolio={portfolio}
          row={open}
          onClose={isSaved => {
            setOpen(undefined);
            if (isSaved) onCorrected();
          }}
        />
      )}
    </div>
  );
}

interface FilterProps {
  readonly filters: RowFilters;
  onChange(filters: RowFilters): void;
}

function RowFilterForm({ filters, onChange }: FilterProps) {
  const own = usePortfolioWords();
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

interface ColumnChoiceProps {
  readonly hidden: ReadonlySet<string>;
  onHidden(hidden: ReadonlySet<string>): void;
}

/** Which columns are shown. */
function ColumnChoice({ hidden, onHidden }: ColumnChoiceProps) {
  const own = usePortfolioWords();
  const names = useColumns();
  return (
    <details class="portfolio-choice">
      <summary>{own.shownColumns}</summary>
      <div>
        {names.map(({ name, label }) => (
          <Check
            key={name}
            label={label}
            isChecked={!hidden.has(name)}
            onChange={isOn => {
              const next = new Set(hidden);
              if (isOn) next.delete(name);
              else next.add(name);
              onHidden(next);
            }}
          />
        ))}
      </div>
    </details>
  );
}

interface Column {
  readonly name: string;
  readonly label: string;
  readonly sort?: Sort;
  readonly isFigure?: boolean;
  text(row: PortfolioRow): string;
}

/** The columns that can be hidden. */
function useColumns(): Column[] {
  const own = usePortfolioWords();
  const { format, words } = useLocale();
  const euro = (value: number | null) => (value === null ? '' : format.number(Math.round(value)));
  const named = (names: Readonly<Record<string, string>>, name: string | null) =>
    name === null ? '' : (names[name] ?? name);
  return [
    { name: 'reference', label: own.reference, text: row => row.reference ?? '' },
    { name: 'address', label: own.fields.address!, text: row => row.address ?? '' },
    { name: 'type', label: own.type, text: row => named(words.cost.types, row.property_type) },
    {
      ...{ name: 'area', label: own.fields.build_area!, sort: 'area', isFigure: true },
      text: row => (row.area_m2 === null ? '' : format.area(row.area_m2)),
    },
    {
      ...{ name: 'year', label: own.year, isFigure: true },
      text: row => (row.construction_year === null ? '' : String(row.construction_year)),
    },
    { name: 'level', label: own.levelShort, text: row => named(own.levels, row.level) },
    {
      ...{ name: 'as_new', label: `${own.asNew} (€)`, sort: 'as_new', isFigure: true },
      text: row => euro(row.as_new_eur),
    },
    { name: 'as_is', label: `${own.asIs} (€)`, isFigure: true, text: row => euro(row.as_is_eur) },
    {
      ...{ name: 'insured', label: `${own.insured} (€)`, sort: 'sum_insured', isFigure: true },
      text: row => euro(row.sum_insured_eur),
    },
    {
      ...{ name: 'ratio', label: own.ratio, sort: 'ratio', isFigure: true },
      text: row => (row.insured_ratio === null ? '' : format.percent(row.insured_ratio)),
    },
    { name: 'problem', label: own.kind, text: row => row.problem },
  ];
}

/** All rows have one height, so that the place of each is known without it. */
const rowPixels = 40;
/** Rows that are drawn before and after those in view. */
const margin = 10;

interface RowsProps extends Pick<RowsTableProps, 'chosen' | 'onChoose'> {
  readonly count: number;
  readonly hidden: ReadonlySet<string>;
  readonly sort: WantedRows['sort'];
  rowAt(place: number): PortfolioRow | undefined;
  onWant(from: number, to: number): void;
  onSort(by: Sort): void;
  onOpen(row: PortfolioRow): void;
}

/** Only the rows in view are in the page. */
function Rows({ count, hidden, sort, chosen, rowAt, ...on }: RowsProps) {
  const own = usePortfolioWords();
  const frame = useRef<HTMLElement>(null);
  const [from, setFrom] = useState(0);
  const [shown, setShown] = useState(2 * margin);
  const columns = useColumns().filter(({ name }) => !hidden.has(name));
  const scroll = () => {
    const { scrollTop, clientHeight } = frame.current!;
    setFrom(Math.max(0, Math.floor(scrollTop / rowPixels) - margin));
    setShown(Math.ceil(clientHeight / rowPixels) + 2 * margin);
  };
  useEffect(scroll, []);
  const to = Math.min(count, from + shown);
  useEffect(() => on.onWant(from, to), [from, to]);
  const head = (name: string, isFigure = false, by?: Sort) => (
    <th
      key={name}
      scope="col"
      class={isFigure ? 'is-figure' : ''}
      {...(by === sort.by && {
        'aria-sort': sort.order === 'asc' ? ('ascending' as const) : ('descending' as const),
      })}
    >
      {by ? (
        <button type="button" class="portfolio-sort" onClick={() => on.onSort(by)}>
          {name}
        </button>
      ) : (
        name
      )}
    </th>
  );
  const space = (rows: number) =>
    rows > 0 && (
      <tr>
        <td colSpan={columns.length + 1} style={{ height: `${rows * rowPixels}px` }} />
      </tr>
    );
  return (
    <section
      class="portfolio-window"
      ref={frame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
      aria-label={own.allRows}
      onScroll={scroll}
    >
      <table aria-rowcount={count + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {head(own.line, true, 'line')}
            {columns.map(({ label, isFigure, sort: by }) => head(label, isFigure, by))}
          </tr>
        </thead>
        <tbody>
          {space(from)}
          {Array.from({ length: to - from }, (_, i) => (
            <Row
              key={from + i}
              place={from + i}
              row={rowAt(from + i)}
              columns={columns}
              chosen={chosen}
              onChoose={on.onChoose}
              onOpen={on.onOpen}
            />
          ))}
          {space(count - to)}
        </tbody>
      </table>
    </section>
  );
}

interface RowProps extends Pick<RowsProps, 'chosen' | 'onChoose' | 'onOpen'> {
  readonly place: number;
  /** Undefined until it is there. */
  readonly row: PortfolioRow | undefined;
  readonly columns: readonly Column[];
}

function Row({ place, row, columns, chosen, onChoose, onOpen }: RowProps) {
  const own = usePortfolioWords();
  if (!row) {
    return (
      <tr aria-rowindex={place + 2} class="is-loading">
        <td colSpan={columns.length + 1}>…</td>
      </tr>
    );
  }
  const isChosen = row.line === chosen?.line;
  const isMarked = row.is_waiting || Object.keys(row.corrections).length > 0;
  return (
    <tr aria-rowindex={place + 2} class={isChosen ? 'is-chosen' : ''}>
      <td class="portfolio-line">
        <button
          type="button"
          class="button button-small"
          aria-label={row.can_be_corrected ? own.correctLine(row.line) : own.viewLine(row.line)}
          title={row.can_be_corrected ? own.correct : own.view}
          onClick={() => onOpen(row)}
        >
          {row.can_be_corrected ? '✎' : '☰'}
        </button>
        <button
          type="button"
          class="portfolio-sort figure"
          aria-pressed={isChosen}
          aria-label={own.showLine(row.line)}
          disabled={row.latitude === null}
          onClick={() => onChoose(isChosen ? undefined : row)}
        >
          {row.line}
        </button>
        {isMarked && (
          <span class="portfolio-mark" title={row.is_waiting ? own.isWaiting : own.isCorrected}>
            <span aria-hidden="true">●</span>
            <span class="visually-hidden">{row.is_waiting ? own.isWaiting : own.isCorrected}</span>
          </span>
        )}
      </td>
      {columns.map(({ name, isFigure, text }) => (
        <td key={name} class={isFigure ? 'figure is-figure' : `is-${name}`} title={text(row)}>
          {text(row)}
        </td>
      ))}
    </tr>
  );
}
