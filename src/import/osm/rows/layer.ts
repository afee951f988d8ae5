import type { OsmObject } from '../assembly/osm-object.ts';
import type { Wants } from '../assembly/wanted.ts';

/** Whether there is a newer version of an object that was added. */
export type IsOutdated = (object: Pick<OsmObject, 'kind' | 'id' | 'version'>) => boolean;

/** Gathers the rows of one layer out of objects, in whatever order they come. */
export interface OsmLayer<Row> {
  readonly wants: Wants;
  /** Whether an object that cannot be assembled counts as a refused row; else it is noted. */
  readonly isRow: Wants;
  add(object: OsmObject): void;
  /** The rows, in the same order whatever the order of the objects; to be called once, at the end. */
  settle(isOutdated: IsOutdated): Iterable<Row>;
}
