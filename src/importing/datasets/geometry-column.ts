import { isInGreece } from '#domain/property/greece.ts';
import type { ZoneGeometry } from '#domain/zones/zone.ts';
import { badData } from '#tools/errors.ts';
import type { Box } from '#tools/geo/box.ts';
import { canonicalEpsg, isInDegrees, knownEpsg, toWgs84 } from '#tools/geo/crs.ts';
import { pointInside } from '#tools/geo/inside.ts';
import {
  boundsOf,
  mapPositions,
  type PolygonGeometry,
  type Position,
  polygonsOf,
  type Ring,
} from '#tools/geo/polygon.ts';
import { checkedPolygons } from '#tools/geo/rings/ring-check.ts';
import type { FeatureReader, RawGeometry } from '../readers/reader.ts';
import { type DatasetOptions, expectedUnswapped, Refused } from './dataset.ts';

/** Reads the geometries of a file: checks them in the file's coordinates, then converts to WGS84. */
export function geometryReader(reader: FeatureReader, options: DatasetOptions) {
  const epsg = chosenEpsg(reader, options);
  // Swapped degrees are named by the checks of each layer, which see only degrees.
  const isInMetres = !options.anywhere && epsg !== undefined && !isInDegrees(epsg);
  // Set at the first geometry: a file without geometries needs no coordinate system.
  let convert: ((position: Position) => Position) | undefined;

  const onGlobe = (drawn: Position): Position => {
    convert ??= conversionOf(reader, epsg, drawn);
    const position = convert(drawn);
    const [longitude, latitude] = position;
    const isOnGlobe = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
    const mayBeSwapped = isInMetres && !isInGreece(latitude, longitude);
    const isSwapped = (mayBeSwapped || !isOnGlobe) && isSwappedPosition(drawn);
    if (isOnGlobe && !isSwapped) return position;
    const expected = isSwapped
      ? expectedUnswapped
      : 'positions on the globe; is the coordinate system right?';
    throw new Refused('geometry', expected, drawn);
  };
  const isSwappedPosition = ([x, y]: Position) => {
    convert ??= conversionOf(reader, epsg, [x, y]);
    const [longitude, latitude] = convert([y, x]);
    return isInGreece(latitude, longitude);
  };
  const polygonOnGlobe = (drawn: PolygonGeometry) => mapPositions(drawn, onGlobe);

  return {
    /** EPSG number of the coordinates that `drawnPolygon` returns. */
    epsg,
    /** A valid polygon in the file's own coordinates. */
    drawnPolygon,
    polygonOnGlobe,
    /** A position of the file in WGS84. */
    onGlobe,
    /** Whether a polygon lies in Greece if its two coordinates are swapped. */
    isSwapped: (drawn: PolygonGeometry) => isSwappedPosition(polygonsOf(drawn)[0]![0]![0]!),
    /** The point of a point geometry, or a point inside an area, and the box around; in WGS84. */
    pointOnGlobe(raw: RawGeometry): { readonly point: Position; readonly box: Box } {
      const drawn = onlyPoint(raw);
      if (drawn) {
        const point = onGlobe(drawn);
        return { point, box: boxOf(point) };
      }
      if (!/(Polygon|Surface)$/.test(raw.type))
        throw new Refused('geometry', 'a point or an area', raw.type);
      const area = polygonOnGlobe(drawnPolygon(raw));
      return { point: pointInside(area), box: boundsOf(area) };
    },
  };
}

/** The box of a single position. */
export function boxOf([longitude, latitude]: Position): Box {
  return { west: longitude, east: longitude, south: latitude, north: latitude };
}

/** Reads the geometries of a file as zones: areas by the rules of parcels, lines, and single points. */
export function zoneReader(geometries: GeometryReader) {
  const lineOnGlobe = (raw: unknown): Position[] => {
    const line = listOf(raw).map(readPosition);
    if (line.length < 2) throw new Refused('geometry', 'lines of at least two positions', raw);
    return line.map(geometries.onGlobe);
  };
  return (raw: RawGeometry | null): ZoneGeometry => {
    const type = raw?.type;
    if (type === 'LineString') return { type, coordinates: lineOnGlobe(raw!.coordinates) };
    if (type === 'MultiLineString') {
      return { type, coordinates: listOf(raw!.coordinates).map(lineOnGlobe) };
    }
    if (type === 'Point' || type === 'MultiPoint') {
      return { type: 'Point', coordinates: geometries.onGlobe(onlyPoint(raw!)!) };
    }
    if (/^(CircularString|CompoundCurve|MultiCurve)$/.test(type ?? '')) {
      throw new Refused('geometry', straightLine, type);
    }
    return geometries.polygonOnGlobe(geometries.drawnPolygon(raw));
  };
}

export type GeometryReader = ReturnType<typeof geometryReader>;

