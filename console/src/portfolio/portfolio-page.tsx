import '../design/properties.css';
import '../design/portfolio.css';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Client } from '../../../client/src/client.ts';
import { Field, SelectField } from '../form/field.tsx';
import type { Language } from '../language/format.ts';
import { useLocale } from '../language/language.tsx';
import type { Look } from '../map/palette.ts';
import { saveFile } from '../parcel/save-file.ts';
import { useClient } from '../requests/client.tsx';
import { Failure } from '../requests/failure.tsx';
import { Loading } from '../requests/loading.tsx';
import { useRequest } from '../requests/use-request.ts';
import { SignInInvitation } from '../session/sign-in-invitation.tsx';
import type { MapSettings } from '../shell/settings.ts';
import {
  type ChosenColumns,
  type FileChoices,
  isQueueFull,
  listPortfolios,
  type Portfolio,
  portfolioFile,
  portfolioState,
  removePortfolio,
  runPortfolioAgain,
  sendPortfolio,
} from './ask-portfolios.ts';
import { ColumnForm } from './column-form.tsx';
import { MapLook } from './portfolio-map.tsx';
import { RowsTable } from './rows-table.tsx';
import { SummaryView } from './summary-view.tsx';
import { TermsForm } from './terms-form.tsx';
import { el, type PortfolioWords } from './words-el.ts';
import { en } from './words-en.ts';

const portfolioWords: Readonly<Record<Language, PortfolioWords>> = { el, en };

interface PortfolioPageProps {
  readonly settings: MapSettings;
  readonly look: Look;
  readonly isSignedIn: boolean;
  readonly onSignIn: (() => void) | undefined;
  onBack(): void;
}

/** How often the state of a run is asked for. */
const askEveryMs = 1_000;

/** Sends files of many properties, and shows their runs. */
export function PortfolioPage({ isSignedIn, onSignIn, onBack, ...map }: PortfolioPageProps) {
  const { words, language } = useLocale();
  const own = portfolioWords[language];
  useEffect(() => {
    document.title = `${own.heading} · ${words.name}`;
  }, [own, words]);
  return (
    <main class="properties portfolio" id="content" tabIndex={-1}>
      <button type="button" class="button" onClick={onBack}>
        {words.report.back}
      </button>
      <h1>{own.heading}</h1>
      <p>{own.intro}</p>
      {isSignedIn ? (
        <MapLook.Provider value={map}>
          <Portfolios own={own} />
        </MapLook.Provider>
      ) : (
        <SignInInvitation text={own.signIn} onSignIn={onSignIn} />
      )}
    </main>
  );
}

function Portfolios({ own }: { own: PortfolioWords }) {
  const client = useClient();
  const [round, setRound] = useState(0);
  const [choices, setChoices] = useState<FileChoices>({ format: 'csv' });
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [request, retry] = useRequest(`list ${round}`, signal => listPortfolios(client, signal));
  const last = useRef<readonly Portfolio[]>([]);
  if (request.state === 'answered') last.current = request.answer;

  const act = async (work: () => Promise<void>) => {
    setFailure(undefined);
    await work().catch(setFailure);
    setRound(before => before + 1);
  };
  const send = (file: File) =>
    act(async () => {
      setIsSending(true);
      await sendPortfolio(client, file, choices).finally(() => setIsSending(false));
    });
  const remove = (id: string) => act(() => removePortfolio(client, id));
  const runAgain = (id: string, columns?: ChosenColumns) =>
    act(() => runPortfolioAgain(client, id, columns));
  return (
    <>
      <FileForm
        own={own}
        choices={choices}
        onChoose={setChoices}
        onFile={file => void send(file)}
      />
      <p role="status">{isSending && own.sending}</p>
      {isQueueFull(failure) ? (
        <p class="notice notice-bad" role="alert">
          {own.queueIsFull}
        </p>
      ) : (
        failure !== undefined && <Failure failure={failure} />
      )}
      <h2>{own.own}</h2>
      {request.state === 'failed' && <Failure failure={request.failure} onRetry={retry} />}
      {request.state === 'waiting' && last.current.length === 0 && <Loading lines={2} />}
      {request.state === 'answered' && last.current.length === 0 && <p>{own.none}</p>}
      {last.current.map(portfolio => (
        <Run
          key={portfolio.id}
          first={portfolio}
          own={own}
          client={client}
          onRemove={() => void remove(portfolio.id)}
          onAgain={columns => void runAgain(portfolio.id, columns)}
        />
      ))}
    </>
  );
}

