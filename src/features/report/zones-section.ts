import { type Parcel, parcelPosition } from '#domain/property/parcels.ts';
import type { ZoneKind } from '#domain/zones/kind.ts';
import type { SeaDistance } from '#domain/zones/sea-distance.ts';
import { openParcelShares, rimMetres } from '#domain/zones/share.ts';
import {
  answerOf,
  groupPieces,
  isDivision,
  type KindAnswer,
  type KindSource,
  type MeasuredZone,
  type NearestZone,
  placeAtPoint,
  placeInDivision,
  placeInParcel,
  textOf,
  toKindSources,
  type ZonePieces,
} from '#domain/zones/zone-answer.ts';
import { runsInBox } from '#domain/zones/zone-cells.ts';
import { type Measure, openMeasure } from '#domain/zones/zone-distance.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { KtimaError, noneOf } from '#tools/errors.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Position } from '#tools/geo/earth.ts';
import { boxAround } from '#tools/geo/point-tiles.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { accuracyOf, type Section, type Subject } from './subject.ts';

/** The data for questions about zones. */
export interface ZoneData {
  readonly store: StoreReader;
  /** The kinds that ship. */
  readonly zoneKinds: readonly ZoneKind[];
  /** The coast that ships. */
  readonly coast: () => Promise<SeaDistance>;
}

/** How far the sea is. */
export interface SeaAnswer {
  readonly metres: number;
  /** How far it may be wrong; null if the source does not say. */
  readonly accuracyMetres: number | null;
  /** A source of the kind `coast`; null for the coast that ships. */
  readonly source: string | null;
}

/** What applies at a place, of all kinds that were asked for. */
export interface ZoneAnswers {
  readonly kinds: readonly KindAnswer[];
  readonly sea: SeaAnswer | null;
}

/** The largest accuracy that is asked with, in metres. */
export const mostAccuracyMetres = 20_000;
/** Pieces that are read at once: those of about ten thousand zones. */
const mostPieces = 50_000;
/**
 * The first radius of a search for the nearest zone, and how much larger the next one is: more if
 * there was no zone at all, because little will be read then.
 */
const [firstMetres, growth, growthIfEmpty] = [250, 2, 4];
const coastAccuracyMetres = 100;
/** The kind whose lines are the coast. */
const coastKind = 'coast';

/** More zones lie around a place than one answer reads. */
class TooManyZones extends KtimaError {
  constructor(message: string) {
    super('INVALID_INPUT', message);
  }
}

/** An import has replaced a source while an answer was made: its zones would be missing. */
class SourceReplaced extends KtimaError {
  constructor() {
    super('UNAVAILABLE', 'zones are imported again and again', { retryAfterSeconds: 1 });
  }
}

/** How often an answer is made, if imports replace sources meanwhile. */
const mostTries = 3;

/** Makes an answer from the loaded sources. */
async function withSources(
  store: StoreReader,
  answer: (sources: readonly KindSource[]) => Promise<ZoneAnswers>,
): Promise<ZoneAnswers> {
  for (let tries = 1; ; tries++) {
    try {
      return await answer(await readSources(store));
    } catch (error) {
      if (!(error instanceof SourceReplaced) || tries === mostTries) throw error;
    }
  }
}

/** What applies at a point, or may apply within the accuracy of a doubtful one. */
export function zonesAtPoint(
  data: ZoneData,
  latitude: number,
  longitude: number,
  kinds?: readonly string[],
  accuracyMetres = 0,
): Promise<ZoneAnswers> {
  return withSources(data.store, sources =>
    answerAtPoint(data, sources, latitude, longitude, kinds, accuracyMetres),
  );
}

async function answerAtPoint(
  data: ZoneData,
  sources: readonly KindSource[],
  latitude: number,
  longitude: number,
  kinds: readonly string[] | undefined,
  accuracyMetres: number,
): Promise<ZoneAnswers> {
  const asked = askedKinds(data.zoneKinds, sources, kinds);
  const measure = openMeasure(longitude, latitude);
  const own = sourcesOf(sources, asked);
  const point = { latitude, longitude, accuracyMetres };
  const placed = await zonesAround(data.store, own, sources, point, measure, 'accuracy_m');
  const answers = asked.map(kind => answerOf(kind, sources, placed, 'possibly_inside'));
  const empty = answers.filter(({ zones }) => zones.length === 0);
  const coast = sources.filter(({ kind }) => kind.kind === coastKind);
  const wanted = new Set([...empty.flatMap(answer => answer.sources), ...coast]);
  const first = firstRadius([...wanted], placed, accuracyMetres);
  const near = await nearestZones(
    data.store,
    latitude,
    longitude,
    [...wanted],
    sources,
    measure,
    first,
  );
  return {
    kinds: answers.map(one => (empty.includes(one) ? withNearest(one, near) : one)),
    sea: await seaAt(data, latitude, longitude, near.get(coastKind)),
  };
}

