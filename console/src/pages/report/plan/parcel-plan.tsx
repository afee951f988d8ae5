import { useMemo } from 'preact/hooks';
import { fromGreekGrid, toGreekGrid } from '#tools/geo/greek-grid.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { boundaryName } from '../../../property/parcel/boundary-name.ts';
import type { Boundary } from '../../../property/parcel/corners.ts';
import { readOutline } from '../../../state/subject/outline.ts';
import type { Locale } from '../../../tools/language/language.ts';
import { attributionText } from '../../../tools/language/source-name.ts';
import { useReportWords } from '../words/words.ts';
import { baseBackground, namedParcels, namedStreets, parcelOutlines } from './background.ts';
import { gridCrosses } from './grid-lines.ts';
import { type Paper, pathOf } from './paper.ts';
import type { ParcelDrawing } from './parcel-drawing.ts';
import { PlanBackground, PlanFrame, PlanName } from './plan-frame.tsx';
import { arrangeNames, codeForms } from './plan-names.ts';
import { planBox } from './tile-numbers.ts';
import { type PlanTiles, useTiles } from './use-tiles.ts';

interface ParcelPlanProps {
  readonly drawing: ParcelDrawing;
  readonly boundaries: readonly Boundary[];
  readonly kaek: string;
  /** The outlines of what stands on the parcel, as well-known text. */
  readonly footprints: readonly string[];
  /** What the caption says in place of its words about north and scale. */
  readonly note?: string | undefined;
}

/** The plan of a parcel among its streets, buildings and neighbours, with a caption. */
export function ParcelPlan({ drawing, boundaries, kaek, footprints, note }: ParcelPlanProps) {
  const { own, words } = useReportWords();
  const { paper } = drawing;
  const middle = fromGreekGrid(paper.middle);
  const box = planBox(middle, paper);
  const base = useTiles('base', box);
  const parcels = useTiles('parcels', box);
  const licences = [
    { layer: 'map' as const, text: base.attribution },
    { layer: 'parcels' as const, text: parcels.attribution },
  ];
  return (
    <figure class="sheet-figure" aria-busy={base.isLoading || parcels.isLoading}>
      <DrawnParcel
        drawing={drawing}
        boundaries={boundaries}
        kaek={kaek}
        footprints={footprints}
        baseTiles={base.tiles}
        parcelTiles={parcels.tiles}
      />
      <figcaption class="small">
        {note ?? own.gridNorth} {base.isFailed && own.note.backgroundFailed}{' '}
        {parcels.isFailed && own.note.parcelsFailed} {attributionText(licences, words, middle)}
      </figcaption>
    </figure>
  );
}

type Tiles = PlanTiles['tiles'];

interface DrawnParcelProps extends Omit<ParcelPlanProps, 'note'> {
  readonly baseTiles: Tiles;
  readonly parcelTiles: Tiles;
}

function DrawnParcel(props: DrawnParcelProps) {
  const { drawing, boundaries, kaek, footprints, baseTiles, parcelTiles } = props;
  const locale = useReportWords();
  const { own: words, format, language } = locale;
  const { paper, rings, corners, marks, numbers, lengths } = drawing;
  const { background, neighbours, names } = useMemo(() => {
    const onPaper = (place: Position) => paper.toPaper(toGreekGrid(place));
    return {
      background: baseBackground(baseTiles, onPaper),
      neighbours: parcelOutlines(parcelTiles, kaek, onPaper),
      names: arrangeNames(
        drawing,
        namedStreets(baseTiles, language, onPaper),
        namedParcels(parcelTiles, kaek, onPaper),
        partForms(boundaries, kaek, locale),
      ),
    };
  }, [drawing, boundaries, baseTiles, parcelTiles, kaek, language, locale, paper]);
  return (
    <PlanFrame
      paper={paper}
      title={words.parcelPlan}
      description={words.parcelPlanText(format.scale(paper.scale), corners.length)}
    >
      <PlanBackground {...{ background, paper }} widths={streetWidths} />
      <path class="plan-footprint" d={footprintPath(footprints, paper)} />
      <path class="plan-neighbours" d={neighbours} />
      <GridCrosses paper={paper} />
      <path class="plan-parcel" d={rings.map(ring => pathOf(ring, true)).join('')} />
      {marks.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="plan-corner" cx={x} cy={y} r="0.5" />
      ))}
      {names.streets.map(name => (
        <PlanName key={name.lines[0]} name={name} kind="plan-street-name" size={2.2} />
      ))}
      {names.codes.map(name => (
        <PlanName key={name.lines.join('')} name={name} kind="plan-code" size={1.9} />
      ))}
      {names.parts.map(name => (
        <PlanName key={name.lines[0]} name={name} kind="plan-code plan-own-code" size={1.9} />
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

function footprintPath(footprints: readonly string[], paper: Paper): string {
  const rings = footprints.flatMap(text => readOutline(text) ?? []).flat();
  const onPaper = (place: Position) => paper.toPaper(toGreekGrid(place));
  return rings.map(ring => pathOf(ring.map(onPaper), true)).join('');
}

/** How the parts may be named: by number and area, or by the code of the parcel if it has one part. */
function partForms(boundaries: readonly Boundary[], kaek: string, locale: Locale): string[][][] {
  const parts = boundaries.filter(({ isHole }) => !isHole);
  if (parts.length === 1) return [codeForms(kaek)];
  return parts.map(part => {
    const lines = boundaryName(part, locale).split(' · ');
    return [lines, lines.slice(0, 1)];
  });
}

/** The usual widths of streets in metres: the data have their middle lines only. */
const streetWidths: Readonly<Record<string, number>> = { road: 5, 'large-road': 10 };

/** Crosses at round coordinates of the grid, with their eastings and northings at the frame. */
function GridCrosses({ paper }: { paper: Paper }) {
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
