import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Language } from '#tools/notation/languages.ts';
import type { Client } from '../../../client/src/client.ts';
import type { ConsoleSettingsAnswer } from '../../../client/src/types.ts';
import { useRecordOpened } from '../pages/properties/use-record-opened.ts';
import { MapLook } from '../property/map/style/map-look.ts';
import { recentTexts, useLibrary } from '../state/library/use-library.tsx';
import { type AddressBar, isPage, moveTo } from '../state/subject/address-bar.ts';
import { find, hintFor } from '../state/subject/find.ts';
import type { MapView } from '../state/subject/history-state.ts';
import { pointSubject, type Subject } from '../state/subject/subject.ts';
import { pageTitle, subjectText } from '../state/subject/subject-text.ts';
import { useAddressBar } from '../state/subject/use-address-bar.ts';
import { useLocale } from '../tools/language/language.ts';
import { Lazy, load } from '../tools/requests/lazy.tsx';
import { SignInContext, SignInInvitation } from '../tools/requests/sign-in-invitation.tsx';
import { useClient, useLastAnswer, useRequest } from '../tools/requests/use-request.ts';
import { SessionBanners } from '../tools/session/session-banners.tsx';
import { findStayObstacle, type StayObstacle } from '../tools/session/stay-signed-in.ts';
import { type SessionEnds, useSession } from '../tools/session/use-session.ts';
import { Explorer } from './explorer.tsx';
import { Header } from './header.tsx';
import { storedProperty } from './panel.tsx';
import { SearchBox } from './search/search-box.tsx';
import { usePrintKey } from './use-print-key.ts';
import { useLook } from './use-theme.ts';

interface AppProps {
  readonly settings: ConsoleSettingsAnswer;
  readonly ends: SessionEnds;
  /** Why a sign-on at the identity provider failed, if the page was opened by one. */
  readonly signOnFailure: string | undefined;
  onLanguage(language: Language): void;
}

/** The whole page. The URL contains the view, the subject and the building; the rest follows. */
export function App({ settings, ends, signOnFailure, onLanguage }: AppProps) {
  const client = useClient();
  const { words } = useLocale();
  const session = useSession(client, ends, stayObstacleHere(settings));
  const { theme, look, setTheme } = useLook();
  const mapLook = useMemo(() => ({ settings: settings.map, look }), [settings, look]);
  const { bar, change, ...page } = useAddressBar();
  const [isPrinting, setIsPrinting] = useState(false);
  // Where every operation needs a token, the page first asks for a login.
  const isClosed = settings.login_required && session.name === undefined;
  const [isSigningIn, setIsSigningIn] = useState(
    (isClosed || signOnFailure !== undefined) && settings.auth_url !== null,
  );
  const [failure, setFailure] = useState(signOnFailure);
  const { request, retry, isChoice, found, text } = useSubject(bar, isClosed);
  const { contents } = useLibrary();
  useRecordOpened(found, bar.building);
  useLaterParts(client);

  const printReport = () => {
    // A field that is left is read: the report must have what the form shows.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    setIsPrinting(true);
    change({ view: 'report' });
  };
  usePrintKey(found && !isPage(bar.view) ? printReport : undefined);

  const search = (next: Subject) => change(moveTo(bar, next));
  const { demo_login: demo } = settings;
  const asDemo = demo
    ? () =>
        session.signIn(demo, session.stayObstacle === undefined).catch(() => setIsSigningIn(true))
    : undefined;
  const openSample = async () => {
    if (session.name === undefined) await asDemo?.();
    change({ view: 'portfolio' });
  };
  const signIn = settings.auth_url === null ? undefined : () => setIsSigningIn(true);

  return (
    <SignInContext.Provider value={{ isSignedIn: session.name !== undefined, signIn, asDemo }}>
      <MapLook.Provider value={mapLook}>
        <div class={`app ${isPage(bar.view) ? 'app-page' : ''}`}>
          <button type="button" class="skip" onClick={focusContent}>
            {words.skipToPanel}
          </button>
          <Header
            session={session}
            theme={theme}
            onTheme={setTheme}
            onLanguage={onLanguage}
            onSignIn={signIn}
            onProperties={() => change({ view: 'properties' })}
            onHome={() => change({ subject: undefined, view: 'location', building: {} })}
          >
            {!isClosed && (
              <SearchBox
                text={text}
                bar={bar}
                bias={() => ({
                  near: nearOf(page.kept().mapView) ?? found,
                  recent: recentTexts(contents),
                })}
                onSearch={search}
              />
            )}
          </Header>
          <SessionBanners session={session} onSignIn={signIn} />
          {isClosed ? (
            <main class="start">
              <SignInInvitation text={words.session.needed} />
            </main>
          ) : isPage(bar.view) && !(isChoice && bar.view === 'report') ? (
            <Lazy
              key={bar.view}
              part={pages[bar.view]}
              isPage
              bar={bar}
              place={found?.place}
              others={found?.others}
              onChange={change}
              isPrinting={isPrinting}
              onPrinted={() => setIsPrinting(false)}
              onBack={() => {
                setIsPrinting(false);
                change({ view: page.kept().tab ?? 'location' });
              }}
            />
          ) : (
            <Explorer
              {...page}
              bar={bar}
              title={text}
              exampleParcel={settings.example_parcel}
              onSample={asDemo && openSample}
              request={request}
              onRetry={retry}
              onChange={change}
              onSearch={search}
              onPick={(latitude, longitude, code) =>
                search(code ? { kind: 'kaek', code } : pointSubject(latitude, longitude))
              }
            />
          )}
          {isSigningIn && (
            <Lazy
              part={signInDialog}
              session={session}
              signOnName={settings.sign_on_name}
              signOnFailure={failure}
              onClose={() => {
                setIsSigningIn(false);
                setFailure(undefined);
              }}
            />
          )}
        </div>
      </MapLook.Provider>
    </SignInContext.Provider>
  );
}

