import type { PolygonGeometry } from '#tools/geo/polygon.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import type { ZoneKind } from './kind.ts';
import { pieceHolds, readPiece } from './piece.ts';
import { meetsParcel, type openParcelShares, type PlacedPiece } from './share.ts';
import { coverageNumber, type PieceText, type ZoneHeader, type ZonePieceRow } from './zone.ts';
import { cellOfNumber, isInCell } from './zone-cells.ts';
import type { Measure } from './zone-distance.ts';

/** What is known of a place in a kind of zones. */
export const zoneResults = [
  'inside',
  'possibly_inside',
  'partly_inside',
  'outside',
  'partly_covered',
  'not_covered',
  'coverage_unknown',
  'not_loaded',
] as const;
export type ZoneResult = (typeof zoneResults)[number];

/** A loaded source of zones with its description. */
export interface KindSource extends ZoneHeader {
  readonly id: number;
  readonly source: string;
  readonly licence: string;
  readonly loadedAt: string;
}

/** How a zone applies: to the whole place, or perhaps, or to a part of the parcel. */
export type OwnResult = Extract<ZoneResult, 'inside' | 'possibly_inside' | 'partly_inside'>;

/** A zone that applies, or may apply. */
export interface FoundZone extends PieceText {
  readonly source: string;
  /** What is known of this zone; another one of its kind may be more certain. */
  readonly result: OwnResult;
  /** The share of the parcel's area; null for a point, and for lines and points in a parcel. */
  readonly share: number | null;
}

/** The nearest zone where none applies. */
export interface NearestZone extends PieceText {
  readonly source: string;
  /** On the geodesic to its edge. */
  readonly metres: number;
}

/** What applies of one kind. */
export interface KindAnswer {
  readonly kind: ZoneKind;
  /** That of the most certain zone, or why there is none. */
  readonly result: ZoneResult;
  /** The severest first (`bySeverity`); not more than `mostListed`, with a certain one if there is one. */
  readonly zones: readonly FoundZone[];
  readonly zonesTotal: number;
  readonly nearest: NearestZone | null;
  readonly sources: readonly KindSource[];
}

/** Zones of one kind that an answer lists. */
export const mostListed = 50;

/** A parcel with a larger share is inside: the rest is rounding. */
const wholeShare = 1 - 1e-6;

/** The pieces of a zone around a place. */
export interface ZonePieces {
  readonly source: KindSource;
  /** Whether it is no zone, but the area that the source covers or, of a division, leaves out. */
  readonly isCoverage: boolean;
  readonly pieces: readonly PlacedPiece[];
}

/** Descriptions of sources, by their text: each is parsed once. */
const headers = recentlyUsed<ZoneHeader>(100);

/** The loaded sources of a store, with their descriptions. */
export function toKindSources(
  rows: readonly (Omit<KindSource, keyof ZoneHeader> & { readonly header: Uint8Array })[],
): KindSource[] {
  return rows.map(({ id, source, licence, loadedAt, header }) => {
    const text = Buffer.from(header).toString();
    const known = headers.get(text) ?? (JSON.parse(text) as ZoneHeader);
    headers.set(text, known);
    return { id, source, licence, loadedAt, ...known };
  });
}

/** Rows of pieces by their zone; a source that is not in the list was loaded after it. */
export function groupPieces(
  rows: readonly (Omit<ZonePieceRow, 'squares' | 'features'> & { readonly sourceId: number })[],
  sources: readonly KindSource[],
): ZonePieces[] {
  const byId = new Map(sources.map(source => [source.id, source]));
  const zones = new Map<string, ZonePieces & { readonly pieces: PlacedPiece[] }>();
  for (const { sourceId, part, cell, content } of rows) {
    const source = byId.get(sourceId);
    if (!source) continue;
    const key = `${sourceId} ${part}`;
    const zone = zones.get(key) ?? { source, isCoverage: part === coverageNumber, pieces: [] };
    zones.set(key, zone);
    zone.pieces.push({ ...readPiece(content), cell: cellOfNumber(cell) });
  }
  return [...zones.values()];
}

/** A zone, and how it relates to the place. */
export interface PlacedZone extends ZonePieces {
  readonly applies: boolean;
  readonly isCertain: boolean;
  readonly share: number | null;
  /** How much of the place lies in it: the share of a parcel; of a point 1 or 0. */
  readonly held: number;
}

/** The same with the distance from a point to the nearest edge that was read. */
export interface MeasuredZone extends PlacedZone {
  readonly metres: number;
}

