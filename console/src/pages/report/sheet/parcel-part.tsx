import { useMemo } from 'preact/hooks';
import type { PropertyReport } from '../../../../../client/src/types.ts';
import { type Boundary, boundariesOf } from '../../../property/parcel/corners.ts';
import { ParcelFacts, RecordedFacts } from '../../../property/parcel/parcel-section.tsx';
import { readOutline } from '../../../state/subject/outline.ts';
import { sourceName } from '../../../tools/language/source-name.ts';
import type { RequestState } from '../../../tools/requests/use-request.ts';
import { AerialPlan, useAerialImages } from '../plan/aerial-plan.tsx';
import { drawParcel, ownPageFrame, type ParcelDrawing } from '../plan/parcel-drawing.ts';
import { ParcelPlan } from '../plan/parcel-plan.tsx';
import { useReportWords } from '../words/words.ts';
import { CornersList } from './corners-list.tsx';
import { whyNoParcel } from './report-notes.ts';

/** The plans of a parcel: one beside its facts, and one on a page of its own if that is not enough. */
export interface ParcelPlans {
  readonly boundaries: readonly Boundary[];
  readonly beside: ParcelDrawing;
  readonly ownPage: ParcelDrawing | undefined;
}

/** Draws the plans of a report, once the outline in the Greek Grid is there. */
export function useParcelPlans(
  { parcel }: PropertyReport,
  gridOutline: RequestState<string>,
): ParcelPlans | undefined {
  const degrees = parcel?.geometry;
  const metres = gridOutline.state === 'answered' ? gridOutline.answer : undefined;
  return useMemo(() => {
    const [wgs84, grid] = [readOutline(degrees ?? ''), readOutline(metres ?? '')];
    if (!wgs84 || !grid) return undefined;
    const boundaries = boundariesOf(wgs84, grid);
    const beside = drawParcel(boundaries);
    const frame = ownPageFrame(beside);
    if (!frame) return { boundaries, beside, ownPage: undefined };
    const overview = drawParcel(boundaries, undefined, true);
    return { boundaries, beside: overview, ownPage: drawParcel(boundaries, frame) };
  }, [degrees, metres]);
}

interface ParcelPartProps {
  readonly report: PropertyReport;
  readonly plans: ParcelPlans | undefined;
  readonly isLoading: boolean;
}

/** The section of the parcel: its plan, code, area and corners, or why there is none. */
export function ParcelPart({ report, plans, isLoading }: ParcelPartProps) {
  const { own, words } = useReportWords();
  const { parcel } = report;
  const sourceText = useParcelSource(report);
  const images = useAerialImages(plans?.beside);
  const corners = plans?.ownPage ? undefined : plans?.boundaries;
  return (
    <section class="sheet-part">
      <h2>{words.parcel.heading}</h2>
      {!parcel && <p>{own.note[whyNoParcel(report)]}</p>}
      {parcel && (
        <div class="sheet-columns">
          {plans && (
            <ParcelPlan
              drawing={plans.beside}
              boundaries={plans.boundaries}
              kaek={parcel.kaek}
              footprints={footprintsOf(report)}
              note={plans.ownPage && own.seeAnnex}
            />
          )}
          {plans && images && <AerialPlan drawing={plans.beside} images={images} />}
          <div>
            <ParcelFacts parcel={parcel} />
            <RecordedFacts parcel={parcel} />
            <p class="small">{sourceText}</p>
            {!plans && !isLoading && <p class="notice notice-warn">{own.note.cornersFailed}</p>}
            {corners && !images && <CornersList boundaries={corners} />}
          </div>
          {corners && images && <CornersList boundaries={corners} />}
        </div>
      )}
    </section>
  );
}

/** The source of the parcel with its day. */
function useParcelSource({ parcel, sources }: PropertyReport): string {
  const { own, words, format } = useReportWords();
  const from = sources.find(
    ({ layer, source }) => layer === 'parcels' && source === parcel?.source,
  );
  if (!from) return '';
  return own.parcelSource(`${sourceName(from.source, words)}, ${format.day(from.loaded_at)}`);
}

/** The outlines of the buildings of a report, as well-known text. */
export function footprintsOf({ buildings }: PropertyReport): string[] {
  return buildings?.buildings.flatMap(({ geometry }) => geometry ?? []) ?? [];
}

interface ParcelAnnexProps {
  readonly kaek: string;
  readonly boundaries: readonly Boundary[];
  readonly drawing: ParcelDrawing;
  readonly footprints: readonly string[];
}

/** The plan of a large parcel on a page of its own, and all its corners. */
export function ParcelAnnex({ kaek, boundaries, drawing, footprints }: ParcelAnnexProps) {
  const { own } = useReportWords();
  return (
    <section class="sheet-part sheet-annex">
      <h2>{own.annex}</h2>
      <ParcelPlan drawing={drawing} boundaries={boundaries} kaek={kaek} footprints={footprints} />
      <CornersList boundaries={boundaries} isWide />
    </section>
  );
}
