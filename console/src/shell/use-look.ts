import { useEffect, useState } from 'preact/hooks';
import { readStoredChoice, storeChoice } from '../tools/browser/stored-choice.ts';
import { lookOf, readTheme, type Theme } from './theme.ts';

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
