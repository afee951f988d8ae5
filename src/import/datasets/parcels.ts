import { KtimaError } from '../../errors.ts';
import { boundsOf, type PolygonGeometry } from '../../geo/polygon.ts';
import { describeReadings, hasTwoReadings, numberReadings } from '../../notation/numbers.ts';
import { isInGreece } from '../../property/greece.ts';
import { type CellKaek, kaekFormat, kaekOfCell } from '../../property/kaek.ts';
import { areaOnGridM2, gridAreaM2 } from '../../property/parcels.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import type { Dataset, Note } from './dataset.ts';
import { geometryReader } from './geometry.ts';
import { numberReader } from './number-reader.ts';
import { type ParcelColumns, parcelColumnFinder } from './parcel-columns.ts';
import { expectedUnswapped, Refused } from './refused.ts';

/** Cadastral parcels: an outline, a KAEK and perhaps a registered area. */
export const parcels: Dataset<'parcels'> = {
  layer: 'parcels',
  columns: undefined,
  open(reader, options, note = () => {}) {
    const geometries = geometryReader(reader, options);
    const columnsOf = parcelColumnFinder(options);
    const readNumber = numberReader(reader, options);
    return feature => {
      const columns = columnsOf(feature);
      const kaek = readKaek(feature, columns, note);
      const drawn = geometries.drawnPolygon(feature.geometry);
      const geometry = geometries.polygonOnGlobe(drawn);
      refuseOutsideGreece(geometry, () => geometries.isSwapped(drawn));
      const areaIn = (column: string | undefined) => readArea(feature, column, readNumber);
      const measure = () =>
        geometries.epsg === greekGridEpsg ? areaOnGridM2(drawn) : gridAreaM2(geometry);
      if (options.decimals === undefined) checkDecimals(feature, columns.area, reader, measure);
      const areaM2 =
        areaIn(columns.area) ?? checkedArea(measure(), areaIn(columns.drawnArea), columns, note);
      return { kaek, areaM2, geometry };
    };
  },
};

const greekGridEpsg = 2100;

/** The KAEK of a feature. Adds a note when a lost first zero was restored. */
function readKaek({ properties }: Feature, { kaek, otherKaek }: ParcelColumns, note: Note): string {
  const read = kaekOf(properties[kaek]);
  if (!read) throw new Refused(kaek, kaekFormat, properties[kaek]);
  for (const other of otherKaek) {
    const otherCode = kaekOf(properties[other])?.code;
    if (otherCode === undefined || otherCode === read.code) continue;
    const expected = `the same code as in ${kaek}, or one of them named with --kaek`;
    throw new Refused(other, expected, properties[other]);
  }
  if (read.isRepaired) note(`${kaek}: a first zero that was lost is put back`, read.code);
  return read.code;
}

function kaekOf(value: unknown): CellKaek | undefined {
  if (typeof value === 'number' && !Number.isInteger(value)) return undefined;
  return kaekOfCell(String(value ?? '').trim());
}

/** The area in m²; undefined without a column, or for an empty cell or zero. */
function readArea(
  feature: Feature,
  column: string | undefined,
  readNumber: ReturnType<typeof numberReader>,
): number | undefined {
  if (column === undefined) return undefined;
  const value = feature.properties[column];
  if (value === undefined || value === null || value === '') return undefined;
  const number = readNumber(feature, column) ?? Number.NaN;
  if (!(number >= 0) || number > 1e12) throw new Refused(column, 'square metres', value);
  return number === 0 ? undefined : number;
}

/**
 * Throws for the whole file if the area is a number with two readings, such as `1.520`, and only the
 * reading that does not fit the separator of the file fits the outline.
 */
function checkDecimals(
  { number, properties }: Feature,
  column: string | undefined,
  { unit, decimalSign }: FeatureReader,
  measure: () => number,
): void {
  const text = String(properties[column ?? ''] ?? '').trim();
  const readings = numberReadings(text);
  const usual = decimalSign?.();
  if (usual === undefined || !hasTwoReadings(readings)) return;
  const measured = measure();
  const isLike = (area: number) => area < 10 * measured && measured < 10 * area;
  const [own, other] =
    usual === ',' ? [readings.comma!, readings.point!] : [readings.point!, readings.comma!];
  if (isLike(own) || !isLike(other)) return;
  throw new KtimaError(
    'BAD_DATA',
    `${unit} ${number}: column ${column}: ${describeReadings(text)}, and the outline has about ${Math.round(measured)} m²; choose --decimals comma or --decimals point`,
  );
}

/** The largest relative difference from our area for an area on the Greek Grid. */
const mostDeviation = 0.01;

/**
 * GIS programs compute the area in the projection of the file. In EPSG:3857 it is half as large
 * again. So the file's area is used only when it is close to the area on the Greek Grid.
 */
function checkedArea(
  measured: number,
  drawn: number | undefined,
  { drawnArea }: ParcelColumns,
  note: Note,
): number {
  if (drawn === undefined) return measured;
  if (Math.abs(drawn - measured) <= mostDeviation * measured) return drawn;
  note(`${drawnArea}: not the area on the Greek Grid, which is measured instead`, String(drawn));
  return measured;
}

/** Parcels of the Greek Cadastre lie in Greece; others have wrong coordinates. */
function refuseOutsideGreece(geometry: PolygonGeometry, isSwapped: () => boolean): void {
  const { west, east, south, north } = boundsOf(geometry);
  if (isInGreece(south, west) && isInGreece(north, east)) return;
  const expected = isSwapped()
    ? expectedUnswapped
    : 'a place in Greece; is the coordinate system right?';
  throw new Refused('geometry', expected, [Number(west.toFixed(5)), Number(south.toFixed(5))]);
}
