import type { CostBasis, ReconstructionCostAnswer } from '../../../client/src/types.ts';
import type { Depreciation } from '../../../src/property/cost/ageing.ts';
import { useLocale } from '../language/language.tsx';
import { BasisTable } from './basis-table.tsx';
import { ValueChart } from './value-chart.tsx';

interface CostAnswerProps {
  readonly answer: ReconstructionCostAnswer;
  readonly buildArea: number;
  /** Whether it is for print: then the chart's table, which must be opened, is left out. */
  readonly isPrinted?: boolean;
  /** Whether the form has other values by now: then the amounts are dimmed and marked. */
  readonly isOutdated?: boolean;
}

/** The two values, their curve, and the figures they are computed from. */
export function CostAnswer(props: CostAnswerProps) {
  const { answer, buildArea, isPrinted = false, isOutdated = false } = props;
  const { words, format } = useLocale();
  const { as_new: asNew, as_is: asIs } = answer.reconstruction_cost;
  const { basis } = answer;
  // In place of the rate: the amounts must not move while one types.
  const rateText = (perSquareMetre: number) =>
    isOutdated ? words.cost.outdated : words.cost.perSquareMetre(format.euro(perSquareMetre));
  const ageing = basis && ageingOf(basis);
  return (
    <section class={`block cost-answer ${isOutdated ? 'is-outdated' : ''}`}>
      <dl class="amounts">
        <div>
          <dt>{words.cost.asNew}</dt>
          <dd class="amount">{format.euro(asNew)}</dd>
          {basis && <dd class="small">{rateText(basis.rate_eur_m2)}</dd>}
        </div>
        {asIs !== undefined && (
          <div>
            <dt>{words.cost.asIs}</dt>
            <dd class="amount">{format.euro(asIs)}</dd>
            <dd class="small">{rateText(asIs / buildArea)}</dd>
          </div>
        )}
      </dl>
      {basis && ageing && basis.age_years !== undefined && (
        <ValueChart
          ageing={ageing}
          ageYears={basis.age_years}
          asNew={asNew}
          hasTable={!isPrinted}
        />
      )}
      {basis?.notes && <p class="notice notice-warn">{words.cost.unusualValues}</p>}
      {basis && <BasisTable basis={basis} buildArea={buildArea} />}
    </section>
  );
}

/** The building's curve; undefined without a construction year, and with age bands. */
function ageingOf({
  method,
  useful_life_years,
  residual_share,
}: CostBasis): Depreciation | undefined {
  const isCurve = method !== undefined && method !== 'table';
  if (!isCurve || useful_life_years === undefined || residual_share === undefined) return undefined;
  return { method, usefulLifeYears: useful_life_years, residualShare: residual_share };
}
