import { priceStatistics } from '#domain/property/comparables.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';
import { figures, SimpleTable } from '../../../tools/form/table-head.tsx';
import '../../../tools/design/comparables.css';
import { kindsOf, pricesOf } from './chosen.ts';
import { ComparablesForm } from './comparables-form.tsx';
import { ComparablesGrid } from './comparables-grid.tsx';
import { useComparablesWords } from './comparables-table.tsx';
import { PricePlot } from './price-plot.tsx';

interface ComparablesPartProps {
  readonly report: PropertyReport;
  readonly chosen: readonly ChosenComparable[];
  /** Floor and unit of the subject, as the valuer wrote them. */
  readonly unit: string | undefined;
  /** Changes what is chosen; only the browser has it. */
  onChoose?: ((comparables: readonly ChosenComparable[]) => void) | undefined;
}

/** The section of market evidence: what the valuer chose, and the form to choose it. */
export function ComparablesPart({ report, chosen, unit, onChoose }: ComparablesPartProps) {
  const { own } = useComparablesWords();
  const isLoaded = report.sources.some(({ layer }) => layer === 'comparables');
  const canChoose = isLoaded && onChoose !== undefined;
  if (!canChoose && chosen.length === 0) return null;
  const hasKinds = (kind: ChosenComparable['kind']) => chosen.some(row => row.kind === kind);
  const isMixed = hasKinds('asking') && hasKinds('sold');
  return (
    <section class={`sheet-part sheet-comparables ${chosen.length === 0 ? 'not-printed' : ''}`}>
      <h2>{own.heading}</h2>
      {canChoose && <ComparablesForm report={report} chosen={chosen} onChoose={onChoose} />}
      {chosen.length > 0 && (
        <>
          <ComparablesGrid
            report={report}
            rows={chosen}
            unit={unit}
            onRow={onChoose && ((index, row) => onChoose(chosen.with(index, row)))}
          />
          {kindsOf(chosen).length > 0 && (
            <>
              <PricePlot rows={chosen} />
              <StatisticsTable rows={chosen} />
            </>
          )}
          <p class="small">
            {isMixed && own.mixed} {own.note}
          </p>
        </>
      )}
    </section>
  );
}

function StatisticsTable({ rows }: { rows: readonly ChosenComparable[] }) {
  const { own, format } = useComparablesWords();
  const columns = ['lowerQuartile', 'median', 'upperQuartile'] as const;
  return (
    <SimpleTable
      class="sheet-table comparables-statistics"
      columns={[own.perM2, figures(own.count), ...columns.map(name => figures(own[name]))]}
      rows={kindsOf(rows).map(kind => {
        const statistics = priceStatistics(pricesOf(rows, kind))!;
        const prices = columns.map(name => format.number(Math.round(statistics[name])));
        return [own.kind[kind], statistics.count, ...prices];
      })}
    />
  );
}
