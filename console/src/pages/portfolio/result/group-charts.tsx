import { useState } from 'preact/hooks';
import type { Language } from '#tools/notation/languages.ts';
import englishNames from '../../../../../data/english-names.csv?raw';
import { Options } from '../../../tools/form/field.tsx';
import { TableHead } from '../../../tools/form/table-head.tsx';
import type { GroupLine, PortfolioSummary } from '../run/ask-portfolios.ts';
import { chartLines, hasExposure } from '../run/summary-lines.ts';
import { usePortfolioWords } from '../run/words.ts';

interface ChartsProps {
  readonly summary: PortfolioSummary;
}

/** What a bar of each group shows. */
interface Bar {
  readonly name: 'new' | 'insured';
  readonly label: string;
  readonly of: (line: GroupLine) => number;
}

const groups = ['region', 'type', 'age'] as const;
type Group = (typeof groups)[number];

/** One of the charts; a print has all of them. */
export function ChartChoice({ summary }: ChartsProps) {
  const { own } = usePortfolioWords();
  const [only, setOnly] = useState<Group>('region');
  if (summary.total.rows_compared === 0 && !hasExposure(summary.total)) return null;
  return (
    <div class="portfolio-chart-choice">
      <select
        aria-label={own.chart}
        value={only}
        onChange={event => setOnly(event.currentTarget.value as Group)}
      >
        <Options of={groups.map(name => [name, own.groups[name]])} />
      </select>
      <GroupCharts summary={summary} only={only} />
    </div>
  );
}

/** By region, type and age: cost beside sum insured, of rows that have both, and what is insured. */
export function GroupCharts({ summary, only }: ChartsProps & { readonly only?: Group }) {
  const { own } = usePortfolioWords();
  const { total, terms } = summary;
  const what = own.coverages[terms.accumulate];
  const compared: Bar[] = [
    { name: 'new', label: own.asNew, of: line => line.compared_as_new_eur },
    { name: 'insured', label: own.insured, of: line => line.compared_sum_insured_eur },
  ];
  const exposed: Bar[] = [{ name: 'insured', label: what, of: line => line.exposure_eur }];
  return (
    <>
      {total.rows_compared > 0 && (
        <Charts summary={summary} title={own.charts} bars={compared} only={only} />
      )}
      {hasExposure(total) && (
        <Charts
          summary={summary}
          title={own.exposureCharts}
          bars={exposed}
          only={only}
          isForPrint={only !== undefined && total.rows_compared > 0}
        />
      )}
    </>
  );
}

interface BarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
}

interface ShownCharts extends BarsProps, ChartsProps {
  /** The chart that the screen has; all of them without it. */
  readonly only: Group | undefined;
  readonly isForPrint?: boolean;
}

function Charts({ summary, title, bars, only, isForPrint = false }: ShownCharts) {
  const { own, words, language } = usePortfolioWords();
  const types: Readonly<Record<string, string>> = words.cost.types;
  const charts: Readonly<Record<Group, [readonly GroupLine[], (name: string) => string]>> = {
    region: [summary.by_regional_unit, name => regionName(name, language)],
    type: [summary.by_property_type, name => types[name] ?? name],
    age: [summary.by_age, name => words.cost.years(name.replace('-', '–'))],
  };
  return (
    <section class={`portfolio-part ${isForPrint ? 'print-only' : ''}`} aria-label={title}>
      <h3>{title}</h3>
      <p class="portfolio-key small">
        {bars.map(({ name, label }) => (
          <span key={name}>
            <Swatch name={name} /> {label}{' '}
          </span>
        ))}
      </p>
      <div class="portfolio-charts">
        {groups.map(group => (
          <GroupChart
            key={group}
            title={own.groups[group]}
            lines={charts[group][0]}
            nameOf={charts[group][1]}
            bars={bars}
            isForPrint={only !== undefined && group !== only}
          />
        ))}
      </div>
    </section>
  );
}

/** A region or regional unit in the language of the page, as addresses have it. */
function regionName(name: string, language: Language): string {
  const line = `\n${name},`;
  const [, english] = language === 'en' ? englishNames.split(line) : [];
  return english?.split('\n')[0] ?? name;
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
  readonly isForPrint: boolean;
  nameOf(name: string): string;
}

/** A table whose bars are drawings, so that it is read aloud and copied as figures. */
function GroupChart({ title, lines, nameOf, bars, isForPrint }: ChartProps) {
  const { own, format } = usePortfolioWords();
  const { shown, others } = chartLines(lines, line => bars.map(({ of }) => of(line)));
  const most = Math.max(1, ...shown.flatMap(({ amounts }) => amounts));
  const named = (name: string) => {
    if (name === '…') return own.otherGroups(format.number(others));
    return name === '' ? own.unknown : nameOf(name);
  };
  if (shown.length === 0) return null;
  return (
    <table class={`portfolio-chart ${isForPrint ? 'print-only' : ''}`}>
      <caption>{title}</caption>
      <TableHead class="visually-hidden" columns={[title, ...bars.map(({ label }) => label)]} />
      <tbody>
        {shown.map(({ name, amounts }) => (
          <tr key={name}>
            <th scope="row">{named(name)}</th>
            {amounts.map((euro, at) => (
              <td key={at}>
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
