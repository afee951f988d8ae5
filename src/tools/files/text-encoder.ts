import { decodeByTable, type Encoding, isTableEncoding } from './chunk-decoder.ts';

/** Writes text in an encoding. */
export interface TextEncoding {
  /** The bytes of a text; `?` stands for each character that the encoding does not have. */
  encode(text: string): Buffer;
  /** The first character of a text that the encoding does not have. */
  firstMissing(text: string): string | undefined;
}

/** The tables that were made. */
const tables = new Map<Encoding, ReadonlyMap<string, string>>();

const beyondAscii = /[^\0-\x7f]/gu;

/** The writer of an encoding. */
export function textEncoding(encoding: Encoding): TextEncoding {
  if (encoding === 'utf-8') return unicode(text => Buffer.from(text));
  if (encoding === 'utf-16le') return unicode(text => Buffer.from(text, 'utf16le'));
  if (encoding === 'utf-16be') return unicode(text => Buffer.from(text, 'utf16le').swap16());
  const bytes = tables.get(encoding) ?? bytesOf(encoding);
  tables.set(encoding, bytes);
  return {
    encode: text =>
      Buffer.from(
        text.replace(beyondAscii, letter => bytes.get(letter) ?? '?'),
        'latin1',
      ),
    firstMissing: text => text.match(beyondAscii)?.find(letter => !bytes.has(letter)),
  };
}

function unicode(encode: (text: string) => Buffer): TextEncoding {
  return { encode, firstMissing: () => undefined };
}

/** The byte of each character beyond ASCII, as a character of Latin-1. */
function bytesOf(encoding: Encoding): ReadonlyMap<string, string> {
  const upper = Uint8Array.from({ length: 128 }, (_, i) => 128 + i);
  const letters = isTableEncoding(encoding)
    ? decodeByTable(encoding, upper)
    : new TextDecoder(encoding).decode(upper);
  const known = [...letters].map((letter, i) => [letter, String.fromCharCode(128 + i)] as const);
  return new Map(known.filter(([letter]) => letter !== '\ufffd'));
}
