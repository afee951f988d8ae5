/** Stored per key: 12 bytes of its hash, 8 bytes of the hash of its content, and its number. */
const words = 7;

/** The earlier row with the same key. */
export interface Earlier {
  readonly isSameContent: boolean;
  readonly number: number;
}

/**
 * Remembers the keys of an import with a hash of their content and a number, 28 bytes per key, to
 * detect rows that repeat or contradict an earlier one. Two of a hundred million keys share their 96 bits with a probability
 * below 1 in 10^12.
 */
export function openSeenKeys() {
  let table = new Uint32Array(words * 1024);
  let count = 0;
  const entry = new Uint32Array(words);
  const numbers = new Float64Array(1);
  const halves = new Uint32Array(numbers.buffer);

  /** The slot of a key, or the free slot for it. */
  const find = (first: number, second: number, third: number): number => {
    const places = table.length / words;
    for (let place = first % places; ; place = (place + 1) % places) {
      const at = place * words;
      if (isFree(at)) return at;
      if (table[at] === first && table[at + 1] === second && table[at + 2] === third) return at;
    }
  };
  const isFree = (at: number) => table[at] === 0 && table[at + 1] === 0;
  const grow = () => {
    const old = table;
    table = new Uint32Array(old.length * 2);
    for (let at = 0; at < old.length; at += words) {
      const [first, second, third] = [old[at]!, old[at + 1]!, old[at + 2]!];
      if (first !== 0 || second !== 0) {
        table.set(old.subarray(at, at + words), find(first, second, third));
      }
    }
  };

  return {
    /** The earlier row with this key; undefined if the key is new. */
    meet(key: string, content: Uint8Array = nothing, number = 0): Earlier | undefined {
      const units = unitsOf(key);
      for (let lane = 0; lane < 3; lane++) entry[lane] = hash(units, lane);
      for (let lane = 0; lane < 2; lane++) entry[3 + lane] = hash(content, lane);
      const at = find(entry[0]!, entry[1]!, entry[2]!);
      if (!isFree(at)) {
        halves.set(table.subarray(at + 5, at + words));
        const isSameContent = table[at + 3] === entry[3] && table[at + 4] === entry[4];
        return { isSameContent, number: numbers[0]! };
      }
      numbers[0] = number;
      entry.set(halves, 5);
      table.set(entry, at);
      if (++count * words * 1.6 > table.length) grow();
      return undefined;
    },
  };
}

const nothing = new Uint8Array();

function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i);
  return units;
}

/** Odd numbers with well mixed bits; one for each 32 bits of a hash. */
const multipliers = [0x9e3779b1, 0x85ebca77, 0xc2b2ae3d];

/** 32 bits of a hash: each unit is mixed in by a multiplication and a shift, as in MurmurHash. */
function hash(units: Uint8Array | Uint16Array, lane: number): number {
  const multiplier = multipliers[lane]!;
  let bits = units.length ^ multiplier;
  for (let i = 0; i < units.length; i++) {
    bits = Math.imul(bits ^ units[i]!, multiplier);
    bits ^= bits >>> 15;
  }
  return bits >>> 0;
}
