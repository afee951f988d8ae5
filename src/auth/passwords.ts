import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { KtimaError } from '../errors.ts';

/** OWASP's parameters for argon2id (the library's default): 19 MiB, two passes, some 16 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** NIST SP 800-63B: length is what counts; no rules of composition. */
export const minPasswordLength = 12;
export const maxPasswordLength = 1_024;

export interface Passwords {
  /** Throws BUSY when the next `hash` or `verify` would: to refuse before any other work. */
  admit(): void;
  hash(password: string): Promise<string>;
  /** With no hash (no such user) it works as long, and says no. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash was made with less work than one made now. */
  isWeak(hash: string): boolean;
}

export interface PasswordLimits {
  /** How many hashes are computed at once. */
  readonly slots: number;
  /** How many may wait; the next is told to come back. */
  readonly queue: number;
}

/** How much hashing there is to do now, within which limits. */
export interface HashLoad extends PasswordLimits {
  readonly busy: number;
  readonly waiting: number;
}

/**
 * Hashing with a bounded queue: a flood of logins costs the machine no more than `slots` cores,
 * and those beyond the queue are turned away at once instead of slowing everyone.
 */
export async function openPasswords({
  slots,
  queue,
}: PasswordLimits): Promise<Passwords & { load(): HashLoad }> {
  const waiting: (() => void)[] = [];
  let busy = 0;

  function admit(): void {
    if (busy < slots || waiting.length < queue) return;
    // Not the same for all, or they would all come back at once.
    const retryAfterSeconds = randomInt(1, 4);
    throw new KtimaError('BUSY', 'too many logins at once; try again', { retryAfterSeconds });
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

  const nobody = await hash(crypto.randomUUID(), parameters);
  return {
    admit,
    hash: password => inTurn(() => hash(canonical(password), parameters)),
    verify: (stored, password) =>
      inTurn(async () => {
        const same = await verify(stored ?? nobody, canonical(password));
        return same && stored !== undefined;
      }),
    isWeak,
    load: () => ({ busy, waiting: waiting.length, slots, queue }),
  };
}

function isWeak(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= parameters.memoryCost && Number(time) >= parameters.timeCost);
}

/** One text, one password, whichever way the keyboard composes its accents. */
function canonical(password: string): string {
  return password.normalize('NFC');
}
