import {
  add,
  assemble,
  atLeast,
  copyOver,
  divide,
  float,
  get,
  int,
  load,
  loadFloat,
  loadLong,
  multiply,
  multiplyFloats,
  repeat,
  set,
  storeLong,
  subtract,
  subtractFloats,
  toFloat,
  topByte,
  truncate,
} from './wasm.ts';

/**
 * Where the tables of digits lie in the first memory. An entry is eight bytes: up to five
 * characters, then nothing, then how many they are.
 */
const wholesAt = 0;
const wholes = 10_001;
const fractionsAt = wholesAt + 8 * wholes;
const fractions = 100;

/** The first byte of the first memory that is free for callers, a multiple of eight. */
export const tablesEnd = fractionsAt + 8 * fractions;

// The function's parameters and variables by number.
const [rows, metres, count, at, start, length, centimetres, whole] = [0, 1, 2, 3, 4, 5, 6, 7];
const [hundredfold, digits] = [8, 9];

/** Writes the characters of a table's entry. */
const write = (table: number, entry: readonly number[]) => [
  ...set(digits, loadLong(add(int(table), multiply(entry, int(8))))),
  ...storeLong(get(at), get(digits)),
  ...set(at, add(get(at), topByte(get(digits)))),
];

/**
 * The loop that a large answer's time goes into, in WebAssembly because a call from JavaScript for
 * each copy takes longer than the copy: for each row its fragment, its metres rounded to
 * centimetres as `Math.round(100 * metres) / 100` is written in JSON, and `},`.
 *
 * Parameters: where rows (32 bits each) and metres (64) lie in the first memory, how many there
 * are (at least one), and where to write, in the same memory. Returns the end of what it wrote.
 * The second memory begins with the offsets of the fragments.
 */
const program = assemble(
  4,
  ['int', 'int', 'int', 'int', 'float', 'long'],
  [
    repeat(
      [
        set(start, multiply(load(0, get(rows)), int(4))),
        set(length, load(1, get(start), 4)),
        set(start, load(1, get(start))),
        set(length, subtract(get(length), get(start))),
        copyOver(get(at), get(start), get(length)),
        set(at, add(get(at), get(length))),

        set(hundredfold, multiplyFloats(loadFloat(get(metres)), float(100))),
        set(centimetres, truncate(get(hundredfold))),
        set(
          centimetres,
          add(
            get(centimetres),
            atLeast(subtractFloats(get(hundredfold), toFloat(get(centimetres))), float(0.5)),
          ),
        ),
        set(whole, divide(get(centimetres), int(100))),
        write(wholesAt, get(whole)),
        write(fractionsAt, subtract(get(centimetres), multiply(get(whole), int(100)))),

        set(rows, add(get(rows), int(4))),
        set(metres, add(get(metres), int(8))),
        set(count, subtract(get(count), int(1))),
      ],
      get(count),
    ),
    get(at),
  ],
);
const module = new WebAssembly.Module(program);

/** See `program`. */
export type RenderLoop = (rows: number, metres: number, count: number, at: number) => number;

/** The loop over an answer's memory, which `writeTables` has prepared, and a slab's. */
export function openRenderLoop(own: WebAssembly.Memory, shared: WebAssembly.Memory): RenderLoop {
  const { exports } = new WebAssembly.Instance(module, { '': { own, shared } });
  return exports.run as RenderLoop;
}

/** Fills in the digits: of whole metres, and of their hundredths with what follows a distance. */
export function writeTables(own: WebAssembly.Memory): void {
  const bytes = Buffer.from(own.buffer);
  const writeEntry = (place: number, text: string) => {
    bytes.write(text, place);
    bytes[place + 7] = text.length;
  };
  for (let n = 0; n < wholes; n++) writeEntry(wholesAt + 8 * n, `${n}`);
  for (let n = 0; n < fractions; n++) writeEntry(fractionsAt + 8 * n, `${`${n / 100}`.slice(1)}},`);
}
