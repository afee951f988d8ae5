import type { NumberRange } from '../../../geocoder/rows.ts';

interface Columns {
  readonly odd_start: string | null;
  readonly odd_end: string | null;
  readonly even_start: string | null;
  readonly even_end: string | null;
}

/**
 * The house numbers of a gazetteer row. The columns are named odd and even, but a row with one side
 * always fills the first pair. So the first number decides which side it is.
 */
export function rangesOfColumns(columns: Columns): NumberRange[] {
  return [
    rangeOf(columns.odd_start, columns.odd_end),
    rangeOf(columns.even_start, columns.even_end),
  ].filter(range => range !== undefined);
}

function rangeOf(start: string | null, end: string | null): NumberRange | undefined {
  const from = numberOf(start);
  if (from === undefined) return undefined;
  const to = end?.startsWith('τελ') ? Number.POSITIVE_INFINITY : numberOf(end);
  if (to === undefined || to < from) return undefined;
  return { from, to, side: from % 2 === 0 ? 'even' : 'odd' };
}

/** Reads `24`, `24α`, `13,`. An ordinal (1η) numbers side streets, not houses, and is ignored. */
function numberOf(text: string | null): number | undefined {
  const digits = /^(\d{1,4})(?!η)/.exec(text?.trim() ?? '')?.[1];
  return digits === undefined || /^\d+η/.test(text ?? '') ? undefined : Number(digits);
}
