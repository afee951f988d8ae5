import { useMemo } from 'preact/hooks';
import type { PointOfInterest, PropertyReport } from '../../../client/src/types.ts';
import { useLocale } from '../language/language.tsx';
import { attributionText } from '../language/source-name.ts';
import { useRequest } from '../requests/use-request.ts';
import { AroundTable } from './around-table.tsx';
import { baseBackground, showsFeatures } from './plan/background.ts';
import { loadTiles, type PlanTiles } from './plan/load-tiles.ts';
import { drawNeighbourhood, numberPlaces } from './plan/neighbourhood-drawing.ts';
import { NeighbourhoodPlan } from './plan/neighbourhood-plan.tsx';
import { planFrame } from './plan/parcel-drawing.ts';
import { boxAround } from './plan/tile-numbers.ts';
import { useReportWords } from './use-report-words.ts';

const noTiles: PlanTiles = { tiles: [], attribution: '' };
const none: readonly PointOfInterest[] = [];

/** The section of the neighbourhood: its plan, and the table that the plan's numbers refer to. */
export function NeighbourhoodPart({ report }: { report: PropertyReport }) {
  const { words } = useLocale();
  const own = useReportWords();
  const { position, missing } = report;
  const neighbourhood = report.neighbourhood ?? none;
  const reason = missing.find(({ section }) => section === 'neighbourhood')?.reason;
  const drawing = useMemo(
    () => drawNeighbourhood([position.longitude, position.latitude], neighbourhood, planFrame),
    [position, neighbourhood],
  );
  const box = boxAround([position.longitude, position.latitude], drawing.paper);
  const [base] = useRequest(JSON.stringify(box), signal => loadTiles('base', box, signal));
  const { tiles, attribution } = base.state === 'answered' ? base.answer : noTiles;
  const background = useMemo(
    () => baseBackground(tiles, place => drawing.paper.toPaper(drawing.toPlane(place))),
    [tiles, drawing],
  );
  // Without places, a plan of nothing would fill half a page.
  const hasPlan = neighbourhood.length > 0 || showsFeatures(background);
  return (
    <section class="sheet-part">
      <h2>
        {words.places.heading} <span class="count">{words.places.count(neighbourhood.length)}</span>
      </h2>
      <div class="sheet-columns">
        {hasPlan && (
          <figure class="sheet-figure" aria-busy={base.state === 'waiting'}>
            <NeighbourhoodPlan drawing={drawing} background={background} />
            <figcaption class="small">
              {own.trueNorth} {drawing.beyond.length > 0 && own.beyondPlan}{' '}
              {drawing.others.length > 0 && own.othersOnPlan}{' '}
              {base.state === 'failed' && own.note.backgroundFailed}{' '}
              {attributionText([{ layer: 'map', text: attribution }], words)}
            </figcaption>
          </figure>
        )}
        {neighbourhood.length > 0 ? (
          <AroundTable numbered={numberPlaces(neighbourhood)} />
        ) : (
          <p>{reason ?? own.note.noPlaces}</p>
        )}
      </div>
    </section>
  );
}
