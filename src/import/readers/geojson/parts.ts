import { badFile, longestFeatureBytes } from '../../../files/bytes.ts';
import type { ByteWindow } from '../byte-window.ts';
import { nextMark, type ScanState } from './marks.ts';

/** A part of a JSON text and where it begins, in bytes from the start. */
export interface JsonPart {
  readonly bytes: Buffer;
  readonly at: number;
}

const [openBrace, openBracket, comma] = [0x7b, 0x5b, 0x2c];

/**
 * Takes the start of a GeoJSON text: up to the bracket that opens its features (of a bare array
 * the outermost one), or the whole object when it has no array of features.
 */
export async function takeHead(path: string, window: ByteWindow): Promise<Buffer> {
  await dropBlanks(path, window);
  const state: ScanState = { depth: 0, inString: false, escaped: false };
  let end = 1;
  for (let found = window.bytes[0] === openBracket; !found; end++) {
    end = await seekMark(path, window, end, state);
    const opens = isOpening(window.bytes[end]);
    found = opens ? opensFeatures(window.bytes, end) : window.bytes[end] !== comma;
    if (opens) state.depth = 1;
  }
  return take(window, end);
}

/**
 * Takes the elements of the array in which the window stands, and stops at the bracket that closes
 * it. Whatever is between two commas is an element: whether it is valid, JSON.parse says.
 */
export async function* takeElements(path: string, window: ByteWindow): AsyncGenerator<JsonPart> {
  const state: ScanState = { depth: 0, inString: false, escaped: false };
  for (let first = true, last = false; !last; first = false) {
    const at = window.offset;
    let end = await seekMark(path, window, 0, state);
    while (isOpening(window.bytes[end])) {
      state.depth = 1;
      end = await seekMark(path, window, end + 1, state);
    }
    last = window.bytes[end] !== comma;
    const bytes = take(window, end);
    if (!last) window.drop(1);
    const isEmptyArray = first && last && firstNonBlank(bytes) === bytes.length;
    if (!isEmptyArray) yield { bytes, at };
  }
}

/** Takes all that is left. */
export async function takeRest(path: string, window: ByteWindow): Promise<Buffer> {
  while (await window.more()) refuseTooLong(path, window);
  return take(window, window.bytes.length);
}

function take(window: ByteWindow, length: number): Buffer {
  const bytes = window.bytes.subarray(0, length);
  window.drop(length);
  return bytes;
}

/** Where the next mark stands in the window, which grows until there is one. */
async function seekMark(path: string, window: ByteWindow, from: number, state: ScanState) {
  let i = nextMark(window.bytes, from, state);
  while (i === window.bytes.length) {
    refuseTooLong(path, window);
    if (!(await window.more())) {
      const end = window.offset + i;
      throw badFile(path, `byte ${end}: ends in the middle, expected a closing bracket`);
    }
    i = nextMark(window.bytes, i, state);
  }
  return i;
}

function refuseTooLong(path: string, { bytes, offset }: ByteWindow): void {
  if (bytes.length <= longestFeatureBytes) return;
  throw badFile(
    path,
    `byte ${offset}: a part longer than ${longestFeatureBytes} bytes begins here`,
  );
}

/** Drops what may stand before the outermost bracket, which must then follow. */
async function dropBlanks(path: string, window: ByteWindow): Promise<void> {
  do window.drop(firstNonBlank(window.bytes));
  while (window.bytes.length === 0 && (await window.more()));
  if (isOpening(window.bytes[0])) return;
  throw badFile(path, `byte ${window.offset}: expected GeoJSON, which begins with { or [`);
}

function firstNonBlank(bytes: Buffer): number {
  let i = 0;
  while (i < bytes.length && bytes[i]! <= 0x20) i++;
  return i;
}

function isOpening(byte: number | undefined): boolean {
  return byte === openBrace || byte === openBracket;
}

function opensFeatures(bytes: Buffer, bracket: number): boolean {
  if (bytes[bracket] !== openBracket) return false;
  return /[{,\s]"features"\s*:\s*$/.test(bytes.toString('latin1', bracket - 100, bracket));
}
