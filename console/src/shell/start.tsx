import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Language, languages } from '#tools/notation/languages.ts';
import { type Client, createClient } from '../../../client/src/client.ts';
import type { ConsoleSettingsAnswer } from '../../../client/src/types.ts';
import { LibraryProvider } from '../state/library/use-library.tsx';
import { readStoredChoice, storeChoice } from '../tools/browser/stored-choice.ts';
import {
  browserLanguage,
  type Locale,
  LocaleContext,
  loadLocale,
} from '../tools/language/language.ts';
import { Answered } from '../tools/requests/answered.tsx';
import { isOffline } from '../tools/requests/describe-failure.ts';
import { setTileToken } from '../tools/requests/tile-token.ts';
import { ClientContext, callTimeoutMs, useRequest } from '../tools/requests/use-request.ts';
import { takeSignOn } from '../tools/session/sign-on.ts';
import { storedUser } from '../tools/session/stored-user.ts';
import type { SessionEnds } from '../tools/session/use-session.ts';
import { App } from './app.tsx';

/** Loads the language and the settings, then opens the app. */
export function Start({ askSettings }: { askSettings: Client['consoleSettings'] }) {
  const [locale, setLanguage, isFailed] = useLanguage();
  const [settings, retry] = useRequest('settings', signal =>
    settingsOrStored(() => askSettings({ signal })),
  );
  if (!locale) return isFailed ? <NotLoaded /> : null;
  return (
    <LocaleContext.Provider value={locale}>
      {settings.state === 'answered' ? (
        <WithClient settings={settings.answer} onLanguage={setLanguage} />
      ) : (
        <main class="start">
          <h1 class="visually-hidden">{locale.words.title}</h1>
          <Answered request={settings} onRetry={retry} />
        </main>
      )}
    </LocaleContext.Provider>
  );
}

/** The settings; without the network, those of the last time, so that stored properties open. */
async function settingsOrStored(
  ask: () => Promise<ConsoleSettingsAnswer>,
): Promise<ConsoleSettingsAnswer> {
  const stored = readStoredChoice('settings');
  try {
    if (stored && !navigator.onLine) return JSON.parse(stored);
    const answer = await ask();
    storeChoice('settings', JSON.stringify(answer));
    return answer;
  } catch (failure) {
    if (stored && isOffline(failure)) return JSON.parse(stored);
    throw failure;
  }
}

/** Without the texts of any language. */
function NotLoaded() {
  return (
    <main class="start">
      <p lang="el">Η σελίδα δεν φορτώθηκε. Ανανεώστε την.</p>
      <p lang="en">The page was not loaded. Reload it.</p>
    </main>
  );
}

interface WithClientProps {
  readonly settings: ConsoleSettingsAnswer;
  onLanguage(language: Language): void;
}

function WithClient({ settings, onLanguage }: WithClientProps) {
  const ends = useMemo<SessionEnds>(() => ({ listener: () => {} }), []);
  // First: it may store the name of the user, whose session the client then resumes.
  const signOnFailure = useMemo(takeSignOn, []);
  const client = useMemo(() => openClient(settings, ends), [settings, ends]);
  return (
    <ClientContext.Provider value={client}>
      <LibraryProvider>
        <App
          settings={settings}
          ends={ends}
          signOnFailure={signOnFailure}
          onLanguage={onLanguage}
        />
      </LibraryProvider>
    </ClientContext.Provider>
  );
}

/** A client of both services. It continues the session that the browser has kept, if any. */
function openClient(
  { auth_url, login_required }: ConsoleSettingsAnswer,
  ends: SessionEnds,
): Client {
  const client = createClient({
    apiUrl: location.origin,
    // Without an authentication service no request is sent to this address.
    authUrl: auth_url ?? location.origin,
    timeoutMs: callTimeoutMs,
    tokenForAll: login_required,
    language: () => document.documentElement.lang,
    onSessionEnd: why => ends.listener(why),
  });
  setTileToken(client.accessToken, login_required);
  const user = storedUser.read();
  if (auth_url !== null && user) client.resumeSession(user.id);
  return client;
}

/** The stored language, otherwise the browser's. Until another one is loaded, the page keeps its own. */
function useLanguage(): [Locale | undefined, (language: Language) => void, isFailed: boolean] {
  const [language, setLanguage] = useState<Language>(
    () =>
      languages.find(name => name === readStoredChoice('language')) ??
      browserLanguage(navigator.languages),
  );
  const [locale, setLocale] = useState<Locale>();
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    let isWanted = true;
    loadLocale(language).then(
      loaded => isWanted && setLocale(loaded),
      () => setIsFailed(true),
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  useEffect(() => {
    if (locale) document.documentElement.lang = locale.language;
  }, [locale]);
  const choose = (chosen: Language) => {
    storeChoice('language', chosen);
    setLanguage(chosen);
  };
  return [locale, choose, isFailed];
}
