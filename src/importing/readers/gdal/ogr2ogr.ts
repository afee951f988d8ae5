import { openBytes } from '#tools/files/bytes.ts';
import {
  type Exit,
  type Limits,
  limitOf,
  mostPrinted,
  notInstalled,
  runProgram,
} from '#tools/files/run-program.ts';
import { notesOn, readCollection } from '../geojson/collection.ts';
import { checkFlatGeobuf } from './check-flatgeobuf.ts';

/** A format that GDAL converts, with the name of its driver. */
export interface Convertible {
  readonly name: string;
  readonly driver: string;
  readonly endings: RegExp;
  /** Whether it is a drawing, in which a closed line is an area. */
  readonly isDrawing?: true;
  /** The extensions of companion files, which have the same name. */
  readonly beside?: RegExp;
  /** For files of any name, also gzipped: whether one starts so; unpacked and decoded as latin1. */
  begins?(start: string): boolean;
  /** Throws for damage that GDAL does not notice, and returns notes for the operator. */
  check?(path: string): Promise<readonly string[]>;
}

/** A `.gdb` folder, or that folder in a zip archive. */
export const geodatabase: Convertible = {
  name: 'File Geodatabase',
  driver: 'OpenFileGDB',
  endings: /\.gdb(\.zip)?$/i,
};

const isJson = /^(\xef\xbb\xbf)?\s*[{[]/;
const isGeoJson = /"type"\s*:\s*"Feature(Collection)?"/;
const isEsri = /"geometryType"\s*:\s*"esriGeometry|"spatialReference"\s*:|"attributes"\s*:\s*\{/;

/** JSON that has the words of a format and is not GeoJSON. */
const jsonWith = (words: RegExp) => (start: string) =>
  isJson.test(start) && words.test(start) && !isGeoJson.test(start);

/**
 * The only formats that GDAL may read. Its drivers for databases, web services and files that refer
 * to other files (VRT) are never used.
 */
export const convertibles: readonly Convertible[] = [
  geodatabase,
  { name: 'DXF', driver: 'DXF', endings: /\.dxf$/i, isDrawing: true },
  { name: 'DGN', driver: 'DGN', endings: /\.dgn$/i, isDrawing: true },
  {
    name: 'MapInfo',
    driver: 'MapInfo File',
    endings: /\.(tab|mif)$/i,
    beside: /\.(dat|map|id|ind|mid)$/i,
  },
  {
    name: 'TopoJSON',
    driver: 'TopoJSON',
    endings: /\.topojson$/i,
    begins: jsonWith(/"type"\s*:\s*"Topology"/),
  },
  {
    name: 'EsriJSON',
    driver: 'ESRIJSON',
    endings: /\.esrijson$/i,
    begins: jsonWith(isEsri),
    check: notesOnEsriJson,
  },
  {
    name: 'FlatGeobuf',
    driver: 'FlatGeobuf',
    endings: /\.fgb$/i,
    begins: start => start.startsWith('fgb\x03fgb'),
    check: checkFlatGeobuf,
  },
  { name: 'GPX', driver: 'GPX', endings: /\.gpx$/i },
  { name: 'Excel', driver: 'XLSX', endings: /\.xlsx$/i },
  { name: 'OpenDocument', driver: 'ODS', endings: /\.ods$/i },
];

/** Reads the text around the features, in which a server notes that it has cut its response. */
async function notesOnEsriJson(path: string): Promise<readonly string[]> {
  const features = readCollection(path, await openBytes(path), number => ({ number, problem: '' }));
  for (;;) {
    const { done, value } = await features.next();
    if (done) return notesOn(value.outer);
  }
}

/** The format of a file that GDAL must convert, by its extension. */
export function convertibleOf(path: string): Convertible | undefined {
  return convertibles.find(({ endings }) => endings.test(path));
}

/** The result of a conversion. After an error, ogr2ogr may end as usual and write nothing. */
export type Conversion =
  | 'not installed'
  | { readonly hasFailed: boolean; readonly problem: string | undefined };

const outputDriver = 'GPKG';
const longestComplaint = 300;

/** A port without a listener, so that any request of GDAL fails. */
const nowhere = 'http://127.0.0.1:9';

/** The environment of programs of GDAL. */
export const gdalEnvironment: Readonly<Record<string, string>> = {
  http_proxy: nowhere,
  https_proxy: nowhere,
  ALL_PROXY: nowhere,
  GDAL_HTTP_PROXY: nowhere,
  GDAL_DRIVER_PATH: 'disable',
  CPL_VSIL_CURL_ALLOWED_FILENAME: 'none',
  PROJ_NETWORK: 'OFF',
  OGR_SQLITE_SYNCHRONOUS: 'OFF',
  // Arcs become lines of half a degree: an error of a tenth of a millimetre on a radius of 10 m.
  OGR_ARC_STEPSIZE: '0.5',
  // The first row of a sheet is the header, even when all other cells are text too.
  OGR_XLSX_HEADERS: 'FORCE',
  OGR_ODS_HEADERS: 'FORCE',
};

/** Converts in a folder. Only `driver` may read the input; all other drivers are disabled. */
export async function convert(
  folder: string,
  driver: string,
  args: readonly string[],
  limits: Limits,
): Promise<Conversion> {
  const listed = await runOgr2ogr(folder, ['--formats'], limits, {});
  if (listed.code === notInstalled) return 'not installed';
  const drivers = driversIn(listed.output);
  if (!drivers.includes(driver)) {
    return { hasFailed: true, problem: `the GDAL here was built without ${driver}` };
  }
  const others = drivers.filter(name => name !== driver && name !== outputDriver);
  const ended = await runOgr2ogr(folder, args, limits, { OGR_SKIP: others.join(',') });
  return { hasFailed: ended.code !== 0, problem: problemOf(ended) };
}

/** Runs ogr2ogr, and collects the first part of what it prints. */
async function runOgr2ogr(
  folder: string,
  args: readonly string[],
  limits: Limits,
  more: Readonly<Record<string, string>>,
): Promise<Exit & { readonly output: string }> {
  const settings = { ...gdalEnvironment, ...more };
  const running = runProgram({ name: 'ogr2ogr', args, folder, limits, settings });
  for (let output = ''; ; ) {
    const { done, value } = await running.next();
    if (done) return { ...value, output };
    if (output.length < mostPrinted) output += value;
  }
}

/** The driver names in lines such as `  ESRI Shapefile -vector- (rw+v): ESRI Shapefile`. */
function driversIn(formats: string): string[] {
  return [...formats.matchAll(/^ {2}(\S.*?) -[\w,]+- \(/gm)].map(([, name]) => name!);
}

function problemOf(exit: Exit): string | undefined {
  const limit = limitOf(exit);
  if (limit !== undefined) return limit;
  const errors = exit.complaint.split('\n').filter(line => !/^(Warning|FAILURE:$)/.test(line));
  if (errors[0]) return errors[0].slice(0, longestComplaint);
  return exit.code === 0 ? undefined : `ogr2ogr was ended by ${exit.signal ?? 'an error'}`;
}
