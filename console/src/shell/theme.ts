/** The themes: like the device, always light, or always dark. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** The stored theme, or auto. */
export function readTheme(kept: string | undefined): Theme {
  return themes.find(theme => theme === kept) ?? 'auto';
}

/** The colour scheme of a theme on this device. */
export function lookOf(theme: Theme, isDeviceDark: boolean): 'light' | 'dark' {
  if (theme === 'auto') return isDeviceDark ? 'dark' : 'light';
  return theme;
}
