import { hash } from 'node:crypto';

/** What is remembered of a key: 12 bytes of its digest and 8 of what came with it. */
const words = 5;

/**
 * Remembers which keys have come, and with what, in 20 bytes each however long they are, so that
 * an import of millions of rows knows at once which contradict an earlier one. Two keys among a
 * hundred million share 96 bits of SHA-1 with a probability below 1 in 10^12.
 */
export function openFirstComers() {
  let table = new Uint32Array(words * 1024);
  let count = 0;

  /** Where an entry is, or the free place for it. */
  const find = (entry: Uint32Array): number => {
    const places = table.length / words;
    for (let place = entry[0]! % places; ; place = (place + 1) % places) {
      const at = place * words;
      if (isFree(at) || (table[at] === entry[0] && sameKey(at, entry))) return at;
    }
  };
  const isFree = (at: number) => table[at] === 0 && table[at + 1] === 0;
  const sameKey = (at: number, entry: Uint32Array) =>
    table[at + 1] === entry[1] && table[at + 2] === entry[2];
  const grow = () => {
    const old = table;
    table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += words) {
      const entry = old.subarray(at, at + words);
      if (entry[0] !== 0 || entry[1] !== 0) table.set(entry, find(entry));
    }
  };

  return {
    /** Whether this key is new, came before with the same, or with something other. */
    meet(key: string, content: string | Uint8Array = ''): 'new' | 'same' | 'other' {
      const entry = new Uint32Array(words);
      entry.set(digest(key, 3));
      entry.set(digest(content, 2), 3);
      const at = find(entry);
      if (!isFree(at)) {
        return table[at + 3] === entry[3] && table[at + 4] === entry[4] ? 'same' : 'other';
      }
      table.set(entry, at);
      if (++count * words * 1.6 > table.length) grow();
      return 'new';
    },
  };
}

function digest(data: string | Uint8Array, length: number): number[] {
  const bytes = hash('sha1', data, 'buffer');
  return Array.from({ length }, (_, i) => bytes.readUInt32LE(4 * i));
}