interface FileFormProps {
  readonly own: PortfolioWords;
  readonly choices: FileChoices;
  onChoose(choices: FileChoices): void;
  onFile(file: File): void;
}

function FileForm({ own, choices, onChoose, onFile }: FileFormProps) {
  const id = useId();
  const choose = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    input.value = '';
    if (file) onFile(file);
  };
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
      <SelectField
        id={`${id}format`}
        label={own.format}
        value={choices.format!}
        options={[
          ['csv', 'CSV'],
          ['xlsx', 'Excel (.xlsx)'],
          ['geojson', 'GeoJSON'],
          ['ndjson', 'NDJSON'],
          ['oed', 'Open Exposure Data (CSV)'],
        ]}
        onInput={format => onChoose({ ...choices, format })}
      />
      <SelectField
        id={`${id}decimals`}
        label={own.decimals}
        value={choices.decimals ?? ''}
        options={Object.entries(own.decimalSigns)}
        onInput={decimals => onChoose({ ...choices, decimals })}
      />
      <Field
        id={`${id}sheet`}
        label={own.sheet}
        maxLength={100}
        value={choices.sheet ?? ''}
        onInput={sheet => onChoose({ ...choices, sheet })}
      />
      <label class="button button-main properties-import" for={`${id}file`}>
        {own.choose}
        <input
          id={`${id}file`}
          type="file"
          accept=".csv,.tsv,.txt,.xlsx,.xlsm"
          onChange={event => choose(event.currentTarget)}
        />
      </label>
      <span class="quiet">{own.drop}</span>
      <TermsForm choices={choices} onChoose={onChoose} />
    </div>
  );
}

interface RunProps {
  readonly first: Portfolio;
  readonly own: PortfolioWords;
  readonly client: Client;
  onRemove(): void;
  /** Runs the same file again, with corrected rows or other columns. */
  onAgain(columns?: ChosenColumns): void;
}

/** One run: its state, and at its end what was found. */
function Run({ first, own, client, onRemove, onAgain }: RunProps) {
  const { format } = useLocale();
  const [shown, setShown] = useState(first);
  const isOver = shown.state === 'done' || shown.state === 'failed';
  const [failure, setFailure] = useState<unknown>();
  // It may run again.
  useEffect(() => setShown(first), [first]);
  useEffect(() => {
    if (isOver) return undefined;
    const abort = new AbortController();
    const timer = setInterval(() => {
      portfolioState(client, first.id, abort.signal).then(setShown, error => {
        if (!abort.signal.aborted) setFailure(error);
      });
    }, askEveryMs);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [client, first.id, isOver]);
  const stem = shown.name.replace(/\.[^.]*$/, '');
  const ending = shown.format === 'oed' ? 'oed.csv' : shown.format;
  const save = async (name: string, file: string) => {
    const content = await portfolioFile(client, first.id, name);
    saveFile(file, content.type, content);
  };
  return (
    <section class="portfolio-run" aria-label={shown.name}>
      <h3>{shown.name}</h3>
      <p role="status">
        {own.states[shown.state]}
        {shown.rows > 0 && ` · ${own.rows(format.number(shown.rows))}`}
      </p>
      {!isOver && <progress value={shown.progress} max={1} aria-label={own.states[shown.state]} />}
      {shown.error !== null && (
        <p class="notice notice-bad" role="alert" lang={shown.language}>
          {shown.error}
        </p>
      )}
      {failure !== undefined && <Failure failure={failure} />}
      <div class="properties-files">
        {shown.state === 'done' && (
          <>
            <button
              type="button"
              class="button button-main"
              onClick={() => void save('result', `${stem}-ktima.${ending}`).catch(setFailure)}
            >
              {own.result}
            </button>
            <button
              type="button"
              class="button"
              onClick={() =>
                void save('summary?format=html', `${stem}-summary.html`).catch(setFailure)
              }
            >
              {own.summary}
            </button>
          </>
        )}
        <button type="button" class="button" onClick={onRemove}>
          {isOver ? own.remove : own.cancel}
        </button>
      </div>
      {shown.header.length > 0 && (
        <ColumnForm own={own} portfolio={shown} onAgain={isOver ? onAgain : undefined} />
      )}
      {shown.state === 'done' && (
        <>
          <SummaryView own={own} portfolio={shown} />
          <RowsTable own={own} portfolio={shown} onAgain={() => onAgain()} />
        </>
      )}
    </section>
  );
}
