import { useLocale } from '../../../tools/language/language.ts';
import type { PortfolioSummary } from '../run/ask-portfolios.ts';
import { underinsuredRows } from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words-en.ts';

interface FiguresProps {
  readonly summary: PortfolioSummary;
}

/** What an underwriter looks at first. */
export function Figures({ summary }: FiguresProps) {
  const own = usePortfolioWords();
  const { format } = useLocale();
  const { total, rows, buildings, by_insured_percent, rows_to_look_at_count } = summary;
  const { all, low } = underinsuredRows(by_insured_percent);
  const rowsOf = (count: number) => own.rows(format.number(count));
  const { accumulate, exposure_basis } = summary.terms;
  const exposed = total.exposure[accumulate];
  const figures: (readonly [name: string, value: string, hint: string, isWarning?: boolean])[] = [
    [own.count, format.number(rows), own.buildings(format.number(buildings))],
    ...(exposed.rows > 0
      ? ([
          [
            exposure_basis === 'sum_insured' ? own.exposure : own.exposureAsCost,
            format.euro(exposed.sum_eur),
            `${own.coverages[accumulate]}, ${rowsOf(exposed.rows)}`,
          ],
        ] as const)
      : []),
    [own.asNew, format.euro(total.as_new_eur), rowsOf(total.rows_with_cost)],
    [own.asIs, format.euro(total.as_is_eur), rowsOf(total.rows_with_as_is)],
    ...(all === 0
      ? []
      : ([
          [
            own.underinsured,
            format.percent(low / all),
            own.underinsuredOf(format.number(low), format.number(all)),
            low > 0,
          ],
        ] as const)),
    [
      own.toLookAt,
      format.number(rows_to_look_at_count),
      own.toLookAtHint,
      rows_to_look_at_count > 0,
    ],
  ];
  return (
    <dl class="portfolio-figures">
      {figures.map(([name, value, hint, isWarning]) => (
        <div key={name} class={isWarning ? 'is-warning' : ''}>
          <dt>{name}</dt>
          <dd class="portfolio-figure">{value}</dd>
          <dd class="small">{hint}</dd>
        </div>
      ))}
    </dl>
  );
}
