import type { GeocodeResult } from '../geocoder/answer.ts';
import type { PlaceType } from '../property/place-types.ts';
import type { Gained } from './enrich-row.ts';
import { inWords, type Remarks } from './remarks.ts';

/** What a cell that was added holds; null when nothing is known. */
export type Value = string | number | null;

interface AddedColumn {
  readonly name: string;
  readonly value: (gained: Gained) => Value | undefined;
}

const position = ({ subject }: Gained) => subject?.position;

function located(gained: Gained): GeocodeResult | undefined {
  const location = gained.subject?.location;
  return location && 'found' in location ? location.found : undefined;
}

/** What every row gains, but for the parcel, the cost, the places and the remarks. */
const whereColumns: readonly AddedColumn[] = [
  { name: 'found_latitude', value: gained => position(gained)?.latitude },
  { name: 'found_longitude', value: gained => position(gained)?.longitude },
  { name: 'position_from', value: gained => position(gained)?.from },
  { name: 'match_level', value: gained => located(gained)?.match.level },
  { name: 'match_confidence', value: gained => located(gained)?.match.confidence },
  { name: 'match_accuracy_m', value: gained => located(gained)?.match.accuracy_m },
  { name: 'match_faults', value: gained => faults(located(gained)) },
  { name: 'found_address', value: gained => located(gained)?.formatted_address },
  { name: 'found_postal_code', value: gained => located(gained)?.components.postal_code },
  { name: 'found_municipality', value: gained => located(gained)?.components.municipality },
];

const parcelColumns: readonly AddedColumn[] = [
  { name: 'parcel_kaek', value: ({ parcel }) => parcel?.kaek },
  { name: 'parcel_area_m2', value: ({ parcel }) => parcel?.areaM2 },
];

const costColumns: readonly AddedColumn[] = [
  { name: 'cost_rate_eur_m2', value: ({ cost }) => cost?.rate.rateEurM2 },
  { name: 'cost_as_new_eur', value: ({ cost }) => cost?.asNew },
  { name: 'cost_as_is_eur', value: ({ cost }) => cost?.asIs },
];

/** What is added to every row of a file. */
export interface Added {
  readonly placeTypes: readonly PlaceType[];
  /** Whether parcels are left out. */
  readonly noParcel: boolean;
}

function columnsOf({ noParcel }: Added): readonly AddedColumn[] {
  return [...whereColumns, ...(noParcel ? [] : parcelColumns), ...costColumns];
}

/** The names of all columns that are added, the remarks last. */
export function addedNames(added: Added): string[] {
  const places = added.placeTypes.flatMap(type => [`${type}_nearest_m`, `${type}_count`]);
  return [...columnsOf(added).map(({ name }) => name), ...places, 'problem', 'notes'];
}

/** The cells that are added to a row, in the order of `addedNames`. */
export function addedValues(
  gained: Gained | undefined,
  { problems, notes }: Remarks,
  added: Added,
): Value[] {
  const known = columnsOf(added).map(({ value }) => (gained && value(gained)) ?? null);
  const places = added.placeTypes.flatMap((_, i) => {
    const around = gained?.around[i];
    return [around?.nearestMetres ?? null, around?.count ?? null];
  });
  return [...known, ...places, inWords(problems) || null, inWords(notes) || null];
}

/** What of the address was not found as written; null when all of it was. */
function faults(result: GeocodeResult | undefined): string | null {
  if (!result || result.match.faults.length === 0) return null;
  return result.match.faults.map(({ field, problem }) => `${field}: ${problem}`).join('; ');
}
