import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Choice } from '../../../property/map/draw/draw-model.ts';
import { useKept } from '../../../tools/browser/use-kept.ts';
import { Tabs } from '../../../tools/form/tabs.tsx';
import { Answered } from '../../../tools/requests/answered.tsx';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import type { Portfolio, PortfolioSummary, RowFilters } from '../run/ask-portfolios.ts';
import { usePortfolioWords } from '../run/words.ts';
import { ChosenText, CirclesView } from './circles-view.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { Figures } from './figures.tsx';
import { ChartChoice } from './group-charts.tsx';
import { Outliers, Unplaced } from './look-lists.tsx';
import { filteredCells, type MapColour } from './map-features.ts';
import { PortfolioMap } from './portfolio-map.tsx';
import { ProblemFilters } from './problem-filters.tsx';
import { RowForm } from './row-form.tsx';
import { RowsView } from './rows-view.tsx';
import { SumsView, ZoneSums } from './sums-view.tsx';
import { CertaintyView, TermsView } from './terms-view.tsx';
import { useRowPages, type WantedRows } from './use-row-pages.ts';

interface ResultViewProps {
  readonly portfolio: Portfolio;
  /** How the file was read, beside what the result rests on. */
  readonly children: ComponentChildren;
  /** Runs the file again, with the corrections. */
  onAgain(): void;
}

/** What a run has found: figures, a map beside the rows, a chart, and the rest in tabs. */
export function ResultView(props: ResultViewProps) {
  const { portfolio } = props;
  const client = useClient();
  const [request, retry] = useRequest(`${portfolio.id} ${portfolio.finished_at}`, signal =>
    client.portfolioSummary({ id: portfolio.id }, { signal }),
  );
  return (
    <Answered request={request} onRetry={retry} lines={4}>
      {summary => <Result key={portfolio.finished_at} {...props} summary={summary} />}
    </Answered>
  );
}

