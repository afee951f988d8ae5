import { priceStatistics } from '#domain/property/comparables.ts';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';
import { figures, SimpleTable } from '../../../tools/form/table-head.tsx';
import '../../../tools/design/comparables.css';
import { kindsOf, pricesOf } from './chosen.ts';
import { ComparablesForm } from './comparables-form.tsx';
import { ComparablesGrid } from './comparables-grid.tsx';
import { plotWidth, priceAxis } from './price-axis.ts';
import { useComparablesWords } from './words.ts';

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

const [top, band] = [10, 40];

/** The prices per m² on one axis: a dot each, a box from quartile to quartile, a line for the median. */
function PricePlot({ rows }: { rows: readonly ChosenComparable[] }) {
  const { own, format } = useComparablesWords();
  const kinds = kindsOf(rows);
  const all = kinds.flatMap(kind => pricesOf(rows, kind));
  const { ticks, x } = priceAxis(all);
  const bottom = top + kinds.length * band;
  return (
    <svg
      class="price-plot"
      viewBox={`0 0 ${plotWidth} ${bottom + 20}`}
      role="img"
      aria-label={own.plot(all.length)}
    >
      {ticks.map(tick => (
        <g key={tick} class="price-tick">
          <line x1={x(tick)} x2={x(tick)} y1={top} y2={bottom} />
          <text x={x(tick)} y={bottom + 14} text-anchor="middle">
            {format.number(tick)}
          </text>
        </g>
      ))}
      {kinds.map((kind, index) => {
        const prices = pricesOf(rows, kind);
        const { lowerQuartile, median, upperQuartile } = priceStatistics(prices)!;
        const middle = top + (index + 0.5) * band;
        return (
          <g key={kind} class={`price-${kind}`}>
            <text x={0} y={middle + 4}>
              {own.kind[kind]}
            </text>
            <rect
              x={x(lowerQuartile)}
              y={middle - 10}
              width={Math.max(1, x(upperQuartile) - x(lowerQuartile))}
              height={20}
            />
            <line
              class="price-median"
              x1={x(median)}
              x2={x(median)}
              y1={middle - 14}
              y2={middle + 14}
            />
            {prices.map((price, i) => (
              <circle key={i} cx={x(price)} cy={middle} r={4} />
            ))}
          </g>
        );
      })}
    </svg>
  );
}