/** Relates the zones of some sources to a point; `parameter` is named if they are too many. */
async function zonesAround(
  store: StoreReader,
  own: readonly KindSource[],
  all: readonly KindSource[],
  { latitude, longitude, accuracyMetres }: Position,
  measure: Measure,
  parameter: string,
): Promise<MeasuredZone[]> {
  const placed: MeasuredZone[] = [];
  // Each division by itself, so that the others are read no further around.
  for (const [division, some] of Map.groupBy(own, one => (isDivision(one) ? one : undefined))) {
    const metres = accuracyMetres + (division?.accuracyMetres ?? 0);
    const box = boxOfCircle(latitude, longitude, metres);
    const near = (await readZones(store, box, some, all, parameter)).map(zone =>
      placeAtPoint(zone, longitude, latitude, metres, measure),
    );
    placed.push(...(division ? placeInDivision(near) : near));
  }
  return placed;
}

/** What applies to a parcel, with its shares on the plane of the Greek Grid. */
export function zonesOfParcel(
  data: ZoneData,
  parcel: Parcel,
  kinds?: readonly string[],
): Promise<ZoneAnswers> {
  return withSources(data.store, sources => answerOfParcel(data, sources, parcel, kinds));
}

const code = 'kaek_code';

async function answerOfParcel(
  data: ZoneData,
  sources: readonly KindSource[],
  parcel: Parcel,
  kinds: readonly string[] | undefined,
): Promise<ZoneAnswers> {
  const asked = askedKinds(data.zoneKinds, sources, kinds);
  const { geometry } = parcel;
  const shareOf = openParcelShares(geometry);
  const own = sourcesOf(sources, asked);
  const box = widened(boundsOf(geometry), 2 * rimMetres);
  const plain = own.filter(one => !isDivision(one));
  const zones = await readZones(data.store, box, plain, sources, code);
  const point = parcelPosition(parcel);
  const { latitude, longitude } = point;
  const measure = openMeasure(longitude, latitude);
  const placed = [
    ...zones.map(zone => placeInParcel(zone, geometry, shareOf)),
    ...(await zonesAround(data.store, own.filter(isDivision), sources, point, measure, code)),
  ];
  const coast = sources.filter(({ kind }) => kind.kind === coastKind);
  const near = await nearestZones(data.store, latitude, longitude, coast, sources, measure);
  return {
    kinds: asked.map(kind => answerOf(kind, sources, placed, 'partly_inside')),
    sea: await seaAt(data, latitude, longitude, near.get(coastKind)),
  };
}

/**
 * What applies to the property of a report: to the parcel of a code, else at the position, with the
 * accuracy of an address. Empty if that is too rough for an answer.
 */
export async function zonesOfSubject(
  data: ZoneData,
  subject: Subject,
  kinds?: readonly string[],
): Promise<Section<ZoneAnswers>> {
  const { position, parcel } = subject;
  const { latitude, longitude, from } = position;
  const metres = accuracyOf(subject);
  if (metres > mostAccuracyMetres) return tooRough(metres);
  try {
    const isParcel = from === 'parcel' && 'found' in parcel;
    const found = isParcel
      ? await zonesOfParcel(data, parcel.found, kinds)
      : await zonesAtPoint(data, latitude, longitude, kinds, metres);
    return { found };
  } catch (error) {
    if (error instanceof TooManyZones) return tooRough(metres);
    throw error;
  }
}

function tooRough(metres: number): Section<ZoneAnswers> {
  return metres > 0
    ? { missing: { code: 'too_rough_for_zones', values: { metres } } }
    : { missing: { code: 'too_many_zones' } };
}

/** The loaded sources of zones, those loaded last first. */
async function readSources(store: StoreReader): Promise<KindSource[]> {
  return toKindSources(await store.zoneSources());
}

/** All kinds by their names, and the sources of those that are loaded. */
export async function zoneKindsOf({ store, zoneKinds }: Pick<ZoneData, 'store' | 'zoneKinds'>) {
  const sources = await readSources(store);
  const loaded = Map.groupBy(sources, ({ kind }) => kind.kind);
  return { known: knownKinds(zoneKinds, sources), loaded };
}

/** Sources bring the description of their kind; that of the last import counts. */
function knownKinds(
  ready: readonly ZoneKind[],
  sources: readonly KindSource[],
): Map<string, ZoneKind> {
  const known = new Map(ready.map(kind => [kind.kind, kind]));
  for (const { kind } of sources.toReversed()) known.set(kind.kind, kind);
  return known;
}

/** The kinds that are asked for, by default all. Throws INVALID_INPUT for an unknown one. */
function askedKinds(
  ready: readonly ZoneKind[],
  sources: readonly KindSource[],
  names: readonly string[] | undefined,
): ZoneKind[] {
  const known = knownKinds(ready, sources);
  const asked = names ? [...new Set(names)] : [...known.keys()];
  return asked.map(name => {
    const kind = known.get(name);
    if (kind) return kind;
    throw noneOf('kinds', [...known.keys()], 'some');
  });
}

