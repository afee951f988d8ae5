import type { ChosenComparable } from '../../../state/library/property.ts';
import { figures, TableHead } from '../../../tools/form/table-head.tsx';
import '../../../tools/design/comparables.css';
import { priceStatistics } from '#domain/property/comparables.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import { useLibrary } from '../../../state/library/use-library.tsx';
import type { Subject } from '../../../state/subject/subject.ts';
import { useLocale } from '../../../tools/language/language.ts';
import { kindsOf, pricesOf } from './chosen.ts';
import { ComparablesForm } from './comparables-form.tsx';
import { ComparablesTable, useComparablesWords } from './comparables-table.tsx';
import { PricePlot } from './price-plot.tsx';

interface ComparablesPartProps {
  readonly report: PropertyReport;
  readonly subject: Subject;
}

/** The section of market evidence: what the valuer chose, and the form to choose it. */
export function ComparablesPart({ report, subject }: ComparablesPartProps) {
  const own = useComparablesWords();
  const { library } = useLibrary();
  const chosen = library.find(subject)?.comparables ?? [];
  const isLoaded = report.sources.some(({ layer }) => layer === 'comparables');
  if (!isLoaded && chosen.length === 0) return null;
  const choose = (comparables: readonly ChosenComparable[]) =>
    library.change(subject, { comparables, isSaved: true });
  return (
    <section class={`sheet-part sheet-comparables ${chosen.length === 0 ? 'not-printed' : ''}`}>
      <h2>{own.heading}</h2>
      {isLoaded && <ComparablesForm report={report} chosen={chosen} onChoose={choose} />}
      {chosen.length > 0 && (
        <>
          <ComparablesTable rows={chosen} />
          <PricePlot rows={chosen} />
          <StatisticsTable rows={chosen} />
          <p class="small">{own.note}</p>
        </>
      )}
    </section>
  );
}

function StatisticsTable({ rows }: { rows: readonly ChosenComparable[] }) {
  const { format } = useLocale();
  const own = useComparablesWords();
  const columns = ['lowerQuartile', 'median', 'upperQuartile'] as const;
  return (
    <table class="sheet-table comparables-statistics">
      <TableHead
        columns={[own.perM2, figures(own.count), ...columns.map(name => figures(own[name]))]}
      />
      <tbody>
        {kindsOf(rows).map(kind => {
          const statistics = priceStatistics(pricesOf(rows, kind))!;
          return (
            <tr key={kind}>
              <th scope="row">{own.kind[kind]}</th>
              <td class="number">{statistics.count}</td>
              {columns.map(name => (
                <td key={name} class="number">
                  {format.number(Math.round(statistics[name]))}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
