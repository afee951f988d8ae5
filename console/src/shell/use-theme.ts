import { useEffect, useState } from 'preact/hooks';
import { readStoredChoice, storeChoice } from '../tools/browser/stored-choice.ts';

/** The themes: like the device, always light, or always dark. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The stored theme, or auto. */
function readTheme(kept: string | undefined): Theme {
  return themes.find(theme => theme === kept) ?? 'auto';
}

/** The colour scheme of a theme on this device. */
function lookOf(theme: Theme, isDeviceDark: boolean): 'light' | 'dark' {
  if (theme === 'auto') return isDeviceDark ? 'dark' : 'light';
  return theme;
}

const deviceDark = matchMedia('(prefers-color-scheme: dark)');

/** The stored theme, and the resulting colour scheme. */
export function useLook(): {
  readonly theme: Theme;
  readonly look: 'light' | 'dark';
  setTheme(theme: Theme): void;
} {
  const [theme, setTheme] = useState(() => readTheme(readStoredChoice('theme')));
  const [isDeviceDark, setIsDeviceDark] = useState(deviceDark.matches);
  useEffect(() => {
    const follow = () => setIsDeviceDark(deviceDark.matches);
    deviceDark.addEventListener('change', follow);
    return () => deviceDark.removeEventListener('change', follow);
  }, []);
  const look = lookOf(theme, isDeviceDark);
  useEffect(() => {
    document.documentElement.dataset.look = look;
    storeChoice('theme', theme);
  }, [look, theme]);
  return { theme, look, setTheme };
}
