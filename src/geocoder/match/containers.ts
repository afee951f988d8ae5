import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { Meaning } from '../query/towns.ts';
import type { Budget } from './budget.ts';
import { holds, mayReach } from './containment.ts';
import { holdFit } from './score-factors.ts';

/** The places of a meaning, which may be hundreds, arranged by what they can hold. */
interface Containers {
  readonly byMunicipality: ReadonlyMap<number, readonly GazetteerPlace[]>;
  /** Those that may hold places of other municipalities: near a town, or by a border. */
  readonly wide: readonly GazetteerPlace[];
  /** Of municipalities, whether one of the places may hold named places there. */
  readonly reached: Map<number, boolean>;
}

/** Each meaning is arranged once for an address; it is compared with hundreds of candidates. */
const arranged = new WeakMap<Meaning, Containers>();

function containersOf({ places: { places } }: GeocoderIndex, meaning: Meaning): Containers {
  const known = arranged.get(meaning);
  if (known) return known;
  const byMunicipality = new Map<number, GazetteerPlace[]>();
  const wide: GazetteerPlace[] = [];
  for (const number of meaning.places) {
    const place = places[number]!;
    if (place.kind === 'municipality' || place.boundary !== undefined) wide.push(place);
    for (const municipality of place.municipalities) {
      const list = byMunicipality.get(municipality);
      if (list) list.push(place);
      else byMunicipality.set(municipality, [place]);
    }
  }
  const containers = { byMunicipality, wide, reached: new Map() };
  arranged.set(meaning, containers);
  return containers;
}

const none: readonly GazetteerPlace[] = [];

/** The places of a meaning that are, lie in or hold a municipality, the largest first. */
export function placesIn(
  index: GeocoderIndex,
  meaning: Meaning,
  municipality: number,
): readonly GazetteerPlace[] {
  return containersOf(index, meaning).byMunicipality.get(municipality) ?? none;
}

/** The largest municipality that a meaning may be. */
export function cityOf(index: GeocoderIndex, meaning: Meaning): GazetteerPlace | undefined {
  return containersOf(index, meaning).wide.find(({ kind }) => kind === 'municipality');
}

/** How surely a place lies in one of the places of a meaning, or is one of them. */
export function heldFit(
  index: GeocoderIndex,
  meaning: Meaning,
  place: GazetteerPlace,
  budget: Budget,
): number {
  const { byMunicipality, wide } = containersOf(index, meaning);
  const [own = -1] = place.municipalities;
  const near = byMunicipality.get(own) ?? none;
  budget.spend(near.length + wide.length);
  const fit = bestHold(index, near, place);
  return fit === holdFit.sure ? fit : Math.max(fit, bestHold(index, wide, place));
}

/** Whether a meaning may hold named places of a municipality: it excludes most without comparing. */
export function mayHold(index: GeocoderIndex, meaning: Meaning, municipality: number): boolean {
  const { byMunicipality, wide, reached } = containersOf(index, meaning);
  let may = reached.get(municipality);
  if (may === undefined) {
    may =
      byMunicipality.has(municipality) ||
      wide.some(container => mayReach(index, container, municipality));
    reached.set(municipality, may);
  }
  return may;
}

function bestHold(
  index: GeocoderIndex,
  containers: readonly GazetteerPlace[],
  place: GazetteerPlace,
): number {
  let best = 0;
  for (const container of containers) {
    const fit = container === place ? holdFit.sure : holds(index, container, place);
    if (fit === holdFit.sure) return fit;
    best = Math.max(best, fit);
  }
  return best;
}
