import type { PropertyReport } from '../../../client/src/types.ts';
import { useLocale } from '../language/language.tsx';
import { licenceName, sourceName } from '../language/source-name.ts';
import { usePropertiesWords } from '../properties/use-properties-words.ts';
import { reportTitle } from '../report/report-title.ts';
import { usePageFoot } from '../report/use-page-foot.ts';
import type { Found } from '../subject/find.ts';
import { type ComparedRow, compareReports, isDifferent } from './compare-reports.ts';

/** One of the properties. */
export interface ComparedProperty {
  readonly report: PropertyReport;
  /** The place that was found by its name, if the property is one. */
  readonly place: Found['place'];
}

/** The comparison of reports with the first; always light, also in the dark theme. */
export function ComparisonSheet({ compared }: { compared: readonly ComparedProperty[] }) {
  const locale = useLocale();
  const { words, format } = locale;
  const own = usePropertiesWords();
  const reports = compared.map(({ report }) => report);
  const titles = compared.map(({ report, place }) => reportTitle(report, locale, place));
  const last = reports.at(-1)!;
  usePageFoot([own.comparison, ...titles]);
  return (
    <article class="sheet comparison" style={{ '--columns': titles.length }}>
      <header>
        <h1>{own.comparison}</h1>
        <p class="small">
          {own.comparedOn}: {format.moment(last.generated_at)} · {own.differenceHint}
        </p>
      </header>
      <table class="sheet-table">
        <thead>
          <tr>
            <td />
            {titles.map((title, index) => (
              <th key={index} scope="col">
                <span class="visually-hidden">{own.property(index + 1)}: </span>
                {title}
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
              <Row key={row.name} row={row} />
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

function Row({ row }: { row: ComparedRow }) {
  const own = usePropertiesWords();
  const { name, values, differences } = row;
  return (
    <tr>
      <th scope="row">{name}</th>
      {values.map((value, index) => {
        const differs = isDifferent(row, index);
        return (
          <td key={index} class={differs ? 'is-different' : ''}>
            {value ?? own.noValue}
            {differs && (
              <span class="comparison-difference">{differences?.[index] ?? own.differs}</span>
            )}
          </td>
        );
      })}
    </tr>
  );
}
