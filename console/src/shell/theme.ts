/** How the page should look: as the device does, or one way always. */
export const themes = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** A theme that was kept, or auto. */
export function readTheme(kept: string | undefined): Theme {
  return themes.find(theme => theme === kept) ?? 'auto';
}

/** The look that a theme means on this device. */
export function lookOf(theme: Theme, isDeviceDark: boolean): 'light' | 'dark' {
  if (theme === 'auto') return isDeviceDark ? 'dark' : 'light';
  return theme;
}
