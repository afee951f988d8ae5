import { useState } from 'preact/hooks';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { comparableTypes, mostChosen, priceKinds } from '#domain/property/comparables.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';
import { SelectField } from '../../../tools/form/field.tsx';
import { Answered } from '../../../tools/requests/answered.tsx';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import { firstSearch, rowKey, type Search, searchInput, toggleRow } from './chosen.ts';
import { ComparablesTable } from './comparables-table.tsx';
import { useComparablesWords } from './words.ts';

interface ComparablesFormProps {
  readonly report: PropertyReport;
  readonly chosen: readonly ChosenComparable[];
  onChoose(chosen: readonly ChosenComparable[]): void;
}

/** Searches comparables around the property, of which the valuer chooses rows; not printed. */
export function ComparablesForm({ report, chosen, onChoose }: ComparablesFormProps) {
  const { own } = useComparablesWords();
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const [search, setSearch] = useState(() => firstSearch(report));
  const input = searchInput(report, search, dateInAthens(new Date()));
  const [request, retry] = useRequest(isOpen ? JSON.stringify(input) : undefined, signal =>
    client.comparables(input, { signal }),
  );
  const keys = new Set(chosen.map(rowKey));
  return (
    <details
      class="comparables-form not-printed"
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary>
        {own.choose} <span class="count">{own.chosen(chosen.length)}</span>
      </summary>
      <SearchFields report={report} search={search} onChange={setSearch} />
      <Answered request={request} onRetry={retry}>
        {({ count, comparables }) => (
          <>
            <p class="small" role="status">
              {own.found(count, comparables.length)}{' '}
              {chosen.length >= mostChosen && own.most(mostChosen)}
            </p>
            <ComparablesTable
              rows={comparables}
              isChosen={row => keys.has(rowKey(row))}
              isFull={chosen.length >= mostChosen}
              onToggle={row => onChoose(toggleRow(chosen, row))}
            />
          </>
        )}
      </Answered>
    </details>
  );
}

interface SearchFieldsProps {
  readonly report: PropertyReport;
  readonly search: Search;
  onChange(search: Search): void;
}

function SearchFields({ report, search, onChange }: SearchFieldsProps) {
  const { own, words, format } = useComparablesWords();
  const any = ['', own.any] as const;
  const { build_area, construction_year } = report.query;
  const field = (name: keyof Search, options: readonly (readonly [string, string])[]) => (
    <SelectField
      label={own[name === 'kind' ? 'kindOf' : name]}
      value={search[name]}
      options={options}
      onInput={value => onChange({ ...search, [name]: value })}
    />
  );
  return (
    <div class="comparables-fields">
      {field(
        'type',
        comparableTypes.map(type => [type, type === 'land' ? own.land : words.cost.types[type]]),
      )}
      {field(
        'metres',
        [250, 500, 1_000, 2_000, 5_000, 10_000, 20_000].map(m => [String(m), format.radius(m)]),
      )}
      {build_area !== null &&
        field('area', [any, ...['20', '35', '50'].map(one => [one, own.within(one)] as const)])}
      {construction_year !== null &&
        field('years', [any, ...['10', '20'].map(one => [one, own.withinYears(one)] as const)])}
      {field('age', [
        any,
        ...['1', '2', '3', '5', '10'].map(one => [one, own.lastYears(one)] as const),
      ])}
      {field('kind', [any, ...priceKinds.map(one => [one, own.kind[one]] as const)])}
    </div>
  );
}
