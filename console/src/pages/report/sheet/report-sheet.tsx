import { useMemo } from 'preact/hooks';
import { Facts } from '../../../tools/form/fact.tsx';
import '../../../tools/design/zones.css';
import type { PropertyReport, ZonesAnswer } from '../../../../../client/src/types.ts';
import { BuildingFacts } from '../../../property/buildings/building-facts.tsx';
import { useBuildingWords } from '../../../property/buildings/words.ts';
import { useAsIsName } from '../../../property/cost/basis-table.tsx';
import { CostAnswer } from '../../../property/cost/cost-answer.tsx';
import { GridList } from '../../../property/zones/grid-list.tsx';
import { ZoneList } from '../../../property/zones/zone-list.tsx';
import {
  addressText,
  metresAway,
  nearestAddressText,
  withUnbrokenCode,
} from '../../../state/subject/address-text.ts';
import type { Found } from '../../../state/subject/find.ts';
import { readOutline } from '../../../state/subject/outline.ts';
import { decimalPair } from '../../../tools/language/format.ts';
import { gridText } from '../../../tools/language/greek-grid.ts';
import { useLocale } from '../../../tools/language/language.ts';
import type { RequestState } from '../../../tools/requests/use-request.ts';
import { ComparablesPart } from '../comparables/comparables-part.tsx';
import { PhotoPart, type PhotoPartProps } from '../photos/photo-part.tsx';
import { ZonesPlan } from '../plan/zones-plan.tsx';
import { useReportWords } from '../words/words.ts';
import type { DocumentDetails } from './document-details.ts';
import { usedSources } from './group-sources.ts';
import { isValueLed, missingFields } from './missing-fields.ts';
import { NeighbourhoodPart } from './neighbourhood-part.tsx';
import { footprintsOf, ParcelAnnex, ParcelPart, useParcelPlans } from './parcel-part.tsx';
import { SheetHead } from './sheet-head.tsx';
import { SourcesTable } from './sources-table.tsx';
import { buildingText } from './summary-box.tsx';
import { SignaturePart, ValuationPart } from './valuation-part.tsx';

interface ReportSheetProps {
  readonly report: PropertyReport;
  readonly gridOutline: RequestState<string>;
  readonly details: DocumentDetails;
  readonly logo: string | undefined;
  readonly photos: PhotoPartProps;
  /** The place that was found by its name, if the report is about one. */
  readonly place: Found['place'];
  /** Other addresses that the search may have meant. */
  readonly others: Found['others'];
  /** Changes the chosen comparables; only the browser has it. */
  onComparables?: ((comparables: DocumentDetails['comparables']) => void) | undefined;
}

/** The report of one property, as a document of A4 pages; always light, also in the dark theme. */
export function ReportSheet(props: ReportSheetProps) {
  const { report, gridOutline, details, logo, photos, place, others } = props;
  const { own, words } = useReportWords();
  const plans = useParcelPlans(report, gridOutline);
  const missing = missingFields(report, details);
  const isValuation = details.valuation.template !== undefined;
  const valuers = (
    <>
      <ValuationPart {...{ details, missing }} isLed={isValueLed(report, details)} />
      <ComparablesPart
        report={report}
        chosen={details.comparables}
        unit={details.valuation.unit}
        onChoose={props.onComparables}
      />
      {details.remark.trim() !== '' && (
        <section class="sheet-part">
          <h2>{own.remark}</h2>
          <p class="small">{own.valuersWords}</p>
          <p class="sheet-remark">{details.remark}</p>
        </section>
      )}
      <SignaturePart {...{ details, missing }} />
    </>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it.
    <article class="sheet" tabIndex={0}>
      <SheetHead {...{ report, details, missing, plans, logo, place }} />
      {isValuation && valuers}
      <section class="sheet-part">
        <h2>{words.tabs.location}</h2>
        <LocationFacts report={report} others={others} />
      </section>
      <ParcelPart report={report} plans={plans} isLoading={gridOutline.state === 'waiting'} />
      <BuildingsPart report={report} />
      <CostPart report={report} />
      <NeighbourhoodPart report={report} />
      <ZonesPart report={report} />
      <GridsPart report={report} />
      {!isValuation && valuers}
      <PhotoPart {...photos} note={own.valuersWords} />
      <section class="sheet-part">
        <h2>{words.report.sources}</h2>
        <SourcesTable sources={usedSources(report, details.comparables)} />
      </section>
      <section class="sheet-part">
        <h2>{own.disclaimer}</h2>
        <p class="small">{own.disclaimerText}</p>
      </section>
      {report.parcel && plans?.ownPage && (
        <ParcelAnnex
          kaek={report.parcel.kaek}
          boundaries={plans.boundaries}
          drawing={plans.ownPage}
          footprints={footprintsOf(report)}
        />
      )}
    </article>
  );
}

