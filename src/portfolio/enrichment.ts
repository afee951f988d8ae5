import type { PlaceType } from '../property/place-types.ts';
import type { Data } from '../report/lookups.ts';
import type { Snapshot } from '../store/store.ts';
import type { Places } from './where/places.ts';

/** What rows are enriched with, and how. */
export interface Enrichment extends Data {
  readonly snapshot: Snapshot;
  readonly places: Places;
  /** The types of places to count. */
  readonly placeTypes: readonly PlaceType[];
  /** Addresses found with less confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** What the options, the file's columns and the loaded data allow; no row is blamed for the rest. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
}
