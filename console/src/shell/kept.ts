/** Reads a choice that was kept on this device; undefined where storage is forbidden. */
export function readCacheFile(name: string): string | undefined {
  try {
    return localStorage.getItem(`ktima.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a choice on this device, where that is allowed; never anything of a session. */
export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(`ktima.${name}`, value);
  } catch {
    // A private window: the choice holds until the page is closed.
  }
}
