import { KtimaError } from '../errors.ts';
import { retryAfterSeconds, tooManyAtOnce } from './too-many-requests.ts';

/** How many heavy tasks run at the same time, and how many may wait. */
export interface SlotLimits {
  readonly slots: number;
  /** How many may wait; further ones are rejected. */
  readonly queue: number;
}

/** The running and waiting tasks now. */
export interface SlotLoad extends SlotLimits {
  readonly busy: number;
  readonly waiting: number;
}

/** A bounded queue for heavy tasks. */
export interface Slots {
  /** Whether `run` would reject now. Lets a caller reject before any other work. */
  isFull(): boolean;
  /** Runs `work` when a slot is free, in the order of the calls; throws BUSY when the queue is full. */
  run<T>(work: () => Promise<T>): Promise<T>;
  load(): SlotLoad;
}

/**
 * Limits heavy work: at most `slots` tasks run at the same time. When the queue is full, further
 * ones are rejected immediately. `what` names the work in the message.
 */
export function openSlots({ slots, queue }: SlotLimits, what: string): Slots {
  const waiting: (() => void)[] = [];
  let busy = 0;

  const isFull = () => busy >= slots && waiting.length >= queue;

  async function run<T>(work: () => Promise<T>): Promise<T> {
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
      // Hand the slot to the next waiting task, or free it.
      const next = waiting.shift();
      if (next) next();
      else busy--;
    }
  }

  return { isFull, run, load: () => ({ busy, waiting: waiting.length, slots, queue }) };
}
