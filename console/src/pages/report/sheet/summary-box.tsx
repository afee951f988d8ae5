import { useMemo } from 'preact/hooks';
import type { PropertyType } from '#domain/property/cost/building.ts';
import type { CostBasis, PropertyReport } from '../../../../../client/src/types.ts';
import { Amounts } from '../../../property/cost/cost-answer.tsx';
import { isSample } from '../../../property/cost/cost-steps.ts';
import { useCostWords } from '../../../property/cost/use-cost-words.ts';
import type { Valuation } from '../../../state/library/valuation-fields.ts';
import {
  addressText,
  metresAway,
  nearestAddressText,
} from '../../../state/subject/address-text.ts';
import { readOutline } from '../../../state/subject/outline.ts';
import { Facts } from '../../../tools/form/fact.tsx';
import type { Format } from '../../../tools/language/format.ts';
import { type Locale, useLocale } from '../../../tools/language/language.ts';
import { licenceName } from '../../../tools/language/source-name.ts';
import { LocatorPlan } from '../plan/locator-plan.tsx';
import { useReportWords } from '../words/use-report-words.ts';
import { whyNoCost } from './report-notes.ts';

interface SummaryBoxProps {
  readonly report: PropertyReport;
  readonly valuation: Valuation;
}

/** The property, its amounts and how exact they are, on the first page. */
export function SummaryBox({ report, valuation }: SummaryBoxProps) {
  const locale = useLocale();
  const { words, format } = locale;
  const own = useReportWords();
  const { location, parcel, position, cost, query } = report;
  const outline = useMemo(() => readOutline(parcel?.geometry ?? ''), [parcel]);
  const centre = useMemo(() => [position.longitude, position.latitude] as const, [position]);
  const isByAddress = position.from === 'address' && location !== null;
  const why = whyNoCost(report);
  const accuracyM = isByAddress ? location.match.accuracy_m : 0;
  return (
    <section class="sheet-summary">
      <h2 class="visually-hidden">{own.summary}</h2>
      <div>
        <Facts
          facts={[
            [own.address, location !== null && addressOf(location, locale)],
            [words.parcel.kaek, parcel?.kaek],
            [words.parcel.area, parcel !== null && format.area(parcel.area)],
            [own.building, buildingText(report, locale)],
            [
              own.accuracy,
              position.from === 'address'
                ? words.location.upTo(format.distance(accuracyM))
                : own.accuracyOf[position.from],
            ],
          ]}
        />
        {cost && query.build_area !== null ? (
          <>
            <Amounts answer={cost} buildArea={query.build_area} />
            <CostGrounds report={report} />
          </>
        ) : (
          <p class="sheet-no-cost">
            {own.note[why]}{' '}
            {why === 'noBuilding' && <span class="quiet not-printed">{words.report.withCost}</span>}
          </p>
        )}
        {valuation.value && (
          <div class="sheet-valuer">
            <Facts facts={[[own.valuation.value, valuation.value]]} />
          </div>
        )}
      </div>
      <LocatorPlan centre={centre} outline={outline} accuracyM={accuracyM} />
    </section>
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

/** Of which day the amounts are, and what they rest on. */
function CostGrounds({ report: { cost } }: Pick<SummaryBoxProps, 'report'>) {
  const { words, format } = useLocale();
  const own = useReportWords();
  const costWords = useCostWords();
  if (!cost) return null;
  const { basis, insurance } = cost;
  const source = basis && licenceName(basis.rate_source, 'costs', words);
  return (
    <Facts
      facts={[
        [costWords.valuationDate, basis && format.day(basis.valuation_date)],
        [own.restsOn, basis && `${rateText(basis, format)}, ${source}`],
        [words.cost.rateValidFrom, basis && format.day(basis.rate_valid_from)],
        [
          costWords.insurance,
          insurance &&
            `${format.rate(insurance.sum_insured)}, ${costWords.ratio(format.percent(insurance.ratio))}`,
        ],
        [costWords.sample, isSample(cost) && costWords.sampleText],
      ]}
    />
  );
}

function rateText({ rate_eur_m2: rate }: CostBasis, format: Format): string {
  return `${format.rate(rate)}/m²`;
}
