import { Button } from '../../tools/form/button.tsx';
import '../../tools/design/properties.css';
import '../../tools/design/portfolio.css';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { AddressBar } from '../../state/subject/address-bar.ts';
import type { PageHistory } from '../../state/subject/use-address-bar.ts';
import { useKept } from '../../tools/browser/use-kept.ts';
import { FilePicker } from '../../tools/form/file-picker.tsx';
import { Question } from '../../tools/form/question.tsx';
import { SignInInvitation, useIsSignedIn } from '../../tools/requests/sign-in-invitation.tsx';
import { Failure, Loading } from '../../tools/requests/unanswered.tsx';
import { useClient, useRequest } from '../../tools/requests/use-request.ts';
import {
  type ChosenColumns,
  type FileChoices,
  isQueueFull,
  type ListedPortfolio,
  listPortfolios,
  type Portfolio,
  runPortfolioAgain,
  sendPortfolio,
} from './run/ask-portfolios.ts';
import { isOver, titleOf } from './run/summary-lines.ts';
import { usePortfolioWords } from './run/words.ts';
import { RunView } from './run-view.tsx';
import { useGoneRun } from './use-gone-run.ts';

interface PortfolioPageProps {
  readonly bar: AddressBar;
  onChange: PageHistory['change'];
  onBack(): void;
}

/** How often the states of runs are asked for. */
const askEveryMs = 1_000;

/** Sends files of many properties, and shows their runs. */
export function PortfolioPage({ bar, onChange, onBack }: PortfolioPageProps) {
  const { own, words } = usePortfolioWords();
  const isSignedIn = useIsSignedIn();
  return (
    <main class="properties portfolio" id="content" tabIndex={-1}>
      <div class="portfolio-top">
        <h1>{words.tabs.portfolio}</h1>
        <Button onClick={onBack}>{words.report.back}</Button>
      </div>
      {isSignedIn ? (
        <Portfolios run={bar.run} onRun={(run, isSame) => onChange({ run }, isSame)} />
      ) : (
        <SignInInvitation text={own.signIn} />
      )}
    </main>
  );
}

interface PortfoliosProps {
  /** The id of the run in the URL. */
  readonly run: string | undefined;
  /** Opens a run; `isSame`: in place of the current entry of the history. */
  onRun(id: string | undefined, isSame?: boolean): void;
}

