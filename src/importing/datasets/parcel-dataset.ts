import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { openUnitPositions } from '#domain/geocoder/municipality-of.ts';
import { contradictionMetres, inKilometres } from '#domain/property/contradictions.ts';
import { isInGreece, prefectureOf } from '#domain/property/greece.ts';
import { type CellKaek, kaekFormat, kaekOfCell } from '#domain/property/kaek.ts';
import {
  areaOnGridM2,
  gridAreaM2,
  type Parcel,
  parcelPoint,
  parcelPosition,
} from '#domain/property/parcels.ts';
import type { Box } from '#tools/geo/box.ts';
import type { Position } from '#tools/geo/earth.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { listed } from '#tools/notation/column-names.ts';
import { type Axis, latitudeAxis, longitudeAxis, readDegrees } from '#tools/notation/degrees.ts';
import type { Feature } from '../readers/reader.ts';
import { type Dataset, expectedUnswapped, type Note, Refused } from './dataset.ts';
import { numberReader } from './fields.ts';
import { geometryReader } from './geometry-column.ts';
import { checkDecimals, readArea } from './parcel-area.ts';
import { attributeColumns, attributeReader } from './parcel-attributes.ts';
import { isNotMissed, type ParcelColumns, parcelColumnFinder } from './parcel-columns.ts';
import { refuseFarFrom } from './position-columns.ts';

/** Cadastral parcels: an outline, a KAEK and perhaps a registered area and attributes. */
export const parcels: Dataset<'parcels'> = {
  layer: 'parcels',
  columns: undefined,
  open(reader, options, note = () => {}) {
    const geometries = geometryReader(reader, options);
    const columnsOf = parcelColumnFinder(options);
    const readNumber = numberReader(reader, options);
    const readAttributes = attributeReader(readNumber, note);
    let isFirst = true;
    return feature => {
      const columns = columnsOf(feature);
      if (isFirst) noteDropped(feature, columns, note);
      isFirst = false;
      const { code: kaek, isUnit } = readKaek(feature, columns, note);
      const drawn = geometries.drawnPolygon(feature.geometry);
      const geometry = geometries.polygonOnGlobe(drawn);
      const box = boundsOf(geometry);
      refuseOutsideGreece(box, () => geometries.isSwapped(drawn));
      refuseOtherPosition(feature, columns, box);
      const measuredM2 =
        geometries.epsg === greekGridEpsg ? areaOnGridM2(drawn) : gridAreaM2(geometry);
      const outline = { measuredM2, latitude: (box.south + box.north) / 2 };
      if (options.decimals === undefined) checkDecimals(feature, columns.area, reader, outline);
      const areaM2 = readArea(feature, columns, outline, readNumber, note);
      const attributes = readAttributes(feature, isUnit);
      return { kaek, areaM2, geometry, ...(attributes && { attributes }) };
    };
  },
};

const greekGridEpsg = 2100;

/** Notes the columns that are not read. */
function noteDropped({ properties }: Feature, columns: ParcelColumns, note: Note): void {
  const names = Object.keys(properties);
  const { kaek, otherKaek, area, degrees } = columns;
  const positions = [degrees?.latitude, degrees?.longitude];
  const read = new Set([kaek, ...otherKaek, area, ...positions, ...attributeColumns(names)]);
  const dropped = names.filter(name => !read.has(name) && !isNotMissed(name));
  if (dropped.length > 0) note('columns that are not read', listed(dropped));
}

/** The KAEK of a feature. Adds a note when a lost first zero was restored. */
function readKaek(
  { properties }: Feature,
  { kaek, otherKaek }: ParcelColumns,
  note: Note,
): CellKaek {
  const read = kaekOf(properties[kaek]);
  if (!read) throw new Refused(kaek, kaekFormat, properties[kaek]);
  for (const other of otherKaek) {
    const otherCode = kaekOf(properties[other])?.code;
    if (otherCode === undefined || otherCode === read.code) continue;
    const expected = `the same code as in ${kaek}, or one of them named with --kaek`;
    throw new Refused(other, expected, properties[other]);
  }
  if (read.isUnit) note(unitRow, String(properties[kaek]));
  if (read.isRepaired) note(`${kaek}: a first zero that was lost is put back`, read.code);
  return read;
}

const unitRow = 'the code of a unit, such as a flat; units of one parcel are one row';

function kaekOf(value: unknown): CellKaek | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined;
  return kaekOfCell(String(value ?? '').trim());
}

/** A file of parcels may also have a position in degrees. */
function refuseOtherPosition({ properties }: Feature, { degrees }: ParcelColumns, box: Box): void {
  if (!degrees) return;
  const read = (column: string, axis: Axis) =>
    readDegrees(String(properties[column] ?? '').trim(), axis);
  const latitude = read(degrees.latitude, latitudeAxis);
  const longitude = read(degrees.longitude, longitudeAxis);
  if (latitude === undefined || longitude === undefined) return;
  refuseFarFrom(box, 'geometry', () => [longitude, latitude]);
}

/** Parcels of the Greek Cadastre, and zones, lie in Greece; others have wrong coordinates. */
export function refuseOutsideGreece(box: Box, isSwapped: () => boolean): void {
  const { west, east, south, north } = box;
  if (isInGreece(south, west) && isInGreece(north, east)) return;
  const expected = isSwapped()
    ? expectedUnswapped
    : 'a place in Greece; is the coordinate system right?';
  throw new Refused('geometry', expected, [Number(west.toFixed(5)), Number(south.toFixed(5))]);
}

/** The reason of the note on a parcel that its code contradicts. */
export const farFromPrefecture =
  'the parcel lies far from the prefecture of its code; is the coordinate system right?';

/**
 * Parcels, with a note on each that lies far from the prefecture of its code. The row is kept,
 * because the code may be right although the gazetteer has no postal code near it.
 */
export function parcelsCheckedBy(index: GeocoderIndex): Dataset<'parcels'> {
  const positionsOf = openUnitPositions(index);
  return {
    ...parcels,
    open(reader, options, note = () => {}) {
      const toParcel = parcels.open(reader, options, note);
      const noteContradiction = contradictionNoter(positionsOf, note);
      return feature => {
        const parcel = toParcel(feature);
        noteContradiction(parcel);
        return parcel;
      };
    },
  };
}

function contradictionNoter(positionsOf: ReturnType<typeof openUnitPositions>, note: Note) {
  // Neighbours follow each other in a file: the position that fits one is tried first for the next.
  const lastFitting = new Map<string, Position>();
  return (parcel: Parcel): void => {
    const { kaek } = parcel;
    const prefecture = prefectureOf(kaek);
    if (!prefecture) {
      note('the code is not one of a prefecture (01 to 51)', kaek);
      return;
    }
    const { number, name, regionalUnits } = prefecture;
    const positions = positionsOf(regionalUnits);
    // What fits a point of the parcel fits the parcel; most need no more.
    const point = { ...parcelPoint(parcel), accuracyMetres: 0 };
    const fits = (position: Position) => contradictionMetres(point, [position]) === undefined;
    const last = lastFitting.get(number);
    if (last && fits(last)) return;
    const fitting = positions.find(fits);
    if (fitting) {
      lastFitting.set(number, fitting);
      return;
    }
    const metres = contradictionMetres(parcelPosition(parcel), positions);
    if (metres === undefined) return;
    note(
      farFromPrefecture,
      `${kaek}: the prefecture ${number}, ${name}, lies ${inKilometres(metres)} away`,
    );
  };
}
