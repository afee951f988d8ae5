/**
 * `25ης`, `25η`, `25is`, `3rd` are words of a name (25ης Μαρτίου), not house numbers; all
 * spellings become `25ο`. One letter alone may also be a house's (24α): only where `loose`.
 */
export function ordinal(folded: string, loose: boolean): string | undefined {
  const strict = /^(\d{1,3})(?:ησ|ασ|ου|οσ|ων|is|hs|as|ou|os|th|st|nd|rd)$/.exec(folded);
  const match = strict ?? (loose ? /^(\d{1,3})(?:η|ο|h|i|o)$/.exec(folded) : null);
  return match ? `${match[1]}ο` : undefined;
}
