import type { ComponentChildren } from 'preact';
import { useKept } from '../../../tools/browser/use-kept.ts';
import { Button } from '../../../tools/form/button.tsx';
import { Check, Field, SelectField, toggled } from '../../../tools/form/field.tsx';
import { Failure, Loading } from '../../../tools/requests/unanswered.tsx';
import type { RowFilters } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { RowsTable } from './rows-table.tsx';
import { useColumns, usuallyHidden } from './table-columns.ts';
import type { RowPages, Sort, WantedRows } from './use-row-pages.ts';

interface RowsViewProps {
  /** Under which name the columns survive a reload. */
  readonly kept: string;
  readonly pages: RowPages;
  readonly filters: RowFilters;
  readonly sort: WantedRows['sort'];
  /** The place of the row that is open. */
  readonly open: number | undefined;
  onFilters(filters: RowFilters): void;
  onSort(sort: WantedRows['sort']): void;
  onOpen(place: number): void;
  /** Runs the file again, with the corrections. */
  onAgain(): void;
  /** The form of the row that is open. */
  readonly children: ComponentChildren;
}

/** The rows of a run with their filters. */
export function RowsView(props: RowsViewProps) {
  const { kept, pages, filters, sort, open, onFilters, onSort, onOpen, onAgain } = props;
  const { own, format } = usePortfolioWords();
  const [hiddenNames, setHidden] = useKept(`${kept} hidden`, usuallyHidden);
  const { found, failure, retry } = pages;
  const sortBy = (by: Sort) => {
    const usual = by === 'line' ? 'asc' : 'desc';
    const other = usual === 'asc' ? 'desc' : 'asc';
    onSort({ by, order: sort.by === by && sort.order === usual ? other : usual });
  };
  return (
    <div class="portfolio-all">
      <RowFilterForm filters={filters} onChange={onFilters} />
      {failure !== undefined && <Failure failure={failure} onRetry={retry} />}
      {!found && failure === undefined && <Loading lines={4} />}
      {found && (
        <>
          {found.waiting > 0 && (
            <div class="notice notice-warn portfolio-waiting">
              <p>{own.waiting(format.number(found.waiting))}</p>
              <Button look="main" onClick={onAgain}>
                {own.runCorrected}
              </Button>
            </div>
          )}
          <div class="portfolio-pages">
            <p role="status">
              {found.count === 0 ? own.noRows : own.rows(format.number(found.count))}
            </p>
            <FilterChip
              label={own.toLookAt}
              isOn={filters.to_look_at}
              onEnd={() => onFilters({ to_look_at: undefined })}
            />
            <FilterChip
              label={own.onlyOnMap}
              isOn={filters.bbox !== undefined}
              onEnd={() => onFilters({ bbox: undefined })}
            />
            <ColumnChoice hidden={hiddenNames} onHidden={setHidden} />
          </div>
          {props.children}
          {found.count > 0 && (
            <RowsTable
              key={pages.key}
              count={found.count}
              pages={pages}
              hidden={new Set(hiddenNames)}
              sort={sort}
              open={open}
              onSort={sortBy}
              onOpen={onOpen}
            />
          )}
        </>
      )}
    </div>
  );
}

interface FilterChipProps {
  readonly label: string;
  readonly isOn: boolean | undefined;
  onEnd(): void;
}

/** A filter that was chosen elsewhere on the page, and the way out of it. */
function FilterChip({ label, isOn, onEnd }: FilterChipProps) {
  if (!isOn) return null;
  return (
    <Button look="small" onClick={onEnd}>
      {label} ×
    </Button>
  );
}

interface FilterProps {
  readonly filters: RowFilters;
  onChange(filters: RowFilters): void;
}

function RowFilterForm({ filters, onChange }: FilterProps) {
  const { own, words } = usePortfolioWords();
  const optionsOf = (names: Readonly<Record<string, string>>) =>
    Object.entries({ '': own.any, ...names, none: own.unknown });
  return (
    <form class="portfolio-filters" onSubmit={event => event.preventDefault()}>
      <Field
        label={own.textFilter}
        type="search"
        maxLength={100}
        value={filters.text ?? ''}
        onInput={text => onChange({ text })}
      />
      <SelectField
        label={own.level}
        value={filters.level ?? ''}
        options={optionsOf(own.levels)}
        onInput={level => onChange({ level: (level || undefined) as RowFilters['level'] })}
      />
      <SelectField
        label={own.fields.property_type!}
        value={filters.property_type ?? ''}
        options={optionsOf(words.cost.types)}
        onInput={type =>
          onChange({ property_type: (type || undefined) as RowFilters['property_type'] })
        }
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
  readonly hidden: readonly string[];
  onHidden(hidden: string[]): void;
}

/** Which columns are shown. */
function ColumnChoice({ hidden, onHidden }: ColumnChoiceProps) {
  const { own } = usePortfolioWords();
  return (
    <details class="portfolio-choice">
      <summary>{own.shownColumns}</summary>
      <div>
        {useColumns().map(({ name, label }) => (
          <Check
            key={name}
            label={label}
            isChecked={!hidden.includes(name)}
            onChange={() => onHidden([...toggled(new Set(hidden), name)])}
          />
        ))}
      </div>
    </details>
  );
}
