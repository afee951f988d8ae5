import { type Postings, packLists, under } from './postings.ts';

/** Texts by their beginnings, with the most important of those that share a short one. */
export interface Beginnings {
  /** The positions of the texts in alphabetical order. */
  readonly order: Uint32Array;
  /** The texts of each beginning that has more than `mostBegun` of them, the first of these. */
  readonly best: Postings;
}

/** `best` has at most this many texts of a beginning. */
const mostBegun = 300;

/** Arranges texts by their beginnings; if many share one, `importance` decides which are kept. */
export function buildBeginnings(
  texts: readonly string[],
  importance: (position: number) => number,
): Beginnings {
  const order = inOrder(texts);
  const weights = Float64Array.from(texts, (_, position) => importance(position));
  const slots = new Map<string, number>();
  const owners: number[] = [];
  const items: number[] = [];
  const keepBest = (beginning: string, all: Uint32Array) => {
    const best = all.toSorted((a, b) => weights[b]! - weights[a]! || a - b);
    for (const position of best.subarray(0, mostBegun)) {
      owners.push(slots.size);
      items.push(position);
    }
    slots.set(beginning, slots.size);
  };
  visitCommon(texts, order, 1, keepBest);
  return { order, best: { slots, ...packLists(slots.size, owners, items) } };
}

/** Calls `visit` with each beginning of `length` letters or more that too many texts share. */
function visitCommon(
  texts: readonly string[],
  order: Uint32Array,
  length: number,
  visit: (beginning: string, all: Uint32Array) => void,
): void {
  for (let from = 0; from < order.length; ) {
    const beginning = texts[order[from]!]!.slice(0, length);
    let to = from + 1;
    while (to < order.length && texts[order[to]!]!.startsWith(beginning)) to++;
    if (beginning.length === length && to - from > mostBegun) {
      const all = order.subarray(from, to);
      visit(beginning, all);
      visitCommon(texts, all, length + 1, visit);
    }
    from = to;
  }
}

/** Calls `visit` with the texts that begin so; of too many, with the `most` that matter most. */
export function visitBegun(
  texts: readonly string[],
  { order, best }: Beginnings,
  beginning: string,
  most: number,
  visit: (position: number) => void,
): void {
  const common = under(best, beginning);
  if (common.length === 0) visitPrefix(texts, order, beginning, mostBegun, visit);
  else for (const position of common.subarray(0, most)) visit(position);
}

/** The positions of texts in alphabetical order. */
function inOrder(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts.keys());
  order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0));
  return Uint32Array.from(order);
}

/** Calls `visit` with at most `most` texts that begin with `prefix`, in alphabetical order. */
export function visitPrefix(
  texts: readonly string[],
  order: Uint32Array,
  prefix: string,
  most: number,
  visit: (position: number) => void,
): void {
  const low = firstFrom(texts, order, prefix);
  for (let i = low; i < order.length && i < low + most; i++) {
    if (!texts[order[i]!]!.startsWith(prefix)) return;
    visit(order[i]!);
  }
}

/** The position in the order of the first text that is not before `text`. */
export function firstFrom(texts: readonly string[], order: Uint32Array, text: string): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[order[middle]!]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
