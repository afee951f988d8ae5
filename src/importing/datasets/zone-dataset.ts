import { boxOf } from '#domain/map/map-feature.ts';
import { isSwapped } from '#domain/property/greece.ts';
import {
  classNamed,
  plainClass,
  severityOf,
  type ZoneField,
  type ZoneKind,
} from '#domain/zones/kind.ts';
import type { Zone, ZoneAttributes, ZoneSet } from '#domain/zones/zone.ts';
import { usageError } from '#tools/errors.ts';
import type { Box } from '#tools/geo/box.ts';
import { listed, plainName } from '#tools/notation/column-names.ts';
import { dayReadings, isEmptyDate } from '#tools/notation/days.ts';
import type { Feature } from '../readers/reader.ts';
import { type Dataset, type Note, Refused } from './dataset.ts';
import { numberReader } from './fields.ts';
import { geometryReader, zoneReader } from './geometry-column.ts';
import { plainText, readText } from './parcel-attributes.ts';
import { refuseOutsideGreece } from './parcel-dataset.ts';

/** All values of a zone together have at most this many characters, as JSON: each piece has them. */
const mostCharacters = 2_000;

/**
 * Zones of one kind: an area, a line or a point, with the attributes that the kind shows. `given` are
 * values of fields for all zones, instead of those of the file. A zone may contain most others without
 * a class only if `allowCovering`: it is usually the area that was looked at.
 */
export function zonesOf(
  set: ZoneSet,
  given: ZoneAttributes = {},
  allowCovering = false,
): Dataset<'zones'> {
  const { fields } = set.kind;
  const seen: Omit<Zone, 'geometry'>[] = [];
  const boxes: Box[] = [];
  let number = 0;
  return {
    layer: 'zones',
    check: () => allowCovering || refuseCovering(set.kind, seen, boxes),
    columns: undefined,
    mapped: [...fields.map(({ field }) => field), labelField],
    open(reader, options, note = () => {}) {
      const geometries = geometryReader(reader, options);
      const readGeometry = zoneReader(geometries);
      const readNumber = numberReader(reader, options);
      const columnOf = openColumns(fields, given, note);
      return (read): Zone => {
        const feature = { ...read, properties: { ...read.properties, ...given } };
        const geometry = readGeometry(feature.geometry);
        const box = boxOf(geometry);
        if (!options.anywhere) refuseOutsideGreece(box, () => isSwapped(box.south, box.west));
        const columns = columnOf(read);
        const values = readAttributes(feature, fields, columns, readNumber, note);
        if (set.accuracyMetres && Object.keys(values).length === 0) {
          throw new Refused(fields.map(({ field }) => field).join(', '), 'a value');
        }
        const attributes = withClass(set.kind, values, note);
        const label = readText(feature.properties, columns.get(labelField), note) ?? null;
        if (JSON.stringify([label, attributes]).length > mostCharacters) {
          throw new Refused('attributes', `at most ${mostCharacters} characters in all fields`);
        }
        const severity = severityOf(set.kind, attributes);
        const zone = { number: ++number, label, attributes, severity, set };
        if (boxes.length < mostCompared && boxes.push(box)) seen.push(zone);
        return { ...zone, geometry };
      };
    },
  };
}

/** The most zones of an import that are compared with one without a class. */
const mostCompared = 20_000;

/** Throws if the largest zone contains most of the others and has no class, as they have. */
function refuseCovering(
  { severity }: ZoneKind,
  zones: readonly Omit<Zone, 'geometry'>[],
  boxes: readonly Box[],
): void {
  const hasClass = ({ attributes }: Omit<Zone, 'geometry'>) =>
    severity ? severity.field in attributes : Object.keys(attributes).length > 0;
  const at = boxes.reduce((most, box, i) => (sizeOf(box) > sizeOf(boxes[most]!) ? i : most), 0);
  const covering = zones[at];
  if (!covering || hasClass(covering)) return;
  const others = zones.filter(
    (one, i) => i !== at && hasClass(one) && contains(boxes[at]!, boxes[i]!),
  );
  if (2 * others.length <= zones.length - 1) return;
  const lacking = severity?.field ?? 'values';
  throw usageError(
    `zone ${at + 1}${covering.label ? ` (${covering.label})` : ''} has no ${lacking} and contains ` +
      `${others.length} of the ${zones.length - 1} others. If it is the area that was looked at, take it ` +
      'out of the file and give it with --covers; if it is a zone, give --allow-covering',
  );
}

