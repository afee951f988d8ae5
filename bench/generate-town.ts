import type { MapGeometry, MapRow } from '#domain/map/map-feature.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import { seeded } from '../test/seeded.ts';

type Point = [number, number];

/** The south-west corner of the town, and degrees of a metre there. */
const corner = { longitude: 23.7, latitude: 37.96 };
const [metreEast, metreNorth] = [1 / 87_900, 1 / 111_000];

/** Blocks of twelve plots of 13 by 25 metres, with streets around them. */
const block = { wide: 92, high: 62, plotWide: 13.3, plotHigh: 25 };

/** A dense town with streets, parcels and houses in a square; the side is in metres. */
export function generateTown(metres: number): { parcels: Parcel[]; map: MapRow[] } {
  const random = seeded(5);
  const parcels: Parcel[] = [];
  const map: MapRow[] = [];
  for (let north = 0; north < metres; north += block.high) {
    for (let east = 0; east < metres; east += block.wide) {
      const at = (x: number, y: number): Point => [
        corner.longitude + (east + x) * metreEast,
        corner.latitude + (north + y) * metreNorth,
      ];
      const street = (name: string, end: Point): MapRow =>
        row(map.length, 'road', 'minor', name, {
          type: 'LineString',
          coordinates: [at(0, 0), end],
        });
      map.push(
        street(`Οδός ${north}`, at(block.wide, 0)),
        street(`Οδός ${east}`, at(0, block.high)),
      );
      for (let plot = 0; plot < 12; plot++) {
        const [x, y] = [6 + (plot % 6) * block.plotWide, 6 + (plot > 5 ? block.plotHigh : 0)];
        const moved = (dx: number, dy: number) => at(x + dx, y + dy);
        parcels.push(parcelOf(parcels.length, moved));
        map.push(row(map.length, 'building', 'building', null, houseOn(moved, random)));
      }
    }
  }
  return { parcels, map };
}

function parcelOf(number: number, at: (x: number, y: number) => Point): Parcel {
  const { plotWide, plotHigh } = block;
  const ring = [at(0, 0), at(plotWide, 0), at(plotWide, plotHigh), at(0, plotHigh), at(0, 0)];
  return {
    kaek: `0500${String(number).padStart(8, '0')}`,
    areaM2: plotWide * plotHigh + (number % 100) / 10,
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

/** A house of six corners, which differ a little from house to house. */
function houseOn(at: (x: number, y: number) => Point, random: () => number): MapGeometry {
  const off = () => 1 + 2 * random();
  const ring = [at(off(), 1), at(12, off()), at(12, 15), at(8, 15 + off()), at(8, 18), at(1, 18)];
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

function row(
  number: number,
  layer: MapRow['layer'],
  kind: string,
  name: string | null,
  geometry: MapGeometry,
): MapRow {
  return {
    externalId: `way/${number}`,
    layer,
    kind,
    name,
    nameEn: null,
    ref: null,
    minZoom: 14,
    rank: layer === 'building' ? 190 : 0,
    detail: 3,
    geometry,
  };
}
