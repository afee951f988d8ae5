/** The longest that the map waits for an idle moment of the page. */
const patienceMs = 1_000;

/** Resolves after the page has been drawn and has nothing else to do. */
export function afterFirstPaint(): Promise<void> {
  return new Promise(resolve => {
    // The next frame starts only after the present one was drawn.
    requestAnimationFrame(() => setTimeout(() => whenIdle(resolve)));
  });
}

function whenIdle(then: () => void): void {
  // Safari has no requestIdleCallback.
  if (!globalThis.requestIdleCallback) setTimeout(then);
  else requestIdleCallback(then, { timeout: patienceMs });
}
