import type { ZoneKind } from './kind.ts';

/** A colour of the map and the values that it stands for; none for all other zones. */
export interface LegendEntry {
  readonly colour: string;
  readonly values: readonly string[];
}

/** For zones whose value is not in the order of their kind. */
const otherColour = '#737373';

/**
 * The colours of a kind, the severest first. Each value of the order has the colour of its place, the
 * last colour stands for the rest. A kind without a list of values has one colour.
 */
export function legendOf({ severity, colours }: ZoneKind): LegendEntry[] {
  const order = severity?.order;
  if (!Array.isArray(order)) return [{ colour: colours[0]!, values: [] }];
  const entries: { colour: string; values: string[] }[] = [];
  for (const [i, value] of (order as readonly string[]).entries()) {
    const colour = colours[Math.min(i, colours.length - 1)]!;
    if (entries.at(-1)?.colour === colour) entries.at(-1)!.values.push(value);
    else entries.push({ colour, values: [value] });
  }
  return [...entries, { colour: otherColour, values: [] }];
}

/** The number of the legend's entry for a zone of this severity (`severityOf`). */
export function legendPlace(legend: readonly LegendEntry[], severity: number): number {
  let rest = severity;
  for (const [i, { values }] of legend.entries()) {
    if (rest < values.length) return i;
    rest -= values.length;
  }
  return legend.length - 1;
}
