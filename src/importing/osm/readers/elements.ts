import type { Box } from '#tools/geo/box.ts';

/** Keys and values of an OSM object: no prototype, so that a key `constructor` is just a key. */
export type OsmTags = Readonly<Record<string, string>>;

export type OsmKind = 'node' | 'way' | 'relation';

/**
 * What all elements have. An element that was deleted in an editor has no tags, nodes, members or
 * position. It is still returned, because another file may have it.
 */
interface OsmElementBase {
  readonly id: number;
}

export interface OsmNode extends OsmElementBase {
  readonly kind: 'node';
  /** In degrees, as in the file, which may be out of range; NaN when deleted. */
  readonly latitude: number;
  readonly longitude: number;
  /** Undefined when there are none, also for ways and relations. */
  readonly tags: OsmTags | undefined;
}

export interface OsmWay extends OsmElementBase {
  readonly kind: 'way';
  /** Ids of its nodes in order; a closed way ends with its first. */
  readonly refs: readonly number[];
  /**
   * The positions of its nodes, if the file has them with the way: longitude and latitude in turn.
   */
  readonly locations?: Float64Array;
  readonly tags: OsmTags | undefined;
}

export interface OsmMember {
  readonly kind: OsmKind;
  readonly ref: number;
  readonly role: string;
}

export interface OsmRelation extends OsmElementBase {
  readonly kind: 'relation';
  readonly members: readonly OsmMember[];
  readonly tags: OsmTags | undefined;
}

export type OsmElement = OsmNode | OsmWay | OsmRelation;

/** Which kinds a pass returns; the others are skipped without being built. */
export interface OsmKinds {
  readonly nodes?: boolean;
  readonly ways?: boolean;
  readonly relations?: boolean;
}

/** Many nodes as columns of equal length; degrees as in the file. */
export interface OsmNodeColumns {
  readonly ids: Float64Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** The tags of those that have any, by their position in the columns. */
  readonly tags: ReadonlyMap<number, OsmTags>;
}

/**
 * A file of OSM elements, which can be read several times as a stream with constant memory. Content
 * that cannot be read throws BAD_DATA with the position. Ending an iteration early closes the file.
 */
export interface OsmFile {
  readonly path: string;
  /** Size of the file in bytes; every pass reads that many. */
  readonly totalBytes: number;
  /** Bytes read or skipped in all passes so far. */
  bytesRead(): number;
  /** What the file was cut to, as far as it says so; known after a pass. */
  bounds(): Box | undefined;
  /** One pass from the start: elements in the order of the file, in batches. */
  elements(kinds: OsmKinds): AsyncGenerator<readonly OsmElement[]>;
  /**
   * One pass over the nodes without an object for each, because nine in ten have only coordinates.
   */
  nodeColumns(): AsyncGenerator<OsmNodeColumns>;
}

/** A file on the disk. */
export interface StoredFile {
  readonly path: string;
  readonly totalBytes: number;
}

/** Nodes as columns. */
export function columnsOf(nodes: readonly OsmNode[]): OsmNodeColumns {
  return {
    ids: Float64Array.from(nodes, node => node.id),
    latitudes: Float64Array.from(nodes, node => node.latitude),
    longitudes: Float64Array.from(nodes, node => node.longitude),
    tags: new Map(nodes.flatMap(({ tags }, i) => (tags ? [[i, tags] as const] : []))),
  };
}

/** The nodes of columns, an object each. */
export function* nodesOf(columns: OsmNodeColumns): Generator<OsmNode> {
  for (let i = 0; i < columns.ids.length; i++) yield nodeOf(columns, i);
}

/** A node of columns. */
export function nodeOf({ ids, latitudes, longitudes, tags }: OsmNodeColumns, i: number): OsmNode {
  const place = { latitude: latitudes[i]!, longitude: longitudes[i]! };
  return { kind: 'node', id: ids[i]!, ...place, tags: tags.get(i) };
}

/** Bounds that make sense; undefined for others, which count as not stated. */
export function toBounds(west: number, south: number, east: number, north: number) {
  const isBox = -180 <= west && west < east && east <= 180 && -90 <= south && south < north;
  return isBox && north <= 90 ? { west, south, east, north } : undefined;
}
