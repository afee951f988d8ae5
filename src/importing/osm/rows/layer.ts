import { metresBetween } from '#tools/geo/earth.ts';
import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { polygonsOf } from '#tools/geo/polygon.ts';
import type { CountedReason } from '../../report.ts';
import type { OsmObject, Wants } from '../assembly/osm-object.ts';
import type { OsmKind } from '../readers/elements.ts';

/** What distinguishes an object from all others. */
export type Identity = Pick<OsmObject, 'kind' | 'id'>;

/** Gathers the rows of one layer out of objects, in whatever order they come. */
export interface OsmLayer<Row> {
  readonly wants: Wants;
  /** Whether an object that cannot be assembled counts as a refused row; else it is noted. */
  readonly isRow: Wants;
  add(object: OsmObject): void;
  /** The rows, in the same order whatever the order of the objects; to be called once, at the end. */
  settle(): Iterable<Row>;
  /** Why wanted objects became no rows; by default none is counted. */
  leftOut?(): readonly CountedReason[];
}

/** The identity of an object, which is kept while the object itself is freed. */
export function identityOf({ kind, id }: Identity): Identity {
  return { kind, id };
}

/** Compares by kind, in the given order, then by id. */
export function byKindThenId(...kinds: readonly OsmKind[]) {
  return (a: Identity, b: Identity): number =>
    kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || a.id - b.id;
}

/** To seven decimals, a centimetre, which is what OpenStreetMap itself keeps. */
export function roundedPoint([longitude, latitude]: Position) {
  return {
    latitude: Math.round(latitude * 1e7) / 1e7,
    longitude: Math.round(longitude * 1e7) / 1e7,
  };
}

/** How far an area reaches from a point, in whole metres; 0 without an area. */
export function reachOfOutline(outline: PolygonGeometry | undefined, from: Position): number {
  const outers = outline ? polygonsOf(outline).flatMap(([outer]) => outer!) : [];
  return reachOf(outers, from);
}

/** How far positions reach from a point, in whole metres. */
export function reachOf(positions: readonly Position[], [longitude, latitude]: Position): number {
  let farthest = 0;
  for (const [x, y] of positions) {
    const metres = metresBetween({ latitude: y, longitude: x }, { latitude, longitude });
    farthest = Math.max(farthest, metres);
  }
  return Math.ceil(farthest);
}
