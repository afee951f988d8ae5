import { randomInt } from 'node:crypto';
import { KtimaError } from '../errors.ts';

/** How much heavy work is done at once, and how much may wait. */
export interface SlotLimits {
  readonly slots: number;
  /** How many may wait; the next is told to come back. */
  readonly queue: number;
}

/** How much of it there is to do now. */
export interface SlotLoad extends SlotLimits {
  readonly busy: number;
  readonly waiting: number;
}

/** A bounded queue before heavy work. */
export interface Slots {
  /** Throws BUSY when the next `inTurn` would: to refuse before any other work. */
  admit(): void;
  /** Does `work` when a slot is free, in the order of asking. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
  load(): SlotLoad;
}

/**
 * Keeps heavy work from taking all there is: no more than `slots` at once, and those beyond the
 * queue are turned away at once instead of slowing everyone. `what` names the work in the message.
 */
export function openSlots({ slots, queue }: SlotLimits, what: string): Slots {
  const waiting: (() => void)[] = [];
  let busy = 0;

  function admit(): void {
    if (busy < slots || waiting.length < queue) return;
    // Not the same for all, or they would all come back at once.
    const retryAfterSeconds = randomInt(1, 4);
    throw new KtimaError('BUSY', `too many ${what} at once; try again`, { retryAfterSeconds });
  }

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    admit();
    if (busy >= slots) {
      await new Promise<void>(resolve => waiting.push(resolve));
    } else {
      busy++;
    }
    try {
      return await work();
    } finally {
      // The slot passes on to the next in line, or is free.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  }

  return { admit, inTurn, load: () => ({ busy, waiting: waiting.length, slots, queue }) };
}
