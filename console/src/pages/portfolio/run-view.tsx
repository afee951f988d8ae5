import { useRef, useState } from 'preact/hooks';
import { saveFile } from '../../tools/browser/save-file.ts';
import { Button } from '../../tools/form/button.tsx';
import { Failure } from '../../tools/requests/unanswered.tsx';
import { useClient } from '../../tools/requests/use-request.ts';
import { FileStep } from './file-step.tsx';
import { ResultView } from './result/result-view.tsx';
import {
  type ChosenColumns,
  type FileChoices,
  type Portfolio,
  portfolioFile,
} from './run/ask-portfolios.ts';
import { isOver, titleOf } from './run/summary-lines.ts';
import { annexChoice, usePortfolioWords } from './run/words.ts';

interface RunViewProps {
  readonly portfolio: Portfolio;
  readonly choices: FileChoices;
  onChoices(choices: FileChoices): void;
  onRemove(): void;
  /** Runs the file, with corrected rows, other columns or other terms. */
  onRun(columns?: ChosenColumns, terms?: FileChoices): void;
}

/** One file: what was understood, its progress, and at its end what was found. */
export function RunView({ portfolio, choices, onChoices, onRemove, onRun }: RunViewProps) {
  const { own } = usePortfolioWords();
  const client = useClient();
  const [failure, setFailure] = useState<unknown>();
  const { state, error, language, format } = portfolio;
  const title = titleOf(portfolio);
  const stem = title.replace(/\.[^.]*$/, '');
  const resultFile = `${stem}-ktima.${format === 'oed' ? 'oed.csv' : format}`;
  const save = (name: 'result' | 'html', file: string) =>
    portfolioFile(client, portfolio.id, name).then(
      content => saveFile(file, content.type, content),
      setFailure,
    );
  const step = (isOpen: boolean) => (
    <FileStep
      portfolio={portfolio}
      isOpen={isOpen}
      choices={choices}
      onChoices={onChoices}
      onRun={onRun}
    />
  );
  return (
    <section class="portfolio-run" aria-label={title}>
      <div class="portfolio-head">
        <div>
          <h2>{title}</h2>
          <Progress portfolio={portfolio} />
        </div>
        <div class="portfolio-actions">
          {state === 'done' && (
            <>
              <Button look="main" onClick={() => void save('result', resultFile)}>
                {own.result}
              </Button>
              <Button onClick={() => void save('html', `${stem}-summary.html`)}>
                {own.summary}
              </Button>
              <Button onClick={() => print()}>{own.print}</Button>
              <label class="portfolio-annex-choice small">
                <input type="checkbox" id={annexChoice} /> {own.printLists}
              </label>
            </>
          )}
          <Button onClick={onRemove}>{isOver(portfolio) ? own.remove : own.cancel}</Button>
        </div>
      </div>
      {error !== null && (
        <p class="notice notice-bad" role="alert" lang={language}>
          {error}
        </p>
      )}
      {failure !== undefined && <Failure failure={failure} />}
      {state === 'done' ? (
        <ResultView portfolio={portfolio} onAgain={() => onRun()}>
          {step(false)}
        </ResultView>
      ) : (
        isOver(portfolio) && step(true)
      )}
    </section>
  );
}

/** State, place in the queue, or rows with their rate and the time that is left. */
function Progress({ portfolio }: Pick<RunViewProps, 'portfolio'>) {
  const { own, format } = usePortfolioWords();
  const { state, rows, rows_in_file, progress, waiting_before } = portfolio;
  const first = useRef<{ atMs: number; rows: number }>(undefined);
  if (state !== 'running') first.current = undefined;
  else if (rows > 0) first.current ??= { atMs: performance.now(), rows };
  const seconds = first.current ? (performance.now() - first.current.atMs) / 1_000 : 0;
  const rate = seconds > 1 ? (rows - first.current!.rows) / seconds : 0;
  const all = rows_in_file ?? 0;
  // The columns are there when the file has been read.
  const isReading = state === 'running' && portfolio.header.length === 0;
  const parts = [
    isReading ? own.reading : own.states[state],
    state === 'queued' &&
      waiting_before !== null &&
      own.queuePlace(format.number(waiting_before + 1)),
    state === 'running' && all > 0 && own.rowsOf(format.number(rows), format.number(all)),
    state === 'done' && own.rows(format.number(rows)),
    state === 'read' && own.rows(format.number(all)),
    ...(state === 'running' && rate > 0
      ? [
          own.rate(format.number(Math.round(rate))),
          own.left(format.number(Math.ceil(Math.max(0, all - rows) / rate))),
        ]
      : []),
  ];
  const share = all > 0 ? rows / all : progress;
  return (
    <>
      <p role="status" class="quiet">
        {parts.filter(Boolean).join(' · ')}
      </p>
      {!isOver(portfolio) && (
        <progress
          {...(state === 'running' && rows > 0 && { value: share })}
          max={1}
          aria-label={own.states[state]}
        />
      )}
    </>
  );
}
