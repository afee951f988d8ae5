import { rateSources } from '#domain/property/summary-terms.ts';
import { Facts } from '../../../tools/form/fact.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import type { PortfolioSummary, PortfolioTerms } from '../run/ask-portfolios.ts';
import { useTermWords } from '../run/term-words.ts';
import { usePortfolioWords } from '../run/words.ts';

interface Part {
  readonly summary: PortfolioSummary;
}

interface TermsProps extends Part {
  /** In a file, which has no script, it is open. */
  readonly isOpen?: boolean;
}

/** On what the figures of a summary rest. */
export function TermsView({ summary: { terms }, isOpen }: TermsProps) {
  const { own: words } = useTermWords();
  const { format, language } = useLocale();
  const facts = useTermFacts();
  const inShort = ({ valuation_date, rate_sources, index, addons, program }: PortfolioTerms) => {
    const isSample = rate_sources.some(one => one.is_sample);
    const rates = [
      ...new Set(
        rateSources(rate_sources, language).map(one => `${one.source}, ${one.valid_from}`),
      ),
    ];
    return [
      format.day(valuation_date),
      ...(rates.length > 0 ? [firstOf(rates).slice(0, 2).join('; ')] : []),
      ...(isSample ? [words.sample] : []),
      ...[index, addons].filter(name => name !== null),
      program,
    ].join(' · ');
  };
  return (
    <details class="portfolio-basis" open={isOpen}>
      <summary>
        <span class="strong">{words.heading}</span> <span class="small">{inShort(terms)}</span>
      </summary>
      <Facts
        facts={facts(terms).map(([name, values]) => [
          name,
          values.length === 0 ? words.nothing : values.map(one => <div key={one}>{one}</div>),
        ])}
      />
    </details>
  );
}

/** The most values of a term; the summary has all. */
const mostShown = 10;

function firstOf(values: readonly string[]): string[] {
  return [...values.slice(0, mostShown), ...(values.length > mostShown ? ['…'] : [])];
}

type FactLine = readonly [name: string, values: readonly string[]];

function useTermFacts() {
  const { own, format, language } = usePortfolioWords();
  const { own: words } = useTermWords();
  /** The name of a field without the hint in brackets. */
  const named = (field: keyof typeof words.fields) => words.fields[field].split(' (')[0]!;
  const sample = (isSample: boolean) => (isSample ? ` · ${words.sample}` : '');
  const rowsOf = (rows: number) => own.rows(format.number(rows));
  const listOf = (name: string | null) => (name === null ? [] : [name]);

  return (terms: PortfolioTerms): FactLine[] => {
    const others = terms.rows_with_other_date;
    const zones = terms.zones.map(({ sources, ...zone }) => {
      const loaded = sources.map(
        one => `${one.source}, ${format.day(one.loaded_at)}${sample(one.is_sample)}`,
      );
      return `${language === 'el' ? zone.name_gr : zone.name_en}: ${loaded.join('; ')}`;
    });
    const rates = rateSources(terms.rate_sources, language).map(
      one => `${one.source}, ${one.valid_from}${sample(one.is_sample)} · ${rowsOf(one.rows)}`,
    );
    return [
      [
        named('valuation_date'),
        [
          format.day(terms.valuation_date),
          ...(others > 0 ? [`${words.otherDate}: ${rowsOf(others)}`] : []),
        ],
      ],
      [named('rates'), [words[terms.rates], ...firstOf(rates)]],
      [named('index'), listOf(terms.index)],
      [named('addons'), listOf(terms.addons)],
      [named('ageing'), terms.ageing],
      [named('dataset'), listOf(terms.dataset)],
      [named('zones'), zones],
      [words.program, [terms.program]],
      ...terms.rows_left_out.map(({ from, rows, because }): FactLine => {
        const kinds = because.map(one => `${own.inWords(one.kind)}: ${format.number(one.rows)}`);
        return [words.leftOut[from], [rowsOf(rows), ...firstOf(kinds)]];
      }),
    ];
  };
}

/** How exactly the places are known, as shares of the amount. */
export function CertaintyView({ summary: { by_certainty } }: Part) {
  const { own, format } = usePortfolioWords();
  const { own: words } = useTermWords();
  return (
    <section class="portfolio-part" aria-label={words.certainty}>
      <h3>{words.certainty}</h3>
      <Facts
        facts={by_certainty.map(({ name, rows, exposure_eur, share }) => [
          words.certainties[name],
          [
            ...(share === null ? [] : [format.percent(share)]),
            format.euro(exposure_eur),
            own.rows(format.number(rows)),
          ].join(' · '),
        ])}
      />
    </section>
  );
}
