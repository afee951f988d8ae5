/** The country code or `Τ.Κ.` may precede the digits, in Greek or Latin letters. */
const written = /^(?:(?:GR|EL|[TΤ]\.?\s?[KΚ]\.?)[\s:.-]*)?(\d{3})[\s-]?(\d{2})(?:[.,]0+)?$/i;

/** Reads a postal code as five digits; undefined when the text is not a postal code. */
export function readPostalCode(text: string): string | undefined {
  const [, start, end] = written.exec(text.normalize('NFKC')) ?? [];
  return start === undefined ? undefined : `${start}${end}`;
}
