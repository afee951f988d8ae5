/** The state of a scan of JSON bytes, kept from chunk to chunk. */
export interface ScanState {
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
export function nextDelimiter(bytes: Buffer, from: number, state: ScanState): number {
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
