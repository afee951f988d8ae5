import type { ComponentChild } from 'preact';
import { useMemo } from 'preact/hooks';
import { boundsOf, type Position } from '#tools/geo/polygon.ts';
import { geometryOf, type Outline } from '../../../state/subject/outline.ts';
import { attributionText } from '../../../tools/language/source-name.ts';
import { useReportWords } from '../words/words.ts';
import { baseBackground, namedStreets, showsStreets } from './background.ts';
import { labelPoints } from './label-points.ts';
import { textBox } from './label-room.ts';
import { labelRadius, planeAround } from './neighbourhood-drawing.ts';
import { Label } from './neighbourhood-plan.tsx';
import { type Frame, type Paper, paperOf, pathOf, roundScale, roundScales } from './paper.ts';
import { PlanBackground, PlanFrame, PlanName, SubjectMark } from './plan-frame.tsx';
import { arrangeNames } from './plan-names.ts';
import { planBox } from './tile-numbers.ts';
import { useTiles } from './use-tiles.ts';

interface Mark {
  readonly number: number;
  readonly position: Position;
}

interface LocatorProps {
  readonly centre: Position;
  /** The outline of the parcel, if it is known. */
  readonly outline: Outline | undefined;
  /** How far the position may be off, in metres; 0 if it is given. */
  readonly accuracyM: number;
  /** Comparables with their numbers. */
  readonly marks?: readonly Mark[];
  readonly frame?: Frame;
  /** What is drawn where no map is loaded. */
  readonly otherwise?: ComponentChild;
}

const usualFrame: Frame = { width: 60, height: 50 };
const noMarks: readonly Mark[] = [];
/** At a finer scale the map would not show where in its town a property is. */
const finestScale = roundScales.find(scale => scale >= 5_000)!;

/** The paper of a small map around a property: all of it has at most four fifths of the width. */
function locatorPaper(
  { centre, outline, accuracyM, marks = noMarks }: LocatorProps,
  frame: Frame,
): Paper {
  const toPlane = planeAround(centre);
  const bounds = outline ? boundsOf(geometryOf(outline)) : undefined;
  const corners = bounds
    ? [toPlane([bounds.west, bounds.south]), toPlane([bounds.east, bounds.north])]
    : [];
  const places = [...corners, ...marks.map(({ position }) => toPlane(position))];
  const reach = (axis: 0 | 1) => 2 * Math.max(accuracyM, ...places.map(one => Math.abs(one[axis])));
  const room = { width: frame.width * 0.8, height: frame.height * 0.8 };
  const needed = roundScale({ width: reach(0), height: reach(1) }, room);
  return paperOf(frame, Math.max(finestScale, needed), [0, 0]);
}

/** A small map of where the property is; without streets it would be empty. */
export function LocatorPlan(props: LocatorProps) {
  const { own, words, language, format } = useReportWords();
  const { centre, outline, accuracyM, marks = noMarks, frame = usualFrame } = props;
  const paper = useMemo(() => locatorPaper(props, frame), [centre, outline, accuracyM, marks]);
  const placed = useMemo(() => {
    const points = marks.map(item => ({
      item,
      at: paper.toPaper(planeAround(centre)(item.position)),
    }));
    const obstacles = [paper.toPaper([0, 0])];
    return labelPoints(points, { frame, radius: labelRadius, obstacles });
  }, [centre, marks, paper]);
  const { tiles, attribution, isLoading } = useTiles('base', planBox(centre, paper));
  const { background, rings, streets, isEmpty } = useMemo(() => {
    const toPlane = planeAround(centre);
    const onPaper = (place: Position) => paper.toPaper(toPlane(place));
    const drawn = (outline ?? []).flat().map(ring => ring.map(onPaper));
    const mark = textBox('+', 5, paper.toPaper([0, 0]));
    const drawing = { paper, rings: drawn, parts: [], taken: [mark] };
    return {
      background: baseBackground(tiles, onPaper),
      isEmpty: !showsStreets(tiles, onPaper, frame),
      rings: drawn,
      streets: arrangeNames(drawing, namedStreets(tiles, language, onPaper), []).streets,
    };
  }, [centre, outline, paper, tiles, language]);
  if (!isLoading && marks.length === 0 && isEmpty) return <>{props.otherwise}</>;
  const [x, y] = paper.toPaper([0, 0]);
  return (
    <figure class="sheet-figure" aria-busy={isLoading}>
      <PlanFrame
        paper={paper}
        title={marks.length > 0 ? own.comparablesMap : own.locator}
        description={(marks.length > 0 ? own.comparablesMapText : own.locatorText)(
          format.scale(paper.scale),
        )}
      >
        <PlanBackground {...{ background, paper }} />
        {streets.map(name => (
          <PlanName key={name.lines[0]} name={name} kind="plan-street-name" size={2.2} />
        ))}
        {accuracyM > 0 && (
          <circle class="plan-accuracy" cx={x} cy={y} r={(accuracyM * 1000) / paper.scale} />
        )}
        <path class="plan-parcel" d={rings.map(ring => pathOf(ring, true)).join('')} />
        {rings.length === 0 && <SubjectMark at={[x, y]} />}
        {placed.map(({ item: { number }, at, label }) => (
          <g key={number}>
            <path class="plan-leader" d={`M${at[0]} ${at[1]}L${label[0]} ${label[1]}`} />
            <Label at={label} number={number} />
          </g>
        ))}
      </PlanFrame>
      <figcaption class="small">
        {attributionText([{ layer: 'map', text: attribution }], words, centre)}
      </figcaption>
    </figure>
  );
}
