import { useMemo } from 'preact/hooks';
import type { PropertyType } from '#domain/property/cost/building.ts';
import type { FieldName } from '#domain/property/valuation-fields.ts';
import type { CostBasis, PropertyReport } from '../../../../../client/src/types.ts';
import { StepsTable } from '../../../property/cost/basis-table.tsx';
import { Amounts } from '../../../property/cost/cost-answer.tsx';
import { isSample } from '../../../property/cost/cost-steps.ts';
import { useCostWords } from '../../../property/cost/words.ts';
import {
  addressText,
  metresAway,
  nearestAddressText,
} from '../../../state/subject/address-text.ts';
import { readOutline } from '../../../state/subject/outline.ts';
import { Facts } from '../../../tools/form/fact.tsx';
import type { Format } from '../../../tools/language/format.ts';
import type { Locale } from '../../../tools/language/language.ts';
import { licenceName } from '../../../tools/language/source-name.ts';
import { LocatorPlan } from '../plan/locator-plan.tsx';
import { drawParcel } from '../plan/parcel-drawing.ts';
import { ParcelPlan } from '../plan/parcel-plan.tsx';
import { amountInWords } from '../words/amount-in-words.ts';
import { useReportWords } from '../words/words.ts';
import type { DocumentDetails } from './document-details.ts';
import { isValueLed } from './missing-fields.ts';
import { footprintsOf, type ParcelPlans } from './parcel-part.tsx';
import { whyNoCost } from './report-notes.ts';
import { useWritten } from './valuation-part.tsx';

interface SummaryBoxProps {
  readonly report: PropertyReport;
  readonly details: DocumentDetails;
  readonly missing: readonly FieldName[];
  readonly plans: ParcelPlans | undefined;
}

const smallFrame = { width: 60, height: 50 };

/** What was asked for, the property, how exact it is, and where: on the first page. */
export function SummaryBox(props: SummaryBoxProps) {
  const { report, details, plans } = props;
  const locale = useReportWords();
  const { own, words, format } = locale;
  const { location, parcel, position } = report;
  const outline = useMemo(() => readOutline(parcel?.geometry ?? ''), [parcel]);
  const centre = useMemo(() => [position.longitude, position.latitude] as const, [position]);
  const accuracyM = position.from === 'address' && location ? location.match.accuracy_m : 0;
  const isValue = isValueLed(report, details);
  const isCost = !isValue && report.cost !== null;
  return (
    <section class="sheet-summary">
      <h2 class="visually-hidden">{own.summary}</h2>
      <div>
        {isValue && <ValueLead {...props} />}
        {isCost && (
          <CostLead report={report} isInsurance={details.valuation.template === 'insurance'} />
        )}
        <Facts
          facts={[
            [words.location.address, location !== null && addressOf(location, locale)],
            [words.parcel.kaek, parcel?.kaek],
            [own.plotArea, parcel !== null && format.area(parcel.area)],
            [own.buildingData, buildingText(report, locale)],
            [
              own.accuracy,
              position.from === 'address'
                ? words.location.upTo(format.distance(accuracyM))
                : own.accuracyOf[position.from],
            ],
          ]}
        />
        {isCost && <CostGrounds report={report} />}
        {!isCost && details.valuation.template !== 'collateral' && <NoCost report={report} />}
      </div>
      <LocatorPlan
        {...{ centre, outline, accuracyM }}
        otherwise={
          plans &&
          parcel && (
            <ParcelPlan
              drawing={drawParcel(plans.boundaries, smallFrame, true)}
              boundaries={plans.boundaries}
              kaek={parcel.kaek}
              footprints={footprintsOf(report)}
            />
          )
        }
      />
    </section>
  );
}

/** The valuer's value with its basis, day and interest. */
function ValueLead({ details, missing }: SummaryBoxProps) {
  const { own, format, language } = useReportWords();
  const written = useWritten({ details, missing });
  const { basis, value } = details.valuation;
  return (
    <div class="sheet-valuer">
      <dl class="amounts">
        <div>
          <dt>{basis?.trim() || own.valuation.value}</dt>
          <dd class={value ? 'amount' : 'not-stated'}>
            {value ? format.rate(Number(value)) : own.notStated}
          </dd>
          {value && <dd class="small">{amountInWords(Number(value), language)}</dd>}
        </div>
      </dl>
      <Facts facts={written([...(basis ? [] : ['basis' as const]), 'date', 'interest'])} />
    </div>
  );
}

/** The cost as new; for an insurer in words, and as a calculation that can be repeated. */
function CostLead({
  report,
  isInsurance,
}: Pick<SummaryBoxProps, 'report'> & { isInsurance: boolean }) {
  const { own, words, language } = useReportWords();
  const { cost, query } = report;
  if (!cost || query.build_area === null) return null;
  const { rate_includes: included, addons } = cost.basis ?? {};
  const works = [...(included ?? []), ...(addons?.items ?? []).map(({ name }) => name)];
  return (
    <>
      <Amounts answer={cost} buildArea={query.build_area} isPrinted />
      {isInsurance && (
        <>
          <p>{amountInWords(cost.reconstruction_cost.as_new, language)}</p>
          <StepsTable answer={cost} buildArea={query.build_area} isAlways />
          <p class="small">
            {included &&
              `${own.includes}: ${included.map(work => words.cost.included[work]).join(', ')}. `}
            {own.vat[works.includes('vat') ? 'in' : 'out']}.
          </p>
        </>
      )}
    </>
  );
}

function NoCost({ report }: Pick<SummaryBoxProps, 'report'>) {
  const { own, words } = useReportWords();
  const why = whyNoCost(report);
  return (
    <p class="sheet-no-cost">
      {own.note[why]}{' '}
      {why === 'noBuilding' && <span class="quiet not-printed">{words.report.withCost}</span>}
    </p>
  );
}

function addressOf(location: NonNullable<PropertyReport['location']>, locale: Locale): string {
  return nearestAddressText(addressText(location, locale.language), metresAway(location), locale);
}

/** The building as it was given; empty without one. */
export function buildingText(
  { query }: PropertyReport,
  { words, format }: Pick<Locale, 'words' | 'format'>,
): string {
  const parts = [
    query.property_type !== null && words.cost.types[query.property_type as PropertyType],
    query.build_area !== null && format.area(query.build_area),
    query.construction_year !== null && `${words.cost.constructionYear} ${query.construction_year}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Of which day the prices are, and what they rest on. */
function CostGrounds({ report: { cost } }: Pick<SummaryBoxProps, 'report'>) {
  const { own, words, format } = useReportWords();
  const { own: costWords } = useCostWords();
  if (!cost) return null;
  const { basis, insurance } = cost;
  const source = basis && licenceName(basis.rate_source, 'costs', words);
  return (
    <Facts
      facts={[
        [own.pricesOf, basis && format.day(basis.valuation_date)],
        [own.restsOn, basis && `${rateText(basis, format)}, ${source}`],
        [
          costWords.insurance,
          insurance &&
            `${format.rate(insurance.sum_insured)}, ${costWords.ratio(format.percent(insurance.ratio))}`,
        ],
        [words.sources.sample, isSample(cost) && costWords.sampleText],
      ]}
    />
  );
}

function rateText({ rate_eur_m2: rate }: CostBasis, format: Format): string {
  return `${format.rate(rate)}/m²`;
}