function Portfolios({ run: wantedId, onRun }: PortfoliosProps) {
  const { own, words, format } = usePortfolioWords();
  const client = useClient();
  const [round, setRound] = useState(0);
  const [choices, setChoices] = useKept<FileChoices>('portfolio choices', { format: 'csv' });
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [leaving, setLeaving] = useState<{
    readonly run: ListedPortfolio;
    readonly corrected: number;
  }>();
  const [request, retry] = useRequest(`list ${round}`, signal => listPortfolios(client, signal));
  const last = useRef<readonly ListedPortfolio[]>([]);
  if (request.state === 'answered') last.current = request.answer;
  const files = last.current;
  const chosen = files.find(({ id }) => id === wantedId) ?? files[0];
  // Its state is in the key: the answers of one round may be from before and after a change.
  const [found] = useRequest(chosen && `${chosen.id} ${chosen.state} ${round}`, signal =>
    client.portfolio({ id: chosen!.id }, { signal }),
  );
  const lastFound = useRef<Portfolio>(undefined);
  if (found.state === 'answered') lastFound.current = found.answer;
  const shown = lastFound.current?.id === chosen?.id ? lastFound.current : undefined;
  const { gone, forget, tellOthers } = useGoneRun({
    own,
    files: request.state === 'answered' ? request.answer : undefined,
    wantedId,
    shown: chosen,
    onNews: () => setRound(before => before + 1),
    onGone: () => onRun(undefined, true),
  });
  const isWaiting =
    request.state === 'answered' && found.state !== 'waiting' && files.some(one => !isOver(one));
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => setRound(before => before + 1), askEveryMs);
    return () => clearTimeout(timer);
  }, [isWaiting, round]);
  useEffect(() => {
    document.title = [...(chosen ? [titleOf(chosen)] : []), words.tabs.portfolio, words.name].join(
      ' · ',
    );
  }, [chosen?.name, own, words]);

  const act = async (work: () => Promise<void>) => {
    setFailure(undefined);
    await work().catch(setFailure);
    setRound(before => before + 1);
  };
  const send = (file: File) =>
    act(async () => {
      setIsSending(true);
      const sent = await sendPortfolio(client, file, choices).finally(() => setIsSending(false));
      onRun(sent.id);
    });
  const ask = async (asked: ListedPortfolio) => {
    // If it cannot be counted, the question is asked all the same.
    const found = await client.portfolioRows({ id: asked.id, limit: 1 }).catch(() => undefined);
    const corrected = found?.corrected ?? 0;
    // A run that is cancelled has no result to lose.
    if (isOver(asked) || corrected > 0) setLeaving({ run: asked, corrected });
    else await remove(asked.id);
  };
  const remove = (id: string) =>
    act(async () => {
      await client.deletePortfolio({ id });
      forget();
      onRun(undefined, true);
      tellOthers();
    });
  const run = (id: string, columns?: ChosenColumns, terms?: FileChoices) =>
    act(() => runPortfolioAgain(client, id, columns, terms));
  const isEmpty = request.state === 'answered' && files.length === 0;
  return (
    <div class={isEmpty ? 'portfolio-empty' : 'portfolio-desk'}>
      <aside class="portfolio-files" aria-label={own.own}>
        <FileStart isLarge={isEmpty} onFile={file => void send(file)} />
        <p role="status">{isSending && own.sending}</p>
        {gone !== undefined && (
          <p class="notice notice-warn" role="status">
            {gone}
          </p>
        )}
        {isQueueFull(failure) ? (
          <p class="notice notice-bad" role="alert">
            {own.queueIsFull}
          </p>
        ) : (
          failure !== undefined && <Failure failure={failure} />
        )}
        {request.state === 'failed' && <Failure failure={request.failure} onRetry={retry} />}
        {request.state === 'waiting' && files.length === 0 && <Loading lines={2} />}
        {files.length > 0 && (
          <>
            <h2 class="visually-hidden">{own.own}</h2>
            <FileList files={files} chosen={chosen} onChoose={onRun} />
          </>
        )}
      </aside>
      {shown && (
        <RunView
          key={shown.id}
          portfolio={shown}
          choices={choices}
          onChoices={setChoices}
          onRemove={() => void ask(shown)}
          onRun={(columns, terms) => void run(shown.id, columns, terms)}
        />
      )}
      {leaving && (
        <Question
          question={own.removeNamed(titleOf(leaving.run))}
          text={own.removeLoses(format.number(leaving.corrected))}
          yes={own.remove}
          onYes={() => void remove(leaving.run.id)}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

interface FileStartProps {
  /** Without other files, it is the whole page. */
  readonly isLarge: boolean;
  onFile(file: File): void;
}

function FileStart({ isLarge, onFile }: FileStartProps) {
  const { own } = usePortfolioWords();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same.
    <div
      class="portfolio-drop"
      onDragOver={event => event.preventDefault()}
      onDrop={event => {
        event.preventDefault();
        const [file] = event.dataTransfer?.files ?? [];
        if (file) onFile(file);
      }}
    >
      {isLarge && (
        <>
          <p class="strong">{own.none}</p>
          <p>{own.intro}</p>
        </>
      )}
      <FilePicker
        look="main"
        label={own.choose}
        accept=".csv,.tsv,.txt,.xlsx,.xlsm"
        onFiles={([file]) => onFile(file)}
      />
      <span class="small">{own.drop}</span>
    </div>
  );
}

interface FileListProps {
  readonly files: readonly ListedPortfolio[];
  readonly chosen: ListedPortfolio | undefined;
  onChoose(id: string): void;
}

function FileList({ files, chosen, onChoose }: FileListProps) {
  const { own, format } = usePortfolioWords();
  return (
    <ul class="portfolio-list">
      {files.map(file => (
        <li key={file.id}>
          <button
            type="button"
            class="portfolio-file"
            aria-current={file.id === chosen?.id}
            onClick={() => onChoose(file.id)}
          >
            <span class="portfolio-name">{titleOf(file)}</span>
            <span class={`small portfolio-state is-${file.state}`}>
              {own.states[file.state]}
              {file.rows > 0 && ` · ${own.rows(format.number(file.rows))}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
