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
