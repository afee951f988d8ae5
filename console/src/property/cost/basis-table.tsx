import { type ComponentChildren, Fragment } from 'preact';
import { dateInAthens } from '#domain/property/athens-time.ts';
import type { CostBasis, ReconstructionCostAnswer } from '../../../../client/src/types.ts';
import { SimpleTable } from '../../tools/form/table-head.tsx';
import type { Words } from '../../tools/language/el.ts';
import { useLocale } from '../../tools/language/language.ts';
import { licenceName } from '../../tools/language/source-name.ts';
import { type CostStep, costSteps } from './cost-steps.ts';
import { nameIn } from './refusals.ts';
import { shippedText } from './shipped-texts.ts';
import { useCostWords } from './words.ts';

type Row = readonly [name: string, value: ComponentChildren];

interface BasisProps {
  readonly basis: CostBasis;
  readonly buildArea: number;
}

/** The parts of the amounts, line by line. Not shown if the cost is only a rate and an area. */
export function StepsTable({
  answer,
  buildArea,
  isAlways = false,
}: {
  answer: ReconstructionCostAnswer;
  buildArea: number;
  /** Whether it is shown also for a rate and an area alone. */
  isAlways?: boolean;
}) {
  const { own, words, format } = useCostWords();
  const { basis, reconstruction_cost: amounts } = answer;
  const asIsName = useAsIsName();
  const steps = basis ? costSteps(basis, buildArea) : [];
  const isPlain =
    steps.length < 2 && steps.every(step => step.kind === 'area' && step.area.factors.length === 0);
  if (!basis || (isPlain && !isAlways)) return null;
  const nameOf = (step: CostStep) => {
    if (step.kind === 'addon') {
      const { name, percent, base, isOnlyNew } = step;
      const remarks = [base && own.addonBases[base], isOnlyNew && own.onlyNew].filter(Boolean);
      return (
        <>
          {own.addon(addonName(name), format.inPercent(percent))}
          <span class="small"> {remarks.join(', ')}</span>
        </>
      );
    }
    const { type, squareMetres, rateEuros, factors } = step.area;
    const product = [format.area(squareMetres), format.rate(rateEuros), ...factors.map(factorText)];
    return (
      <>
        {type === 'main' ? words.cost.area : words.cost.types[type]}
        <span class="small"> {product.join(' × ')}</span>
      </>
    );
  };
  const factorText = (factor: number) => format.typed(Math.round(factor * 1e4) / 1e4);
  const addonName = useWorkName();
  const left = steps.flatMap(step =>
    step.kind === 'addon' && step.isOnlyNew ? [addonName(step.name)] : [],
  );
  const { useful_life_years: life, residual_share: residual } = basis;
  const age = basis.effective_age_years ?? basis.age_years;
  const ageText =
    age !== undefined &&
    life !== undefined &&
    residual !== undefined &&
    own.ageOf(format.number(age), format.number(life), format.percent(residual));
  return (
    <table class="basis steps">
      <caption>{own.steps}</caption>
      <tbody>
        {steps.map((step, at) => (
          // The steps have no names of their own; their order does not change.
          <tr key={at}>
            <th scope="row">{nameOf(step)}</th>
            <td>{format.rate(step.euros)}</td>
          </tr>
        ))}
        <tr class="steps-sum">
          <th scope="row">{words.cost.asNew}</th>
          <td>{format.rate(amounts.as_new)}</td>
        </tr>
        {amounts.as_is !== undefined && basis.remaining_share !== undefined && (
          <tr class="steps-sum">
            <th scope="row">
              {asIsName(basis)}
              <span class="small">
                {' '}
                {[
                  own.share(format.percent(basis.remaining_share)),
                  left.length > 0 && own.without(left.join(', ')),
                  ageText,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </th>
            <td>{format.rate(amounts.as_is)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

/** The name of the value as is: of today, or of another day of valuation. */
export function useAsIsName(): (basis: CostBasis | undefined) => string {
  const { own, words, format } = useCostWords();
  return basis =>
    basis === undefined || basis.valuation_date === dateInAthens(new Date())
      ? words.cost.asIs
      : own.asIsOn(format.day(basis.valuation_date));
}

/** The figures from which the values are computed, with their dates and sources. */
export function BasisTable({ basis, buildArea }: BasisProps) {
  const { own, words } = useCostWords();
  const rateRows = useRateRows();
  const ageRows = useAgeRows(basis);
  const termRows = useTermRows(basis);
  const otherRows = useOtherAreaRows(basis);
  const { format } = useLocale();
  const rows: Row[] = [
    ...rateRows(basis, [words.cost.area, format.area(buildArea)]),
    ...termRows,
    ...otherRows,
    [own.valuationDate, format.day(basis.valuation_date)],
    ...ageRows,
    [own.dataset, <code>{basis.dataset}</code>],
  ];
  return <SimpleTable class="basis" caption={words.cost.basis} rows={rows} />;
}

/** The name of an add-on or of a work that a rate includes. */
function useWorkName() {
  const { own, words } = useCostWords();
  const works: Readonly<Record<string, string>> = words.cost.included;
  return (name: string) => works[name] ?? nameIn(own, name);
}

type Rate = Pick<
  CostBasis,
  | 'rate_eur_m2'
  | 'postal_prefix'
  | 'municipality'
  | 'rate_valid_from'
  | 'rate_source'
  | 'rate_includes'
  | 'rate_note'
  | 'index'
>;

/** The digits of a rate; `*` is the whole country. */
const placeOf = ({ postal_prefix }: Pick<Rate, 'postal_prefix'>, { cost }: Words) =>
  postal_prefix === '*' ? cost.wholeCountry : postal_prefix;

/** A rate, where and from when it applies, and what it includes. */
function useRateRows() {
  const { own, words, format, language } = useCostWords();
  return (rate: Rate, area: Row): Row[] => {
    const rows: Row[] = [
      [words.cost.rate, format.rate(rate.rate_eur_m2)],
      area,
      rate.municipality === undefined
        ? [words.cost.postalPrefix, placeOf(rate, words)]
        : [own.municipality, rate.municipality],
      [words.cost.rateValidFrom, format.day(rate.rate_valid_from)],
      [words.location.source, shippedText(licenceName(rate.rate_source, 'costs', words), language)],
    ];
    if (rate.rate_includes) {
      const included = rate.rate_includes.map(work => words.cost.included[work]);
      rows.push([words.cost.includes, included.join(', ')]);
    }
    if (rate.rate_note !== undefined)
      rows.push([words.properties.note, shippedText(rate.rate_note, language)]);
    if (rate.index) {
      const { name, from, to, factor, source } = rate.index;
      const change = `${from} → ${to}: × ${format.typed(Math.round(factor * 1e6) / 1e6)}`;
      rows.push([own.index, <Sourced text={nameIn(own, name)} more={change} source={source} />]);
    }
    return rows;
  };
}

/** Quality and add-ons. */
function useTermRows({ quality, addons }: CostBasis): Row[] {
  const { own, format } = useCostWords();
  const rows: Row[] = [];
  const workName = useWorkName();
  if (quality) {
    const text = `${nameIn(own, quality.name)}, × ${format.typed(quality.factor)}`;
    rows.push([own.quality, <Sourced text={text} source={quality.source} />]);
  }
  if (addons) {
    const sources = [...new Set(addons.items.map(({ source }) => source))].join(' · ');
    const included = addons.included.map(workName).join(', ');
    rows.push([
      own.fields.addons,
      <Sourced
        text={nameIn(own, addons.name)}
        more={included === '' ? undefined : own.addonsIncluded(included)}
        source={sources}
        from={format.day(addons.valid_from)}
      />,
    ]);
  }
  return rows;
}

/** Basement and auxiliary spaces, a row for each. */
function useOtherAreaRows({ other_areas: areas = [] }: CostBasis): Row[] {
  const { words, format, language } = useLocale();
  const workName = useWorkName();
  return areas.map(area => {
    const place = area.municipality ?? `${words.cost.postalPrefix} ${placeOf(area, words)}`;
    const included = area.rate_includes?.map(workName).join(', ');
    const note = area.rate_note && shippedText(area.rate_note, language);
    const more = [place, included && `${words.cost.includes}: ${included}`, note];
    return [
      words.cost.types[area.property_type as 'basement'],
      <Sourced
        text={`${format.area(area.area_m2)} × ${format.rate(area.rate_eur_m2)}`}
        more={more.filter(Boolean).join('. ')}
        source={area.rate_source}
        from={format.day(area.rate_valid_from)}
      />,
    ];
  });
}

/** Age, method, condition and the share that remains. */
function useAgeRows(basis: CostBasis): Row[] {
  const { own, words, format } = useCostWords();
  const years = (count: number) => words.cost.years(format.number(count));
  const rows: Row[] = [];
  if (basis.age_years !== undefined) rows.push([words.cost.age, years(basis.age_years)]);
  if (basis.effective_age_years !== undefined) {
    rows.push([own.effectiveAge, years(basis.effective_age_years)]);
  }
  if (basis.method) {
    const method = words.cost.methods[basis.method];
    const table = basis.age_table;
    rows.push([
      words.cost.method,
      table ? (
        <Sourced
          text={`${method}: ${nameIn(own, table.name)}`}
          source={table.source}
          from={format.day(table.valid_from)}
        />
      ) : (
        method
      ),
    ]);
  }
  if (basis.condition) {
    const { name, lost_percent: lost, source } = basis.condition;
    const text = own.conditionLost(nameIn(own, name), format.inPercent(lost));
    rows.push([own.fields.condition, <Sourced text={text} source={source} />]);
  }
  if (basis.useful_life_years !== undefined) {
    rows.push([words.cost.usefulLife, years(basis.useful_life_years)]);
  }
  if (basis.residual_share !== undefined) {
    rows.push([words.cost.residual, format.percent(basis.residual_share)]);
  }
  if (basis.remaining_share !== undefined) {
    rows.push([words.cost.remaining, format.percent(basis.remaining_share)]);
  }
  return rows;
}

interface SourcedProps {
  readonly text: string;
  readonly more?: string | undefined;
  readonly source: string;
  /** The day from which it applies, as text. */
  readonly from?: string;
}

/** A figure, and below it where it comes from. */
function Sourced({ text, more, source, from }: SourcedProps) {
  const { own, words, language } = useCostWords();
  const lines = [
    more,
    own.source(shippedText(licenceName(source, 'costs', words), language), from),
  ];
  return (
    <>
      {text}
      {lines.map(line =>
        line === undefined ? null : (
          <Fragment key={line}>
            <br />
            <span class="small">{line}</span>
          </Fragment>
        ),
      )}
    </>
  );
}
