import type { ByteWindow } from '#tools/files/byte-window.ts';
import { badFile, longestFeatureBytes } from '#tools/files/bytes.ts';

/** A part of a JSON text, and its offset in bytes from the start. */
export interface JsonPart {
  readonly bytes: Buffer;
  readonly at: number;
}

const [openBrace, openBracket, comma] = [0x7b, 0x5b, 0x2c];

/**
 * Takes the head of a GeoJSON text: up to the bracket that opens its features (the outermost bracket
 * of a bare array), or the whole object when it has no array of features.
 */
export async function takeHead(path: string, window: ByteWindow): Promise<Buffer> {
  await dropBlanks(path, window);
  const state: ScanState = { depth: 0, inString: false, escaped: false };
  let end = 1;
  for (let found = window.bytes[0] === openBracket; !found; end++) {
    end = await seekDelimiter(path, window, end, state);
    const opens = isOpening(window.bytes[end]);
    found = opens ? opensFeatures(window.bytes, end) : window.bytes[end] !== comma;
    if (opens) state.depth = 1;
  }
  return take(window, end);
}

/**
 * Takes the elements of the array at the window's start, and stops at the bracket that closes it.
 * Everything between two commas is an element; JSON.parse checks it later.
 */
export async function* takeElements(path: string, window: ByteWindow): AsyncGenerator<JsonPart> {
  const state: ScanState = { depth: 0, inString: false, escaped: false };
  for (let first = true, last = false; !last; first = false) {
    const at = window.offset;
    let end = await seekDelimiter(path, window, 0, state);
    while (isOpening(window.bytes[end])) {
      state.depth = 1;
      end = await seekDelimiter(path, window, end + 1, state);
    }
    last = window.bytes[end] !== comma;
    const bytes = take(window, end);
    if (!last) window.drop(1);
    const isEmptyArray = first && last && firstNonBlank(bytes) === bytes.length;
    if (!isEmptyArray) yield { bytes, at };
  }
}

/** Takes the rest of the text. */
export async function takeRest(path: string, window: ByteWindow): Promise<Buffer> {
  while (await window.more()) refuseTooLong(path, window);
  return take(window, window.bytes.length);
}

function take(window: ByteWindow, length: number): Buffer {
  const bytes = window.bytes.subarray(0, length);
  window.drop(length);
  return bytes;
}

/** The index of the next delimiter in the window, which grows until there is one. */
async function seekDelimiter(path: string, window: ByteWindow, from: number, state: ScanState) {
  let i = nextDelimiter(window.bytes, from, state);
  while (i === window.bytes.length) {
    refuseTooLong(path, window);
    if (!(await window.more())) {
      const end = window.offset + i;
      throw badFile(path, `byte ${end}: ends in the middle, expected a closing bracket`);
    }
    i = nextDelimiter(window.bytes, i, state);
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

/** Drops blanks before the outermost bracket; throws if another character follows. */
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

/** The state of a scan of JSON bytes, kept from chunk to chunk. */
interface ScanState {
  /** Open brackets below the level at which delimiters are searched. */
  depth: number;
  inString: boolean;
  escaped: boolean;
}

const [quote, backslash] = [0x22, 0x5c];
const [plain, string, opening, closing] = [0, 1, 2, 3];
const roles = new Uint8Array(256);
for (const [i, characters] of ['', '"', '{[', '}]', ','].entries()) {
  for (const character of characters) roles[character.charCodeAt(0)] = i;
}

/**
 * The index of the next delimiter at or after `from`: a comma or bracket that is neither nested nor
 * in a string. Returns the length when there is none. To skip the content of an opening bracket, the
 * caller sets `depth` to 1.
 */
function nextDelimiter(bytes: Buffer, from: number, state: ScanState): number {
  let { depth, inString, escaped } = state;
  let i = from;
  for (; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === backslash) escaped = true;
      else if (byte === quote) inString = false;
      continue;
    }
    const role = roles[byte];
    if (role === plain) continue;
    if (role === string) inString = true;
    else if (depth === 0) break;
    else if (role === opening) depth++;
    else if (role === closing) depth--;
  }
  state.depth = depth;
  state.inString = inString;
  state.escaped = escaped;
  return i;
}
