import { useLocale } from '../tools/language/language.tsx';
import { type Theme, themes } from './theme.ts';

/** A disc: half filled for auto, empty for light, full for dark. */
const fills: Readonly<Record<Theme, string>> = {
  auto: 'M10 4a6 6 0 0 1 0 12z',
  light: '',
  dark: 'M10 4a6 6 0 0 1 0 12a6 6 0 0 1 0-12z',
};

/** Switches to the next theme. */
export function ThemeButton({ theme, onTheme }: { theme: Theme; onTheme(theme: Theme): void }) {
  const { words } = useLocale();
  const label = `${words.theme}: ${words.themes[theme]}`;
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={label}
      title={label}
      onClick={() => onTheme(next)}
    >
      <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" focusable="false">
        <circle class="theme-rim" cx="10" cy="10" r="6" />
        <path class="theme-fill" d={fills[theme]} />
      </svg>
    </button>
  );
}
