/** Lists of numbers by key, packed: the list of slot s is `items[starts[s]..starts[s + 1]]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/** Lists of numbers under a text. */
export interface Postings extends Lists {
  readonly slots: ReadonlyMap<string, number>;
}

/** Packs `owner -> item` pairs, given as two columns, into one list for each of `owners` owners. */
export function packLists(
  owners: number,
  ownerOf: ArrayLike<number>,
  items: ArrayLike<number>,
): Lists {
  const starts = new Uint32Array(owners + 1);
  for (let i = 0; i < ownerOf.length; i++) starts[ownerOf[i]! + 1]!++;
  for (let i = 0; i < owners; i++) starts[i + 1]! += starts[i]!;
  const filled = starts.slice();
  const packed = new Uint32Array(items.length);
  for (let i = 0; i < items.length; i++) packed[filled[ownerOf[i]!]!++] = items[i]!;
  return { starts, items: packed };
}

/** Packs each position of `keys` under its key. */
export function packPostings(keys: readonly string[]): Postings {
  const slots = new Map<string, number>();
  const slotOf = keys.map(key => {
    const known = slots.get(key);
    if (known !== undefined) return known;
    slots.set(key, slots.size);
    return slots.size - 1;
  });
  return {
    slots,
    ...packLists(
      slots.size,
      slotOf,
      Array.from(keys, (_, i) => i),
    ),
  };
}

/** The numbers of one list. */
export function listOf({ starts, items }: Lists, slot: number): Uint32Array {
  return items.subarray(starts[slot]!, starts[slot + 1]!);
}

/** The first number of a list that is not empty. */
export function firstIn({ starts, items }: Lists, slot: number): number {
  return items[starts[slot]!]!;
}

const none = new Uint32Array(0);

/** The numbers under a key; none when it is unknown. */
export function under(postings: Postings, key: string): Uint32Array {
  const slot = postings.slots.get(key);
  return slot === undefined ? none : listOf(postings, slot);
}

/** Many texts as one block of UTF-8: text n is `bytes[starts[n]..starts[n + 1]]`. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Packs texts; as strings, hundreds of thousands of names take three times the memory. */
export function packTexts(texts: readonly string[]): Texts {
  const bytes = new TextEncoder().encode(texts.join(''));
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = starts[i]! + Buffer.byteLength(text);
  });
  return { bytes, starts };
}

const decoder = new TextDecoder();

/** One of the texts. */
export function textAt({ bytes, starts }: Texts, number: number): string {
  return decoder.decode(bytes.subarray(starts[number]!, starts[number + 1]!));
}

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
