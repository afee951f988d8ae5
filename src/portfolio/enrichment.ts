import type { PlaceType } from '../property/place-types.ts';
import type { Data } from '../report/lookups.ts';
import type { Section, Subject } from '../report/subject.ts';
import type { ZoneAnswers } from '../report/zones.ts';
import type { Snapshot } from '../store/store.ts';
import type { AreaPositions } from './where/area-positions.ts';

/** The data and options for enriching rows. */
export interface Enrichment extends Data {
  readonly snapshot: Snapshot;
  readonly areas: AreaPositions;
  /** The types of places to count. */
  readonly placeTypes: readonly PlaceType[];
  /** Matches below this confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** Sections that the options, columns and loaded data allow. The others cause no problem in a row. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
  /** Looks up the zones of a property; undefined if no kind gets columns. */
  readonly zonesOf: ((subject: Subject) => Promise<Section<ZoneAnswers>>) | undefined;
}