function sourcesOf(sources: readonly KindSource[], kinds: readonly ZoneKind[]): KindSource[] {
  const names = new Set(kinds.map(({ kind }) => kind));
  return sources.filter(({ kind }) => names.has(kind.kind));
}

/** The zones of some sources in a box. `parameter` is named if they are too many. */
async function readZones(
  store: StoreReader,
  box: Box,
  own: readonly KindSource[],
  all: readonly KindSource[],
  parameter: string,
): Promise<ZonePieces[]> {
  if (own.length === 0) return [];
  const except = all.filter(one => !own.includes(one)).map(({ id }) => id);
  const rows = await store.zonePieces(runsInBox(box), except, mostPieces + 1);
  if (rows.length > mostPieces) {
    throw new TooManyZones(`${parameter}: too many zones lie around it`);
  }
  const known = new Set(all.map(({ id }) => id));
  if (rows.some(({ sourceId }) => !known.has(sourceId))) throw new SourceReplaced();
  return groupPieces(rows, own);
}

function boxOfCircle(latitude: number, longitude: number, metres: number): Box {
  const point = { west: longitude, east: longitude, south: latitude, north: latitude };
  return metres > 0 ? widened(point, metres) : point;
}

/** Beyond this latitude the box of a circle would go around the Earth. */
const mostLatitude = 80;

function widened({ west, east, south, north }: Box, metres: number): Box {
  const latitude = Math.min(mostLatitude, Math.max(Math.abs(south), Math.abs(north)));
  const { high, wide } = boxAround(latitude, metres);
  return { west: west - wide, east: east + wide, south: south - high, north: north + high };
}

/**
 * A radius in which each kind has a zone, by zones that were read already; else the usual one, or
 * one beyond the accuracy, within which there is none.
 */
function firstRadius(
  sources: readonly KindSource[],
  read: readonly MeasuredZone[],
  accuracyMetres: number,
): number {
  const zones = read.filter(({ isCoverage }) => !isCoverage);
  const nearest = new Map<string, number>();
  for (const { source, metres } of zones) {
    const { kind } = source.kind;
    nearest.set(kind, Math.min(nearest.get(kind) ?? Infinity, metres));
  }
  const farthest = Math.max(...sources.map(({ kind }) => nearest.get(kind.kind) ?? Infinity));
  const beyond = accuracyMetres * (zones.length === 0 ? growthIfEmpty : growth);
  // A little more, so that rounding does not leave the zone out.
  return Math.min(Math.max(firstMetres, beyond), farthest * 1.01 + 1);
}

/** The nearest zone of each kind, within the limit of the kind, by circles of growing size. */
async function nearestZones(
  store: StoreReader,
  latitude: number,
  longitude: number,
  sources: readonly KindSource[],
  all: readonly KindSource[],
  measure: Measure,
  first = firstMetres,
): Promise<ReadonlyMap<string, NearestZone>> {
  const found = new Map<string, NearestZone>();
  const limitOf = ({ kind }: KindSource) => kind.distanceLimitMetres;
  for (let radius = first, before = 0; ; ) {
    const open = sources.filter(one => !found.has(one.kind.kind) && limitOf(one) > before);
    if (open.length === 0) return found;
    const reach = Math.min(radius, Math.max(...open.map(limitOf)));
    const box = boxOfCircle(latitude, longitude, reach);
    const read = await readZones(store, box, open, all, 'kinds');
    const zones = read.filter(({ isCoverage }) => !isCoverage);
    for (const { source, pieces } of zones) {
      const metres = measure.toPieces(pieces);
      const known = found.get(source.kind.kind)?.metres ?? Infinity;
      if (metres > Math.min(reach, limitOf(source)) || metres >= known) continue;
      found.set(source.kind.kind, { ...textOf(pieces), source: source.source, metres });
    }
    before = radius;
    radius *= zones.length === 0 ? growthIfEmpty : growth;
  }
}

function withNearest(answer: KindAnswer, near: ReadonlyMap<string, NearestZone>): KindAnswer {
  const nearest = near.get(answer.kind.kind);
  if (!nearest) return answer;
  return { ...answer, nearest: { ...nearest, metres: toCentimetres(nearest.metres) } };
}

/** The distance to the sea: to imported coast lines if some are near, else to the coast that ships. */
async function seaAt(
  { coast }: ZoneData,
  latitude: number,
  longitude: number,
  line: NearestZone | undefined,
): Promise<SeaAnswer | null> {
  if (line) {
    return { metres: toCentimetres(line.metres), accuracyMetres: null, source: line.source };
  }
  const metres = (await coast())(longitude, latitude);
  if (metres === undefined) return null;
  // More digits than the coast has would promise too much.
  return { metres: Math.round(metres), accuracyMetres: coastAccuracyMetres, source: null };
}

function toCentimetres(metres: number): number {
  return Math.round(metres * 100) / 100;
}
