import type { PolygonGeometry, Position } from '../../../geo/polygon.ts';
import type { OsmKind, OsmTags } from '../readers/elements.ts';

/** A node, way or relation put together: what it is and where. */
export interface OsmObject {
  readonly kind: OsmKind;
  readonly id: number;
  readonly tags: OsmTags;
  /** Only of a node, and only where versions decide. */
  readonly version?: number;
  /** [longitude, latitude]: the node itself, inside the area, or half way along the line. */
  readonly point: Position;
  /** The area of a closed way, a multipolygon or a boundary. */
  readonly outline?: PolygonGeometry;
  /** The course of a way. */
  readonly line?: readonly Position[];
}
