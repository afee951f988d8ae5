import { useId, useMemo } from 'preact/hooks';
import type { Position } from '#tools/geo/polygon.ts';
import { type KindAnswer, kindName, markOf } from '../../../property/zones/zone-answers.ts';
import { ZoneLegend, ZonePattern } from '../../../property/zones/zone-legend.tsx';
import type { Outline } from '../../../state/subject/outline.ts';
import { useReportWords } from '../words/words.ts';
import { baseBackground, zoneShapes } from './background.ts';
import { planeAround } from './neighbourhood-drawing.ts';
import { type OnPaper, paperOf, pathOf } from './paper.ts';
import { PlanBackground, PlanFrame, SubjectMark } from './plan-frame.tsx';
import { planBox } from './tile-numbers.ts';
import { useTiles } from './use-tiles.ts';

interface ZonesPlanProps {
  readonly kind: KindAnswer;
  readonly centre: Position;
  readonly outline: Outline | undefined;
}

const frame = { width: 70, height: 46 };
const paper = paperOf(frame, 10_000, [0, 0]);

/** The zones of a kind around the property, in the colours and patterns of the map; nothing without any. */
export function ZonesPlan({ kind, centre, outline }: ZonesPlanProps) {
  const { own, language, format } = useReportWords();
  const id = useId();
  const box = planBox(centre, paper);
  const { tiles, legend, field = null, isLoading } = useTiles(`zones/${kind.kind}`, box);
  const base = useTiles('base', box);
  const { shapes, background, rings } = useMemo(() => {
    const toPlane = planeAround(centre);
    const onPaper: OnPaper = position => paper.toPaper(toPlane(position));
    return {
      shapes: zoneShapes(tiles, frame, onPaper),
      background: baseBackground(base.tiles, onPaper),
      rings: (outline ?? []).flat().map(ring => ring.map(onPaper)),
    };
  }, [centre, outline, tiles, base.tiles]);
  const isNear = ['in', 'maybe'].includes(markOf(kind.result)) || shapes.some(one => one.isInFrame);
  if (!legend || shapes.length === 0 || !isNear) return null;
  const colourOf = (place: number) => (legend[place] ?? legend.at(-1)!).colour;
  return (
    <figure class="sheet-figure zone-plan" aria-busy={isLoading || base.isLoading}>
      <PlanFrame
        paper={paper}
        title={kindName(kind, language)}
        description={own.zonesPlanText(format.scale(paper.scale))}
      >
        <PlanBackground {...{ background, paper }} />
        {shapes.map(({ place, areas, lines, points }) => (
          <g key={place} stroke={colourOf(place)} fill="none" stroke-width="0.4">
            <ZonePattern
              id={`${id}-${place}`}
              place={place}
              colour={colourOf(place)}
              scale={0.25}
            />
            <path d={areas} stroke="none" fill={colourOf(place)} fill-opacity="0.22" />
            <path d={areas} stroke="none" fill={`url(#${id}-${place})`} />
            <path d={lines} />
            {points.map(([cx, cy]) => (
              <circle key={`${cx} ${cy}`} cx={cx} cy={cy} r="1" fill={colourOf(place)} />
            ))}
          </g>
        ))}
        <path class="plan-parcel" d={rings.map(ring => pathOf(ring, true)).join('')} />
        {rings.length === 0 && <SubjectMark at={paper.toPaper([0, 0])} />}
      </PlanFrame>
      <ZoneLegend {...{ kind, legend, field }} places={shapes.map(({ place }) => place)} />
    </figure>
  );
}
