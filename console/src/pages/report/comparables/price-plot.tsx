import { priceStatistics } from '#domain/property/comparables.ts';
import type { ChosenComparable } from '../../../state/library/property.ts';
import { kindsOf, pricesOf } from './chosen.ts';
import { useComparablesWords } from './comparables-table.tsx';
import { plotWidth, priceAxis } from './price-axis.ts';

const [top, band] = [10, 40];

/** The prices per m² on one axis: a dot each, a box from quartile to quartile, a line for the median. */
export function PricePlot({ rows }: { rows: readonly ChosenComparable[] }) {
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
