import type { PropertyReport } from '../../../client/src/types.ts';
import { fromGreekGrid, toGreekGrid } from '../../../src/geo/greek-grid.ts';
import { useLocale } from '../language/language.tsx';
import { boundariesOf } from '../parcel/corners.ts';
import { readOutline } from '../parcel/outline.ts';
import { ParcelFacts, RecordedFacts } from '../parcel/parcel-section.tsx';
import { type RequestState, useRequest } from '../requests/use-request.ts';
import { CornersList } from './corners-list.tsx';
import { parcelOutlines } from './plan/background.ts';
import { loadTiles } from './plan/load-tiles.ts';
import { drawParcel } from './plan/parcel-drawing.ts';
import { ParcelPlan } from './plan/parcel-plan.tsx';
import { boxAround } from './plan/tile-numbers.ts';
import { whyNoParcel } from './report-notes.ts';
import { useReportWords } from './use-report-words.ts';

interface ParcelPartProps {
  readonly report: PropertyReport;
  /** The outline as well-known text in the Greek Grid, as the service has it. */
  readonly gridOutline: RequestState<string>;
}

/** The section of the parcel: its plan, code, area and corners, or why there is none. */
export function ParcelPart({ report, gridOutline }: ParcelPartProps) {
  const { words } = useLocale();
  const own = useReportWords();
  const { parcel } = report;
  const degrees = parcel ? readOutline(parcel.geometry) : undefined;
  const metres = gridOutline.state === 'answered' ? readOutline(gridOutline.answer) : undefined;
  const drawing = degrees && metres && drawParcel(boundariesOf(degrees, metres));
  const box = drawing && boxAround(fromGreekGrid(drawing.paper.middle), drawing.paper);
  const [around] = useRequest(box && JSON.stringify(box), signal =>
    loadTiles('parcels', box!, signal),
  );
  const neighbours =
    drawing && parcel && around.state === 'answered'
      ? parcelOutlines(around.answer.tiles, parcel.kaek, place =>
          drawing.paper.toPaper(toGreekGrid(place)),
        )
      : '';
  const isMissing = parcel && !drawing && gridOutline.state !== 'waiting';
  return (
    <section class="sheet-part">
      <h2>{words.parcel.heading}</h2>
      {!parcel && <p>{own.note[whyNoParcel(report)]}</p>}
      {parcel && (
        <div class="sheet-columns">
          {drawing && (
            <figure class="sheet-figure">
              <ParcelPlan drawing={drawing} neighbours={neighbours} />
              <figcaption class="small">
                {own.gridNorth} {around.state === 'failed' && own.note.parcelsFailed}
              </figcaption>
            </figure>
          )}
          <div>
            <ParcelFacts parcel={parcel} />
            <RecordedFacts parcel={parcel} />
            {isMissing && <p class="notice notice-warn">{own.note.cornersFailed}</p>}
            {drawing && <CornersList corners={drawing.corners} />}
          </div>
        </div>
      )}
    </section>
  );
}
