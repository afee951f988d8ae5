/** Where a choice is kept: for good, or until the tab of the browser is closed. */
type Keep = 'local' | 'session';

const storages = { local: () => localStorage, session: () => sessionStorage };

/** Reads a stored choice; undefined when there is none or storage is blocked. */
export function readStoredChoice(name: string, keep: Keep = 'local'): string | undefined {
  try {
    return storages[keep]().getItem(`ktima.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a choice if that is allowed. Never used for tokens. */
export function storeChoice(name: string, value: string, keep: Keep = 'local'): void {
  try {
    storages[keep]().setItem(`ktima.${name}`, value);
  } catch {
    // Blocked, as in a private window: the choice is lost when the page closes.
  }
}

/** Removes a choice from local storage. */
export function forgetChoice(name: string): void {
  try {
    localStorage.removeItem(`ktima.${name}`);
  } catch {
    // Blocked: then nothing is stored.
  }
}
