import type { AddressResult, Client } from '../../../client/src/client.ts';
import { isSwapped } from '../../../src/property/greece.ts';
import { pointSubject, type Subject } from '../subject/subject.ts';
import type { Query } from './read-query.ts';

/** A suggestion of the search box. */
export type Suggestion =
  | { readonly kind: 'address'; readonly result: AddressResult }
  | { readonly kind: 'kaek'; readonly code: string }
  | {
      readonly kind: 'point';
      readonly latitude: number;
      readonly longitude: number;
      /** Whether the longitude was read first. */
      readonly isTurned: boolean;
    };

/** The suggestions for a query; only addresses need a request. */
export async function suggest(
  client: Pick<Client, 'addressSearch'>,
  query: Query,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (query.kind === 'nothing') return [];
  if (query.kind === 'kaek') return [query];
  if (query.kind === 'point') return pointSuggestions(query);
  const { results } = await client.addressSearch({ address: query.text, limit: 6 }, { signal });
  return results.map(result => ({ kind: 'address', result }));
}

/** The point as typed, and with longitude first if only that lies in Greece. */
export function pointSuggestions({
  latitude,
  longitude,
}: {
  readonly latitude: number;
  readonly longitude: number;
}): readonly Suggestion[] {
  const asRead = { kind: 'point', latitude, longitude, isTurned: false } as const;
  if (!isSwapped(latitude, longitude)) return [asRead];
  return [{ kind: 'point', latitude: longitude, longitude: latitude, isTurned: true }, asRead];
}

/** The subject of a chosen suggestion. */
export function subjectOf(suggestion: Suggestion): Subject {
  if (suggestion.kind === 'address') {
    return { kind: 'address', address: suggestion.result.formatted_address };
  }
  if (suggestion.kind === 'kaek') return { kind: 'kaek', code: suggestion.code };
  return pointSubject(suggestion.latitude, suggestion.longitude);
}

/** The subject of a query when no suggestion was chosen. */
export function subjectOfQuery(query: Query): Subject | undefined {
  if (query.kind === 'nothing') return undefined;
  if (query.kind === 'kaek') return { kind: 'kaek', code: query.code };
  if (query.kind === 'address') return { kind: 'address', address: query.text };
  return pointSubject(query.latitude, query.longitude);
}
