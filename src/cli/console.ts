import { fileURLToPath } from 'node:url';
import type { ConsoleParts } from '../api/console.ts';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { readStaticFiles } from '../http/static-files.ts';

/** What `npm run build` makes. */
const consoleFolder = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** What the console is served with; without a port of ours nobody logs in but where it is set. */
export function openConsole(settings: Settings, authPort?: () => number): ConsoleParts {
  const { mapStyleUrl, mapTilesUrl, mapAttribution, publicAuthUrl } = settings;
  if (mapStyleUrl && mapTilesUrl) {
    const message = 'KTIMA_MAP_TILES_URL: expected without KTIMA_MAP_STYLE_URL, got both';
    throw new KtimaError('BAD_SETTING', message);
  }
  const beside = (hostname: string) =>
    authPort && (URL.parse(`http://${hostname}:${authPort()}`) ?? undefined);
  return {
    files: readStaticFiles(consoleFolder),
    authUrl: hostname => publicAuthUrl ?? beside(hostname),
    map: {
      styleUrl: mapStyleUrl?.href,
      tilesUrl: mapTilesUrl,
      attribution: mapAttribution || undefined,
    },
  };
}

/** Whether an origin is the console's: as set, else the main API on loopback. */
export function consoleOrigins(
  { consoleOrigins: set }: Settings,
  apiPort: () => number,
): (origin: string) => boolean {
  if (set.length > 0) return origin => set.includes(origin);
  const names = ['127.0.0.1', 'localhost', '[::1]'];
  return origin => names.some(name => new URL(`http://${name}:${apiPort()}`).origin === origin);
}
