import { readFileSync } from 'node:fs';
import { hash, verify } from '@node-rs/argon2';
import { openSlots, type SlotLimits, type Slots } from '#http/server/slots.ts';

/** OWASP's parameters for argon2id (the library's default): 19 MiB, two passes, about 16 ms. */
const owasp: HashWork = { memoryCost: 19_456, timeCost: 2 };

/** What a hash costs: memory in KiB, and passes over it. */
export interface HashWork {
  readonly memoryCost: number;
  readonly timeCost: number;
}

/** NIST SP 800-63B: require length, not kinds of characters. */
export const minPasswordLength = 12;
export const maxPasswordLength = 1_024;

/** Logins of all users wait in one queue: how often each may try is limited before. */
const everybody = '';

export interface Passwords {
  /** Whether `hash` and `verify` would reject now. Lets a caller reject before any other work. */
  isFull(): boolean;
  hash(password: string): Promise<string>;
  /** Without a hash (no such user) it takes the same time and returns false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /** Whether a stored hash was made with weaker parameters than today's. */
  isWeak(hash: string): boolean;
}

/** Hashing with a bounded queue: many logins at once use at most `slots` cores. */
export async function openPasswords(
  limits: SlotLimits,
  work: HashWork = owasp,
): Promise<Passwords & Pick<Slots, 'load'>> {
  const parameters = { ...work, parallelism: 1 };
  const { isFull, run, load } = openSlots({ ...limits, queueOfOne: limits.queue }, 'logins');
  const unknownUserHash = await hash(crypto.randomUUID(), parameters);
  return {
    isFull: () => isFull(everybody),
    hash: password => run(everybody, () => hash(canonical(password), parameters)),
    verify: (stored, password) =>
      run(everybody, async () => {
        const same = await verify(stored ?? unknownUserHash, canonical(password));
        return same && stored !== undefined;
      }),
    isWeak: stored => isWeaker(stored, work),
    load,
  };
}

function isWeaker(stored: string, work: HashWork): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= work.memoryCost && Number(time) >= work.timeCost);
}

/** NFC, because keyboards compose accents in different ways. */
function canonical(password: string): string {
  return password.normalize('NFC');
}

const commonPasswordsFile = new URL('../../../../data/common-passwords.txt', import.meta.url);
let common: ReadonlySet<string> | undefined;

/** Whether a password is in the list of common passwords. Case is ignored. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readFileSync(commonPasswordsFile, 'utf8').split('\n'));
  return common.has(password.normalize('NFC').toLowerCase());
}
