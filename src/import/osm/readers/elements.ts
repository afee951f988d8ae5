/** Keys and values of an OSM object: no prototype, so that a key `constructor` is just a key. */
export type OsmTags = Readonly<Record<string, string>>;

export type OsmKind = 'node' | 'way' | 'relation';

/**
 * What an element has besides its contents. A deleted one comes too, as an element without tags,
 * nodes, members and position: it is the newest version of what another file may still have.
 */
interface OsmElementBase {
  readonly id: number;
  /** Only when asked for; 0 where the file does not tell it, half a step up for unsaved edits. */
  readonly version?: number;
}

export interface OsmNode extends OsmElementBase {
  readonly kind: 'node';
  /** In degrees, as the file has them: nothing holds them within the world; NaN when deleted. */
  readonly latitude: number;
  readonly longitude: number;
  /** Undefined when there are none; so for ways and relations. */
  readonly tags: OsmTags | undefined;
}

export interface OsmWay extends OsmElementBase {
  readonly kind: 'way';
  /** Ids of its nodes in order; a closed way ends with its first. */
  readonly refs: readonly number[];
  /** Where the file has the positions of its nodes with the way: longitudes and latitudes in turn. */
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

/** Which kinds a pass gives; those left out are skipped without being built. */
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
  /** Only when asked for. */
  readonly versions?: Float64Array;
}

/**
 * A file of OSM elements, read as a stream with constant memory, as often as wanted. What cannot
 * be read is thrown as BAD_DATA and names the place. Ending an iteration early frees the file.
 */
export interface OsmFile {
  readonly path: string;
  /** Size of the file in bytes; every pass reads that many. */
  readonly totalBytes: number;
  /** Bytes read or skipped in all passes so far. */
  bytesRead(): number;
  /** One pass from the start: elements in the order of the file, in batches. */
  elements(kinds: OsmKinds, withVersions?: boolean): AsyncGenerator<readonly OsmElement[]>;
  /** One pass over the nodes without an object for each: nine in ten have only coordinates. */
  nodeColumns(withVersions?: boolean): AsyncGenerator<OsmNodeColumns>;
  /** Removes what was unpacked for reading. */
  close(): Promise<void>;
}

/** A file on the disk. */
export interface StoredFile {
  readonly path: string;
  readonly totalBytes: number;
  /** The share of its size to which it was packed in an archive, 1 if it was in none. */
  readonly packing: number;
}