/** What the URL asks for: found, or several of which one must be chosen, with the page's title. */
function useSubject({ subject: asked, building, view }: AddressBar, isClosed: boolean) {
  const client = useClient();
  const { words, language } = useLocale();
  const subject = isClosed ? undefined : asked;
  const hint = subject && hintFor(subject, building.postalCode);
  const [latest, retry] = useRequest(subject && JSON.stringify([subject, hint]), signal =>
    find(client, subject!, { signal }, hint),
  );
  // A form keeps its focus while its postal code is the hint of another search.
  const request = useLastAnswer(latest, subject);
  const answer = request.state === 'answered' ? request.answer : undefined;
  const isChoice = answer?.isChoice === true;
  const found = isChoice ? undefined : answer;
  const text = subject ? subjectText(subject, found, language) : '';
  useEffect(() => {
    document.title = pageTitle(text, view, words);
  }, [text, view, words]);
  return { request, retry, isChoice, found, text };
}

/** Loads what the first screen does not need: saved properties must open without the network too. */
function useLaterParts(client: Client): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      void load(pages.properties).catch(() => {});
      void load(storedProperty).catch(() => {});
      void import('./later.ts').then(
        later => later.startLater(client),
        () => {},
      );
    }, preloadMs);
    return () => clearTimeout(timer);
  }, [client]);
}

/** Long enough that the first screen is drawn before other code is loaded. */
const preloadMs = 2_000;

/** The pages without a map, which are loaded when they are opened. */
const pages = {
  report: async () => (await import('../pages/report/report-page.tsx')).ReportPage,
  properties: async () => (await import('../pages/properties/properties-page.tsx')).PropertiesPage,
  portfolio: async () => (await import('../pages/portfolio/portfolio-page.tsx')).PortfolioPage,
};

/** Loaded when it is opened, as is the form of the cost. */
const signInDialog = async () => (await import('../tools/session/sign-in-dialog.tsx')).SignInDialog;

/** The middle of the map, if it shows no more than a few towns. */
function nearOf(view: MapView | undefined): MapView | undefined {
  return view && view.zoom >= 9 ? view : undefined;
}

function stayObstacleHere({ auth_url }: ConsoleSettingsAnswer): StayObstacle | undefined {
  return findStayObstacle(location.href, auth_url ?? location.href, navigator.cookieEnabled);
}

/** A script instead of a link, because the URL's hash is in use. */
function focusContent(): void {
  document.getElementById('content')?.focus();
}
