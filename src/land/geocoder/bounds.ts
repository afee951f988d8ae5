import type { GeocoderIndex } from './build.ts';
import { ownPositionMetres } from './country/settlement-reach.ts';
import type { Position } from './geocoder-rows.ts';
import { listOf } from './index/postings.ts';

/** West, south, east and north in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

const metresPerDegree = 111_320;

/** The box around positions and their accuracy; null without a position. */
export function boundsAround(positions: readonly Position[]): Bounds | null {
  const boxes = positions
    .filter(({ latitude }) => !Number.isNaN(latitude))
    .map(({ latitude, longitude, accuracyMetres }): Bounds => {
      const high = accuracyMetres / metresPerDegree;
      const wide = high / Math.cos((latitude * Math.PI) / 180);
      return [longitude - wide, latitude - high, longitude + wide, latitude + high];
    });
  return boundsOfAll(boxes);
}

/** A street: all of its parts in the town, each with how far it may reach. */
export function streetBounds(index: GeocoderIndex, street: number): Bounds | null {
  const { streets, postalCodes } = index;
  const name = listOf(streets.namesOf, street)[0]!;
  const parts = listOf(streets.ofName, name).filter(
    other =>
      streets.municipality[other] === streets.municipality[street] &&
      listOf(streets.namesOf, other)[0] === name,
  );
  const positions = Array.from(parts, part => {
    const [latitude, longitude] = [streets.latitude[part]!, streets.longitude[part]!];
    const accuracyMetres = streets.accuracyMetres[part]!;
    if (!Number.isNaN(latitude)) return { latitude, longitude, accuracyMetres };
    return postalCodes[streets.postalCode[part]!];
  });
  return boundsAround(positions.filter(position => position !== undefined));
}

/**
 * A municipality: its border where that is imported, else its postal codes. Any other place: its
 * reach, unless only the position of its postal code is known.
 */
export function placeBounds(index: GeocoderIndex, number: number): Bounds | null {
  const place = index.places.places[number]!;
  if (place.kind !== 'municipality') {
    const isKnown = place.kind === 'island' || place.accuracyMetres <= ownPositionMetres;
    return isKnown ? boundsAround([place]) : null;
  }
  const border = borderOf(index, place.municipality);
  if (border) return border;
  const { id } = index.municipalities[place.municipality]!;
  const codes = index.postalCodes.filter(({ municipality }) => municipality === id);
  return boundsAround(codes);
}

/** The box of the imported border of a municipality. */
function borderOf({ boundaries }: GeocoderIndex, municipality: number): Bounds | null {
  const { areas, isWhole } = boundaries;
  const parts = Array.from(areas.owners.keys()).filter(part => {
    const area = areas.owners[part]!;
    return isWhole[area] === 1 && boundaries.municipality[area] === municipality;
  });
  return boundsOfAll(
    parts.map(part => [...areas.boxes.subarray(4 * part, 4 * part + 4)] as unknown as Bounds),
  );
}

/** The box that holds all of some boxes; null without any. */
function boundsOfAll(boxes: readonly Bounds[]): Bounds | null {
  if (boxes.length === 0) return null;
  const side = (at: 0 | 1 | 2 | 3, pick: (...all: number[]) => number) =>
    Math.round(pick(...boxes.map(box => box[at])) * 1e7) / 1e7;
  return [side(0, Math.min), side(1, Math.min), side(2, Math.max), side(3, Math.max)];
}
