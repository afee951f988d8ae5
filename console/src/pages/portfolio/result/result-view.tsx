import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useKept } from '../../../tools/browser/use-kept.ts';
import { Options } from '../../../tools/form/field.tsx';
import { useLocale } from '../../../tools/language/language.ts';
import { Failure, Loading } from '../../../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import {
  type Portfolio,
  type PortfolioRow,
  type PortfolioSummary,
  portfolioSummary,
  type RowFilters,
} from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words-en.ts';
import { ChosenText, CirclesView } from './circles-view.tsx';
import { Figures } from './figures.tsx';
import { GroupCharts } from './group-charts.tsx';
import { Outliers, Unplaced } from './look-lists.tsx';
import { type MapColour, mapColours } from './map-features.ts';
import { PortfolioMap } from './portfolio-map.tsx';
import { ProblemFilters } from './problem-filters.tsx';
import { RowsTable } from './rows-table.tsx';
import { SumsView, ZoneSums } from './sums-view.tsx';
import { CertaintyView, TermsView } from './terms-view.tsx';

interface ResultViewProps {
  readonly portfolio: Portfolio;
  /** How the file was read, between the result and what it rests on. */
  readonly children: ComponentChildren;
  /** Runs the file again, with the corrections. */
  onAgain(): void;
}

/** What a run has found: figures, a map beside the rows, charts, circles, and the terms. */
export function ResultView(props: ResultViewProps) {
  const { portfolio } = props;
  const client = useClient();
  const [request, retry] = useRequest(`${portfolio.id} ${portfolio.finished_at}`, signal =>
    portfolioSummary(client, portfolio.id, signal),
  );
  if (request.state === 'failed') return <Failure failure={request.failure} onRetry={retry} />;
  if (request.state !== 'answered') return <Loading lines={4} />;
  return <Result key={portfolio.finished_at} {...props} summary={request.answer} />;
}

function Result(props: ResultViewProps & { readonly summary: PortfolioSummary }) {
  const own = usePortfolioWords();
  const { portfolio, summary, children, onAgain } = props;
  // Another run of the file has other rows and problems.
  const kept = `portfolio ${portfolio.id} ${portfolio.finished_at}`;
  const [filters, setFilters] = useKept<RowFilters>(`${kept} filters`, {});
  const [row, setRow] = useState<PortfolioRow>();
  const [circle, setCircle] = useKept<number | undefined>(`${kept} circle`, undefined);
  const [colour, setColour] = useKept<MapColour>(`${kept} colour`, 'certainty');
  const [round, setRound] = useState(0);
  const circleShown = circle === undefined ? undefined : summary.circles[circle];
  const page = useRef<HTMLDivElement>(null);
  useOpenInPrint(page);
  const change = (more: RowFilters) => setFilters(before => ({ ...before, ...more }));
  return (
    <div ref={page} class="portfolio-result">
      <TermsView summary={summary} />
      <h3 class="visually-hidden">{own.totals}</h3>
      <Figures summary={summary} />
      <ProblemFilters
        portfolio={portfolio}
        summary={summary}
        chosen={filters.problem}
        onChoose={problem => change({ problem })}
        onCorrected={() => setRound(before => before + 1)}
      />
      <div class="portfolio-bench">
        {summary.map.cells.length > 0 && (
          <div class="portfolio-shown">
            <ColourChoice summary={summary} colour={colour} onColour={setColour} />
            <PortfolioMap
              portfolio={summary}
              chosen={circle}
              colour={colour}
              row={row}
              onChoose={setCircle}
              onBox={bbox => change({ bbox })}
            />
            <div role="status">
              {circleShown ? <ChosenText circle={circleShown} /> : <p class="small">{own.dots}</p>}
            </div>
          </div>
        )}
        <RowsTable
          portfolio={portfolio}
          kept={kept}
          filters={filters}
          chosen={row}
          round={round}
          onFilters={change}
          onChoose={setRow}
          onCorrected={() => setRound(before => before + 1)}
          onAgain={onAgain}
        />
      </div>
      <Outliers summary={summary} />
      <SumsView summary={summary} />
      <GroupCharts summary={summary} />
      <ZoneSums summary={summary} />
      <CirclesView summary={summary} chosen={circle} onChoose={setCircle} />
      <Unplaced summary={summary} />
      <CertaintyView summary={summary} />
      {portfolio.notes.length > 0 && (
        <section class="portfolio-part" aria-label={own.notes}>
          <h3>{own.notes}</h3>
          <ul class="portfolio-notes" lang={portfolio.language}>
            {portfolio.notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {children}
    </div>
  );
}

/** A print has the terms, which are closed on the screen. */
function useOpenInPrint(page: { readonly current: HTMLDivElement | null }): void {
  useEffect(() => {
    const opened: HTMLDetailsElement[] = [];
    const open = () => {
      for (const one of page.current?.querySelectorAll<HTMLDetailsElement>(
        '.portfolio-basis:not([open])',
      ) ?? []) {
        one.open = true;
        opened.push(one);
      }
    };
    const close = () => {
      for (const one of opened.splice(0)) one.open = false;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', close);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', close);
    };
  }, []);
}

interface ColourChoiceProps {
  readonly summary: PortfolioSummary;
  readonly colour: MapColour;
  onColour(colour: MapColour): void;
}

/** By what the dots are coloured, with the meaning of the colours. */
function ColourChoice({ summary, colour, onColour }: ColourChoiceProps) {
  const own = usePortfolioWords();
  const { words, language } = useLocale();
  const kinds = (summary.by_zone_class ?? []).map(({ kind, name_gr, name_en }) => {
    return [`zone ${kind}`, language === 'el' ? name_gr : name_en] as const;
  });
  const options = [...Object.entries(own.colours), ...kinds];
  const steps = own.colourSteps[colour] ?? own.colourSteps.zone!;
  return (
    <div class="portfolio-colours">
      <label>
        <span class="small">{own.colourBy}</span>
        <select
          value={colour}
          aria-label={`${own.colourBy}: ${words.map.label}`}
          onChange={event => onColour(event.currentTarget.value as MapColour)}
        >
          <Options of={options} />
        </select>
      </label>
      <ul class="portfolio-steps small">
        {steps.map((text, at) => (
          <li key={text}>
            <svg class="portfolio-swatch" viewBox="0 0 12 12" aria-hidden="true" focusable="false">
              <circle cx="6" cy="6" r="5.5" fill={mapColours[at]} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}
