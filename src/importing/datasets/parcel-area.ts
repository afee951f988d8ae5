import { badData } from '#tools/errors.ts';
import { describeReadings, hasTwoReadings, numberReadings } from '#tools/notation/numbers.ts';
import type { Feature, FeatureReader } from '../readers/reader.ts';
import { type Note, Refused } from './dataset.ts';
import type { numberReader } from './fields.ts';
import type { ParcelColumns } from './parcel-columns.ts';

/** What the outline of a parcel says about its area. */
export interface Outline {
  /** Its area on the Greek Grid, in m². */
  readonly measuredM2: number;
  /** Where it lies, for the scale of EPSG:3857. */
  readonly latitude: number;
}

type ReadNumber = ReturnType<typeof numberReader>;

/**
 * The area of a parcel in m²: as registered, else as a GIS program computed it if that fits the
 * outline, else as measured. A registered area is never changed, but a note counts those that do not
 * fit the outline.
 */
export function readArea(
  feature: Feature,
  columns: ParcelColumns,
  outline: Outline,
  readNumber: ReadNumber,
  note: Note,
): number {
  const registered = areaIn(feature, columns.area, readNumber);
  if (registered !== undefined) {
    noteDeviation(columns.area!, registered, outline, note);
    return registered;
  }
  const computed = areaIn(feature, columns.drawnArea, readNumber);
  return checkedArea(columns.drawnArea, computed, outline, note);
}

/** The area in m²; undefined without a column, or for an empty cell or zero. */
function areaIn(
  feature: Feature,
  column: string | undefined,
  readNumber: ReadNumber,
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
export function checkDecimals(
  { number, properties }: Feature,
  column: string | undefined,
  { unit, decimalSign }: FeatureReader,
  { measuredM2 }: Outline,
): void {
  const text = String(properties[column ?? ''] ?? '').trim();
  const readings = numberReadings(text);
  const usual = decimalSign?.();
  if (usual === undefined || !hasTwoReadings(readings)) return;
  const isLike = (area: number) => area < 10 * measuredM2 && measuredM2 < 10 * area;
  const [own, other] =
    usual === ',' ? [readings.comma!, readings.point!] : [readings.point!, readings.comma!];
  if (isLike(own) || !isLike(other)) return;
  throw badData(
    `${unit} ${number}: column ${column}: ${describeReadings(text)}, and the outline has about ${Math.round(measuredM2)} m²; choose --decimals comma or --decimals point`,
  );
}

/** The largest relative difference from our area for an area that was computed on the Greek Grid. */
const mostComputedDeviation = 0.01;

/**
 * The largest relative difference of a registered area that causes no note. Old deeds differ from
 * the outline by a few per cent. Wrong units and projections differ by 40 % or more.
 */
const mostRegisteredDeviation = 0.05;

const isNear = (value: number, expected: number, deviation: number) =>
  Math.abs(value - expected) <= deviation * expected;

/**
 * GIS programs compute the area in the projection of the file. In EPSG:3857 it is half as large
 * again. So the file's area is used only when it is close to the area on the Greek Grid.
 */
function checkedArea(
  column: string | undefined,
  computed: number | undefined,
  { measuredM2 }: Outline,
  note: Note,
): number {
  if (computed === undefined) return measuredM2;
  if (isNear(computed, measuredM2, mostComputedDeviation)) return computed;
  note(`${column}: not the area on the Greek Grid, which is measured instead`, String(computed));
  return measuredM2;
}

function noteDeviation(column: string, registered: number, outline: Outline, note: Note): void {
  const { measuredM2 } = outline;
  if (isNear(registered, measuredM2, mostRegisteredDeviation)) return;
  const advice = 'stored as it is; --no-area measures the outlines instead';
  note(
    `${column}: ${deviationOf(registered, outline)}; ${advice}`,
    `${registered}, and the outline has ${Number(measuredM2.toFixed(1))} m²`,
  );
}

function deviationOf(registered: number, { measuredM2, latitude }: Outline): string {
  if (isNear(registered * 1_000, measuredM2, mostRegisteredDeviation)) {
    return 'a thousandth of the area of the outline, so probably stremmata instead of m²';
  }
  const onWebMercator = measuredM2 / Math.cos((latitude * Math.PI) / 180) ** 2;
  if (isNear(registered, onWebMercator, mostComputedDeviation)) {
    return 'the area in EPSG:3857, which is not the area on the ground';
  }
  return `more than ${mostRegisteredDeviation * 100} % from the area of the outline`;
}
