import type { GeocoderRows, NumberRange, Position, StreetRow } from '../rows/geocoder-rows.ts';
import { centralPosition } from './central-position.ts';
import type { PlaceIndex } from './place-index.ts';
import { type Lists, packLists } from './postings.ts';

/** A number no house has: the open end of a range. */
const openEnd = 0xffffffff;
const sides: readonly NumberRange['side'][] = ['both', 'odd', 'even'];

/** All streets as columns; a street is its row. -1 means "not known". */
export interface Streets {
  readonly count: number;
  /** The names of each street, the one to show first. */
  readonly namesOf: Lists;
  readonly ofName: Lists;
  readonly municipality: Int16Array;
  readonly postalCode: Int32Array;
  readonly locality: Int32Array;
  readonly localities: readonly string[];
  readonly rangeStarts: Uint32Array;
  /** From, to, side of each range. */
  readonly ranges: Uint32Array;
  /** NaN where only the postal code has a position. */
  readonly latitude: Float64Array;
  readonly longitude: Float64Array;
  readonly accuracyMetres: Float32Array;
  /** 1 where houses are known. */
  readonly hasHouses: Uint8Array;
  readonly source: Uint16Array;
  readonly sources: readonly string[];
}

/** Numbers texts in the order of their first use. */
export function numbering() {
  const numbers = new Map<string, number>();
  return {
    numbers,
    of(text: string): number {
      const known = numbers.get(text) ?? numbers.size;
      if (known === numbers.size) numbers.set(text, known);
      return known;
    },
  };
}

/** Packs the street rows into columns. */
export function buildStreets(
  rows: GeocoderRows,
  municipalities: ReadonlyMap<string, number>,
  postalCodes: ReadonlyMap<string, number>,
): { streets: Streets; names: string[] } {
  const { streets: list } = rows;
  const names = numbering();
  const localities = numbering();
  const sources = numbering();
  const owners: number[] = [];
  const nameIds: number[] = [];
  list.forEach((row, street) => {
    for (const name of row.otherNames.length === 0
      ? [row.name]
      : new Set([row.name, ...row.otherNames])) {
      owners.push(street);
      nameIds.push(names.of(name));
    }
  });
  const column = (value: (row: StreetRow) => number | undefined) =>
    list.map(row => value(row) ?? -1);
  const streets: Streets = {
    count: list.length,
    namesOf: packLists(list.length, owners, nameIds),
    ofName: packLists(names.numbers.size, nameIds, owners),
    municipality: Int16Array.from(column(row => municipalities.get(row.municipality))),
    postalCode: Int32Array.from(column(row => postalCodes.get(row.postalCode ?? ''))),
    locality: Int32Array.from(
      column(row => (row.locality === null ? -1 : localities.of(row.locality))),
    ),
    localities: [...localities.numbers.keys()],
    ...packRanges(list),
    latitude: Float64Array.from(list, row => row.position?.latitude ?? Number.NaN),
    longitude: Float64Array.from(list, row => row.position?.longitude ?? Number.NaN),
    accuracyMetres: Float32Array.from(list, row => row.position?.accuracyMetres ?? Number.NaN),
    hasHouses: Uint8Array.from(list, row => Number(row.hasHouses)),
    source: Uint16Array.from(list, row => sources.of(row.source)),
    sources: [...sources.numbers.keys()],
  };
  return { streets, names: [...names.numbers.keys()] };
}

function packRanges(list: readonly StreetRow[]) {
  const rangeStarts = new Uint32Array(list.length + 1);
  const ranges: number[] = [];
  list.forEach((row, i) => {
    for (const { from, to, side } of row.ranges) {
      ranges.push(from, Math.min(to, openEnd), sides.indexOf(side));
    }
    rangeStarts[i + 1] = ranges.length / 3;
  });
  return { rangeStarts, ranges: Uint32Array.from(ranges) };
}

/** How far an open range counts: the real end of the street is not recorded. */
const openEndReach = 300;

/** Whether a number is in a recorded range of a street, on the right side; null without ranges. */
export function isInRange(
  { rangeStarts, ranges }: Streets,
  street: number,
  number: number,
): boolean | null {
  const [start, end] = [3 * rangeStarts[street]!, 3 * rangeStarts[street + 1]!];
  for (let i = start; i < end; i += 3) {
    const from = ranges[i]!;
    const to = ranges[i + 1] === openEnd ? from + openEndReach : ranges[i + 1]!;
    const side = sides[ranges[i + 2]!];
    const isOnSide = side === 'both' || side === (number % 2 === 0 ? 'even' : 'odd');
    if (isOnSide && number >= from && number <= to) return true;
  }
  return start === end ? null : false;
}

/** What a street without a position of its own is located by. */
interface Located {
  readonly streets: Streets;
  readonly postalCodes: readonly Position[];
  readonly places: PlaceIndex;
}

/** A street's own position, else that of its postal code, else that of its municipality. */
export function positionOfStreet(
  { streets, postalCodes, places }: Located,
  street: number,
): Position {
  if (!Number.isNaN(streets.latitude[street]!)) {
    return {
      latitude: streets.latitude[street]!,
      longitude: streets.longitude[street]!,
      accuracyMetres: streets.accuracyMetres[street]!,
    };
  }
  const code = postalCodes[streets.postalCode[street]!];
  // Municipalities are the first places, in their own order.
  return code ?? places.places[streets.municipality[street]!] ?? centralPosition([]);
}
