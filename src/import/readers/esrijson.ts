import type { Unreadable } from '../../files/bytes.ts';
import { type Bytes, badFile, openBytes } from '../../files/bytes.ts';
import type { Position, Ring } from '../../geo/polygon.ts';
import { skipByteOrderMark, windowOn } from './byte-window.ts';
import { type NamedSystem, noSystem, systemInWkt } from './crs/named-system.ts';
import { notesOn, parseHead, readCollection } from './geojson/collection.ts';
import { takeHead } from './geojson/take-json-parts.ts';
import { membersOf } from './json-text.ts';
import {
  type Feature,
  type FeatureReader,
  featureOrUnreadable,
  type RawGeometry,
} from './reader.ts';
import { areaOf } from './shapefile/shp-geometry.ts';

/** Opens an ESRI feature set, gzipped or not, as ArcGIS services return it with `f=json`. */
export async function openEsriJson(path: string): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  const system = await findSystem(path, bytes);
  let notes: readonly string[] = [];
  return {
    unit: 'feature',
    ...system,
    decimalSign: () => '.',
    notes: () => notes,
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    async *features() {
      const { outer, hasFeatures } = yield* readCollection(path, bytes, toFeature);
      if (!hasFeatures) throw badFile(path, 'expected a list of features');
      notes = notesOn(outer);
    },
  };
}

/** It is usually before the features. If not, this skips over all of them to find it. */
async function findSystem(path: string, bytes: Bytes): Promise<NamedSystem> {
  const system = systemIn(await readHead(path, bytes));
  if (system) return system;
  const features = readCollection(path, bytes, number => ({ number, problem: '' }));
  for (let step = await features.next(); ; step = await features.next()) {
    if (step.done) return systemIn(step.value.outer) ?? noSystem;
  }
}

async function readHead(path: string, bytes: Bytes): Promise<unknown> {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  return parseHead(path, await takeHead(path, window));
}

function systemIn(outer: unknown): NamedSystem | undefined {
  const { spatialReference } = membersOf(outer);
  const { wkid, latestWkid, wkt } = membersOf(spatialReference);
  const given = latestWkid ?? wkid;
  const number = typeof given === 'number' ? given : undefined;
  if (number === undefined && typeof wkt !== 'string') return undefined;
  const system = systemInWkt(typeof wkt === 'string' ? wkt : '', number);
  return number === undefined ? system : { ...system, crsName: `wkid ${number}` };
}

function toFeature(number: number, value: unknown): Feature | Unreadable {
  const { attributes, geometry } = membersOf(value);
  return featureOrUnreadable(number, () => ({
    properties: membersOf(attributes),
    geometry: geometry ? readEsriGeometry(membersOf(geometry)) : null,
  }));
}

type Fields = Readonly<Record<string, unknown>>;

/** Reads an ESRI geometry by its members; null when it is empty. Throws a RangeError when invalid. */
function readEsriGeometry(geometry: Fields): RawGeometry | null {
  const { x, y, curveRings, rings = curveRings } = geometry;
  if ('paths' in geometry) return { type: 'MultiLineString', coordinates: geometry.paths };
  if ('points' in geometry) return { type: 'MultiPoint', coordinates: geometry.points };
  // As in a Shapefile, holes have the opposite direction of their outer rings.
  if (Array.isArray(rings)) return rings.length === 0 ? null : areaOf(rings.map(readRing));
  if (!('x' in geometry)) throw new RangeError('geometry: expected x and y, or rings');
  // An empty point has null, or the text NaN.
  return x === null || x === 'NaN' ? null : { type: 'Point', coordinates: [x, y] };
}

function readRing(ring: unknown): Ring {
  if (!Array.isArray(ring) || ring.length === 0) throw new RangeError('geometry: an empty ring');
  return ring.map(readPosition);
}

function readPosition(position: unknown): Position {
  if (!Array.isArray(position) && typeof position === 'object' && position !== null) {
    throw new RangeError('geometry: has arcs; ask the service with returnTrueCurves=false');
  }
  const [x, y] = Array.isArray(position) ? position : [];
  if (Number.isFinite(x) && Number.isFinite(y)) return [x, y];
  throw new RangeError('geometry: expected positions of two numbers');
}
