import type { ComponentChildren } from 'preact';
import type { Language } from '#tools/notation/languages.ts';
import { Logo } from '../tools/design/logo.tsx';
import { Button } from '../tools/form/button.tsx';
import { useLocale } from '../tools/language/language.ts';
import type { Session } from '../tools/session/use-session.ts';
import { type Theme, themes } from './use-theme.ts';

interface HeaderProps {
  readonly session: Session;
  readonly theme: Theme;
  /** The search box. */
  readonly children: ComponentChildren;
  onTheme(theme: Theme): void;
  onLanguage(language: Language): void;
  /** Undefined when there is no authentication service. */
  readonly onSignIn: (() => void) | undefined;
  onProperties(): void;
  onHome(): void;
}

/** The top of the page. */
export function Header(props: HeaderProps) {
  const { words } = useLocale();
  return (
    <header class="header">
      <button type="button" class="brand" aria-label={words.name} onClick={props.onHome}>
        <Logo />
        <span>{words.name}</span>
      </button>
      {props.children}
      <div class="header-end">
        <Button
          look="icon"
          aria-label={words.tabs.properties}
          title={words.tabs.properties}
          onClick={props.onProperties}
        >
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
            <path class="theme-rim" d="M5.5 3.5h9v13L10 13l-4.5 3.5z" />
          </svg>
        </Button>
        <LanguageButton onLanguage={props.onLanguage} />
        <ThemeButton theme={props.theme} onTheme={props.onTheme} />
        {props.onSignIn && <SessionButton session={props.session} onSignIn={props.onSignIn} />}
      </div>
    </header>
  );
}

/** Switches to the other language; its label is in that language. */
function LanguageButton({ onLanguage }: Pick<HeaderProps, 'onLanguage'>) {
  const { language } = useLocale();
  const other = language === 'el' ? 'en' : 'el';
  const [short, name] = other === 'en' ? ['EN', 'English'] : ['ΕΛ', 'Ελληνικά'];
  return (
    <Button
      look="icon"
      lang={other}
      aria-label={`${short}, ${name}`}
      title={name}
      onClick={() => onLanguage(other)}
    >
      {short}
    </Button>
  );
}

function SessionButton({ session, onSignIn }: { session: Session; onSignIn(): void }) {
  const { words } = useLocale();
  if (session.name === undefined) {
    return <Button onClick={onSignIn}>{words.session.signIn}</Button>;
  }
  return (
    <>
      <span class="header-user">{session.name}</span>
      <Button title={words.session.signedInAs(session.name)} onClick={session.signOut}>
        {words.session.signOut}
      </Button>
    </>
  );
}

/** A disc: half filled for auto, empty for light, full for dark. */
const fills: Readonly<Record<Theme, string>> = {
  auto: 'M10 4a6 6 0 0 1 0 12z',
  light: '',
  dark: 'M10 4a6 6 0 0 1 0 12a6 6 0 0 1 0-12z',
};

/** Switches to the next theme. */
function ThemeButton({ theme, onTheme }: { theme: Theme; onTheme(theme: Theme): void }) {
  const { words } = useLocale();
  const label = `${words.theme}: ${words.themes[theme]}`;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <Button look="icon" aria-label={label} title={label} onClick={() => onTheme(next)}>
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <circle class="theme-rim" cx="10" cy="10" r="6" />
        <path class="theme-fill" d={fills[theme]} />
      </svg>
    </Button>
  );
}
