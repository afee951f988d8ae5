import type { Client } from '../../../client/src/client.ts';
import { keepFocus } from './keep-focus.ts';

/** What the page needs only after its first screen is drawn. */
export function startLater(client: Client): void {
  keepFocus();
  watchSession(client);
  // Absent over plain HTTP. Without it, the console needs the network.
  navigator.serviceWorker?.register('/offline.js').catch(() => {});
}

/**
 * Renews an expired token when the user comes back to the page, so that the end of the session shows
 * before the next request. Without input the session ends as usual.
 */
function watchSession(client: Client): void {
  const look = () => {
    if (client.isLoggedIn() && document.visibilityState === 'visible') {
      void client.accessToken().catch(() => {});
    }
  };
  for (const event of ['focus', 'online', 'pointerdown', 'keydown']) addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
}