function LocationFacts({ report, others = [] }: Pick<ReportSheetProps, 'report' | 'others'>) {
  const { location, position, query } = report;
  const locale = useReportWords();
  const { own, words, format, language } = locale;
  const isAsked = position.from === 'address';
  const grid = gridText(position.latitude, position.longitude, format);
  const match = isAsked && location?.match;
  const also = others.map(one => withUnbrokenCode(addressText(one, language))).join(' · ');
  return (
    <Facts
      class="facts sheet-location"
      facts={[
        [own.asked, query.address ?? query.kaek_code],
        ['WGS84', decimalPair(position.latitude, position.longitude)],
        [words.coordinates.grid, grid],
        [
          isAsked ? words.location.address : words.location.nearest,
          location
            ? nearestAddressText(addressText(location, language), metresAway(location), locale)
            : own.note.noLocation,
        ],
        [words.location.found, match && words.location.level[match.level]],
        [words.location.accuracy, match && words.location.upTo(format.distance(match.accuracy_m))],
        [words.location.confidence, match && format.percent(match.confidence)],
        [words.whichOne.also, match && also && <span class="sheet-wide">{also}</span>],
      ]}
    />
  );
}

/** A report of a service without zones does not have the member. */
type WithZones = PropertyReport & { readonly zones?: ZonesAnswer | null };

function ZonesPart({ report }: { report: WithZones }) {
  const { words } = useLocale();
  const { parcel, position } = report;
  const outline = useMemo(() => readOutline(parcel?.geometry ?? ''), [parcel]);
  const centre = useMemo(() => [position.longitude, position.latitude] as const, [position]);
  if (!report.zones) return null;
  return (
    <section class="sheet-part">
      <h2>{words.tabs.zones}</h2>
      <ZoneList
        answer={report.zones}
        isParcel={position.from === 'parcel'}
        isPrinted
        planOf={kind => <ZonesPlan {...{ kind, centre, outline }} />}
      />
    </section>
  );
}

/** Buildings that a report lists one by one. */
const mostBuildings = 12;

function BuildingsPart({ report: { buildings } }: { report: PropertyReport }) {
  const { own } = useBuildingWords();
  if (!buildings) return null;
  return (
    <section class="sheet-part">
      <h2>{own.heading}</h2>
      <BuildingFacts answer={buildings} most={mostBuildings} isPrinted />
    </section>
  );
}

function GridsPart({ report }: { report: PropertyReport }) {
  if (!report.grids) return null;
  return (
    <section class="sheet-part">
      <GridList answer={report.grids} isPrinted />
    </section>
  );
}

/** How the cost was computed; the first page has the reason if there is none. */
function CostPart({ report }: { report: PropertyReport }) {
  const locale = useLocale();
  const { cost, query } = report;
  if (!cost || query.build_area === null) return null;
  return (
    <section class="sheet-part">
      <h2>{locale.words.cost.heading}</h2>
      <p>
        {buildingText(report, locale)}: <AmountsLine cost={cost} />
      </p>
      <CostAnswer answer={cost} buildArea={query.build_area} isPrinted />
    </section>
  );
}

/** The amounts of the first page again, where they are explained. */
function AmountsLine({ cost }: { cost: NonNullable<PropertyReport['cost']> }) {
  const { words, format } = useLocale();
  const asIsName = useAsIsName();
  const { as_new: asNew, as_is: asIs } = cost.reconstruction_cost;
  const lines = [
    `${words.cost.asNew} ${format.rate(asNew)}`,
    asIs !== undefined && `${asIsName(cost.basis)} ${format.rate(asIs)}`,
  ];
  return <span class="strong">{lines.filter(Boolean).join(' · ')}</span>;
}
