/** The country or the words `Τ.Κ.` may stand before the digits, in letters of either alphabet. */
const written = /^(?:(?:GR|EL|[TΤ]\.?\s?[KΚ]\.?)[\s:.-]*)?(\d{3})[\s-]?(\d{2})(?:[.,]0+)?$/i;

/** A postal code as five digits; undefined for what is none. */
export function readPostalCode(text: string): string | undefined {
  const [, start, end] = written.exec(text.normalize('NFKC')) ?? [];
  return start === undefined ? undefined : `${start}${end}`;
}