const sizeOf = ({ west, east, south, north }: Box) => (east - west) * (north - south);

function contains(outer: Box, { west, east, south, north }: Box): boolean {
  return west >= outer.west && east <= outer.east && south >= outer.south && north <= outer.north;
}

/** The field of `--label`. */
const labelField = 'label';

type Columns = Map<string, string>;

/** Finds the columns of the fields by their names; `--fields` has renamed those it names. */
function openColumns(fields: readonly ZoneField[], given: ZoneAttributes, note: Note) {
  const wanted = fields.map(({ field, columns }) => ({ field, names: [field, ...columns] }));
  const known = new Map<string, Columns>();
  return ({ properties }: Feature): Columns => {
    const names = Object.keys(properties);
    const key = names.join('\0');
    const found =
      known.get(key) ?? findColumns([...wanted, { field: labelField, names: [labelField] }], names);
    const isFirst = known.size === 0;
    for (const field of Object.keys(given)) {
      const column = found.get(field);
      if (isFirst && column !== undefined) note(`${field}: --set instead of a column`, column);
      found.set(field, field);
    }
    const missing = wanted.map(({ field }) => field).filter(field => !found.has(field));
    if (isFirst && missing.length > 0) {
      const reason =
        `no column for ${missing.join(', ')}; --fields FIELD=COLUMN names one, ` +
        '--set FIELD=VALUE has one value for all zones';
      const read = new Set(found.values());
      const others = names.filter(name => !read.has(name));
      note(reason, others.length > 0 ? `other columns: ${listed(others)}` : 'no other columns');
    }
    known.set(key, found);
    return found;
  };
}

function findColumns(
  wanted: readonly { readonly field: string; readonly names: readonly string[] }[],
  columns: readonly string[],
): Columns {
  const plain = columns.map(plainName);
  const found = new Map<string, string>();
  for (const { field, names } of wanted) {
    const at = names.map(name => plain.indexOf(plainName(name))).find(i => i >= 0);
    if (at !== undefined) found.set(field, columns[at]!);
  }
  return found;
}

/** The values of a feature. One that cannot be read is left out with a note; it refuses no zone. */
function readAttributes(
  feature: Feature,
  fields: readonly ZoneField[],
  columns: Columns,
  readNumber: ReturnType<typeof numberReader>,
  note: Note,
): ZoneAttributes {
  const attributes: Record<string, string | number> = {};
  for (const { field, type } of fields) {
    const column = columns.get(field);
    const text = readText(feature.properties, column, note);
    if (column === undefined || text === undefined) continue;
    const value =
      type === 'number' ? readNumber(feature, column) : type === 'date' ? readDay(text) : text;
    if (value === undefined) note(`${column}: not kept, expected a ${type}`, text.slice(0, 60));
    else attributes[field] = value;
  }
  return attributes;
}

/**
 * The values with the class as the kind spells it. What is none of its classes keeps its text and
 * comes after them: the report counts it.
 */
function withClass({ severity }: ZoneKind, attributes: ZoneAttributes, note: Note): ZoneAttributes {
  if (!severity) return attributes;
  const { field, order } = severity;
  const value = attributes[field];
  if (value === undefined) note(`${field}: no class, so the zone comes last`, 'no value');
  if (value === undefined || typeof order === 'string') return attributes;
  const name = classNamed(severity, value);
  const shown = String(value).slice(0, 60);
  if (name === undefined) {
    note(`${field}: none of ${order.join(', ')}, so the zone comes after them`, shown);
    return attributes;
  }
  if (plainClass(name) !== plainClass(value)) note(`${field}: read as ${name}`, shown);
  return { ...attributes, [field]: name };
}

/** A day as YYYY-MM-DD, or a year alone; undefined if the text is neither. */
export function readDay(text: string): string | undefined {
  if (/^\d{4}$/.test(text)) return text;
  if (isEmptyDate(text)) return undefined;
  return dayReadings(plainText(text.split('T')[0]!) ?? '').dayFirst;
}
