import { storedUser } from './stored-user.ts';
import { tellOtherTabs } from './use-other-tabs.ts';

/** Of this tab: the state of the sign-on in progress, and the hash of the view to return to. */
const storageKey = 'ktima.sign-on';

/** Opens the page of the identity provider, which returns to this tab. */
export function leaveForSignOn(authorizationUrl: string): void {
  const state = new URL(authorizationUrl).searchParams.get('state');
  sessionStorage.setItem(storageKey, `${state} ${location.hash}`);
  location.assign(authorizationUrl);
}

/**
 * Reads the outcome of a sign-on from the URL, and restores the view. Returns the code of a failure.
 * An outcome is believed only if this tab began the sign-on: anyone can make a link with one.
 */
export function takeSignOn(): string | undefined {
  const outcome = new URLSearchParams(location.hash.slice(1));
  const state = outcome.get('sign-on');
  if (state === null) return undefined;
  const [begun, hash] = (sessionStorage.getItem(storageKey) ?? '').split(' ');
  sessionStorage.removeItem(storageKey);
  history.replaceState(null, '', hash || location.pathname);
  if (state === '' || state !== begun) return undefined;
  const [name, id] = [outcome.get('name'), outcome.get('user')];
  if (name && id) {
    // The session is in the cookie; a page with a stored user resumes it.
    storedUser.store({ name, id }, true);
    tellOtherTabs({ name, id });
  }
  return outcome.get('error') ?? undefined;
}
