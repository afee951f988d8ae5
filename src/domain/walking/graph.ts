/**
 * The ways that people may walk on, packed. Its nodes are the crossings and ends of ways, its edges
 * the ways between them, which may be walked in both directions.
 */
export interface WalkGraph {
  /** The nodes at the start and the end of each edge. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Metres on the ellipsoid. */
  readonly metres: Float32Array;
  /** Bits: see `wayFlags`. */
  readonly flags: Uint8Array;
  /**
   * By edge, forwards and backwards: metres of level way that take as long as a metre of it, 0 where
   * the slope is unknown. Empty if no elevation is loaded.
   */
  readonly slopeEfforts: Float32Array;
  /** Where the points of each edge begin, and the end of the last; nodes are points too. */
  readonly shapes: Uint32Array;
  /** Positions of points in units of 1e-7 degrees. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** Where the edges of each node begin in `meeting`, and the end of the last. */
  readonly meets: Uint32Array;
  readonly meeting: Uint32Array;
  /** By node: the same number for all nodes that ways lead to. */
  readonly networks: Uint32Array;
  /** The boxes around edges, in a tree (flatbush). */
  readonly edgeBoxes: Uint8Array;
}
