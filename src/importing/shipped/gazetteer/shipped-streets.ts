import type { NumberRange, PostalCodeRow, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { gazetteerSource } from '#storage/store/store.ts';

/** A row of the gazetteer's streets. Rural postal codes have villages instead. */
export interface StreetRecord {
  readonly postcode: string;
  readonly name: string;
  readonly odd_start: string | null;
  readonly odd_end: string | null;
  readonly even_start: string | null;
  readonly even_end: string | null;
}

type Columns = Omit<StreetRecord, 'postcode' | 'name'>;

/** A street, without a position: the gazetteer has none. */
export function toStreet(
  record: StreetRecord,
  code: PostalCodeRow,
  aliases: ReadonlyMap<string, string>,
): StreetRow {
  const [, before, aside] = /^([^(]*)\((.*)\)$/.exec(record.name) ?? [];
  const plain = before?.trimEnd() ?? record.name;
  // In 8ης (Ογδόης) and Ε.Α.Μ. (Εθνικού …) the parentheses contain the full name, otherwise the quarter.
  const isName = aside !== undefined && /^\d+\p{L}+$|\p{L}\.\p{L}/u.test(plain);
  const alias = aliases.get(`${code.municipality}/${plain}`);
  return {
    name: plain,
    otherNames: [isName ? aside : undefined, alias].filter(name => name !== undefined),
    municipality: code.municipality,
    locality: aside !== undefined && !isName ? aside : code.locality,
    postalCode: code.postalCode,
    ranges: rangesOfColumns(record),
    position: null,
    hasHouses: false,
    source: gazetteerSource,
  };
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
