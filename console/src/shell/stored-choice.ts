/** Reads a choice from local storage; undefined when there is none or storage is blocked. */
export function readStoredChoice(name: string): string | undefined {
  try {
    return localStorage.getItem(`ktima.${name}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes a choice to local storage if that is allowed. Never used for tokens. */
export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`ktima.${name}`, value);
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
