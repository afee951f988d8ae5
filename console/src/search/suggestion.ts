import type { AddressResult, Client } from '../../../client/src/client.ts';
import { isSwapped } from '../../../src/property/greece.ts';
import { pointSubject, type Subject } from '../subject/subject.ts';
import type { Query } from './read-query.ts';

/** Something the search box offers. */
export type Suggestion =
  | { readonly kind: 'address'; readonly result: AddressResult }
  | { readonly kind: 'kaek'; readonly code: string }
  | {
      readonly kind: 'point';
      readonly latitude: number;
      readonly longitude: number;
      /** Read with the longitude first, as some write it. */
      readonly isTurned: boolean;
    };

/** What to offer for a query; only addresses are asked of the service. */
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

/** The pair as it stands, and turned where only that is in Greece. */
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

/** What a chosen suggestion is about. */
export function subjectOf(suggestion: Suggestion): Subject {
  if (suggestion.kind === 'address') {
    return { kind: 'address', address: suggestion.result.formatted_address };
  }
  if (suggestion.kind === 'kaek') return { kind: 'kaek', code: suggestion.code };
  return pointSubject(suggestion.latitude, suggestion.longitude);
}

/** What a query is about when nothing was chosen from the list. */
export function subjectOfQuery(query: Query): Subject | undefined {
  if (query.kind === 'nothing') return undefined;
  if (query.kind === 'kaek') return { kind: 'kaek', code: query.code };
  if (query.kind === 'address') return { kind: 'address', address: query.text };
  return pointSubject(query.latitude, query.longitude);
}
