import { TextDecoder } from 'node:util';

/** Decodes one chunk after another, the last without bytes; `problem` follows after the text. */
export type Decode = (chunk?: Uint8Array) => { text: string; problem: string | undefined };

/**
 * A decoder for an XML file that begins with these bytes: by its byte order mark, by the zeros of
 * UTF-16, by the encoding it declares, or UTF-8. One that nobody knows is a RangeError.
 */
export function xmlDecoder(start: Uint8Array): Decode {
  const encoding = encodingOf(start);
  const strict = new TextDecoder(encoding, { fatal: true });
  // The strict one does not tell where it failed: this one puts U+FFFD there, and goes on.
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

// A byte order mark, or the "<" that every XML file begins with.
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
  // UTF-16 it cannot be, as it could be read so far; programs that claim it then write UTF-8.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
