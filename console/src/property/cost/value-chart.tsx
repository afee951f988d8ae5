import { useId } from 'preact/hooks';
import { remainingShare } from '#domain/property/cost/ageing.ts';
import { SimpleTable } from '../../tools/form/table-head.tsx';
import { ageTicks, type Curve, chartGeometry } from './chart-geometry.ts';
import { useCostWords } from './words.ts';

interface ValueChartProps {
  readonly curve: Curve;
  readonly ageYears: number;
  /** What loses value: the cost as new without add-ons that are in it only. */
  readonly ageing: number;
  /** Whether the figures are also offered as a table that can be opened; default true. */
  readonly hasTable?: boolean;
}

/** The value by the building's age, as a chart and as a table. */
export function ValueChart({ curve, ageYears, ageing, hasTable = true }: ValueChartProps) {
  const { own, words, format } = useCostWords();
  const id = useId();
  const { width, height, plot, line, area, today, label, ...ticks } = chartGeometry(
    curve,
    ageYears,
  );
  const valueAt = (age: number) =>
    // On paper to the cent, as the amount beside it.
    (hasTable ? format.euro : format.rate)(ageing * remainingShare(curve, age, curve.lostPercent));
  const years = (count: number) => words.cost.years(format.number(count));
  const { usefulLifeYears } = curve;
  return (
    <figure class="chart">
      <figcaption>{own.chart}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-labelledby={`${id}-t ${id}-d`}>
        <title id={`${id}-t`}>{own.chart}</title>
        <desc id={`${id}-d`}>
          {own.chartText(
            years(ageYears),
            valueAt(ageYears),
            valueAt(usefulLifeYears),
            years(usefulLifeYears),
          )}
        </desc>
        {ticks.valueTicks.map(({ share, y }) => (
          <g key={share} class="chart-tick">
            <line x1={plot.left} x2={plot.right} y1={y} y2={y} />
            <text x={plot.left - 6} y={y + 3.5} text-anchor="end">
              {format.percent(share)}
            </text>
          </g>
        ))}
        {ticks.ageTicks.map(({ ageYears: age, x }) => (
          <text key={age} x={x} y={plot.bottom + 16} text-anchor="middle">
            {format.number(age)}
          </text>
        ))}
        <path class="chart-area" d={area} />
        <path class="chart-curve" d={line} />
        <path class="chart-today" d={`M${today.x} ${today.y}V${plot.bottom}`} />
        <circle class="chart-dot" cx={today.x} cy={today.y} r="5" />
        <text class="chart-label" x={label.x} y={label.y} text-anchor={label.anchor}>
          {valueAt(ageYears)}
        </text>
        <text x={plot.right} y={height - 1} text-anchor="end">
          {words.cost.years('')}
        </text>
      </svg>
      {hasTable && (
        <details class="chart-table">
          <summary>{own.chartTable}</summary>
          <SimpleTable
            columns={[words.cost.age, own.chartValue]}
            rows={ageTicks(Math.max(usefulLifeYears, ageYears)).map(age => [
              years(age),
              valueAt(age),
            ])}
          />
        </details>
      )}
    </figure>
  );
}
