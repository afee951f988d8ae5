import type { CostRate, CostTable } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { Place, PlaceIndex } from '../property/places.ts';
import type { PlaceSlab } from '../property/places-json.ts';

export const layers = ['costs', 'places', 'parcels'] as const;
export type Layer = (typeof layers)[number];

/** Where a set of rows came from. An import replaces the rows of its own source only. */
export interface Provenance {
  /** Short name, unique in its layer: `sample`, `osm`, or what the operator calls it. */
  readonly source: string;
  /** The file it was read from. */
  readonly origin: string;
  /** SHA-256 of that file, in hex. */
  readonly checksum: string;
  readonly licence: string;
}

/** What a layer holds from one source. */
export interface LoadedSource extends Provenance {
  readonly layer: Layer;
  readonly rows: number;
  /** When it was loaded, ISO 8601 in UTC. */
  readonly loadedAt: string;
}

/** A place before the store has given it its id. */
export type NewPlace = Omit<Place, 'id'>;

/**
 * The property data. Engines differ, answers do not: they only keep and find rows, and what an
 * answer is gets decided in `property/`.
 */
export interface Store {
  /** All rates and ageing parameters, for the snapshot. */
  readCosts(): Promise<{ rates: CostRate[]; depreciation: CostTable['depreciation'] }>;
  /** All places in order of id, for the snapshot. */
  readPlaces(): Promise<Place[]>;
  /** The parcel of a normalised 12-character KAEK. */
  findParcel(kaek: string): Promise<Parcel | undefined>;
  /** Every source of every layer. */
  loadedSources(): Promise<LoadedSource[]>;

  /** Each replaces one source's rows in one step; a failure leaves the old ones. */
  replaceCosts(
    from: Provenance,
    rates: Iterable<CostRate>,
    depreciation: CostTable['depreciation'],
  ): Promise<void>;
  /** A place keeps its id over re-imports, by source, external_id and place_type. */
  replacePlaces(from: Provenance, places: Iterable<NewPlace>): Promise<void>;
  replaceParcels(from: Provenance, parcels: Iterable<Parcel>): Promise<void>;

  close(): Promise<void>;
}

/**
 * The small data, whole, in memory and immutable: an answer never waits for a query planner and
 * never mixes two versions. Parcels are many and looked up by key in the store instead.
 */
export interface Snapshot {
  readonly costs: CostTable;
  readonly places: PlaceIndex;
  readonly placeSlab: PlaceSlab;
}

/** The layers that hold nothing yet, of which `status` and `/readyz` tell. */
export function emptyLayers(sources: readonly LoadedSource[]): Layer[] {
  return layers.filter(layer => !sources.some(s => s.layer === layer && s.rows > 0));
}
