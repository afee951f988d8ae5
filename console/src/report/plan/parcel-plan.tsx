import { useMemo } from 'preact/hooks';
import { fromGreekGrid, toGreekGrid } from '../../../../src/tools/geo/greek-grid.ts';
import type { Position } from '../../../../src/tools/geo/polygon.ts';
import { useLocale } from '../../language/language.tsx';
import { attributionText } from '../../language/source-name.ts';
import { useRequest } from '../../requests/use-request.ts';
import { useReportWords } from '../use-report-words.ts';
import { baseBackground, namedParcels, namedStreets, parcelOutlines } from './background.ts';
import { GridCrosses } from './grid-crosses.tsx';
import { loadTiles } from './load-tiles.ts';
import { type Paper, pathOf } from './paper.ts';
import type { ParcelDrawing } from './parcel-drawing.ts';
import { PlanFrame, scaleText } from './plan-frame.tsx';
import { type PlanName, placeNames } from './plan-names.ts';
import { boxAround } from './tile-numbers.ts';

interface ParcelPlanProps {
  readonly drawing: ParcelDrawing;
  readonly kaek: string;
  /** What the caption says in place of its words about north and scale. */
  readonly note?: string | undefined;
}

/** The plan of a parcel among its streets, buildings and neighbours, with a caption. */
export function ParcelPlan({ drawing, kaek, note }: ParcelPlanProps) {
  const { words } = useLocale();
  const own = useReportWords();
  const { paper } = drawing;
  const box = boxAround(fromGreekGrid(paper.middle), paper);
  const key = JSON.stringify(box);
  const [base] = useRequest(key, signal => loadTiles('base', box, signal));
  const [parcels] = useRequest(key, signal => loadTiles('parcels', box, signal));
  const isLoading = base.state === 'waiting' || parcels.state === 'waiting';
  const licences = [
    { layer: 'map' as const, text: base.state === 'answered' ? base.answer.attribution : '' },
    {
      layer: 'parcels' as const,
      text: parcels.state === 'answered' ? parcels.answer.attribution : '',
    },
  ];
  return (
    <figure class="sheet-figure" aria-busy={isLoading}>
      <DrawnParcel
        drawing={drawing}
        kaek={kaek}
        baseTiles={base.state === 'answered' ? base.answer.tiles : noTiles}
        parcelTiles={parcels.state === 'answered' ? parcels.answer.tiles : noTiles}
      />
      <figcaption class="small">
        {note ?? own.gridNorth} {base.state === 'failed' && own.note.backgroundFailed}{' '}
        {parcels.state === 'failed' && own.note.parcelsFailed} {attributionText(licences, words)}
      </figcaption>
    </figure>
  );
}

type Tiles = Awaited<ReturnType<typeof loadTiles>>['tiles'];
const noTiles: Tiles = [];

interface DrawnParcelProps extends Pick<ParcelPlanProps, 'drawing' | 'kaek'> {
  readonly baseTiles: Tiles;
  readonly parcelTiles: Tiles;
}

function DrawnParcel({ drawing, kaek, baseTiles, parcelTiles }: DrawnParcelProps) {
  const { format, language } = useLocale();
  const words = useReportWords();
  const { paper, rings, corners, marks, numbers, lengths } = drawing;
  const { background, neighbours, names } = useMemo(() => {
    const onPaper = (place: Position) => paper.toPaper(toGreekGrid(place));
    return {
      background: baseBackground(baseTiles, onPaper),
      neighbours: parcelOutlines(parcelTiles, kaek, onPaper),
      names: placeNames(
        drawing,
        namedStreets(baseTiles, language, onPaper),
        namedParcels(parcelTiles, onPaper),
      ),
    };
  }, [drawing, baseTiles, parcelTiles, kaek, language, paper]);
  return (
    <PlanFrame
      paper={paper}
      title={words.parcelPlan}
      description={words.parcelPlanText(scaleText(paper.scale), corners.length)}
    >
      {background.some(({ name, path }) => name === 'land' && path) && (
        <rect class="plan-water" width={paper.frame.width} height={paper.frame.height} />
      )}
      {background.map(({ name, path }) => (
        <path
          key={name}
          class={`plan-${streetWidths[name] ? 'street' : name}`}
          d={path}
          {...(streetWidths[name] && { 'stroke-width': onPaperWidth(streetWidths[name], paper) })}
        />
      ))}
      <path class="plan-neighbours" d={neighbours} />
      <GridCrosses paper={paper} />
      <path class="plan-parcel" d={rings.map(ring => pathOf(ring, true)).join('')} />
      {marks.map(([x, y]) => (
        <circle key={`${x} ${y}`} class="plan-corner" cx={x} cy={y} r="0.5" />
      ))}
      {names.streets.map(name => (
        <Name key={name.lines[0]} name={name} kind="plan-street-name" size={2.2} />
      ))}
      {names.codes.map(name => (
        <Name
          key={name.lines.join('')}
          name={name}
          kind={name.lines.join('') === kaek ? 'plan-code plan-own-code' : 'plan-code'}
          size={1.9}
        />
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

/** The usual widths of streets in metres: the data have their middle lines only. */
const streetWidths: Readonly<Record<string, number>> = { road: 5, 'large-road': 10 };

/** A width on the ground as one on paper, wide enough to be seen. */
function onPaperWidth(metres: number, { scale }: Paper): number {
  return Math.max(0.5, (metres * 1000) / scale);
}

interface NameProps {
  readonly name: PlanName;
  readonly kind: string;
  readonly size: number;
}

function Name({ name: { at, turn, lines }, kind, size }: NameProps) {
  const [x, y] = at.map(value => value.toFixed(2));
  return (
    <text
      class={kind}
      transform={`translate(${x} ${y}) rotate(${turn.toFixed(1)})`}
      text-anchor="middle"
    >
      {lines.map((line, index) => (
        <tspan
          key={line}
          x="0"
          y={((index - (lines.length - 1) / 2) * size * 1.15 + size * 0.35).toFixed(2)}
        >
          {line}
        </tspan>
      ))}
    </text>
  );
}
