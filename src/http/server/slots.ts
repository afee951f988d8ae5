import type { FastifyReply, FastifyRequest } from 'fastify';
import { KtimaError } from '#tools/errors.ts';
import { retryAfterSeconds, tooManyAtOnce } from './overload.ts';
import { clientIpOf, networkOf } from './request-head.ts';
import { whileWanted } from './while-wanted.ts';

/** How many heavy tasks run at the same time, and how many may wait. */
export interface SlotLimits {
  readonly slots: number;
  /** How many may wait; further ones are rejected. */
  readonly queue: number;
  /** The slots that one subject may have; all by default. */
  readonly slotsOfOne?: number;
  /** How many of one subject may wait; half of the queue by default. */
  readonly queueOfOne?: number;
}

/** The running and waiting tasks now. */
export interface SlotLoad extends Pick<SlotLimits, 'slots' | 'queue'> {
  readonly busy: number;
  readonly waiting: number;
}

/** A bounded queue for heavy tasks, in which subjects take turns. */
export interface Slots {
  /** Whether `run` would reject now. Lets a caller reject before any other work. */
  isFull(subject: string): boolean;
  /**
   * Waits for a slot; the caller calls the returned function once, when its work has ended. Throws
   * BUSY when the queue is full, and the reason of the signal if that is aborted before.
   */
  enter(subject: string, signal?: AbortSignal): Promise<() => void>;
  run<T>(subject: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  load(): SlotLoad;
}

/**
 * Limits heavy work: at most `slots` tasks run at the same time. A free slot goes to the waiting
 * subject that has the fewest, in turns, so that no subject waits for all tasks of another. `what`
 * names the work in the message.
 */
export function openSlots(limits: SlotLimits, what: string): Slots {
  const { slots, queue, slotsOfOne = slots, queueOfOne = Math.ceil(queue / 2) } = limits;
  /** The waiting tasks of each subject; the subjects are in the order of their turns. */
  const waiting = new Map<string, Set<() => void>>();
  const held = new Map<string, number>();
  let [busy, queued] = [0, 0];

  const heldBy = (subject: string) => held.get(subject) ?? 0;
  const mayStart = (subject: string) => busy < slots && heldBy(subject) < slotsOfOne;
  const isFull = (subject: string) =>
    !mayStart(subject) &&
    (queued >= queue || (waiting.get(subject)?.size ?? 0) >= Math.min(queue, queueOfOne));

  function change(subject: string, by: 1 | -1): void {
    busy += by;
    held.set(subject, heldBy(subject) + by);
    if (heldBy(subject) === 0) held.delete(subject);
  }

  function forget(subject: string, start: () => void): void {
    const own = waiting.get(subject)!;
    own.delete(start);
    queued--;
    if (own.size === 0) waiting.delete(subject);
  }

  /** Waits for a slot, unless the signal is aborted before. */
  function turn(subject: string, signal: AbortSignal | undefined): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const drop = () => {
      forget(subject, start);
      reject(signal!.reason);
    };
    const start = () => {
      signal?.removeEventListener('abort', drop);
      resolve();
    };
    signal?.addEventListener('abort', drop, { once: true });
    waiting.set(subject, (waiting.get(subject) ?? new Set()).add(start));
    queued++;
    return promise;
  }

  function startNext(): void {
    const able = [...waiting.keys()].filter(mayStart);
    if (able.length === 0) return;
    const next = able.reduce((one, other) => (heldBy(other) < heldBy(one) ? other : one));
    const own = waiting.get(next)!;
    const [start] = own;
    forget(next, start!);
    // Its next task waits until the others had their turns.
    if (waiting.delete(next)) waiting.set(next, own);
    change(next, 1);
    start!();
  }

  async function enter(subject: string, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (isFull(subject)) {
      throw new KtimaError('BUSY', tooManyAtOnce(what), {
        retryAfterSeconds: retryAfterSeconds(),
      });
    }
    if (mayStart(subject)) change(subject, 1);
    else await turn(subject, signal);
    return () => {
      change(subject, -1);
      startNext();
    };
  }

  return {
    isFull,
    enter,
    async run(subject, work, signal) {
      const leave = await enter(subject, signal);
      try {
        signal?.throwIfAborted();
        return await work();
      } finally {
        leave();
      }
    },
    load: () => ({ busy, waiting: queued, slots, queue }),
  };
}

/** Who takes a turn: the user or client of the token, otherwise the network of the connection. */
export function subjectOf(request: FastifyRequest): string {
  const { caller } = request;
  if (caller?.subject) return JSON.stringify([caller.issuer, caller.subject]);
  return networkOf(clientIpOf(request));
}

/** Does the work for a response in a slot, as long as its client is there (see `whileWanted`). */
export function whileInSlot<T>(
  slots: Slots,
  reply: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
  limitMs?: number,
): Promise<T> {
  const subject = subjectOf(reply.request);
  return whileWanted(reply, signal => slots.run(subject, () => work(signal), signal), limitMs);
}
