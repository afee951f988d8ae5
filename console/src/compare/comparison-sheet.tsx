import type { PropertyReport } from '../../../client/src/types.ts';
import { useLocale } from '../language/language.tsx';
import { licenceName, sourceName } from '../language/source-name.ts';
import { usePropertiesWords } from '../properties/use-properties-words.ts';
import { reportTitle } from '../report/report-title.ts';
import { usePageFoot } from '../report/use-page-foot.ts';
import type { Found } from '../subject/find.ts';
import { type ComparedRow, compareReports, metresApart } from './compare-reports.ts';

/** One of two properties. */
export interface ComparedProperty {
  readonly report: PropertyReport;
  /** The place that was found by its name, if the property is one. */
  readonly place: Found['place'];
}

interface ComparisonSheetProps {
  readonly pair: readonly [ComparedProperty, ComparedProperty];
}

/** The comparison of two reports; always light, also in the dark theme. */
export function ComparisonSheet({ pair: [first, second] }: ComparisonSheetProps) {
  const locale = useLocale();
  const { words, format } = locale;
  const own = usePropertiesWords();
  const pair = [first.report, second.report] as const;
  const titles = [
    reportTitle(first.report, locale, first.place),
    reportTitle(second.report, locale, second.place),
  ] as const;
  usePageFoot([own.comparison, ...titles]);
  return (
    <article class="sheet comparison">
      <header>
        <h1>{own.comparison}</h1>
        <p class="small">
          {own.comparedOn}: {format.moment(second.report.generated_at)} · {own.apart}:{' '}
          {format.distance(metresApart(pair))} · {own.differenceHint}
        </p>
      </header>
      <table class="sheet-table">
        <thead>
          <tr>
            <td />
            <th scope="col">
              <span class="visually-hidden">{own.first}: </span>
              {titles[0]}
            </th>
            <th scope="col">
              <span class="visually-hidden">{own.second}: </span>
              {titles[1]}
            </th>
          </tr>
        </thead>
        {compareReports(pair, locale, own).map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <th scope="rowgroup" colSpan={3} class="comparison-group">
                {heading}
              </th>
            </tr>
            {rows.map(row => (
              <Row key={row.name} {...row} />
            ))}
          </tbody>
        ))}
      </table>
      <p class="small">
        {words.report.sources}:{' '}
        {[
          ...new Set(
            second.report.sources.map(
              ({ layer, source, licence }) =>
                `${sourceName(source, words)} (${licenceName(licence, layer, words)})`,
            ),
          ),
        ].join(', ')}
      </p>
    </article>
  );
}

function Row({ name, first, second, difference }: ComparedRow) {
  const own = usePropertiesWords();
  const isDifferent = first !== second;
  return (
    <tr class={isDifferent ? 'is-different' : ''}>
      <th scope="row">{name}</th>
      <td>{first ?? own.noValue}</td>
      <td>
        {second ?? own.noValue}
        {isDifferent && <span class="comparison-difference">{difference ?? own.differs}</span>}
      </td>
    </tr>
  );
}
