import { type ExitedProcess, type Limits, notInstalled, runOgr2ogr } from './ogr2ogr.ts';

/** The result of a conversion. */
export type Conversion = 'converted' | 'not installed' | { readonly problem: string };

const outputDriver = 'GPKG';
const longestComplaint = 300;

/** Converts in a folder. Only `driver` may read the input; all other drivers are disabled. */
export async function convert(
  folder: string,
  driver: string,
  args: readonly string[],
  limits: Limits,
): Promise<Conversion> {
  const listed = await runOgr2ogr(folder, ['--formats'], limits);
  if (listed.code === notInstalled) return 'not installed';
  const drivers = driversIn(listed.output);
  if (!drivers.includes(driver)) return { problem: `the GDAL here was built without ${driver}` };
  const others = drivers.filter(name => name !== driver && name !== outputDriver);
  const ended = await runOgr2ogr(folder, args, limits, { OGR_SKIP: others.join(',') });
  return ended.code === 0 ? 'converted' : { problem: problemOf(ended) };
}

/** The driver names in lines such as `  ESRI Shapefile -vector- (rw+v): ESRI Shapefile`. */
function driversIn(formats: string): string[] {
  return [...formats.matchAll(/^ {2}(\S.*?) -[\w,]+- \(/gm)].map(([, name]) => name!);
}

function problemOf({ signal, complaint }: ExitedProcess): string {
  if (signal === 'SIGXFSZ') return 'it becomes too large';
  if (signal === 'SIGKILL' || signal === 'SIGXCPU') return 'it takes too long';
  const errors = complaint.split('\n').filter(line => !/^(Warning|FAILURE:$)/.test(line));
  return errors[0]?.slice(0, longestComplaint) || `ogr2ogr was ended by ${signal ?? 'an error'}`;
}
