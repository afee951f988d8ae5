import { leastSevere, type ZoneKind } from './kind.ts';

/** A colour of the map and what it stands for; with neither values nor bounds, all other zones. */
export interface LegendEntry {
  readonly colour: string;
  readonly values: readonly string[];
  /** Of a kind ordered by a number or a date: its smallest and its largest value, if it has them. */
  readonly from?: number | string;
  readonly to?: number | string;
}

/** The colours of a kind. */
export interface Legend {
  /** The severest first. */
  readonly entries: readonly LegendEntry[];
  /** The place of the entry for a zone of this severity (`severityOf`). */
  placeOf(severity: number): number;
}

/** For zones whose value is not in the order of their kind. */
const otherColour = '#737373';

/** What the legend of a source is made of, as in `ZoneHeader`. */
interface Coloured {
  readonly kind: ZoneKind;
  readonly limits?: readonly number[];
}

/** Opens the legend of a source of zones. A kind without an order has one colour. */
export function openLegend({ kind, limits = [] }: Coloured): Legend {
  const order = kind.severity?.order;
  if (Array.isArray(order)) return listLegend(order, kind.colours);
  if (limits.length > 0) return rampLegend(kind, limits);
  return { entries: [{ colour: kind.colours[0]!, values: [] }], placeOf: () => 0 };
}

/** Each value of the order has the colour of its place; the last colour stands for the rest. */
function listLegend(order: readonly string[], colours: readonly string[]): Legend {
  const entries: { colour: string; values: string[] }[] = [];
  const places = order.map((value, i) => {
    const colour = colours[Math.min(i, colours.length - 1)]!;
    // Other spellings of a value have its colour.
    if (entries.at(-1)?.colour === colour) entries.at(-1)!.values.push(value);
    else entries.push({ colour, values: [value] });
    return entries.length - 1;
  });
  return {
    entries: [...entries, { colour: otherColour, values: [] }],
    placeOf: severity => places[severity] ?? entries.length,
  };
}

/** Each step between two limits has a colour; few steps are spread over all colours. */
function rampLegend(kind: ZoneKind, limits: readonly number[]): Legend {
  const bounds = [undefined, ...limits, undefined];
  const steps = limits.map((_, i) => i).concat(limits.length);
  const entries = steps.map(step => ({
    colour: kind.colours[Math.round((step * (kind.colours.length - 1)) / limits.length)]!,
    values: [],
    ...rangeOf(kind, bounds[step], bounds[step + 1]),
  }));
  return {
    entries: [...entries, { colour: otherColour, values: [] }],
    placeOf: severity =>
      severity === leastSevere ? entries.length : limits.filter(limit => severity > limit).length,
  };
}

function rangeOf(
  { severity, fields }: ZoneKind,
  severest: number | undefined,
  mildest: number | undefined,
): Pick<LegendEntry, 'from' | 'to'> {
  const isDescending = severity!.order === 'descending';
  const isNumber = fields.find(({ field }) => field === severity!.field)?.type === 'number';
  const valueAt = (limit: number) => {
    const number = isDescending ? -limit : limit;
    return isNumber ? number : new Date(number).toISOString().slice(0, 10);
  };
  const [low, high] = isDescending ? [mildest, severest] : [severest, mildest];
  return {
    ...(low !== undefined && { from: valueAt(low) }),
    ...(high !== undefined && { to: valueAt(high) }),
  };
}

/** Severities that are held at most to divide a kind into steps. */
const mostSampled = 4_096;

/** Collects the severities of zones; of very many, each second, fourth, eighth and so on. */
export function openSteps({ severity, colours }: ZoneKind) {
  const isRamp = severity && !Array.isArray(severity.order) && colours.length > 1;
  let sample: number[] = [];
  let [count, interval] = [0, 1];
  return {
    add(one: number): void {
      if (!isRamp || one === leastSevere || count++ % interval > 0) return;
      sample.push(one);
      if (sample.length < mostSampled) return;
      sample = sample.filter((_, i) => i % 2 === 0);
      interval *= 2;
    },
    /** The severity at the end of each colour but the last, so that each has as many values. */
    limits(): number[] {
      const values = [...new Set(sample)].sort((a, b) => a - b);
      const steps = Math.min(colours.length, values.length);
      return Array.from({ length: Math.max(0, steps - 1) }, (_, i) => {
        return values[Math.round(((i + 1) * values.length) / steps) - 1]!;
      });
    },
  };
}
