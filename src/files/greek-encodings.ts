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
export type TableEncoding = keyof typeof tables;

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
