import '../../tools/design/cost.css';
import type { CostBasis, ReconstructionCostAnswer } from '../../../../client/src/types.ts';
import { useLocale } from '../../tools/language/language.ts';
import { licenceName } from '../../tools/language/source-name.ts';
import { BasisTable, StepsTable, useAsIsName } from './basis-table.tsx';
import type { Curve } from './chart-geometry.ts';
import { isSample } from './cost-steps.ts';
import { nameIn } from './refusals.ts';
import { shippedText } from './shipped-texts.ts';
import { ValueChart } from './value-chart.tsx';
import { useCostWords } from './words.ts';

interface CostAnswerProps {
  readonly answer: ReconstructionCostAnswer;
  readonly buildArea: number;
  /**
   * Whether it is for print: then the chart's table, which must be opened, and the amounts, which the
   * first page has, are left out.
   */
  readonly isPrinted?: boolean;
  /** Whether the form has other values by now: then the amounts are dimmed and marked. */
  readonly isOutdated?: boolean;
}

/** The two values, the sum insured, their curve, and the figures they are computed from. */
export function CostAnswer(props: CostAnswerProps) {
  const { answer, buildArea, isPrinted = false, isOutdated = false } = props;
  const { own, words } = useCostWords();
  const { as_new: asNew, as_is: asIs } = answer.reconstruction_cost;
  const { basis, insurance } = answer;
  const curve = basis && curveOf(basis);
  return (
    <section class={`block cost-answer ${isOutdated ? 'is-outdated' : ''}`}>
      {!isPrinted && <Amounts answer={answer} buildArea={buildArea} isOutdated={isOutdated} />}
      {isSample(answer) && (
        <p class="notice notice-warn">
          <span class="strong">{words.sources.sample}.</span> {own.sampleText}
        </p>
      )}
      {basis?.notes && <p class="notice notice-warn">{words.cost.unusualValues}</p>}
      {insurance && <InsuranceBlock {...{ insurance, asNew, isOutdated }} />}
      {asIs !== undefined && basis?.remaining_share && curve && basis.age_years !== undefined && (
        <ValueChart
          curve={curve}
          ageYears={basis.effective_age_years ?? basis.age_years}
          ageing={asIs / basis.remaining_share}
          hasTable={!isPrinted}
        />
      )}
      {basis && (
        <div class="basis-tables">
          <StepsTable answer={answer} buildArea={buildArea} />
          <BasisTable basis={basis} buildArea={buildArea} />
        </div>
      )}
    </section>
  );
}

/** The two values, each with its rate. */
export function Amounts({ answer, buildArea, isPrinted, isOutdated }: CostAnswerProps) {
  const { words, format } = useLocale();
  const asIsName = useAsIsName();
  const { as_new: asNew, as_is: asIs } = answer.reconstruction_cost;
  const { basis } = answer;
  // In place of the rate: the amounts must not move while one types.
  const rateText = (perSquareMetre: number) =>
    isOutdated ? words.cost.outdated : words.cost.perSquareMetre(format.euro(perSquareMetre));
  // On paper they are those of the answer, to the cent.
  const euros = isPrinted ? format.rate : format.euro;
  return (
    <dl class="amounts">
      <div>
        <dt>{words.cost.asNew}</dt>
        <dd class="amount">{euros(asNew)}</dd>
        {basis && <dd class="small">{rateText(asNew / buildArea)}</dd>}
      </div>
      {asIs !== undefined && (
        <div>
          <dt>{asIsName(basis)}</dt>
          <dd class="amount">{euros(asIs)}</dd>
          <dd class="small">{rateText(asIs / buildArea)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The building's curve; undefined without a construction year, and with age bands. */
function curveOf({
  method,
  useful_life_years,
  residual_share,
  condition,
}: CostBasis): Curve | undefined {
  const isCurve = method !== undefined && method !== 'table';
  if (!isCurve || useful_life_years === undefined || residual_share === undefined) return undefined;
  return {
    method,
    usefulLifeYears: useful_life_years,
    residualShare: residual_share,
    lostPercent: condition?.lost_percent ?? 0,
  };
}

type Insurance = NonNullable<ReconstructionCostAnswer['insurance']>;
type Rule = Insurance['rules'][number];

interface InsuranceBlockProps {
  readonly insurance: Insurance;
  readonly asNew: number;
  /** Whether the form has other values by now: then the verdict is of the earlier ones. */
  readonly isOutdated: boolean;
}

/** The sum insured beside the cost as new, and the rules that it meets or not. */
function InsuranceBlock({ insurance, asNew, isOutdated }: InsuranceBlockProps) {
  const { own, words, format } = useCostWords();
  const { sum_insured: sum, ratio, rules } = insurance;
  const gap = Math.abs(sum - asNew);
  const verdict = gap < 0.5 ? own.exact : (sum < asNew ? own.below : own.above)(format.euro(gap));
  return (
    <section class="insurance">
      <h3>
        {own.insurance}
        {isOutdated && <span class="outdated"> · {words.cost.outdated}</span>}
      </h3>
      <p class="verdict">
        <span class="strong">{format.rate(sum)}</span>: {own.ratio(format.percent(ratio))}.{' '}
        {verdict}
      </p>
      {rules.length === 0 ? (
        <p class="small">{own.noRules}</p>
      ) : (
        <ul class="rules">
          {rules.map(rule => (
            <RuleLine key={`${rule.name} ${rule.rule}`} rule={rule} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RuleLine({ rule }: { rule: Rule }) {
  const { own, words, format, language } = useCostWords();
  const limit = rule.rule === 'least_eur_m2' ? format.rate(rule.limit) : format.percent(rule.limit);
  const source = own.source(
    shippedText(licenceName(rule.source, 'costs', words), language),
    format.day(rule.valid_from),
  );
  const note = rule.note && shippedText(rule.note, language);
  return (
    <li>
      <span class={`rule-mark ${rule.met ? 'rule-met' : 'rule-unmet'}`}>
        {rule.met ? own.met : own.notMet}
      </span>
      <span>
        {nameIn(own, rule.name)}: {own.rules[rule.rule]?.(limit) ?? `${rule.rule} ${limit}`}
        <br />
        <span class="small">{[source, note].filter(Boolean).join(' · ')}</span>
      </span>
    </li>
  );
}
