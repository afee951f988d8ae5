import { useLocale } from '../../language/language.tsx';
import { useReportWords } from '../use-report-words.ts';
import { GridCrosses } from './grid-crosses.tsx';
import { pathOf } from './paper.ts';
import { mostCornersListed, type ParcelDrawing } from './parcel-drawing.ts';
import { PlanFrame, scaleText } from './plan-frame.tsx';

interface ParcelPlanProps {
  readonly drawing: ParcelDrawing;
  /** The outlines of other parcels, as data of an SVG path. */
  readonly neighbours: string;
}

/** The plan of a parcel: its outline, the lengths of its sides and the numbers of its corners. */
export function ParcelPlan({ drawing, neighbours }: ParcelPlanProps) {
  const { format } = useLocale();
  const words = useReportWords();
  const { paper, rings, corners, numbers, lengths } = drawing;
  return (
    <PlanFrame
      paper={paper}
      title={words.parcelPlan}
      description={words.parcelPlanText(scaleText(paper.scale), corners.length)}
    >
      <GridCrosses paper={paper} />
      <path class="plan-neighbours" d={neighbours} />
      <path class="plan-parcel" d={rings.map(ring => pathOf(ring, true)).join('')} />
      {rings
        .flat()
        .slice(0, mostCornersListed)
        .map(([x, y], index) => (
          <circle key={index} class="plan-corner" cx={x} cy={y} r="0.5" />
        ))}
      {lengths.map(({ at: [x, y], turn, metres }) => (
        <text
          key={`${x} ${y}`}
          class="plan-length"
          transform={`translate(${x.toFixed(2)} ${y.toFixed(2)}) rotate(${turn.toFixed(1)})`}
          dy="0.35em"
          text-anchor="middle"
        >
          {format.length(metres)}
        </text>
      ))}
      {numbers.map(({ corner, at: [x, y] }) => (
        <text
          key={corner.number}
          class="plan-number"
          x={x.toFixed(2)}
          y={y.toFixed(2)}
          dy="0.35em"
          text-anchor="middle"
        >
          {corner.number}
        </text>
      ))}
    </PlanFrame>
  );
}
