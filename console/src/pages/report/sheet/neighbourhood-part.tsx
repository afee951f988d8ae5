import { useMemo } from 'preact/hooks';
import type { PointOfInterest, PropertyReport } from '../../../../../client/src/types.ts';
import { useLocale } from '../../../tools/language/language.ts';
import { attributionText } from '../../../tools/language/source-name.ts';
import { baseBackground, showsFeatures } from '../plan/background.ts';
import { drawNeighbourhood, numberPlaces } from '../plan/neighbourhood-drawing.ts';
import { NeighbourhoodPlan } from '../plan/neighbourhood-plan.tsx';
import { planBox } from '../plan/tile-numbers.ts';
import { useTiles } from '../plan/use-tiles.ts';
import { useReportWords } from '../words/use-report-words.ts';
import { AroundTable } from './around-table.tsx';

/** Its heading, caption and it have room on the first page of a point. */
const frame = { width: 88, height: 80 };
const none: readonly PointOfInterest[] = [];

/** The section of the neighbourhood: its plan, and the table that the plan's numbers refer to. */
export function NeighbourhoodPart({ report }: { report: PropertyReport }) {
  const { words } = useLocale();
  const own = useReportWords();
  const { position, missing } = report;
  const neighbourhood = report.neighbourhood ?? none;
  const reason = missing.find(({ section }) => section === 'neighbourhood')?.reason;
  const drawing = useMemo(
    () => drawNeighbourhood([position.longitude, position.latitude], neighbourhood, frame),
    [position, neighbourhood],
  );
  const box = planBox([position.longitude, position.latitude], drawing.paper);
  const { tiles, attribution, isLoading, isFailed } = useTiles('base', box);
  const background = useMemo(
    () => baseBackground(tiles, place => drawing.paper.toPaper(drawing.toPlane(place))),
    [tiles, drawing],
  );
  // Without places, a plan of nothing would fill half a page.
  const hasPlan = neighbourhood.length > 0 || showsFeatures(background);
  return (
    <section class="sheet-part sheet-long">
      <h2>
        {words.places.heading} <span class="count">{words.places.count(neighbourhood.length)}</span>
      </h2>
      <div class="sheet-columns">
        {hasPlan && (
          <figure class="sheet-figure" aria-busy={isLoading}>
            <NeighbourhoodPlan drawing={drawing} background={background} />
            <figcaption class="small">
              {own.trueNorth} {drawing.beyond.length > 0 && own.beyondPlan}{' '}
              {drawing.others.length > 0 && own.othersOnPlan}{' '}
              {isFailed && own.note.backgroundFailed}{' '}
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
