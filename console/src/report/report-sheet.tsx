import { useMemo } from 'preact/hooks';
import type { PropertyReport } from '../../../client/src/client.ts';
import type { PropertyType } from '../../../src/property/cost.ts';
import { CostAnswer } from '../cost/cost-answer.tsx';
import type { Words } from '../language/el.ts';
import { decimalPair } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import { Attribution } from '../map/attribution.tsx';
import { mapModel } from '../map/map-model.ts';
import { MapPane } from '../map/map-pane.tsx';
import { KaekCode } from '../parcel/kaek-code.tsx';
import { ParcelFacts } from '../parcel/parcel-section.tsx';
import { Logo } from '../shell/logo.tsx';
import type { MapSettings } from '../shell/settings.ts';
import type { Subject } from '../subject/subject.ts';
import { AroundTable } from './around-table.tsx';
import { SourcesTable } from './sources-table.tsx';

interface ReportSheetProps {
  readonly report: PropertyReport;
  readonly subject: Subject;
  readonly settings: MapSettings;
}

const nothingHidden = new Set<never>();

/** The report of one property; always light, also in the dark theme. */
export function ReportSheet({ report, subject, settings }: ReportSheetProps) {
  const { words, format } = useLocale();
  const { position, location, parcel, cost, neighbourhood, query } = report;
  const model = useMemo(
    () =>
      mapModel(
        { ...position, subject, parcel: parcel ?? undefined, address: location ?? undefined },
        neighbourhood,
        nothingHidden,
        undefined,
        format,
      ),
    [position, subject, parcel, location, neighbourhood, format],
  );
  return (
    <article class="sheet">
      <header class="sheet-head">
        <div>
          <p class="eyebrow">{words.report.heading}</p>
          <Title report={report} subject={subject} />
        </div>
        <p class="sheet-brand">
          <Logo />
          {words.name}
        </p>
      </header>

      <section class="sheet-plan" aria-label={words.report.plan}>
        <MapPane
          settings={settings}
          look="light"
          model={{ ...model, closeUp: undefined }}
          card={undefined}
          isCardChosen={false}
          isStill
          onPick={() => {}}
          onSelect={() => {}}
          onHover={() => {}}
        />
        <Attribution settings={settings} hasPlaces={neighbourhood.length > 0} />
      </section>

      <div class="sheet-columns">
        <section>
          <h2>{words.location.heading}</h2>
          <LocationFacts report={report} subject={subject} />
        </section>
        <section>
          <h2>{words.parcel.heading}</h2>
          {parcel ? (
            <ParcelFacts parcel={parcel} />
          ) : (
            <p class="quiet">
              {location && subject.kind === 'address' && location.match.level !== 'house_number'
                ? words.parcel.tooRough
                : words.parcel.none}
            </p>
          )}
        </section>
      </div>

      <section>
        <h2>{words.cost.heading}</h2>
        {cost && query.build_area !== null ? (
          <>
            <BuildingLine report={report} />
            <CostAnswer answer={cost} buildArea={query.build_area} isPrinted />
          </>
        ) : (
          <p class="quiet">{whyNoCost(report, words)}</p>
        )}
      </section>

      <section>
        <h2>
          {words.places.heading}{' '}
          <span class="count">{words.places.count(neighbourhood.length)}</span>
        </h2>
        {neighbourhood.length > 0 ? (
          <AroundTable places={neighbourhood} />
        ) : (
          <p class="quiet">{words.places.none}</p>
        )}
      </section>

      <section>
        <h2>{words.report.sources}</h2>
        <SourcesTable sources={report.sources} />
      </section>
      <footer class="sheet-foot">{words.report.madeOn(format.moment(report.generated_at))}</footer>
    </article>
  );
}

function whyNoCost({ location, query }: PropertyReport, words: Words): string {
  if (!location) return words.cost.outside;
  if (query.build_area === null) return words.report.withCost;
  const hasPostalCode = query.postal_code !== undefined || location.components.postal_code !== null;
  return hasPostalCode ? words.cost.noMapping : words.cost.noPostalCode;
}

function Title({ report, subject }: { report: PropertyReport; subject: Subject }) {
  const { words, language } = useLocale();
  const { location, parcel, position } = report;
  const written =
    location && (language === 'el' ? location.formatted_address : location.formatted_address_en);
  if (subject.kind === 'kaek' && parcel) {
    return (
      <h1>
        <KaekCode code={parcel.kaek} />
      </h1>
    );
  }
  if (subject.kind === 'address' && written) return <h1>{written}</h1>;
  return (
    <h1>
      {words.search.point} {decimalPair(position.latitude, position.longitude)}
    </h1>
  );
}

function LocationFacts({ report, subject }: { report: PropertyReport; subject: Subject }) {
  const { words, format, language } = useLocale();
  const { location, position } = report;
  const isAsked = subject.kind === 'address';
  return (
    <dl class="facts">
      <dt>WGS84</dt>
      <dd class="figure">{decimalPair(position.latitude, position.longitude)}</dd>
      {location && (
        <>
          <dt>{isAsked ? words.welcome.address.split(',')[0] : words.location.nearest}</dt>
          <dd>{language === 'el' ? location.formatted_address : location.formatted_address_en}</dd>
          {isAsked && (
            <>
              <dt>{words.location.found}</dt>
              <dd>{words.location.level[location.match.level]}</dd>
              <dt>{words.location.accuracy}</dt>
              <dd>{words.location.upTo(format.distance(location.match.accuracy_m))}</dd>
            </>
          )}
        </>
      )}
    </dl>
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
