import { TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import type { GroupLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { chartLines } from '../run/summary-lines.ts';
import type { PortfolioWords } from '../run/words-el.ts';

interface ChartsProps {
  readonly own: PortfolioWords;
  readonly summary: PortfolioSummary;
}

/** The cost as new beside the sum insured, by region, type and age. */
export function GroupCharts({ own, summary }: ChartsProps) {
  const { words } = useLocale();
  const types: Readonly<Record<string, string>> = words.cost.types;
  const charts: [title: string, lines: readonly GroupLine[], nameOf: (name: string) => string][] = [
    [own.byRegion, summary.by_regional_unit, name => name],
    [own.byType, summary.by_property_type, name => types[name] ?? name],
    [own.byAge, summary.by_age, name => words.cost.years(name.replace('-', '–'))],
  ];
  return (
    <section class="portfolio-part" aria-label={own.charts}>
      <h3>{own.charts}</h3>
      <p class="portfolio-key small">
        <Swatch name="new" /> {own.asNew} <Swatch name="insured" /> {own.fields.sum_insured}
      </p>
      <div class="portfolio-charts">
        {charts.map(([title, lines, nameOf]) => (
          <GroupChart key={title} own={own} title={title} lines={lines} nameOf={nameOf} />
        ))}
      </div>
    </section>
  );
}

function Swatch({ name }: { name: string }) {
  return (
    <svg class="portfolio-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <rect class={`bar-${name}`} width="12" height="12" />
    </svg>
  );
}

interface ChartProps {
  readonly own: PortfolioWords;
  readonly title: string;
  readonly lines: readonly GroupLine[];
  nameOf(name: string): string;
}

/** A table whose bars are drawings, so that it is read aloud and copied as figures. */
function GroupChart({ own, title, lines, nameOf }: ChartProps) {
  const { format } = useLocale();
  const { shown, others } = chartLines(lines);
  const most = Math.max(1, ...shown.flatMap(line => [line.as_new_eur, line.sum_insured_eur]));
  const share = (euro: number) => `${Math.max(0.5, (100 * euro) / most)}%`;
  const named = (name: string) => {
    if (name === '…') return own.otherGroups(format.number(others));
    return name === '' ? own.unknown : nameOf(name);
  };
  if (shown.length === 0) return null;
  return (
    <table class="portfolio-chart">
      <caption>{title}</caption>
      <TableHead class="visually-hidden" columns={[title, own.asNew, own.fields.sum_insured!]} />
      <tbody>
        {shown.map(line => (
          <tr key={line.name}>
            <th scope="row">{named(line.name)}</th>
            <td class="figure">
              <svg width="100%" height="10" aria-hidden="true" focusable="false">
                <rect class="bar-new" width={share(line.as_new_eur)} height="10" />
              </svg>
              {format.euro(line.as_new_eur)}
            </td>
            <td class="figure">
              <svg width="100%" height="10" aria-hidden="true" focusable="false">
                <rect class="bar-insured" width={share(line.sum_insured_eur)} height="10" />
              </svg>
              {format.euro(line.sum_insured_eur)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
