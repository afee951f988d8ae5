/** The supported encodings. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1252'
  | 'windows-1253'
  | 'iso-8859-7'
  | TableEncoding;

/** All of them, for options. */
export const encodings: readonly Encoding[] = [
  'utf-8',
  'windows-1253',
  'iso-8859-7',
  'cp737',
  'MacGreek',
  'utf-16le',
  'utf-16be',
  'windows-1252',
];

/** Replaces bytes that are invalid in the encoding: a lone surrogate, which no valid text contains. */
export const brokenLetter = '\udfff';

/** U+FFFD as bytes. In the files that have it, an earlier program wrote it for what it could not read. */
const replacements: Readonly<Record<string, Buffer>> = {
  'utf-8': Buffer.from([0xef, 0xbf, 0xbd]),
  'utf-16le': Buffer.from([0xfd, 0xff]),
  'utf-16be': Buffer.from([0xff, 0xfd]),
};

/** Stands for U+FFFD of the file while bytes are decoded: no text contains it. */
const standIn = '\ufffe';

/**
 * Returns a decoder of chunks; call it without a chunk at the end. Each invalid byte becomes
 * `brokenLetter`, and all other letters stay, also those that two chunks share.
 */
export function chunkDecoder(encoding: Encoding): (chunk?: Buffer) => string {
  if (isTableEncoding(encoding)) return chunk => (chunk ? decodeByTable(encoding, chunk) : '');
  const decoder = new TextDecoder(encoding);
  let rest: Buffer = Buffer.alloc(0);
  return chunk => {
    const bytes = chunk ? Buffer.concat([rest, chunk]) : rest;
    const whole = chunk ? wholeLetters(encoding, bytes) : bytes;
    rest = bytes.subarray(whole.length);
    hideReplacements(encoding, whole);
    const text = decoder.decode(whole, { stream: chunk !== undefined });
    return text.replaceAll('\ufffd', brokenLetter).replaceAll(standIn, '\ufffd');
  };
}

/** The bytes without an incomplete letter at the end; a decoder keeps a half of a surrogate pair. */
function wholeLetters(encoding: Encoding, bytes: Buffer): Buffer {
  if (encoding === 'utf-8') return withoutCutLetter(bytes);
  return encoding.startsWith('utf-16') ? bytes.subarray(0, bytes.length & ~1) : bytes;
}

/** The bytes without an incomplete UTF-8 letter at the end. */
export function withoutCutLetter(bytes: Buffer): Buffer {
  let lead = bytes.length - 1;
  while (lead > 0 && lead > bytes.length - 4 && (bytes[lead]! & 0xc0) === 0x80) lead--;
  const first = bytes[lead] ?? 0;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1;
  return lead + length > bytes.length ? bytes.subarray(0, lead) : bytes;
}

/** Turns U+FFFD in the bytes into the stand-in: a decoder writes U+FFFD for invalid bytes. */
function hideReplacements(encoding: Encoding, bytes: Buffer): void {
  const replacement = replacements[encoding];
  if (!replacement) return;
  const hidden = Buffer.from(standIn, 'utf8');
  for (let at = bytes.indexOf(replacement); at !== -1; at = bytes.indexOf(replacement, at + 1)) {
    if (encoding === 'utf-8') hidden.copy(bytes, at);
    else if (at % 2 === 0) bytes[encoding === 'utf-16le' ? at : at + 1] = 0xfe;
  }
}

/** Single-byte Greek encodings that TextDecoder does not support: their characters from 128 on. */
const tables = {
  /** Code page 737, the Greek of MS-DOS. */
  cp737:
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαβγδεζηθικλμνξοπρσςτυφχψ░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'ωάέήϊίόύϋώΆΈΉΊΌΎΏ±≥≤ΪΫ÷≈°∙·√ⁿ²■\u00a0',
  /** The Greek of old Macs, code page 10006. */
  MacGreek:
    'Ä¹²É³ÖÜ΅àâä΄¨çéèêë£™îï•½‰ôö¦€ùûü†ΓΔΘΛΞΠß®©ΣΪ§≠°·Α±≤≥¥ΒΕΖΗΙΚΜΦΫΨΩάΝ¬ΟΡ≈Τ«»…\u00a0ΥΧΆΈœ–―“”‘’÷ΉΊΌΎέήίόΏύ' +
    'αβψδεφγηιξκλμνοπώρστθωςχυζϊϋΐΰ\u00ad',
};

/** An encoding of this file. */
type TableEncoding = keyof typeof tables;

/** Whether an encoding is decoded by `decodeByTable`. */
export function isTableEncoding(encoding: string): encoding is TableEncoding {
  return Object.hasOwn(tables, encoding);
}

/** Decodes bytes. Every byte is a character in these encodings. */
export function decodeByTable(encoding: TableEncoding, bytes: Uint8Array): string {
  const letters = tables[encoding];
  const ascii = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return ascii.replace(/[\x80-\xff]/g, letter => letters[letter.charCodeAt(0) - 128]!);
}
