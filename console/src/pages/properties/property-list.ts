import { fold } from '#domain/geocoder/text/fold.ts';
import type { Property, PropertyStatus } from '../../state/library/property.ts';
import { mostCharacters, mostLabels } from '../../state/library/read-property.ts';

const names = new Intl.Collator('el', { numeric: true });

/** The orders of the list: the opened last, the dearest and the largest first, names by the alphabet. */
export type PropertyOrder = 'opened' | 'name' | 'cost' | 'area';

/** Properties in an order; those without the value come last, the opened last first. */
export function inPropertyOrder(
  properties: readonly Property[],
  order: PropertyOrder,
  nameOf: (property: Property) => string,
): Property[] {
  const size = ({ cost, building }: Property) =>
    order === 'cost' ? (cost?.asNew ?? -1) : order === 'area' ? (building.buildArea ?? -1) : 0;
  return properties.toSorted(
    (one, other) =>
      size(other) - size(one) ||
      (order === 'name' ? names.compare(nameOf(one), nameOf(other)) : 0) ||
      other.openedAt.localeCompare(one.openedAt),
  );
}

/** The sum of the amounts that are known, and of how many properties. */
export function totalCost(properties: readonly Property[]) {
  const costs = properties.flatMap(({ cost }) => cost ?? []);
  const aged = costs.flatMap(({ asIs }) => asIs ?? []);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0);
  return {
    count: costs.length,
    asNew: sum(costs.map(({ asNew }) => asNew)),
    /** Undefined if it is not known of all of them: a sum of some would be misread. */
    asIs: aged.length === costs.length ? sum(aged) : undefined,
  };
}

/** Which properties the list shows. */
export interface PropertyFilters {
  readonly text: string;
  /** Undefined for any. */
  readonly status?: PropertyStatus | undefined;
  readonly label?: string | undefined;
}

/** The properties with every word of the text in their names, notes or labels, and with the marks. */
export function filterProperties(
  properties: readonly Property[],
  { text, status, label }: PropertyFilters,
  nameOf: (property: Property) => string,
): Property[] {
  const wanted = fold(text).split(' ').filter(Boolean);
  return properties.filter(property => {
    if (status !== undefined && property.status !== status) return false;
    if (label !== undefined && !property.labels.includes(label)) return false;
    const { address, note, reference, purpose, labels } = property;
    const texts = [nameOf(property), address?.el, address?.en, note, reference, purpose, ...labels];
    const written = wanted.length > 0 ? fold(texts.join('\n')) : '';
    return wanted.every(word => written.includes(word));
  });
}

/** The labels of properties with their counts, by the alphabet. */
export function countLabels(properties: readonly Property[]): [label: string, count: number][] {
  const counts = new Map<string, number>();
  for (const label of properties.flatMap(({ labels }) => labels)) {
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts].sort(([one], [other]) => names.compare(one, other));
}

/** Labels that were typed with commas between them, each once. */
export function readLabels(text: string): string[] {
  const labels = text.split(',').map(label => label.trim().slice(0, mostCharacters.label));
  return [...new Set(labels.filter(Boolean))].slice(0, mostLabels);
}

/** Whether the user wrote something about a property, or marked it. */
export function hasOwnTexts({ note, reference, purpose, remark, labels }: Property): boolean {
  return [note, reference, purpose, remark, ...labels].some(text => text !== '');
}