/** The position of a Point, or of a MultiPoint with one point. */
function onlyPoint({ type, coordinates }: RawGeometry): Position | undefined {
  if (type === 'Point') return readPosition(coordinates);
  if (type !== 'MultiPoint') return undefined;
  const [only, ...more] = listOf(coordinates);
  if (more.length === 0) return readPosition(only);
  throw new Refused('geometry', 'one point', `${more.length + 1} points`);
}

function drawnPolygon(raw: RawGeometry | null): PolygonGeometry {
  if (raw?.type === 'CurvePolygon' || raw?.type === 'MultiSurface') {
    throw new Refused('geometry', straightPolygon, raw.type);
  }
  if (raw?.type !== 'Polygon' && raw?.type !== 'MultiPolygon') {
    throw new Refused('geometry', 'a polygon', raw?.type ?? null);
  }
  const parts = raw.type === 'Polygon' ? [raw.coordinates] : listOf(raw.coordinates);
  const polygons = checkedPolygons(parts.map(part => listOf(part).map(readRing)));
  if (typeof polygons === 'string') throw notValid(polygons);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Which part or hole it is belongs to the row, not to the reason that rows are counted by. */
function notValid(fault: string): Refused {
  const reason = fault.replaceAll(/\d+/g, 'N');
  return new Refused(
    'geometry',
    `a valid polygon; ${reason}`,
    reason === fault ? undefined : fault,
  );
}

const straighten = 'ogr2ogr -nlt CONVERT_TO_LINEAR straight.gpkg FILE, then import straight.gpkg';
const straightPolygon = `a polygon of straight lines; GDAL makes one of curves: ${straighten}`;
const straightLine = `a line of straight parts; GDAL makes one of curves: ${straighten}`;

function readRing(raw: unknown): Ring {
  return listOf(raw).map(readPosition);
}

/** The first two numbers; heights are dropped. */
function readPosition(raw: unknown): Position {
  if (Array.isArray(raw) && Number.isFinite(raw[0]) && Number.isFinite(raw[1])) {
    return raw.length === 2 ? (raw as unknown as Position) : [raw[0], raw[1]];
  }
  throw new Refused('geometry', 'positions of two numbers', raw);
}

function listOf(raw: unknown): readonly unknown[] {
  if (Array.isArray(raw) && raw.length > 0) return raw;
  throw new Refused('geometry', 'lists of positions', raw);
}

/** `srid` is used if the file names no system or the same one, or with `forceSrid`. */
function chosenEpsg(
  { epsg, crsName, crsProblem }: FeatureReader,
  { srid, forceSrid = false }: DatasetOptions,
): number | undefined {
  if (srid === undefined) return epsg;
  const isSame = epsg !== undefined && canonicalEpsg(epsg) === canonicalEpsg(srid);
  if (crsName === undefined || isSame || forceSrid) return srid;
  const number = epsg === undefined || crsName.endsWith(String(epsg)) ? '' : `EPSG:${epsg}, `;
  const because = crsProblem === undefined ? '' : `: ${crsProblem}`;
  throw badData(
    `--srid ${srid}: the file says ${number}${JSON.stringify(crsName)}${because}; --force-srid overrules it`,
  );
}

function conversionOf(
  { crsName, crsProblem, assumesDegrees = false }: FeatureReader,
  epsg: number | undefined,
  drawn: Position,
): (position: Position) => Position {
  const isSilent = epsg === undefined && crsName === undefined;
  if (isSilent && assumesDegrees && canBeDegrees(drawn)) return position => position;
  const convert = epsg === undefined ? undefined : toWgs84(epsg);
  if (convert) return convert;
  const known = knownEpsg.map(number => `EPSG:${number}`).join(', ');
  const advice = `convert the file to one of ${known}: ogr2ogr -t_srs EPSG:4326 converted.gpkg FILE, then import converted.gpkg`;
  if (crsProblem !== undefined) {
    throw badData(
      `its coordinate system, ${JSON.stringify(crsName)}, contradicts itself: ${crsProblem}; ` +
        '--srid NUMBER --force-srid reads it in the system that you give',
    );
  }
  if (epsg !== undefined) {
    throw badData(`coordinates in EPSG:${epsg} are not supported; ${advice}`);
  }
  throw badData(
    crsName === undefined
      ? `the file does not say in which coordinate system it is; give it with --srid (${known})${hintOn(drawn)}`
      : `its coordinate system, ${JSON.stringify(crsName)}, is not understood; ${advice}`,
  );
}

function canBeDegrees([x, y]: Position): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 90;
}

/** Greek Grid and UTM coordinates look alike, but differ by hundreds of kilometres. */
function hintOn([x, y]: Position): string {
  const looksGreek = x > 50_000 && x < 1_050_000 && y > 3_700_000 && y < 4_700_000;
  if (!looksGreek) return '';
  const shown = `${Math.round(x)}, ${Math.round(y)}`;
  return `; ${shown} may be the Greek Grid (2100) or UTM (32634, 32635): ask the author of the file`;
}
