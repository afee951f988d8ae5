import type { ComponentChildren } from 'preact';
import { sharesLine } from '../../../../../src/domain/property/summary-terms.ts';
import { Button } from '../../../tools/form/button.tsx';
import type { PortfolioRows, PortfolioSummary } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';

interface FiguresProps {
  readonly summary: PortfolioSummary;
  /** The sums of the rows that filters leave; undefined without a filter. */
  readonly filtered?: Pick<PortfolioRows, 'count' | 'sums'> | undefined;
  /** Shows the rows to look at. */
  onLook?(): void;
}

type Figure = readonly [name: string, value: ComponentChildren, hint: string, isWarning?: boolean];

/** What an underwriter looks at first. */
export function Figures({ summary, filtered, onLook }: FiguresProps) {
  const figures = useFigures(summary, filtered);
  const { own } = usePortfolioWords();
  const { language, format } = usePortfolioWords();
  return (
    <>
      {!filtered && <p class="portfolio-shares">{sharesLine(summary.shares, language, format)}</p>}
      <dl class="portfolio-figures">
        {figures.map(([name, value, hint, isWarning]) => (
          <div key={name} class={isWarning ? 'is-warning' : ''}>
            <dt>{name}</dt>
            <dd class="portfolio-figure">
              {onLook && name === own.toLookAt ? (
                <Button look="link" onClick={onLook}>
                  {value}
                </Button>
              ) : (
                value
              )}
            </dd>
            <dd class="small">{hint}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function useFigures(summary: PortfolioSummary, filtered: FiguresProps['filtered']): Figure[] {
  const { own, format } = usePortfolioWords();
  const { shares, total, rows, buildings, rows_to_look_at_count } = summary;
  const rowsOf = (count: number) => own.rows(format.number(count));
  /** An amount; nothing where no row has it. */
  const amount = (name: string, euros: number, count: number): Figure[] =>
    count === 0 ? [] : [[name, format.euro(euros), rowsOf(count)]];
  /** The share of what can be compared; a dash where that is less than half of what is insured. */
  const underinsured = (low: number, compared: number, all: number): Figure[] => {
    if (all === 0) return [];
    const isHalf = 2 * compared >= all;
    const hint = isHalf
      ? own.underinsuredOf(format.euro(low), format.euro(compared))
      : own.tooFewCompared(format.euro(compared), format.euro(all));
    return [[own.underinsured, isHalf ? format.percent(low / compared) : '—', hint, low > 0]];
  };
  const look = (count: number): Figure => [
    own.toLookAt,
    format.number(count),
    own.toLookAtHint,
    count > 0,
  ];
  if (filtered) {
    const { sums, count } = filtered;
    return [
      [own.count, format.number(count), own.ofRows(format.number(rows))],
      ...amount(own.insured, sums.sum_insured_eur, sums.rows_with_sum),
      ...amount(own.asNew, sums.as_new_eur, sums.rows_with_cost),
      ...underinsured(sums.underinsured_eur, sums.compared_eur, sums.sum_insured_eur),
      look(sums.rows_to_look_at),
    ];
  }
  const { accumulate, exposure_basis } = summary.terms;
  const exposed = total.exposure[accumulate];
  const building = exposure_basis === 'sum_insured' ? total.exposure.building.sum_eur : 0;
  const exposure: Figure = [
    exposure_basis === 'sum_insured' ? own.exposure : own.exposureAsCost,
    format.euro(exposed.sum_eur),
    `${own.coverages[accumulate]}, ${rowsOf(exposed.rows)}`,
  ];
  return [
    [own.count, format.number(rows), own.buildings(format.number(buildings))],
    ...(exposed.rows > 0 ? [exposure] : []),
    ...amount(own.asNew, total.as_new_eur, total.rows_with_cost),
    ...amount(own.asIs, total.as_is_eur, total.rows_with_as_is),
    ...underinsured(shares.underinsured_eur, shares.comparable_eur, building),
    look(rows_to_look_at_count),
  ];
}
