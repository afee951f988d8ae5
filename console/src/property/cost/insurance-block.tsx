import type { ReconstructionCostAnswer } from '../../../../client/src/types.ts';
import { licenceName } from '../../tools/language/source-name.ts';
import { nameIn } from './refusals.ts';
import { shippedText } from './shipped-texts.ts';
import { useCostWords } from './use-cost-words.ts';

type Insurance = NonNullable<ReconstructionCostAnswer['insurance']>;
type Rule = Insurance['rules'][number];

interface InsuranceBlockProps {
  readonly insurance: Insurance;
  readonly asNew: number;
  /** Whether the form has other values by now: then the verdict is of the earlier ones. */
  readonly isOutdated: boolean;
}

/** The sum insured beside the cost as new, and the rules that it meets or not. */
export function InsuranceBlock({ insurance, asNew, isOutdated }: InsuranceBlockProps) {
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
