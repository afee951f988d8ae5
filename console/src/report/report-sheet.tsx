import '../design/zones.css';
import type { ComponentChildren } from 'preact';
import type { PropertyReport, ZonesAnswer } from '../../../client/src/types.ts';
import type { PropertyType } from '../../../src/land/property/building.ts';
import { CostAnswer } from '../cost/cost-answer.tsx';
import { decimalPair } from '../language/format.ts';
import { gridPair } from '../language/greek-grid.ts';
import { useLocale } from '../language/language.tsx';
import type { RequestState } from '../requests/use-request.ts';
import {
  addressText,
  metresAway,
  nearestAddressText,
  withUnbrokenCode,
} from '../subject/address-text.ts';
import type { Found } from '../subject/find.ts';
import { ProofPart } from '../verify/proof-part.tsx';
import { useZonesWords, ZoneList } from '../zones/zone-list.tsx';
import type { DocumentDetails } from './document-details.ts';
import { NeighbourhoodPart } from './neighbourhood-part.tsx';
import { ParcelAnnex, ParcelPart, useParcelPlans } from './parcel-part.tsx';
import { PhotoPart } from './photos/photo-part.tsx';
import type { Photos } from './photos/use-photos.ts';
import { whyNoCost } from './report-notes.ts';
import { SheetHead } from './sheet-head.tsx';
import { SourcesTable } from './sources-table.tsx';
import { useReportWords } from './use-report-words.ts';

interface ReportSheetProps {
  readonly report: PropertyReport;
  readonly gridOutline: RequestState<string>;
  readonly details: DocumentDetails;
  readonly logo: string | undefined;
  readonly photos: Pick<Photos, 'photos' | 'remove'>;
  /** The place that was found by its name, if the report is about one. */
  readonly place: Found['place'];
  /** Other addresses that the search may have meant. */
  readonly others: Found['others'];
  /** The section of comparables, which only the browser has. */
  readonly comparables?: ComponentChildren;
}

/** The report of one property, as a document of A4 pages; always light, also in the dark theme. */
export function ReportSheet(props: ReportSheetProps) {
  const { report, gridOutline, details, logo, photos, place, others } = props;
  const { words } = useLocale();
  const own = useReportWords();
  const plans = useParcelPlans(report, gridOutline);
  return (
    <article class="sheet">
      <SheetHead report={report} details={details} logo={logo} place={place} />
      <section class="sheet-part">
        <h2>{words.location.heading}</h2>
        <LocationFacts report={report} others={others} />
      </section>
      <ParcelPart report={report} plans={plans} isLoading={gridOutline.state === 'waiting'} />
      <CostPart report={report} />
      <NeighbourhoodPart report={report} />
      <ZonesPart report={report} />
      {props.comparables}
      {details.remark.trim() !== '' && (
        <section class="sheet-part">
          <h2>{own.remark}</h2>
          <p class="sheet-remark">{details.remark}</p>
        </section>
      )}
      <PhotoPart {...photos} />
      <section class="sheet-part">
        <h2>{words.report.sources}</h2>
        <SourcesTable sources={report.sources} />
      </section>
      <section class="sheet-part">
        <h2>{own.disclaimer}</h2>
        <p class="small">{own.disclaimerText}</p>
      </section>
      <ProofPart signature={report.signature} />
      {report.parcel && plans?.ownPage && (
        <ParcelAnnex
          kaek={report.parcel.kaek}
          boundaries={plans.boundaries}
          drawing={plans.ownPage}
        />
      )}
    </article>
  );
}

function LocationFacts({ report, others = [] }: Pick<ReportSheetProps, 'report' | 'others'>) {
  const { location, position, query } = report;
  const locale = useLocale();
  const { words, format, language } = locale;
  const own = useReportWords();
  const isAsked = position.from === 'address';
  const asked = query.address ?? query.kaek_code;
  const grid = gridPair(position.latitude, position.longitude);
  return (
    <dl class="facts sheet-location">
      {asked !== null && (
        <div>
          <dt>{own.asked}</dt>
          <dd>{asked}</dd>
        </div>
      )}
      <div>
        <dt>WGS84</dt>
        <dd class="figure">{decimalPair(position.latitude, position.longitude)}</dd>
      </div>
      {grid && (
        <div>
          <dt>{words.coordinates.grid}</dt>
          <dd class="figure">{grid}</dd>
        </div>
      )}
      {!location && (
        <div>
          <dt>{words.location.nearest}</dt>
          <dd>{own.note.noLocation}</dd>
        </div>
      )}
      {location && (
        <div>
          <dt>{isAsked ? own.address : words.location.nearest}</dt>
          <dd>
            {nearestAddressText(addressText(location, language), metresAway(location), locale)}
          </dd>
        </div>
      )}
      {location && isAsked && (
        <>
          <div>
            <dt>{words.location.found}</dt>
            <dd>{words.location.level[location.match.level]}</dd>
          </div>
          <div>
            <dt>{words.location.accuracy}</dt>
            <dd>{words.location.upTo(format.distance(location.match.accuracy_m))}</dd>
          </div>
          <div>
            <dt>{words.location.confidence}</dt>
            <dd>{format.percent(location.match.confidence)}</dd>
          </div>
          {others.length > 0 && (
            <div class="sheet-wide">
              <dt>{words.whichOne.also}</dt>
              <dd>{others.map(one => withUnbrokenCode(addressText(one, language))).join(' · ')}</dd>
            </div>
          )}
        </>
      )}
    </dl>
  );
}

/** A report of a service without zones does not have the member. */
type WithZones = PropertyReport & { readonly zones?: ZonesAnswer | null };

function ZonesPart({ report }: { report: WithZones }) {
  const own = useZonesWords();
  if (!report.zones) return null;
  return (
    <section class="sheet-part sheet-zones">
      <h2>{own.heading}</h2>
      <ZoneList answer={report.zones} isParcel={report.position.from === 'parcel'} isPrinted />
    </section>
  );
}

function CostPart({ report }: { report: PropertyReport }) {
  const { words } = useLocale();
  const own = useReportWords();
  const { cost, query } = report;
  const why = whyNoCost(report);
  return (
    <section class="sheet-part">
      <h2>{words.cost.heading}</h2>
      {cost && query.build_area !== null ? (
        <>
          <BuildingLine report={report} />
          <CostAnswer answer={cost} buildArea={query.build_area} isPrinted />
        </>
      ) : (
        <p>
          {own.note[why]}{' '}
          {why === 'noBuilding' && <span class="quiet not-printed">{words.report.withCost}</span>}
        </p>
      )}
    </section>
  );
}

function BuildingLine({ report: { query } }: { report: PropertyReport }) {
  const { words, format } = useLocale();
  const parts = [
    words.cost.types[query.property_type as PropertyType],
    query.build_area !== null && format.area(query.build_area),
    query.construction_year !== null && `${words.cost.constructionYear} ${query.construction_year}`,
  ];
  return <p>{parts.filter(Boolean).join(' · ')}</p>;
}
