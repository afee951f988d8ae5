import { kindName } from '../../../property/zones/zone-answers.ts';
import { figures } from '../../../tools/form/table-head.tsx';
import type { GroupLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { coveragesOf, hasExposure } from '../run/summary-lines.ts';
import { useTermWords } from '../run/term-words.ts';
import { usePortfolioWords } from '../run/words.ts';
import { SumTable } from './table.tsx';

type Part = { readonly summary: PortfolioSummary };

/** What is insured, by coverage, and what has no cost. */
export function SumsView({ summary: { total } }: Part) {
  const { own, format } = usePortfolioWords();
  const { leftOut } = useTermWords().own;
  if (!hasExposure(total)) return null;
  const unpriced = total.rows_without_cost;
  const row = (name: string, rows: number, euros: number) => {
    return [name, format.number(rows), format.euro(euros)];
  };
  return (
    <section class="portfolio-part" aria-label={own.exposure}>
      <h3>{own.exposure}</h3>
      <p class="small">{own.bases[total.exposure.basis]}</p>
      <SumTable
        columns={[own.coverage, figures(own.count), figures(own.sum)]}
        rows={[
          ...coveragesOf(total.exposure).map(([of, { rows, sum_eur }]) =>
            row(own.coverages[of], rows, sum_eur),
          ),
          ...(unpriced > 0
            ? [row(leftOut.without_cost, unpriced, total.exposure_without_cost_eur)]
            : []),
        ]}
      />
    </section>
  );
}

/** The sums by class of each kind of zones. */
export function ZoneSums({ summary: { by_zone_class = [], total } }: Part) {
  const { own, format, language } = usePortfolioWords();
  const { leftOut } = useTermWords().own;
  const coverages = coveragesOf(total.exposure).map(([of]) => of);
  const cellsOf = (line: GroupLine) => [
    format.number(line.rows),
    ...coverages.map(of => format.euro(line.exposure[of].sum_eur)),
    format.euro(line.as_new_eur),
    format.number(line.rows_without_cost),
  ];
  const names = coverages.map(of => own.coverages[of]);
  return by_zone_class.map(({ classes, ...kind }) => (
    <section
      key={kind.kind}
      class="portfolio-part portfolio-annex"
      aria-label={kindName(kind, language)}
    >
      <h3>{kindName(kind, language)}</h3>
      <SumTable
        columns={[
          own.zoneClass,
          ...[own.count, ...names, own.asNew, leftOut.without_cost].map(figures),
        ]}
        rows={classes.map(line => [own.zoneResults[line.name] ?? line.name, ...cellsOf(line)])}
      />
    </section>
  ));
}
