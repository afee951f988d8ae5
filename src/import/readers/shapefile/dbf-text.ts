import { isAscii } from 'node:buffer';
import { guessEncoding } from '../text-encoding.ts';

/** Turns the bytes of a text into the text; what is wrong in the encoding is a TypeError. */
export interface TextDecoding {
  /** As TextDecoder names it, or `cp737`, which that does not know. */
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/** Code page 737, the Greek of MS-DOS, from 128 on. */
const cp737Letters =
  'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
  'ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0';

const cp737: TextDecoding = {
  encoding: 'cp737',
  decode: bytes =>
    Array.from(bytes, byte =>
      byte < 128 ? String.fromCharCode(byte) : cp737Letters[byte - 128],
    ).join(''),
};

/** Languages of a DBF header that name a Greek encoding; "ANSI" is whatever the machine used. */
const languages: Readonly<Record<number, string>> = { 106: 'cp737', 203: 'windows-1253' };

/** The decoding that a DBF header's language byte names, if it names a Greek one. */
export function decodingOfLanguage(language: number): TextDecoding | undefined {
  const encoding = languages[language];
  return encoding === undefined ? undefined : decodingOf(encoding);
}

/** The decoding that a .cpg file names, in one of many ways; undefined when nobody knows it. */
export function decodingNamed(name: string): TextDecoding | undefined {
  const plain = name.trim().toLowerCase();
  const number = /^(?:cp|windows|ansi|oem|iso)?[-_ ]*(\d+(?:[-_ ]\d+)?)$/.exec(plain)?.[1];
  const codePage = number?.replace(/\D/g, '');
  try {
    return decodingOf(codePages[codePage ?? ''] ?? plain);
  } catch {
    return undefined;
  }
}

const codePages: Readonly<Record<string, string>> = {
  '737': 'cp737',
  '1252': 'windows-1252',
  '1253': 'windows-1253',
  '28591': 'iso-8859-1',
  '88591': 'iso-8859-1',
  '28597': 'iso-8859-7',
  '88597': 'iso-8859-7',
  '65001': 'utf-8',
};

function decodingOf(encoding: string): TextDecoding {
  return encoding === 'cp737' ? cp737 : new TextDecoder(encoding, { fatal: true });
}

/**
 * Decodes texts one by one; where the encoding is not told, it is guessed at the first text beyond
 * ASCII, by what stands around it.
 */
export function textReader(told: TextDecoding | undefined) {
  let decoding = told;
  return (bytes: Buffer, around: Buffer): string => {
    if (isAscii(bytes)) return bytes.toString('latin1');
    // With a blank at the end, for what stands around is whole.
    decoding ??= decodingOf(guessEncoding(Buffer.concat([around, Buffer.from(' ')])));
    try {
      return decoding.decode(bytes);
    } catch (error) {
      if (decoding.encoding !== 'utf-8') throw error;
      return decoding.decode(withoutCutLetter(bytes));
    }
  };
}

/** Drops the start of a letter in UTF-8 at the end: the width of a column may cut one in two. */
function withoutCutLetter(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > 0 && lead > bytes.length - 4 && (bytes[lead]! & 0xc0) === 0x80) lead--;
  return bytes[lead]! >= 0xc0 ? bytes.subarray(0, lead) : bytes;
}
