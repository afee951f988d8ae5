import { KtimaError } from '../../../errors.ts';
import type { Unreadable } from '../../../files/bytes.ts';
import { readGeometryText } from '../../../geo/read-wkt.ts';
import type { Feature } from '../reader.ts';

type Rows = AsyncGenerator<Feature | Unreadable>;

/** The column with geometries as text, and the SRID that PostGIS writes into them. */
export interface GeometryColumn {
  readonly name: string;
  readonly srid: number | undefined;
}

/** Usual names, in lower case without accents; the first one in the file is used. */
const names = [
  'geometry',
  'geom',
  'the_geom',
  'wkt',
  'wkt_geom',
  'wkt_geometry',
  'geom_wkt',
  'geometry_wkt',
  'ewkt',
  'wkb',
  'ewkb',
  'wkb_geometry',
  'γεωμετρια',
];

/** Finds the column in the first rows: its name, and the SRID of its first geometry. */
export async function findGeometryColumn(rows: Rows): Promise<GeometryColumn | undefined> {
  let name: string | undefined;
  try {
    for await (const row of rows) {
      if ('problem' in row) continue;
      name ??= geometryName(Object.keys(row.properties));
      if (name === undefined) return undefined;
      const cell = String(row.properties[name]).trim();
      if (cell !== '') return { name, srid: readGeometryText(cell).srid };
    }
  } catch (error) {
    // The same error occurs again, and is reported, when all rows are read.
    if (!(error instanceof RangeError || error instanceof KtimaError)) throw error;
  }
  return name === undefined ? undefined : { name, srid: undefined };
}

function geometryName(columns: readonly string[]): string | undefined {
  const plain = columns.map(name => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase());
  const found = names.map(name => plain.indexOf(name)).find(index => index !== -1);
  return found === undefined ? undefined : columns[found];
}

/** The same rows, each with its geometry in place of the column. */
export async function* withGeometries(rows: Rows, column: GeometryColumn): Rows {
  for await (const row of rows) yield 'problem' in row ? row : withGeometry(row, column);
}

function withGeometry(row: Feature, { name, srid }: GeometryColumn): Feature | Unreadable {
  const { [name]: cell, ...properties } = row.properties;
  const text = String(cell).trim();
  if (text === '') return { ...row, properties };
  try {
    const found = readGeometryText(text);
    if (found.srid === srid) return { ...row, properties, geometry: found.geometry };
    return {
      number: row.number,
      problem: `${name}: ${sridText(found.srid)}, expected ${sridText(srid)}`,
    };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { number: row.number, problem: `${name}: ${error.message}` };
  }
}

function sridText(srid: number | undefined): string {
  return srid === undefined ? 'no SRID' : `SRID ${srid}`;
}
