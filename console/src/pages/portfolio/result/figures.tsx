import type { ComponentChildren } from 'preact';
import { Button } from '../../../tools/form/button.tsx';
import type { PortfolioRows, PortfolioSummary } from '../run/ask-portfolios.ts';
import { underinsuredRows } from '../run/summary-lines.ts';
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
  return (
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
  );
}

function useFigures(summary: PortfolioSummary, filtered: FiguresProps['filtered']): Figure[] {
  const { own, format } = usePortfolioWords();
  const { total, rows, buildings, by_insured_percent, rows_to_look_at_count } = summary;
  const rowsOf = (count: number) => own.rows(format.number(count));
  /** An amount; nothing where no row has it. */
  const amount = (name: string, euros: number, count: number): Figure[] =>
    count === 0 ? [] : [[name, format.euro(euros), rowsOf(count)]];
  const insured = (low: number, all: number): Figure[] =>
    all === 0
      ? []
      : [
          [
            own.underinsured,
            format.percent(low / all),
            own.underinsuredOf(format.number(low), format.number(all)),
            low > 0,
          ],
        ];
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
      ...insured(sums.rows_underinsured, sums.rows_compared),
      look(sums.rows_to_look_at),
    ];
  }
  const { all, low } = underinsuredRows(by_insured_percent);
  const { accumulate, exposure_basis } = summary.terms;
  const exposed = total.exposure[accumulate];
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
    ...insured(low, all),
    look(rows_to_look_at_count),
  ];
}