function Result(props: ResultViewProps & { readonly summary: PortfolioSummary }) {
  const { portfolio, summary, children, onAgain } = props;
  const { own, language } = usePortfolioWords();
  const client = useClient();
  // Another run of the file has other rows and problems.
  const kept = `portfolio ${portfolio.id} ${portfolio.finished_at}`;
  const [filters, setFilters] = useKept<RowFilters>(`${kept} filters`, {});
  const [sort, setSort] = useKept<WantedRows['sort']>(`${kept} sort`, { by: 'line', order: 'asc' });
  const [circle, setCircle] = useKept<number | undefined>(`${kept} circle`, undefined);
  const [colour, setColour] = useKept<MapColour>(`${kept} colour`, 'certainty');
  const [round, setRound] = useState(0);
  const [open, setOpen] = useState<number>();
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const page = useRef<HTMLDivElement>(null);
  useOpenInPrint(page);
  const shownCircle = circle === undefined ? undefined : summary.circles[circle];
  const around =
    shownCircle && `${shownCircle.latitude},${shownCircle.longitude},${shownCircle.radius_m}`;
  const asked = { ...filters, text: filters.text?.trim() || undefined, around };
  const isFiltered = Object.values(asked).some(value => value !== undefined);
  const pages = useRowPages(client, {
    ...{ id: portfolio.id, filters: asked, sort, round, language },
    cells: summary.map.cell_degrees,
  });
  useEffect(() => setOpen(undefined), [pages.key]);
  const { found } = pages;
  const cells = useMemo(
    () => (isFiltered ? filteredCells(summary.map, found?.cells) : summary.map.cells),
    [isFiltered, found?.cells],
  );
  const row = open === undefined ? undefined : pages.rowAt(open);
  const change = (more: RowFilters) => setFilters(before => ({ ...before, ...more }));
  const showNext = async (place: number) => {
    await pages.rowWhenLoaded(place);
    setOpen(place < (found?.count ?? 0) ? place : undefined);
  };
  const close = () => {
    page.current?.querySelector<HTMLElement>('.portfolio-window .is-chosen button')?.focus();
    setOpen(undefined);
  };
  return (
    <div ref={page} class="portfolio-result">
      <h3 class="visually-hidden">{own.totals}</h3>
      <Figures
        summary={summary}
        filtered={isFiltered ? found : undefined}
        onLook={() => change({ to_look_at: filters.to_look_at ? undefined : true })}
      />
      <ProblemFilters
        portfolio={portfolio}
        summary={summary}
        chosen={filters.problem}
        onChoose={problem => change({ problem })}
        onCorrected={() => setRound(before => before + 1)}
      />
      <div class="portfolio-bench">
        <div class="portfolio-shown">
          {summary.map.cells.length > 0 && (
            <>
              <ColourChoice summary={summary} colour={colour} onColour={setColour} />
              <PortfolioMap
                portfolio={summary}
                cells={cells}
                chosen={circle}
                colour={colour}
                row={row}
                choices={choices}
                onChoose={setCircle}
                onBox={bbox => change({ bbox })}
              />
              <div role="status">
                {shownCircle ? (
                  <ChosenText circle={shownCircle} />
                ) : (
                  <p class="small">{own.dots}</p>
                )}
              </div>
            </>
          )}
          <ChartChoice summary={summary} />
        </div>
        <RowsView
          kept={kept}
          pages={pages}
          filters={filters}
          sort={sort}
          open={open}
          onFilters={change}
          onSort={setSort}
          onOpen={place => setOpen(place === open ? undefined : place)}
          onAgain={onAgain}
        >
          {row && (
            <RowForm
              key={`${pages.key} ${row.line}`}
              portfolio={portfolio}
              row={row}
              onSave={cells => pages.correct(open!, cells)}
              onNext={() => void showNext(open! + 1)}
              onClose={close}
              onChoices={setChoices}
            />
          )}
        </RowsView>
      </div>
      <ResultTabs
        kept={kept}
        panels={{
          circles: <CirclesView summary={summary} chosen={circle} onChoose={setCircle} />,
          sums: [
            <SumsView key="sums" summary={summary} />,
            <ZoneSums key="zones" summary={summary} />,
          ],
          check: [
            <Outliers key="outliers" summary={summary} />,
            <Unplaced key="unplaced" summary={summary} />,
            <CertaintyView key="certainty" summary={summary} />,
          ],
          terms: [
            <TermsView key="terms" summary={summary} />,
            <Notes key="notes" portfolio={portfolio} />,
            children,
          ],
        }}
      />
    </div>
  );
}

function Notes({ portfolio: { notes, language } }: Pick<ResultViewProps, 'portfolio'>) {
  const { own } = usePortfolioWords();
  if (notes.length === 0) return null;
  return (
    <section class="portfolio-part" aria-label={own.notes}>
      <h3>{own.notes}</h3>
      <ul class="portfolio-notes" lang={language}>
        {notes.map(note => (
          <li key={note}>{own.inWords(note)}</li>
        ))}
      </ul>
    </section>
  );
}

const tabs = ['circles', 'sums', 'check', 'terms'] as const;

interface ResultTabsProps {
  readonly kept: string;
  readonly panels: Readonly<Record<(typeof tabs)[number], ComponentChildren>>;
}

/** What is looked at after the rows; a print has all of it. */
function ResultTabs({ kept, panels }: ResultTabsProps) {
  const { own } = usePortfolioWords();
  const [open, setOpen] = useKept<(typeof tabs)[number]>(`${kept} tab`, 'circles');
  return (
    <>
      <Tabs
        label={own.tabsLabel}
        tabs={tabs.map(name => [name, own.tabs[name]] as const)}
        open={open}
        onOpen={name => setOpen(name)}
      />
      <div id="tab-panel" role="tabpanel" aria-labelledby={`tab-${open}`}>
        {tabs.map(name => (
          <div key={name} class="portfolio-tab" hidden={name !== open}>
            {panels[name]}
          </div>
        ))}
      </div>
    </>
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
