import { useEffect, useMemo, useState } from 'preact/hooks';
import {
  type Client,
  type ConsoleSettingsAnswer,
  createClient,
} from '../../../client/src/client.ts';
import { ClientContext } from '../asking/client.tsx';
import { Failure } from '../asking/failure.tsx';
import { useAnswer } from '../asking/use-answer.ts';
import { Waiting } from '../asking/waiting.tsx';
import { type Language, languages } from '../language/format.ts';
import { preferredLanguage, SpeechContext, speechOf } from '../language/language.tsx';
import type { SessionEnds } from '../session/use-session.ts';
import { App } from './app.tsx';
import { keep, readCacheFile } from './kept.ts';

/** Settles language and settings, then opens the app. */
export function Start({ askSettings }: { askSettings: Client['consoleSettings'] }) {
  const [language, setLanguage] = useLanguage();
  const [settings, again] = useAnswer('settings', signal => askSettings({ signal }));
  return (
    <SpeechContext.Provider value={speechOf(language)}>
      {settings.state === 'failed' && (
        <main class="start">
          <Failure failure={settings.failure} onRetry={again} />
        </main>
      )}
      {settings.state === 'waiting' && (
        <main class="start">
          <Waiting />
        </main>
      )}
      {settings.state === 'answered' && (
        <WithClient settings={settings.answer} onLanguage={setLanguage} />
      )}
    </SpeechContext.Provider>
  );
}

interface WithClientProps {
  readonly settings: ConsoleSettingsAnswer;
  onLanguage(language: Language): void;
}

function WithClient({ settings, onLanguage }: WithClientProps) {
  const ends = useMemo<SessionEnds>(() => ({ listener: () => {} }), []);
  const client = useMemo(
    () =>
      createClient({
        apiUrl: location.origin,
        // Where nobody can sign in, nothing is ever sent there.
        authUrl: settings.auth_url ?? location.origin,
        onSessionEnd: why => ends.listener(why),
      }),
    [settings, ends],
  );
  return (
    <ClientContext.Provider value={client}>
      <App settings={settings} ends={ends} onLanguage={onLanguage} />
    </ClientContext.Provider>
  );
}

/** The language: as chosen once, else the browser's. */
function useLanguage(): [Language, (language: Language) => void] {
  const [language, setLanguage] = useState<Language>(
    () =>
      languages.find(name => name === readCacheFile('language')) ??
      preferredLanguage(navigator.languages),
  );
  useEffect(() => {
    document.documentElement.lang = language;
    document.title = speechOf(language).words.title;
  }, [language]);
  const choose = (chosen: Language) => {
    keep('language', chosen);
    setLanguage(chosen);
  };
  return [language, choose];
}
