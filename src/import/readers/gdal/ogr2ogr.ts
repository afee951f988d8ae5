import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** The limits of a conversion. */
export interface Limits {
  readonly seconds: number;
  readonly memoryBytes: number;
  readonly outputBytes: number;
}

/** The exit of ogr2ogr, and what it printed. */
export interface ExitedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly complaint: string;
}

/** A shell's exit code for a missing program. */
export const notInstalled = 127;

/**
 * The system's limits (ulimit) apply to ogr2ogr, which replaces this shell. If the system allows it
 * to an ordinary user, ogr2ogr runs without network.
 */
const script = `ulimit -c 0; ulimit -t "$1"; ulimit -v "$2"; ulimit -f "$3"; shift 3
command -v ogr2ogr >/dev/null || exit ${notInstalled}
if unshare -rn true 2>/dev/null; then exec unshare -rn ogr2ogr "$@"; fi
exec ogr2ogr "$@"`;

/** A port without a listener, so that any request of GDAL fails. */
const nowhere = 'http://127.0.0.1:9';

const environment: Readonly<Record<string, string>> = {
  LC_ALL: 'C.UTF-8',
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

const mostPrinted = 100_000;

/** Runs ogr2ogr in a folder, with limits and without this process's environment. */
export async function runOgr2ogr(
  folder: string,
  args: readonly string[],
  { seconds, memoryBytes, outputBytes }: Limits,
  settings: Readonly<Record<string, string>> = {},
): Promise<ExitedProcess> {
  const blocks = [seconds, Math.ceil(memoryBytes / 1024), Math.ceil(outputBytes / 512)];
  const child = spawn('/bin/sh', ['-c', script, 'sh', ...blocks.map(String), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: folder, ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: seconds * 1_000,
    killSignal: 'SIGKILL',
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const [output, complaint] = [child.stdout, child.stderr].map(printedBy) as [Printed, Printed];
  try {
    const [code, signal] = await once(child, 'close');
    return { code, signal, output: output.text, complaint: complaint.text };
  } finally {
    process.off('exit', kill);
  }
}

interface Printed {
  text: string;
}

/** Collects the first part of a program's output; the rest is read and dropped. */
function printedBy(stream: NodeJS.ReadableStream): Printed {
  const printed = { text: '' };
  stream.setEncoding('utf8').on('data', (text: string) => {
    if (printed.text.length < mostPrinted) printed.text += text;
  });
  return printed;
}
