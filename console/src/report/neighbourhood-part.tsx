import { useMemo } from 'preact/hooks';
import type { PropertyReport } from '../../../client/src/client.ts';
import { useLocale } from '../language/language.tsx';
import { AroundTable } from './around-table.tsx';
import { drawNeighbourhood, numberPlaces } from './plan/neighbourhood-drawing.ts';
import { NeighbourhoodPlan } from './plan/neighbourhood-plan.tsx';
import { planFrame } from './plan/parcel-drawing.ts';
import { useReportWords } from './use-report-words.ts';

/** The section of the neighbourhood: its plan, and the table that the plan's numbers refer to. */
export function NeighbourhoodPart({ report }: { report: PropertyReport }) {
  const { words } = useLocale();
  const own = useReportWords();
  const { position, neighbourhood } = report;
  const drawing = useMemo(
    () => drawNeighbourhood([position.longitude, position.latitude], neighbourhood, planFrame),
    [position, neighbourhood],
  );
  return (
    <section class="sheet-part">
      <h2>
        {words.places.heading} <span class="count">{words.places.count(neighbourhood.length)}</span>
      </h2>
      <div class="sheet-columns">
        <figure class="sheet-figure">
          <NeighbourhoodPlan drawing={drawing} background={[]} />
          <figcaption class="small">
            {own.trueNorth} {drawing.beyond.length > 0 && own.beyondPlan}{' '}
            {drawing.others.length > 0 && own.othersOnPlan}
          </figcaption>
        </figure>
        {neighbourhood.length > 0 ? (
          <AroundTable numbered={numberPlaces(neighbourhood)} />
        ) : (
          <p>{own.note.noPlaces}</p>
        )}
      </div>
    </section>
  );
}
