import { TextDecoder } from 'node:util';

/** Decodes chunk after chunk; the last call has no bytes. A `problem` comes after the valid text. */
export type Decode = (chunk?: Uint8Array) => { text: string; problem: string | undefined };

/**
 * The decoder for an XML file that starts with these bytes: by its byte order mark, the zero bytes of
 * UTF-16, the declared encoding, or UTF-8. Throws a RangeError for an unknown encoding.
 */
export function xmlDecoder(start: Uint8Array): Decode {
  const encoding = encodingOf(start);
  const strict = new TextDecoder(encoding, { fatal: true });
  // The strict decoder does not report where it failed: this one writes U+FFFD there.
  const lenient = new TextDecoder(encoding);
  return chunk => {
    const stream = chunk !== undefined;
    const text = lenient.decode(chunk, { stream });
    try {
      strict.decode(chunk, { stream });
      return { text, problem: undefined };
    } catch {
      return { text: text.split('\ufffd', 1)[0]!, problem: `a byte that is not valid ${encoding}` };
    }
  };
}

function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  const wide = utf16Starts.find(([a, b]) => a === first && b === second);
  return wide?.[2] ?? declaredEncoding(start);
}

// A byte order mark, or the "<" at the start of every XML file.
const utf16Starts = [
  [0xff, 0xfe, 'utf-16le'],
  [0x3c, 0x00, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x00, 0x3c, 'utf-16be'],
] as const;

function declaredEncoding(start: Uint8Array): string {
  const line = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    line,
  )?.[1];
  // It cannot be UTF-16, as the declaration was read as single bytes; such programs write UTF-8.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
