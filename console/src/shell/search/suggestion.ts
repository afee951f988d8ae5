import { isInGreece, isSwapped } from '#domain/property/greece.ts';
import type { Client } from '../../../../client/src/client.ts';
import type { SuggestAnswer } from '../../../../client/src/types.ts';
import { endsInWordOf } from '../../state/subject/address-text.ts';
import { pointSubject, type Subject } from '../../state/subject/subject.ts';
import type { Query } from './read-query.ts';

/** A suggestion of the service. */
export type ServiceSuggestion = SuggestAnswer['suggestions'][number];

/** A suggestion of the search box. */
export type Suggestion =
  | { readonly kind: 'service'; readonly found: ServiceSuggestion }
  | { readonly kind: 'kaek'; readonly code: string }
  | {
      readonly kind: 'point';
      readonly latitude: number;
      readonly longitude: number;
      /** Whether the longitude was read first. */
      readonly isTurned: boolean;
    };

/** What moves a suggestion up. */
export interface Bias {
  /** Where the user works. */
  readonly near: { readonly latitude: number; readonly longitude: number } | undefined;
  /** The addresses and codes that were opened recently. */
  readonly recent: readonly string[];
}

/** The suggestions for a query. Complete codes and coordinates need no request. */
export async function suggest(
  client: Pick<Client, 'suggest'>,
  query: Query,
  bias: Bias,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (query.kind === 'nothing' || query.kind === 'unreadable') return [];
  if (query.kind === 'kaek') return [query];
  if (query.kind === 'point') return pointSuggestions(query);
  const { suggestions } = await client.suggest({ text: query.text, ...pointOf(bias) }, { signal });
  const wanted =
    query.kind === 'kaekStart' ? suggestions.filter(({ kind }) => kind === 'parcel') : suggestions;
  return inOrder(wanted, bias.recent).map(found => ({ kind: 'service', found }));
}

/** The position of the bias alone, as its object may have more. */
function pointOf({ near }: Bias) {
  return near && { latitude: near.latitude, longitude: near.longitude };
}

/** Each text once: what was opened recently first, then houses, then the service's order. */
export function inOrder(
  suggestions: readonly ServiceSuggestion[],
  recent: readonly string[],
): readonly ServiceSuggestion[] {
  const rank = ({ kind, text }: ServiceSuggestion) =>
    recent.includes(text) ? 0 : kind === 'address' ? 1 : 2;
  const once = new Map(suggestions.toReversed().map(one => [`${one.kind} ${one.text}`, one]));
  return suggestions
    .filter(one => once.get(`${one.kind} ${one.text}`) === one)
    .sort((one, other) => rank(one) - rank(other));
}

/** The point as typed; before it the swapped one, if only that lies in Greece. */
export function pointSuggestions(point: Query & { kind: 'point' }): readonly Suggestion[] {
  const { latitude, longitude, hasDirections } = point;
  const asRead = { kind: 'point', latitude, longitude, isTurned: false } as const;
  if (hasDirections || !isSwapped(latitude, longitude)) return [asRead];
  return [{ kind: 'point', latitude: longitude, longitude: latitude, isTurned: true }, asRead];
}

/** The kind that is shown: an address whose number is not known is its street. */
export function shownKind({ kind, level }: ServiceSuggestion): ServiceSuggestion['kind'] {
  return kind === 'address' && level === 'street' ? 'street' : kind;
}

/** Whether a suggested point lies outside Greece. */
export function isOutside(suggestion: Suggestion): boolean {
  return suggestion.kind === 'point' && !isInGreece(suggestion.latitude, suggestion.longitude);
}

/** Identifies a suggestion in its list. */
export function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'service') return `${suggestion.found.kind} ${suggestion.found.text}`;
  if (suggestion.kind === 'kaek') return suggestion.code;
  return `${suggestion.latitude},${suggestion.longitude}`;
}

/** Whether a text ends where a word or a number of a suggestion of the service ends. */
export function isWhole(typed: string, suggestion: Suggestion): boolean {
  if (suggestion.kind !== 'service') return false;
  return endsInWordOf(typed, suggestion.found);
}

/** The subject of a chosen suggestion. */
export function subjectOf(suggestion: Suggestion): Subject {
  if (suggestion.kind === 'kaek') return { kind: 'kaek', code: suggestion.code };
  if (suggestion.kind === 'point') return pointSubject(suggestion.latitude, suggestion.longitude);
  const { id, kind, text, latitude, longitude } = suggestion.found;
  if (kind === 'parcel') return { kind: 'kaek', code: text };
  if (kind === 'coordinates') return pointSubject(latitude, longitude);
  if (kind === 'place') return { ...pointSubject(latitude, longitude), name: text, id };
  return { kind: 'address', address: text, id };
}

/** The subject of a query when no suggestion was chosen; undefined for an incomplete query. */
export function subjectOfQuery(query: Query): Subject | undefined {
  if (query.kind === 'kaek') return { kind: 'kaek', code: query.code };
  if (query.kind === 'address') return { kind: 'address', address: query.text };
  if (query.kind === 'point') return subjectOf(pointSuggestions(query)[0]!);
  return undefined;
}
