import {
  type Exit,
  type Limits,
  limitOf,
  mostPrinted,
  notInstalled,
  runProgram,
} from '../run-program.ts';

/** A format that GDAL converts, with the name of its driver. */
export interface Convertible {
  readonly name: string;
  readonly driver: string;
  readonly endings: RegExp;
  /** Whether it is a drawing, in which a closed line is an area. */
  readonly isDrawing?: true;
  /** The extensions of companion files, which have the same name. */
  readonly beside?: RegExp;
}

/** A `.gdb` folder, or that folder in a zip archive. */
export const geodatabase: Convertible = {
  name: 'File Geodatabase',
  driver: 'OpenFileGDB',
  endings: /\.gdb(\.zip)?$/i,
};

/** Also found by its content, under another name or gzipped. */
export const topoJson: Convertible = {
  name: 'TopoJSON',
  driver: 'TopoJSON',
  endings: /\.topojson$/i,
};

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
  topoJson,
  { name: 'GPX', driver: 'GPX', endings: /\.gpx$/i },
  { name: 'Excel', driver: 'XLSX', endings: /\.xlsx$/i },
  { name: 'OpenDocument', driver: 'ODS', endings: /\.ods$/i },
];

/** The format of a file that GDAL must convert, by its extension. */
export function convertibleOf(path: string): Convertible | undefined {
  return convertibles.find(({ endings }) => endings.test(path));
}

/** The result of a conversion. */
export type Conversion = 'converted' | 'not installed' | { readonly problem: string };

const outputDriver = 'GPKG';
const longestComplaint = 300;

/** A port without a listener, so that any request of GDAL fails. */
const nowhere = 'http://127.0.0.1:9';

const environment: Readonly<Record<string, string>> = {
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
  if (!drivers.includes(driver)) return { problem: `the GDAL here was built without ${driver}` };
  const others = drivers.filter(name => name !== driver && name !== outputDriver);
  const ended = await runOgr2ogr(folder, args, limits, { OGR_SKIP: others.join(',') });
  return ended.code === 0 ? 'converted' : { problem: problemOf(ended) };
}

/** Runs ogr2ogr, and collects the first part of what it prints. */
async function runOgr2ogr(
  folder: string,
  args: readonly string[],
  limits: Limits,
  more: Readonly<Record<string, string>>,
): Promise<Exit & { readonly output: string }> {
  const settings = { ...environment, ...more };
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

function problemOf(exit: Exit): string {
  const limit = limitOf(exit);
  if (limit !== undefined) return limit;
  const errors = exit.complaint.split('\n').filter(line => !/^(Warning|FAILURE:$)/.test(line));
  return (
    errors[0]?.slice(0, longestComplaint) || `ogr2ogr was ended by ${exit.signal ?? 'an error'}`
  );
}
