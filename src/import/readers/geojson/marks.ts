/** Where a scan of JSON bytes stands; survives the end of a chunk. */
export interface ScanState {
  /** Brackets that are open within the level at which marks are looked for. */
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
 * The index from `from` on of the next comma or bracket that is neither nested nor in a string,
 * or the length when there is none. What an opening bracket begins counts as nested once the
 * caller has set `depth` to 1.
 */
export function nextMark(bytes: Buffer, from: number, state: ScanState): number {
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
