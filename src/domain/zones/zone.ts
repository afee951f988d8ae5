import type { PolygonGeometry, Position } from '#tools/geo/polygon.ts';
import { mapPositions, polygonsOf } from '#tools/geo/polygon.ts';
import type { StorableGeometry } from '#tools/geo/wkb.ts';
import type { ZoneKind } from './kind.ts';
import { openSteps } from './legend.ts';
import { writePiece, type ZoneShape } from './piece.ts';
import { subdivide } from './subdivide.ts';
import { allSquares, headerCell } from './zone-cells.ts';

/** A zone is an area, a line or a point in WGS84. */
export type ZoneGeometry = StorableGeometry;

/** What is the same for all zones of a source. */
export interface ZoneSet {
  readonly kind: ZoneKind;
  /**
   * Where the source looked for zones: the name of an area, and its outline; null if unknown. Zones
   * that share out the ground are its outline themselves: they have here what they leave out.
   */
  readonly covers: { readonly name: string; readonly geometry: PolygonGeometry } | null;
  /** Of zones that share out the ground, as municipalities do: how far their borders may be off. */
  readonly accuracyMetres?: number;
}

/** The values of a zone, by the fields of its kind. */
export type ZoneAttributes = Readonly<Record<string, string | number>>;

/** A zone of a source. */
export interface Zone {
  /** Its number in the source, from 1. */
  readonly number: number;
  /** What its source calls it. */
  readonly label: string | null;
  readonly attributes: ZoneAttributes;
  /** Zones are sorted by it; the smallest number is the severest. */
  readonly severity: number;
  readonly geometry: ZoneGeometry;
  readonly set: ZoneSet;
}

/** The number of the area that a source covers, among its pieces. */
export const coverageNumber = 0;

/** What the row of a source describes. */
export interface ZoneHeader extends Pick<ZoneSet, 'kind' | 'accuracyMetres'> {
  /** The name of the area that it covers; null if unknown. */
  readonly covers: string | null;
  /** Of a kind ordered by a number: the severity at the end of each colour but the last. */
  readonly limits?: readonly number[];
}

/** What the text of a piece describes. */
export interface PieceText {
  readonly label: string | null;
  readonly attributes: ZoneAttributes;
}

/** A row of the pieces, as the store keeps it. */
export interface ZonePieceRow {
  readonly cell: number;
  /** The number of the zone. */
  readonly part: number;
  /** Bits of the squares of the cell in which the zone may be (`zones/cells.ts`). */
  readonly squares: number;
  /** 1 in the first row of a zone, so that their sum is the number of zones. */
  readonly features: number;
  readonly content: Uint8Array;
}

/** Rows of about this many bytes are held in memory until they are written. */
const mostBytes = 2 ** 24;

/** Cuts the zones of a source into pieces. The last rows describe the source. */
export function openZonePacker() {
  let rows: ZonePieceRow[] = [];
  let bytes = 0;
  let source: { readonly set: ZoneSet; readonly steps: ReturnType<typeof openSteps> } | undefined;
  const push = (row: ZonePieceRow) => {
    rows.push(row);
    bytes += row.content.length + 100;
  };
  return {
    add(zone: Zone): void {
      source ??= { set: zone.set, steps: openSteps(zone.set.kind) };
      source.steps.add(zone.severity);
      for (const row of zoneRows(zone)) push(row);
    },
    isFull: () => bytes > mostBytes,
    /** In the order of cells: neighbours are written together, and the index is filled faster. */
    take(isLast: boolean): ZonePieceRow[] {
      if (isLast && source) {
        for (const row of headerRows(source.set, source.steps.limits())) push(row);
      }
      const taken = rows.sort((a, b) => a.cell - b.cell);
      [rows, bytes] = [[], 0];
      return taken;
    },
  };
}

function* headerRows(
  { covers, ...set }: ZoneSet,
  limits: readonly number[],
): Generator<ZonePieceRow> {
  const header: ZoneHeader = { ...set, covers: covers?.name ?? null, limits };
  const content = Buffer.from(JSON.stringify(header));
  yield { cell: headerCell, part: coverageNumber, squares: allSquares, features: 0, content };
  if (!covers?.geometry.coordinates.length) return;
  const rest = { shape: 'area', severity: 0, text: '' } as const;
  for (const { cell, squares, ...cut } of subdivide(linesOf(covers.geometry), 'area')) {
    const content = writePiece({ ...cut, ...rest });
    yield { cell, part: coverageNumber, squares, features: 0, content };
  }
}

function* zoneRows(zone: Zone): Generator<ZonePieceRow> {
  const { number, label, attributes, severity, geometry } = zone;
  const shape = shapeOf(geometry);
  const text = JSON.stringify({ label, attributes } satisfies PieceText);
  let features = 1;
  for (const { cell, squares, ...cut } of subdivide(linesOf(geometry), shape)) {
    const content = writePiece({ ...cut, shape, severity, text });
    yield { cell, part: number, squares, features, content };
    features = 0;
  }
}

/** What a zone is drawn as. */
export function shapeOf({ type }: ZoneGeometry): ZoneShape {
  if (type === 'Point') return 'point';
  return type.endsWith('LineString') ? 'line' : 'area';
}

/** The rings of an area, the lines of a line, or the position of a point. */
export function linesOf(geometry: ZoneGeometry): readonly (readonly Position[])[] {
  if (geometry.type === 'Point') return [[geometry.coordinates]];
  if (geometry.type === 'LineString') return [geometry.coordinates];
  if (geometry.type === 'MultiLineString') return geometry.coordinates;
  return polygonsOf(geometry).flat();
}

/** The same zone with every position replaced. */
export function moveZone(
  geometry: ZoneGeometry,
  change: (position: Position) => Position,
): ZoneGeometry {
  const { type, coordinates } = geometry;
  if (type === 'Point') return { type, coordinates: change(coordinates) };
  if (type === 'LineString') return { type, coordinates: coordinates.map(change) };
  if (type !== 'MultiLineString') return mapPositions(geometry, change);
  return { type, coordinates: coordinates.map(line => line.map(change)) };
}
