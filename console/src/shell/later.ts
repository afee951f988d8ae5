import type { Client } from '../../../client/src/client.ts';

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

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]';

/** A dialog that closes may hold the focus for some frames, on a busy machine for a second. */
const framesOfDialog = 60;

/**
 * Moves the focus when the element that has it is removed: to what is next to it, otherwise to what
 * contains it. Without that it falls to the body, and the keyboard starts at the top of the page.
 */
function keepFocus(): void {
  let last: Element | undefined;
  document.addEventListener('focusin', ({ target }) => {
    last = target instanceof Element ? target : undefined;
  });
  const observer = new MutationObserver(records => {
    if (!last || last.isConnected) return;
    const removal = records.find(({ removedNodes }) =>
      [...removedNodes].some(node => node.contains(last!)),
    );
    const move = (frames: number): void => {
      // The user has moved it meanwhile.
      if (!last || last.isConnected) return;
      if (document.activeElement !== document.body) {
        if (frames > 0) requestAnimationFrame(() => move(frames - 1));
        return;
      }
      last = undefined;
      focusNear(removal);
    };
    move(framesOfDialog);
  });
  observer.observe(document.body, { childList: true, subtree: true });
}

function focusNear(removal: MutationRecord | undefined): void {
  const { nextSibling = null, previousSibling = null, target = null } = removal ?? {};
  const around = target instanceof Element ? target : null;
  const next =
    [nextSibling, previousSibling].map(firstFocusable).find(Boolean) ??
    around?.closest<HTMLElement>(focusable) ??
    document.getElementById('content');
  next?.focus();
}

function firstFocusable(node: Node | null): HTMLElement | undefined {
  if (!(node instanceof HTMLElement) || !node.isConnected) return undefined;
  const candidates = [node, ...node.querySelectorAll<HTMLElement>('*')];
  return candidates.find(one => one.matches(focusable) && one.checkVisibility());
}
