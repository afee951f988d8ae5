import type { GeocodeResult } from '../geocoder/answer.ts';
import type { GeocodeQuery } from '../geocoder/geocode.ts';
import { type CostAnswer, type CostQuestion, reconstructionCost } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { PlaceType } from '../property/place-types.ts';
import { countAround, type TypeAround } from '../property/places.ts';
import { type Data, parcelOfCode, parcelUnder, searchAddress } from '../report/lookups.ts';
import { type Subject, subjectByCoordinates, subjectOfParcel } from '../report/subject.ts';
import type { Snapshot } from '../store/store.ts';
import type { AreaPositions } from './where/area-positions.ts';

/** The lookups for rows: in the data of this machine, or by a remote service (`remote/`). */
export interface Lookups {
  /** Throws NOT_FOUND if no such parcel is loaded. */
  readonly parcelOfCode: (code: string) => Promise<Parcel>;
  /** Best first. Throws NOT_FOUND if too much fits. */
  readonly searchAddress: (query: GeocodeQuery) => Promise<readonly GeocodeResult[]>;
  readonly subjectByCoordinates: (latitude: number, longitude: number) => Promise<Subject>;
  readonly subjectOfParcel: (parcel: Parcel) => Promise<Subject>;
  readonly parcelUnder: (latitude: number, longitude: number) => Promise<Parcel | undefined>;
  /** Throws NO_COST_MAPPING if there is no rate. */
  readonly priceOf: (question: CostQuestion) => Promise<CostAnswer>;
  readonly around: (
    latitude: number,
    longitude: number,
    types: readonly PlaceType[],
  ) => Promise<readonly TypeAround[]>;
}

/** The lookups in data of this machine. */
export function localLookups({ snapshot, ...data }: LocalData): Lookups {
  return {
    parcelOfCode: code => parcelOfCode(data, code),
    searchAddress: query => searchAddress(data, query),
    subjectByCoordinates: (latitude, longitude) => subjectByCoordinates(data, latitude, longitude),
    subjectOfParcel: parcel => subjectOfParcel(data, parcel),
    parcelUnder: (latitude, longitude) => parcelUnder(data, latitude, longitude),
    priceOf: async question => reconstructionCost(snapshot.costs, question),
    around: async (latitude, longitude, types) =>
      countAround(snapshot.places, latitude, longitude, types),
  };
}

/** The data of this machine. */
export interface LocalData extends Data {
  readonly snapshot: Snapshot;
}

/** The data and options for enriching rows. */
export interface Enrichment extends Pick<Data, 'geocoder'> {
  readonly lookups: Lookups;
  /** Whether rows are enriched together, so that their lookups become batches. */
  readonly isRemote: boolean;
  readonly areas: AreaPositions;
  /** The types of places to count. */
  readonly placeTypes: readonly PlaceType[];
  /** Matches below this confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** Sections that the options, columns and loaded data allow. The others cause no problem in a row. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
}
