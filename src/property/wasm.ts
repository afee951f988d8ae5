// An assembler of WebAssembly, as much of it as `render-loop.ts` needs: each function below gives
// the bytes of an expression, operands first, as the binary format wants them (WebAssembly 2.0
// §5.4 and multiple memories).

/** The bytes of some code; an expression leaves its value on the stack. */
export type Code = readonly number[];

/** A variable of a function, by its number. */
export const get = (local: number): Code => [0x20, local];
export const set = (local: number, value: Code): Code => [...value, 0x21, local];

export const int = (value: number): Code => [0x41, ...signed(value)];
export const float = (value: number): Code => [
  0x44,
  ...Buffer.from(new Float64Array([value]).buffer),
];

const binary =
  (opcode: number) =>
  (left: Code, right: Code): Code => [...left, ...right, opcode];

export const add = binary(0x6a);
export const subtract = binary(0x6b);
export const multiply = binary(0x6c);
export const divide = binary(0x6d);
export const subtractFloats = binary(0xa1);
export const multiplyFloats = binary(0xa2);
/** 1 if the left is at least as large as the right, else 0. */
export const atLeast = binary(0x66);

/** A float without its fraction, as a whole number; and a whole number as a float. */
export const truncate = (value: Code): Code => [...value, 0xaa];
export const toFloat = (value: Code): Code => [...value, 0xb7];
/** The topmost of the eight bytes of a long number. */
export const topByte = (value: Code): Code => [...value, 0x42, 56, 0x88, 0xa7];

/** Reads from one of the memories, some bytes behind an address. */
export const load = (memory: number, address: Code, behind = 0): Code => [
  ...address,
  0x28,
  ...place(memory, behind),
];
export const loadFloat = (address: Code): Code => [...address, 0x2b, ...place(0, 0)];
export const loadLong = (address: Code): Code => [...address, 0x29, ...place(0, 0)];
export const storeLong = (address: Code, value: Code): Code => [
  ...address,
  ...value,
  0x37,
  ...place(0, 0),
];
/** Copies that many bytes from memory 1 to memory 0. */
export const copyOver = (to: Code, from: Code, length: Code): Code => [
  ...to,
  ...from,
  ...length,
  0xfc,
  0x0a,
  0,
  1,
];

/** Runs the steps again and again as long as the condition, computed after them, is not 0. */
export const repeat = (steps: readonly Code[], condition: Code): Code => [
  0x03,
  0x40,
  ...steps.flat(),
  ...condition,
  0x0d,
  0,
  0x0b,
];

/** Types of variables. */
export const types = { int: 0x7f, long: 0x7e, float: 0x7c } as const;
type Type = keyof typeof types;

/**
 * A module with one function, `run`, of whole numbers, over two memories: `own`, and `shared` with
 * other threads. The function returns its last expression, a whole number.
 */
export function assemble(parameters: number, locals: readonly Type[], code: readonly Code[]) {
  const ints = Array<number>(parameters).fill(types.int);
  const body = [...list(locals.map(type => [1, types[type]])), ...code.flat(), 0x0b];
  return new Uint8Array([
    ...[0x00, ...text('asm').slice(1), 1, 0, 0, 0],
    ...section(1, [[0x60, ...list(ints.map(type => [type])), 1, types.int]]),
    ...section(2, [
      [...text(''), ...text('own'), 2, 0, 1],
      [...text(''), ...text('shared'), 2, 3, 1, ...unsigned(65_536)],
    ]),
    ...section(3, [[0]]),
    ...section(7, [[...text('run'), 0, 0]]),
    ...section(10, [[...unsigned(body.length), ...body]]),
  ]);
}

function section(id: number, entries: readonly Code[]): number[] {
  const bytes = list(entries);
  return [id, ...unsigned(bytes.length), ...bytes];
}

function list(entries: readonly Code[]): number[] {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(ascii: string): number[] {
  return [ascii.length, ...Buffer.from(ascii)];
}

/** How a read or write says where: no alignment is promised; bit 6 means the memory is named. */
function place(memory: number, behind: number): Code {
  return [0x40, memory, ...unsigned(behind)];
}

/** LEB128: seven bits a byte, the lowest first, the top bit for more to come. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -0x40 && value < 0x40
    ? [value & 0x7f]
    : [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
