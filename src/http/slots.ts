import { KtimaError } from '../errors.ts';
import { retryAfterSeconds, tooManyAtOnce } from './too-many-requests.ts';

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
  /** Whether the next `inTurn` would be refused: to refuse before any other work. */
  isFull(): boolean;
  /** Does `work` when a slot is free, in the order of asking; BUSY when the queue is full. */
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

  const isFull = () => busy >= slots && waiting.length >= queue;

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (isFull()) {
      throw new KtimaError('BUSY', tooManyAtOnce(what), {
        retryAfterSeconds: retryAfterSeconds(),
      });
    }
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

  return { isFull, inTurn, load: () => ({ busy, waiting: waiting.length, slots, queue }) };
}
