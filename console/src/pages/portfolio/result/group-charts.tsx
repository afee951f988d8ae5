import { TableHead } from '../../../tools/form/table-head.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import type { GroupLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { chartLines, hasExposure } from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words-en.ts';

interface ChartsProps {
  readonly summary: PortfolioSummary;
}

/** What a bar of each group shows. */
interface Bar {
  readonly name: 'new' | 'insured';
  readonly label: string;
  readonly of: (line: GroupLine) => number;
}

/** By region, type and age: cost beside sum insured, of rows that have both, and what is insured. */
export function GroupCharts({ summary }: ChartsProps) {
  const own = usePortfolioWords();
  const { total, terms } = summary;
  const what = own.coverages[terms.accumulate];
  const compared: Bar[] = [
    { name: 'new', label: own.asNew, of: line => line.compared_as_new_eur },
    { name: 'insured', label: own.insured, of: line => line.compared_sum_insured_eur },
  ];
  const exposed: Bar[] = [{ name: 'insured', label: what, of: line => line.exposure_eur }];
  return (
    <>
      {total.rows_compared > 0 && <Charts summary={summary} title={own.charts} bars={compared} />}
      {hasExposure(total) && <Charts summary={summary} title={own.exposureCharts} bars={exposed} />}
    </>
  );
}

interface BarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
}

function Charts({ summary, title, bars }: BarsProps & ChartsProps) {
  const own = usePortfolioWords();
  const { words } = useLocale();
  const types: Readonly<Record<string, string>> = words.cost.types;
  const charts: [title: string, lines: readonly GroupLine[], nameOf: (name: string) => string][] = [
    [own.byRegion, summary.by_regional_unit, name => name],
    [own.byType, summary.by_property_type, name => types[name] ?? name],
    [own.byAge, summary.by_age, name => words.cost.years(name.replace('-', '–'))],
  ];
  return (
    <section class="portfolio-part" aria-label={title}>
      <h3>{title}</h3>
      <p class="portfolio-key small">
        {bars.map(({ name, label }) => (
          <span key={name}>
            <Swatch name={name} /> {label}{' '}
          </span>
        ))}
      </p>
      <div class="portfolio-charts">
        {charts.map(([group, lines, nameOf]) => (
          <GroupChart key={group} title={group} lines={lines} nameOf={nameOf} bars={bars} />
        ))}
      </div>
    </section>
  );
}

function Swatch({ name }: Pick<Bar, 'name'>) {
  return (
    <svg class="portfolio-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
      <rect class={`bar-${name}`} width="12" height="12" />
    </svg>
  );
}

interface ChartProps extends BarsProps {
  readonly lines: readonly GroupLine[];
  nameOf(name: string): string;
}

/** A table whose bars are drawings, so that it is read aloud and copied as figures. */
function GroupChart({ title, lines, nameOf, bars }: ChartProps) {
  const own = usePortfolioWords();
  const { format } = useLocale();
  const { shown, others } = chartLines(lines, line => bars.map(({ of }) => of(line)));
  const most = Math.max(1, ...shown.flatMap(({ amounts }) => amounts));
  const named = (name: string) => {
    if (name === '…') return own.otherGroups(format.number(others));
    return name === '' ? own.unknown : nameOf(name);
  };
  if (shown.length === 0) return null;
  return (
    <table class="portfolio-chart">
      <caption>{title}</caption>
      <TableHead class="visually-hidden" columns={[title, ...bars.map(({ label }) => label)]} />
      <tbody>
        {shown.map(({ name, amounts }) => (
          <tr key={name}>
            <th scope="row">{named(name)}</th>
            {amounts.map((euro, at) => (
              <td key={at} class="figure">
                <svg width="100%" height="10" aria-hidden="true" focusable="false">
                  <rect
                    class={`bar-${bars[at]!.name}`}
                    width={`${Math.max(0.5, (100 * euro) / most)}%`}
                    height="10"
                  />
                </svg>
                {format.euro(euro)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