/** Relates a zone to a point that may be wrong by some metres. */
export function placeAtPoint(
  zone: ZonePieces,
  longitude: number,
  latitude: number,
  accuracyMetres: number,
  measure: Measure,
): MeasuredZone {
  const isInside = zone.pieces.some(
    piece => isInCell(piece.cell, longitude, latitude) && pieceHolds(piece, longitude, latitude),
  );
  const metres = measure.toPieces(zone.pieces);
  const isEdgeNear = accuracyMetres > 0 && metres <= accuracyMetres;
  return {
    ...zone,
    applies: isInside || isEdgeNear,
    isCertain: isInside && !isEdgeNear,
    share: null,
    held: Number(isInside),
    metres,
  };
}

/** Whether the zones of a source share out the ground, as municipalities do. */
export function isDivision({ accuracyMetres }: KindSource): boolean {
  return accuracyMetres !== undefined;
}

/**
 * The zones of a division that apply near a point; of those with the same values the nearest. They are
 * certain if all that is near has the same values. The shore leaves no doubt: a point outside of all
 * belongs to the zone that is as near as borders may be off.
 */
export function placeInDivision(zones: readonly MeasuredZone[]): MeasuredZone[] {
  const near = zones
    .filter(({ applies }) => applies)
    .toSorted((a, b) => b.held - a.held || a.metres - b.metres);
  const isHere = near.some(one => one.held > 0 || one.metres <= one.source.accuracyMetres!);
  const different = Map.groupBy(near, ({ isCoverage, pieces }) =>
    isCoverage ? '' : JSON.stringify(textOf(pieces).attributes),
  );
  return [...different.values()]
    .map(([nearest]) => ({ ...nearest!, isCertain: isHere && different.size === 1 }))
    .filter(({ isCoverage }) => !isCoverage);
}

/** Relates a zone to a parcel. Lines and points apply if they meet it, and have no share. */
export function placeInParcel(
  zone: ZonePieces,
  geometry: PolygonGeometry,
  shareOf: ReturnType<typeof openParcelShares>,
): PlacedZone {
  const isArea = zone.pieces[0]!.shape === 'area';
  const share = isArea ? Math.round(shareOf(zone.pieces) * 1e6) / 1e6 : null;
  const applies = share === null ? meetsParcel(zone.pieces, geometry) : share > 0;
  const held = share ?? 0;
  return { ...zone, applies, isCertain: held >= wholeShare, share, held };
}

/**
 * What applies of a kind. `uncertain` is the result if no zone applies for certain; those of a division
 * are related to a point also for a parcel.
 */
export function answerOf(
  kind: ZoneKind,
  all: readonly KindSource[],
  placed: readonly PlacedZone[],
  uncertain: Exclude<OwnResult, 'inside'>,
): KindAnswer {
  const sources = all.filter(source => source.kind.kind === kind.kind);
  const own = placed.filter(({ source, applies }) => applies && source.kind.kind === kind.kind);
  const zones = own.filter(({ isCoverage }) => !isCoverage);
  const coverage = own.filter(({ isCoverage }) => isCoverage);
  const sorted = zones.toSorted(bySeverity);
  const sure = sorted.find(({ isCertain }) => isCertain);
  const resultOf = ({ isCertain, source }: PlacedZone): OwnResult => {
    if (isCertain) return 'inside';
    return isDivision(source) ? 'possibly_inside' : uncertain;
  };
  const [severest] = sorted;
  return {
    kind,
    result: severest ? resultOf(sure ?? severest) : emptyResult(sources, coverage),
    zones: listedOf(sorted, sure).map(zone => {
      const { source, pieces, share } = zone;
      return { ...textOf(pieces), source: source.source, result: resultOf(zone), share };
    }),
    zonesTotal: zones.length,
    nearest: null,
    sources,
  };
}

/** Of zones of the same class, those that are certain come first, then those that hold the most. */
function bySeverity(a: PlacedZone, b: PlacedZone): number {
  const severer = a.pieces[0]!.severity - b.pieces[0]!.severity;
  return severer || Number(b.isCertain) - Number(a.isCertain) || b.held - a.held;
}

/** The first zones, and the zone that the result of the kind is about. */
function listedOf(sorted: readonly PlacedZone[], sure: PlacedZone | undefined) {
  const listed = sorted.slice(0, mostListed);
  return !sure || listed.includes(sure) ? listed : [...listed.slice(0, -1), sure];
}

/** The name and the attributes of a zone. */
export function textOf(pieces: readonly PlacedPiece[]): PieceText {
  return JSON.parse(pieces[0]!.text) as PieceText;
}

/** "No zone here" and "nobody has looked here" are different answers. */
function emptyResult(sources: readonly KindSource[], coverage: readonly PlacedZone[]): ZoneResult {
  if (sources.length === 0) return 'not_loaded';
  if (coverage.some(({ isCertain }) => isCertain)) return 'outside';
  if (coverage.length > 0) return 'partly_covered';
  return sources.some(({ covers }) => covers === null) ? 'coverage_unknown' : 'not_covered';
}
