import type { PlaceType } from '../../../../../client/src/types.ts';
import { kinds } from '../../../property/places/kinds.ts';
import { useReportWords } from '../words/words.ts';
import type { Background } from './background.ts';
import type { PlacedLabel } from './label-points.ts';
import {
  type BeyondFrame,
  labelRadius,
  type NeighbourhoodDrawing,
  type NumberedPlace,
} from './neighbourhood-drawing.ts';
import type { PaperPoint } from './paper.ts';
import { PlanBackground, PlanFrame, SubjectMark } from './plan-frame.tsx';

interface NeighbourhoodPlanProps {
  readonly drawing: NeighbourhoodDrawing;
  readonly background: Background;
}

/** The plan of the neighbourhood: the places around, with the numbers of their table. */
export function NeighbourhoodPlan({ drawing, background }: NeighbourhoodPlanProps) {
  const { own: words, format } = useReportWords();
  const { paper, centre, numbered, beyond, others, circles } = drawing;
  const [x, y] = centre;
  return (
    <PlanFrame
      paper={paper}
      title={words.neighbourhoodPlan}
      description={words.neighbourhoodPlanText(
        format.scale(paper.scale),
        numbered.length + beyond.length,
      )}
    >
      <PlanBackground {...{ background, paper }} />
      {circles.map(({ metres, radius }) => (
        <g key={metres} class="plan-circle">
          <circle cx={x} cy={y} r={radius} />
          <text x={x} y={y - radius - 0.6} text-anchor="middle">
            {format.radius(metres)}
          </text>
        </g>
      ))}
      {others.map(({ place, at }) => (
        <Dot key={place.id} kind={place.place_type} at={at} radius={0.55} />
      ))}
      {numbered.map(placed => (
        <NumberedMark key={placed.item.number} {...placed} />
      ))}
      {beyond.map(mark => (
        <BeyondMark key={mark.place.number} {...mark} />
      ))}
      <SubjectMark at={centre} />
    </PlanFrame>
  );
}

function Dot({ kind, at, radius }: { kind: PlaceType; at: PaperPoint; radius: number }) {
  return <circle class={`plan-dot plan-${kinds[kind].group}`} cx={at[0]} cy={at[1]} r={radius} />;
}

function NumberedMark({ item, at, label }: PlacedLabel<NumberedPlace>) {
  return (
    <g class={`plan-${kinds[item.kind].group}`}>
      <path class="plan-leader" d={`M${at[0]} ${at[1]}L${label[0]} ${label[1]}`} />
      <Dot kind={item.kind} at={at} radius={0.9} />
      <Label at={label} number={item.number} />
    </g>
  );
}

function BeyondMark({ place, label: [x, y], turn }: BeyondFrame) {
  return (
    <g class={`plan-${kinds[place.kind].group}`}>
      <path
        class="plan-arrow"
        transform={`translate(${x} ${y}) rotate(${turn})`}
        d={`M${labelRadius + 0.3}-1l1.8 1-1.8 1z`}
      />
      <Label at={[x, y]} number={place.number} />
    </g>
  );
}

/** A number in a circle. */
export function Label({ at: [x, y], number }: { at: PaperPoint; number: number }) {
  return (
    <g class="plan-label">
      <circle cx={x} cy={y} r={labelRadius} />
      <text x={x} y={y} dy="0.35em" text-anchor="middle">
        {number}
      </text>
    </g>
  );
}
