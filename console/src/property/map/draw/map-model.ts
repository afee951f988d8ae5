import type { Box } from '#tools/geo/box.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import type { PlaceType, PointOfInterest } from '../../../../../client/src/types.ts';
import type { Found } from '../../../state/subject/find.ts';
import { geometryOf, readOutline } from '../../../state/subject/outline.ts';
import type { Format } from '../../../tools/language/format.ts';
import type { MapModel } from './draw-model.ts';

/** An address that may be further away than this is drawn as an area, not as a point. */
const areaFromMetres = 100;

/** An address that is as exact shows the parcel that it lies in. */
const houseMetres = 20;

/** Whether the position of an address is an area. */
export function isAnArea(accuracyMetres: number): boolean {
  return accuracyMetres > areaFromMetres;
}

type Shown = Pick<Found, 'latitude' | 'longitude' | 'parcel'> & {
  readonly subject: Pick<Found['subject'], 'kind'>;
  readonly address: { readonly match: { readonly accuracy_m: number } } | undefined;
};

/** The map's content for a subject and the places around it, which `isAround` brings into view. */
export function mapModel(
  found: Shown | undefined,
  isAround: boolean,
  places: readonly PointOfInterest[],
  hidden: ReadonlySet<PlaceType>,
  highlighted: PointOfInterest | undefined,
  format: Format,
): MapModel {
  const outline = found?.parcel && readOutline(found.parcel.geometry);
  // Only a position found by address has an accuracy; parcels and points are exact.
  const accuracyMetres =
    found?.subject.kind === 'address' ? (found.address?.match.accuracy_m ?? 0) : 0;
  return {
    center: found && [found.longitude, found.latitude],
    accuracyMetres,
    isArea: isAnArea(accuracyMetres),
    outline,
    area: found?.parcel ? format.area(found.parcel.area) : '',
    closeUp:
      outline && accuracyMetres <= houseMetres && !isAround
        ? withMargin(boundsOf(geometryOf(outline)))
        : undefined,
    places,
    hidden,
    highlighted,
    radiusLabel: format.radius,
    distance: format.measured,
    length: format.length,
  };
}

/** A box with half of its size added on each side, so that a parcel is shown with its surroundings. */
function withMargin({ west, south, east, north }: Box): MapModel['closeUp'] {
  const [x, y] = [(east - west) / 2, (north - south) / 2];
  return [west - x, south - y, east + x, north + y];
}
