import type { PropertyReport } from '../../../../client/src/types.ts';
import type { Found } from '../../state/subject/find.ts';
import type { Subject } from '../../state/subject/subject.ts';
import { subjectText } from '../../state/subject/subject-text.ts';
import { licenceName, sourceName } from '../../tools/language/source-name.ts';
import { usePropertiesWords } from '../properties/words.ts';
import { reportTitle } from '../report/sheet/report-title.ts';
import { usePageFoot } from '../report/sheet/use-page-foot.ts';
import { type ComparedRow, compareReports, isDifferent, reasonText } from './compare-reports.ts';

/** One of the properties: its report, or why there is none. */
export type ComparedProperty = { readonly subject: Subject } & (
  | {
      readonly report: PropertyReport;
      /** The place that was found by its name, if the property is one. */
      readonly place: Found['place'];
    }
  | { readonly failure: unknown }
);

/**
 * The comparison of reports with the first; always light, also in the dark theme. A property without
 * a report has the reason in its column. At least one has a report.
 */
export function ComparisonSheet({ compared }: { compared: readonly ComparedProperty[] }) {
  const locale = usePropertiesWords();
  const { own, words, format, language } = locale;
  const reports = compared.flatMap(one => ('report' in one ? [one.report] : []));
  /** The column of each property among the reports; -1 without one. */
  const columns = compared.map(one => ('report' in one ? reports.indexOf(one.report) : -1));
  const titles = compared.map(one =>
    'report' in one
      ? reportTitle(one.report, locale, one.place)
      : subjectText(one.subject, undefined, language),
  );
  const last = reports.at(-1)!;
  usePageFoot([own.comparison, ...titles]);
  return (
    <article
      class="sheet comparison"
      style={{ '--columns': titles.length }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
      tabIndex={0}
    >
      <header>
        <h1>{own.comparison}</h1>
        <p class="small">
          {own.comparedOn}: {format.moment(last.generated_at)} ·{' '}
          {own.differenceHint(titles[columns.indexOf(0)]!)}
        </p>
      </header>
      <table class="sheet-table">
        <thead>
          <tr>
            <td />
            {compared.map((one, index) => (
              <th key={index} scope="col">
                <span class="visually-hidden">{own.property(index + 1)}: </span>
                {titles[index]}
                {'failure' in one && (
                  <span class="comparison-reason">
                    {reasonText(one.subject, one.failure, words)}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        {compareReports(reports, locale, own).map(({ heading, rows }) => (
          <tbody key={heading}>
            <tr>
              <th scope="rowgroup" colSpan={titles.length + 1} class="comparison-group">
                {heading}
              </th>
            </tr>
            {rows.map(row => (
              <Row key={row.name} row={row} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
      <p class="small">
        {words.report.sources}:{' '}
        {[
          ...new Set(
            last.sources.map(
              ({ layer, source, licence }) =>
                `${sourceName(source, words)} (${licenceName(licence, layer, words)})`,
            ),
          ),
        ].join(', ')}
      </p>
    </article>
  );
}

interface RowProps {
  readonly row: ComparedRow;
  readonly columns: readonly number[];
}

function Row({ row, columns }: RowProps) {
  const { own } = usePropertiesWords();
  const { name, values, differences } = row;
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map((index, column) => {
        const differs = index > 0 && isDifferent(row, index);
        return (
          <td key={column} class={differs ? 'is-different' : ''}>
            {values[index] ?? own.noValue}
            {differs && (
              <span class="comparison-difference">{differences?.[index] ?? own.differs}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
