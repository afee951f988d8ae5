import { gridCrosses } from './grid-lines.ts';
import type { Paper } from './paper.ts';

/** Crosses at round coordinates of the grid, with their eastings and northings at the frame. */
export function GridCrosses({ paper }: { paper: Paper }) {
  const { crosses, eastings, northings } = gridCrosses(paper);
  return (
    <g class="plan-grid">
      <path d={crosses.map(([x, y]) => `M${x - 1} ${y}h2M${x} ${y - 1}v2`).join('')} />
      {eastings.map(({ metres, at }) => (
        <text key={metres} x={at} y="2.6" text-anchor="middle">
          {metres}
        </text>
      ))}
      {northings.map(({ metres, at }) => (
        <text key={metres} transform={`translate(2.6 ${at}) rotate(-90)`} text-anchor="middle">
          {metres}
        </text>
      ))}
    </g>
  );
}
