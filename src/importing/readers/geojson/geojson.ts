import { type Line, skipByteOrderMark, takeLines, windowOn } from '#tools/files/byte-window.ts';
import {
  type Bytes,
  badFile,
  isUnreadable,
  openBytes,
  type Unreadable,
} from '#tools/files/bytes.ts';
import { parse } from '../crs/json-text.ts';
import { parseSrsName } from '../crs/srs-name.ts';
import type { Feature, FeatureReader, RawGeometry } from '../reader.ts';
import { notesOn, opensFeatures, parseHead, readCollection } from './collection.ts';
import { takeHead } from './take-json-parts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The layout of the file: one JSON text, or one text per feature. */
interface Layout {
  readonly unit: string;
  /** The byte between the texts; undefined when there is only one text. */
  readonly separator?: number;
}

const oneText: Layout = { unit: 'feature' };
const lines: Layout = { unit: 'line', separator: 0x0a };
const sequence: Layout = { unit: 'record', separator: 0x1e };

/** Newline-delimited GeoJSON; with other extensions it is recognised by a valid first line. */
const lineEndings = /\.(ndjson|ndgeojson|geojsonl|geojsons|geojsonseq|jsonl)(\.gz)?$/i;
const wgs84 = 4326;

/**
 * Opens a GeoJSON file, gzipped or not: a FeatureCollection, an array of Features, one Feature, or
 * one on each line or after each record separator (RFC 8142). EPSG is 4326 as in RFC 7946, unless
 * the older member `crs` before the features names another system.
 */
export async function openGeoJson(path: string): Promise<FeatureReader> {
  const bytes = await openBytes(path);
  const { layout, epsg, crsName } = await inspect(path, bytes);
  let notes: readonly string[] = [];
  return {
    unit: layout.unit,
    epsg,
    crsName,
    totalBytes: bytes.totalBytes,
    bytesRead: bytes.bytesRead,
    notes: () => notes,
    async *features() {
      if (layout !== oneText) yield* readTexts(path, bytes, layout);
      else notes = notesOn(yield* readText(path, bytes, epsg));
    },
  };
}

async function inspect(
  path: string,
  bytes: Bytes,
): Promise<{ layout: Layout; epsg: number | undefined; crsName?: string | undefined }> {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  if (window.bytes[0] === sequence.separator) return { layout: sequence, epsg: wgs84 };
  if (lineEndings.test(path)) return { layout: lines, epsg: wgs84 };
  const head = await takeHead(path, window);
  // A complete object without features: the only one of the file, or its first line.
  if (!opensFeatures(head) && !head.includes('\n')) return { layout: lines, epsg: wgs84 };
  const outer = parseHead(path, head);
  return { layout: oneText, epsg: epsgOf(outer), crsName: crsNameIn(outer) };
}

async function* readText(path: string, bytes: Bytes, epsg: number | undefined) {
  const { outer, hasFeatures } = yield* readCollection(path, bytes, toFeature);
  if (epsgOf(outer) !== epsg) {
    throw badFile(path, 'its crs comes after the features: expected it before them');
  }
  if (!hasFeatures) yield onlyFeature(path, outer);
  return outer;
}

async function* readTexts(path: string, bytes: Bytes, layout: Layout) {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  // A record separator precedes its text, while a line feed follows it.
  if (layout === sequence) window.drop(1);
  for await (const line of takeLines(window, layout.separator)) {
    const item = 'problem' in line ? line : readLine(path, layout, line);
    if (item) yield item;
  }
}

/** Reads a line; undefined for a blank line, as the last one often is. */
function readLine(
  path: string,
  { unit }: Layout,
  { number, bytes, isOpen }: Line,
): Feature | Unreadable | undefined {
  try {
    return toFeature(number, parse(bytes));
  } catch (error) {
    if (bytes.every(byte => byte <= 0x20)) return undefined;
    // A line feed ends every text, also after a record separator.
    if (error instanceof SyntaxError && isOpen && bytes.at(-1) !== lines.separator) {
      throw badFile(path, `${unit} ${number}: ends in the middle: the file is cut`);
    }
    return { number, problem: (error as Error).message };
  }
}

function toFeature(number: number, value: unknown): Feature | Unreadable {
  const { type, properties, geometry } = (value ?? {}) as Fields;
  if (type !== 'Feature') return { number, problem: `expected a Feature, got ${shown(type)}` };
  if (!isObjectOrNull(properties)) return { number, problem: 'properties: expected an object' };
  if (!isGeometryOrNull(geometry)) return { number, problem: 'geometry: expected one, or null' };
  return { number, properties: properties ?? {}, geometry: geometry ?? null };
}

function onlyFeature(path: string, value: unknown): Feature | Unreadable {
  const feature = toFeature(1, value);
  if (!isUnreadable(feature)) return feature;
  throw badFile(path, `expected a FeatureCollection or Features: ${feature.problem}`);
}

function isObjectOrNull(value: unknown): value is Fields | null | undefined {
  return value === undefined || (typeof value === 'object' && !Array.isArray(value));
}

function isGeometryOrNull(value: unknown): value is RawGeometry | null | undefined {
  if (!isObjectOrNull(value)) return false;
  return value === undefined || value === null || typeof value.type === 'string';
}

function epsgOf(outer: unknown): number | undefined {
  const name = crsNameIn(outer);
  return name === undefined ? wgs84 : parseSrsName(name).epsg;
}

/** The name in the older member `crs`; undefined when there is none. */
function crsNameIn(outer: unknown): string | undefined {
  const { crs } = (outer ?? {}) as { crs?: { properties?: { name?: unknown } } | null };
  return crs === undefined ? undefined : String(crs?.properties?.name ?? null);
}

function shown(value: unknown): string {
  return JSON.stringify(value)?.slice(0, 40) ?? 'none';
}
