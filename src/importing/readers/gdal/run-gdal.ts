import {
  type Exit,
  type Limits,
  limitOf,
  mostPrinted,
  notInstalled,
  runProgram,
} from '#tools/files/run-program.ts';

/** A run of a program of GDAL. */
export interface GdalRun {
  readonly name: string;
  readonly args: readonly string[];
  readonly folder: string;
  readonly limits: Limits;
  /** The drivers that may read and write; all others are disabled. */
  readonly drivers: readonly string[];
}

/** How it ended. A program of GDAL may report an error and end as usual: that is a problem too. */
export interface GdalOutcome {
  readonly output: string;
  /** Undefined if it succeeded. */
  readonly problem?: string | undefined;
}

/** Warnings that mean no loss. Any other is a problem, as values or features may be missing. */
const harmless: readonly RegExp[] = [
  // Ktima reads both types in one layer.
  /^Warning 1: A geometry of type \w+ is inserted into layer .* of geometry type/,
];

const [longestComplaint, mostComplaints] = [300, 20];

/** A port without a listener, so that any request of GDAL fails. */
const nowhere = 'http://127.0.0.1:9';

/** The environment of programs of GDAL. */
const environment: Readonly<Record<string, string>> = {
  http_proxy: nowhere,
  https_proxy: nowhere,
  ALL_PROXY: nowhere,
  GDAL_HTTP_PROXY: nowhere,
  GDAL_DRIVER_PATH: 'disable',
  CPL_VSIL_CURL_ALLOWED_FILENAME: 'none',
  CPL_VSIL_GZIP_WRITE_PROPERTIES: 'NO',
  // After a thousand warnings GDAL would also hide errors.
  CPL_MAX_ERROR_REPORTS: '1000000000',
  PROJ_NETWORK: 'OFF',
  OGR_SQLITE_SYNCHRONOUS: 'OFF',
  // Arcs become lines of half a degree: an error of a tenth of a millimetre on a radius of 10 m.
  OGR_ARC_STEPSIZE: '0.5',
  // The first row of a sheet is the header, even when all other cells are text too.
  OGR_XLSX_HEADERS: 'FORCE',
  OGR_ODS_HEADERS: 'FORCE',
  // A KAEK is no number.
  GML_FIELDTYPES: 'ALWAYS_STRING',
  // It loads no files that a document type names.
  GML_PARSER: 'EXPAT',
  // Whole numbers in the first rows of an ASCII grid say nothing of the others.
  AAIGRID_DATATYPE: 'Float32',
  GTIFF_REPORT_COMPD_CS: 'NO',
};

/** Runs a program of GDAL; undefined if it is not installed. */
export async function runGdal(run: GdalRun): Promise<GdalOutcome | undefined> {
  const all = await driversOf(run);
  if (!all) return undefined;
  const missing = run.drivers.find(name => !all.includes(name));
  if (missing) {
    return { output: '', problem: `the GDAL here was built without ${missing}` };
  }
  const skipped = all.filter(name => !run.drivers.includes(name)).join(',');
  const ended = await collect(run, { OGR_SKIP: skipped });
  return { output: ended.output, problem: problemOf(run.name, ended) };
}

/** How a program ended, with the first part of what it printed, and its errors before warnings. */
interface Ended extends Exit {
  readonly output: string;
  readonly complaints: readonly string[];
}

async function collect(run: GdalRun, more: Readonly<Record<string, string>>): Promise<Ended> {
  const [errors, warnings]: [string[], string[]] = [[], []];
  const complain = (line: string) => {
    const kept = line.startsWith('Warning') ? warnings : errors;
    const isHarmless = line.trim() === '' || harmless.some(one => one.test(line));
    if (!isHarmless && kept.length < mostComplaints) kept.push(line.slice(0, longestComplaint));
  };
  const running = runProgram({ ...run, settings: { ...environment, ...more }, complain });
  for (let output = ''; ; ) {
    const { done, value } = await running.next();
    if (done) return { ...value, output, complaints: [...errors, ...warnings] };
    if (output.length < mostPrinted) output += value;
  }
}

/** The drivers of a program in a folder of programs. */
const known = new Map<string, readonly string[]>();

/** The names of all drivers of a program; undefined if it is not installed. */
async function driversOf(run: GdalRun): Promise<readonly string[] | undefined> {
  const key = `${process.env.PATH} ${run.name}`;
  const drivers = known.get(key);
  if (drivers) return drivers;
  const listed = await collect({ ...run, args: ['--formats'] }, {});
  if (listed.code === notInstalled) return undefined;
  // Lines such as `  ESRI Shapefile -vector- (rw+v): ESRI Shapefile`.
  const names = listed.output.matchAll(/^ {2}(\S.*?) -[\w, ]+- \(/gm);
  known.set(
    key,
    Array.from(names, ([, name]) => name!),
  );
  return known.get(key);
}

/** After many errors GDAL ends with code 0. */
function problemOf(name: string, exit: Ended): string | undefined {
  const limit = limitOf(exit);
  if (limit !== undefined) return limit;
  const { code, signal, complaints } = exit;
  if (code === 0) return complaints.find(line => /^(ERROR|Warning) \d|^FAILURE/.test(line));
  const first = complaints.find(line => !/^(Warning|FAILURE:?$)/.test(line));
  return first ?? `${name} was ended by ${signal ?? 'an error'}`;
}
