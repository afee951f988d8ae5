import type { GeocoderIndex } from '../../geocoder/build.ts';
import { openUnitPositions } from '../../geocoder/unit-positions.ts';
import { contradictionMetres, inKilometres } from '../../property/contradictions.ts';
import { prefectureOf } from '../../property/greece.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import type { Dataset, Note } from './dataset.ts';
import { parcels } from './parcels.ts';

/** The reason of the note on a parcel that its code contradicts. */
export const farFromPrefecture =
  'the parcel lies far from the prefecture of its code; is the coordinate system right?';

/**
 * Parcels, with a note on each that lies far from the prefecture of its code. The row is kept,
 * because the code may be right although the gazetteer has no postal code near it.
 */
export function parcelsCheckedBy(index: GeocoderIndex): Dataset<'parcels'> {
  const positionsOf = openUnitPositions(index);
  return {
    ...parcels,
    open(reader, options, note = () => {}) {
      const toParcel = parcels.open(reader, options, note);
      return feature => {
        const parcel = toParcel(feature);
        noteContradiction(parcel, positionsOf, note);
        return parcel;
      };
    },
  };
}

function noteContradiction(
  parcel: Parcel,
  positionsOf: ReturnType<typeof openUnitPositions>,
  note: Note,
): void {
  const { kaek } = parcel;
  const prefecture = prefectureOf(kaek);
  if (!prefecture) {
    note('the code is not one of a prefecture (01 to 51)', kaek);
    return;
  }
  const { number, name, regionalUnits } = prefecture;
  const positions = positionsOf(regionalUnits);
  const metres = contradictionMetres(parcelPosition(parcel), positions);
  if (metres === undefined) return;
  note(
    farFromPrefecture,
    `${kaek}: the prefecture ${number}, ${name}, lies ${inKilometres(metres)} away`,
  );
}
