import { renderToString } from 'preact-render-to-string';
import { type Language, languages } from '#tools/notation/languages.ts';
import { CirclesView } from '../pages/portfolio/result/circles-view.tsx';
import { Figures } from '../pages/portfolio/result/figures.tsx';
import { GroupCharts } from '../pages/portfolio/result/group-charts.tsx';
import { LookList, Outliers, Unplaced } from '../pages/portfolio/result/look-lists.tsx';
import { SumsView } from '../pages/portfolio/result/sums-view.tsx';
import { Table } from '../pages/portfolio/result/table.tsx';
import { CertaintyView, TermsView } from '../pages/portfolio/result/terms-view.tsx';
import type { PortfolioSummary } from '../pages/portfolio/run/ask-portfolios.ts';
import { annexChoice, usePortfolioWords } from '../pages/portfolio/run/words.ts';
import { htmlPage } from '../pages/report/server/html-page.tsx';
import portfolio from '../tools/design/portfolio.css?inline';
import report from '../tools/design/report.css?inline';
import { figures } from '../tools/form/table-head.tsx';
import type { Format } from '../tools/language/format.ts';
import { LocaleContext, loadLocale, useLocale } from '../tools/language/language.ts';
import { type Land, SummaryMaps } from './summary-maps.tsx';
import { useFileWords } from './words.ts';

type Words = Readonly<Record<Language, string>>;

/** A table that only files have: the workbook has the same one. */
interface FigureTable {
  readonly title: Words;
  readonly note?: Words;
  readonly columns: readonly (Words & { readonly kind: keyof typeof shown })[];
  readonly rows: readonly (readonly (string | number | Words)[])[];
}

/** What the file of a summary is made of. */
export interface SummaryInput {
  readonly summary: PortfolioSummary;
  readonly tables: readonly FigureTable[];
  readonly land: Land;
}

/** The summary as one HTML file in both languages. It needs no network, and no script to switch. */
export async function renderSummary(input: SummaryInput): Promise<string> {
  const { input: title, language } = input.summary;
  const locales = await Promise.all(languages.map(loadLocale));
  const body = renderToString(
    <body>
      {languages.map(one => [
        <input key={one} type="radio" name="language" id={one} checked={one === language} />,
        <label key={`${one} label`} for={one} lang={one}>
          {languageNames[one]}
        </label>,
      ])}
      <input type="checkbox" id={annexChoice} />
      {locales.map(locale => (
        <LocaleContext.Provider key={locale.language} value={locale}>
          <main class="portfolio portfolio-result summary-page" lang={locale.language}>
            <AnnexLabel />
            <SummaryFile {...input} />
          </main>
        </LocaleContext.Provider>
      ))}
    </body>,
  );
  return htmlPage({ title, language, style: [report, portfolio, pageStyle].join('\n'), body });
}

/** A print has the lists of rows only if they are asked for. */
function AnnexLabel() {
  const { own } = usePortfolioWords();
  return (
    <label class="portfolio-annex-choice" for={annexChoice}>
      {own.printLists}
    </label>
  );
}

const languageNames: Words = { el: 'Ελληνικά', en: 'English' };

/** One language is shown. */
const pageStyle = `
body > label { margin: 0 1rem 0 0.25rem; }
#el:checked ~ main[lang='en'], #en:checked ~ main[lang='el'] { display: none; }
body { padding: 1rem; }
.summary-page { max-width: 75rem; margin: 1rem auto; }
.summary-page .portfolio-table tbody th { min-width: 9rem; }
.summary-circles { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 0.6rem 1rem; }
.summary-circles figcaption { overflow-wrap: anywhere; }
.summary-dots circle { fill: var(--accent); fill-opacity: 0.6; stroke: #ffffff; stroke-width: 0.1; }
.summary-rings circle { fill: var(--mark); fill-opacity: 0.08; stroke: var(--mark); stroke-width: 0.3; }
.plan .summary-rings text { font-size: 3.4px; paint-order: stroke; stroke: #ffffff; stroke-width: 0.8; }
@media print {
  body { padding: 0; }
  body > input, body > label { display: none; }
  .summary-page { margin: 0; max-width: none; }
  .summary-circles { grid-template-columns: repeat(3, 1fr); }
  .summary-figures.portfolio-annex { page: wide; }
  .summary-figures.portfolio-annex :is(table, thead th) { font-size: 6pt; }
}
@page wide { size: A4 landscape; }
`;

