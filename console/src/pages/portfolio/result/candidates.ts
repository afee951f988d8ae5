import { useEffect, useState } from 'preact/hooks';
import type { Address } from '../../../../../client/src/types.ts';
import { useClient, useRequest } from '../../../tools/requests/use-request.ts';
import type { Portfolio, PortfolioRow } from '../run/ask-portfolios.ts';

/** Cells by the name of their column. */
export type Cells = Readonly<Record<string, string>>;

type Columns = Portfolio['columns'];

const addressFields = ['address', 'street', 'house_number', 'postal_code', 'city', 'municipality'];

/** Whether a field belongs to the address of a row whose place is not certain. */
export function isPlaceDoubtful({ latitude, problem_codes }: PortfolioRow, field: string): boolean {
  const isOfAddress = (name: string | null) => name !== null && addressFields.includes(name);
  const isDoubtful = latitude === null || problem_codes.some(one => isOfAddress(one.field));
  return isDoubtful && isOfAddress(field);
}

/** The address of a row as it is searched. */
export function addressOf(columns: Columns, cells: Cells): string {
  const cellOf = (field: string) => (cells[columns[field] ?? ''] ?? '').trim();
  const street = `${cellOf('street')} ${cellOf('house_number')}`.trim();
  const parts = [cellOf('address'), street, cellOf('postal_code'), cellOf('city')];
  return parts
    .filter(part => part !== '')
    .join(', ')
    .slice(0, 256);
}

/** The cells of a row that has a found address: only those of columns that the file has. */
export function cellsOfCandidate(found: Address, columns: Columns): Cells {
  const { street, house_number, postal_code, locality, municipality } = found.components;
  const whole = [street, house_number].filter(Boolean).join(' ') || found.formatted_address;
  const hasTown = 'city' in columns || 'postal_code' in columns;
  const values: Readonly<Record<string, string | null>> = {
    address: hasTown ? whole : found.formatted_address,
    street: 'house_number' in columns ? street : whole,
    house_number,
    postal_code,
    city: locality ?? municipality,
    municipality,
    latitude: found.latitude.toFixed(6),
    longitude: found.longitude.toFixed(6),
  };
  const known = Object.entries(columns).filter(([field]) => (values[field] ?? '') !== '');
  return Object.fromEntries(known.map(([field, column]) => [column, values[field]!]));
}

/** While an address is typed, it is not searched. */
const settleMs = 400;
const none: readonly Address[] = [];

/** The addresses that a row may mean; none while its place is certain. */
export function useCandidates(
  { columns }: Portfolio,
  row: PortfolioRow,
  typed: Cells,
): readonly Address[] {
  const client = useClient();
  const address = addressOf(columns, { ...row.cells, ...typed });
  const [asked, setAsked] = useState(address);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(address), settleMs);
    return () => clearTimeout(timer);
  }, [address]);
  const isAsked = asked.length > 2 && isPlaceDoubtful(row, 'address');
  const [request] = useRequest(isAsked ? asked : undefined, signal =>
    client.addressSearch({ address: asked, limit: 5 }, { signal }),
  );
  return request.state === 'answered' ? request.answer.results : none;
}
