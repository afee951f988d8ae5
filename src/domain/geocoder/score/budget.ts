import { type ErrorCode, KtimaError } from '#tools/errors.ts';
import { type Cache, recentlyUsed } from '#tools/recently-used.ts';

/**
 * How many candidates a search may compare:
 * - streets with a fitting name; street names, once for each typed word that they share or are
 *   compared with; words that a contraction (`Κων/νου`) may mean;
 * - names of towns that share a beginning, a sound or a stem with typed words, twice for each way to
 *   read Latin letters in each of the words; places of a name, once in each reading that has it;
 * - readings of the address, once for each group of words and each town in it;
 * - names of named places, once when compared and once in each reading; each named place that is
 *   compared with a town, as a third, or as a tenth if it is far from the town or was compared before.
 *
 * Candidates are counted, not time, so that the same data give the same result on any machine. One
 * takes about half a microsecond. Of 15,500 usual addresses made from the national gazetteer none
 * has 10,000.
 */
export const mostCandidates = { address: 40_000, batch: 400_000 } as const;

/** What is left of the candidates that searches may look at. */
export interface Budget {
  /** Takes some candidates from the budget; throws `TooManyCandidates` if they are not left. */
  readonly spend: (candidates: number) => void;
}

/** An address, or a batch of them, has more candidates than a search may look at. */
export class TooManyCandidates extends KtimaError {
  constructor(message: string, code: ErrorCode = 'NOT_FOUND') {
    super(code, message);
  }
}

/** For names that come from our own data. */
export const unlimited: Budget = { spend: () => {} };

/** The budget of one address, which is also taken from that of its batch. */
export function addressBudget(batch?: Budget): Budget {
  const own = budgetOf(
    mostCandidates.address,
    'address: its words fit too many streets or towns to compare them all; expected a street, a number ' +
      'and a town, with fewer words and abbreviations',
  );
  return {
    spend: candidates => {
      own.spend(candidates);
      batch?.spend(candidates);
    },
  };
}

/** The budget of all addresses of a batch together. */
export function batchBudget(): Budget {
  return budgetOf(
    mostCandidates.batch,
    'address: not looked up, because the words of the addresses before it fit too many streets or towns; ' +
      'send it again in another batch',
    'BATCH_FULL',
  );
}

function budgetOf(most: number, message: string, code?: ErrorCode): Budget {
  let left = most;
  return {
    spend: candidates => {
      left -= candidates;
      if (left < 0) throw new TooManyCandidates(message, code);
    },
  };
}

/** A cache of at most `most` values for each index; the one that was used least recently goes first. */
export function cacheByIndex<T>(most: number): (index: object) => Cache<T> {
  const caches = new WeakMap<object, Cache<T>>();
  return index => {
    const cache = caches.get(index) ?? recentlyUsed<T>(most);
    caches.set(index, cache);
    return cache;
  };
}

/** Does some work, or takes what came of it before; both spend the same. */
export type Memory<T> = (
  index: object,
  key: string,
  budget: Budget,
  work: (budget: Budget) => T,
) => T;

/**
 * A memory of at most `most` values for each index: words and towns come back in address after
 * address. What a value cost is spent again, so that a limit does not depend on earlier addresses.
 */
export function memoryByIndex<T>(most: number): Memory<T> {
  const memories = new WeakMap<object, Map<string, { readonly value: T; readonly cost: number }>>();
  return (index, key, budget, work) => {
    const memory = memories.get(index) ?? new Map();
    memories.set(index, memory);
    const known = memory.get(key);
    if (known !== undefined) {
      budget.spend(known.cost);
      return known.value;
    }
    let cost = 0;
    const spend = (candidates: number) => {
      cost += candidates;
      budget.spend(candidates);
    };
    const value = work({ spend });
    // An order of last use would cost more than what is forgotten.
    if (memory.size >= most) memory.clear();
    memory.set(key, { value, cost });
    return value;
  };
}
