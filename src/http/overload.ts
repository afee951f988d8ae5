/** How long requests are served in one go before new connections and requests are looked for. */
const sliceMs = 10;

/** Fewer that wait are no crowd: then it was something else that took the time. */
const leastCrowd = 64;

/** More than these never wait: a client may send thousands at once over one connection. */
const mostWaiting = 10_000;

/** Where requests wait when more come in than can be served. */
export interface Gate {
  /** Whether the next may go on at once. */
  isOpen(): boolean;
  /** Lets one go on when its turn comes, or tells it that it has waited too long. */
  wait(goOn: (isTooLate: boolean) => void): void;
}

/**
 * Keeps the process responsive however many ask. Node serves all that has come in before it looks
 * for more, and takes one new connection in between: with hundreds of busy connections newcomers
 * wait for seconds, in queues of the system that nobody sees. So what comes in after `sliceMs` of
 * serving waits here, and is served in slices: in order, but the newest first in a crowd, because
 * whoever came long ago may have given up. Who has waited longer than `patienceMs` in a crowd is
 * turned away, which costs little.
 */
export function openGate(patienceMs: number): Gate {
  /** Numbered as they came: `first` is the oldest, `next` will be the newest. */
  const waiting = new Map<number, { goOn: (isTooLate: boolean) => void; cameAt: number }>();
  let [first, next] = [0, 0];
  let sliceBegan: number | undefined;

  const isSliceOver = () => performance.now() - sliceBegan! > sliceMs;
  const isCrowd = () => waiting.size >= leastCrowd;
  const isLate = () => performance.now() - waiting.get(first)!.cameAt > patienceMs;
  function beginSlice(): void {
    sliceBegan = performance.now();
    setImmediate(endSlice);
  }
  function endSlice(): void {
    sliceBegan = undefined;
    if (waiting.size === 0) return;
    beginSlice();
    while (waiting.size > 0 && !isSliceOver()) (isCrowd() ? releaseNewest : releaseOldest)(false);
    const turnAwayUntil = performance.now() + sliceMs;
    while (isCrowd() && isLate() && performance.now() < turnAwayUntil) releaseOldest(true);
  }
  const releaseOldest = (isTooLate: boolean) => release(first++, isTooLate);
  const releaseNewest = (isTooLate: boolean) => release(--next, isTooLate);
  function release(number: number, isTooLate: boolean): void {
    const { goOn } = waiting.get(number)!;
    waiting.delete(number);
    goOn(isTooLate);
  }

  return {
    isOpen() {
      if (sliceBegan !== undefined) return waiting.size === 0 && !isSliceOver();
      beginSlice();
      return true;
    },
    wait(goOn) {
      if (waiting.size >= mostWaiting) goOn(true);
      else waiting.set(next++, { goOn, cameAt: performance.now() });
    },
  };
}
