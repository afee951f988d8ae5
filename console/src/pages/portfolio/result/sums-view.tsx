import { useLocale } from '../../../tools/language/language.ts';
import type { GroupLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { coveragesOf, hasExposure } from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words-en.ts';
import { Table } from './table.tsx';

type Part = { readonly summary: PortfolioSummary };

/** What is insured, by coverage, and what has no cost. */
export function SumsView({ summary: { total } }: Part) {
  const { own, format } = usePortfolioWords();
  if (!hasExposure(total)) return null;
  return (
    <section class="portfolio-part" aria-label={own.exposure}>
      <h3>{own.exposure}</h3>
      <p class="small">{own.bases[total.exposure.basis]}</p>
      <Table head={[own.coverage, own.count, own.sum]}>
        {coveragesOf(total.exposure).map(([of, { rows, sum_eur }]) => (
          <Figure key={of} name={own.coverages[of]} rows={rows} sum={format.euro(sum_eur)} />
        ))}
        {total.rows_without_cost > 0 && (
          <Figure
            name={own.unpriced}
            rows={total.rows_without_cost}
            sum={format.euro(total.exposure_without_cost_eur)}
          />
        )}
      </Table>
    </section>
  );
}

function Figure({ name, rows, sum }: { name: string; rows: number; sum: string }) {
  const { format } = useLocale();
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class="figure">{format.number(rows)}</td>
      <td class="figure">{sum}</td>
    </tr>
  );
}

/** The sums by class of each kind of zones. */
export function ZoneSums({ summary: { by_zone_class = [], total } }: Part) {
  const { own, format, language } = usePortfolioWords();
  const coverages = coveragesOf(total.exposure).map(([of]) => of);
  const cellsOf = (line: GroupLine) => [
    format.number(line.rows),
    ...coverages.map(of => format.euro(line.exposure[of].sum_eur)),
    format.euro(line.as_new_eur),
    format.number(line.rows_without_cost),
  ];
  const names = coverages.map(of => own.coverages[of]);
  return by_zone_class.map(({ kind, name_gr, name_en, classes }) => (
    <section
      key={kind}
      class="portfolio-part portfolio-annex"
      aria-label={language === 'el' ? name_gr : name_en}
    >
      <h3>{language === 'el' ? name_gr : name_en}</h3>
      <Table head={[own.zoneClass, own.count, ...names, own.asNew, own.unpriced]}>
        {classes.map(line => (
          <tr key={line.name}>
            <th scope="row">{own.zoneResults[line.name] ?? line.name}</th>
            {cellsOf(line).map((text, at) => (
              <td key={at} class="figure">
                {text}
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  ));
}