function SummaryFile({ summary, tables, land }: SummaryInput) {
  const { own, format } = usePortfolioWords();
  const { own: words } = useFileWords();
  const part = { summary };
  const { rows_to_look_at, rows_to_look_at_count: all, not_in_oed } = summary;
  return (
    <>
      <h1>{summary.input}</h1>
      <p>{`${own.rows(format.number(summary.rows))}, ${format.day(summary.date)}`}</p>
      <Figures {...part} />
      <TermsView {...part} isOpen />
      {summary.notes.length > 0 && (
        <ul class="portfolio-notes" lang={summary.language}>
          {summary.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <CertaintyView {...part} />
      <SummaryMaps {...part} land={land} />
      <Outliers {...part} />
      <SumsView {...part} />
      <GroupCharts {...part} />
      {tables.map((table, place) => (
        <FigureTableView key={table.title.en} {...table} isAnnex={place > 0} />
      ))}
      <CirclesView {...part} />
      <Unplaced {...part} />
      {not_in_oed && not_in_oed.rows > 0 && (
        <LookList
          {...part}
          title={words.leftOutOfOed}
          lines={not_in_oed.list}
          rows={not_in_oed.rows}
        >
          {own.rows(format.number(not_in_oed.rows))}
        </LookList>
      )}
      {all > 0 && (
        <LookList {...part} title={own.toLookAt} lines={rows_to_look_at} rows={all}>
          {words.lookHint(format.number(all))}
        </LookList>
      )}
    </>
  );
}

const shown = {
  text: (_, value: string | number) => String(value),
  whole: (format, value) => format.number(Number(value)),
  euro: (format, value) => format.euro(Number(value)),
  share: (format, value) => format.percent(Number(value)),
} satisfies Readonly<Record<string, (format: Format, value: string | number) => string>>;

function FigureTableView({
  title,
  note,
  columns,
  rows,
  isAnnex,
}: FigureTable & { isAnnex: boolean }) {
  const { format, language } = useLocale();
  const textOf = (value: string | number | Words, kind: keyof typeof shown) => {
    if (typeof value === 'object') return value[language];
    return typeof value === 'string' ? value : shown[kind](format, value);
  };
  const table = [
    columns.map(column => ({ text: column[language], isName: true })),
    ...rows.map(row =>
      row.map((value, at) => {
        const { kind } = columns[at]!;
        return { text: textOf(value, kind), isName: kind === 'text' };
      }),
    ),
  ];
  // Totals have few rows and many columns: only the other way round they fit on upright paper.
  const [head, ...lines] = isAnnex ? table : columns.map((_, at) => table.map(row => row[at]!));
  return (
    <section
      class={`portfolio-part summary-figures ${isAnnex ? 'portfolio-annex' : ''}`}
      aria-label={title[language]}
    >
      <h3>{title[language]}</h3>
      {note && <p class="small">{note[language]}</p>}
      <Table head={head!.map(({ text }, at) => (lines[0]?.[at]?.isName ? text : figures(text)))}>
        {lines.map((cells, line) => (
          <tr key={line}>
            {cells.map(({ text, isName }, at) =>
              isName ? (
                <th key={at} scope="row">
                  {text}
                </th>
              ) : (
                <td key={at} class="number">
                  {text}
                </td>
              ),
            )}
          </tr>
        ))}
      </Table>
    </section>
  );
}
