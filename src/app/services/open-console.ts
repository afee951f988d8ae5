import { fileURLToPath } from 'node:url';
import type { ConsoleParts } from '#features/api/api-parts.ts';
import { demoUser } from '#features/auth/accounts/demo-user.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import { townExample } from '#importing/shipped/town.ts';
import type { Settings } from '../settings/config.ts';

/** What `npm run build` makes. */
const consoleFolder = fileURLToPath(new URL('../../../console/dist', import.meta.url));

/** The console's files and settings. Without a port of our own, sign-in needs the configured URL. */
export function openConsole(
  settings: Settings,
  authPort?: () => number,
  demo = false,
): ConsoleParts {
  const { mapStyleUrl, mapTilesUrl, mapAttribution, publicAuthUrl } = settings;
  const knownHost = knownHosts(settings);
  const beside = (hostname: string | undefined) => {
    const host = knownHost(hostname);
    return authPort && host !== undefined ? new URL(`http://${host}:${authPort()}`) : undefined;
  };
  return {
    files: readStaticFiles(consoleFolder),
    signOnName: settings.oidcClientId ? settings.oidcDiscoveryUrl!.hostname : undefined,
    demoLogin: demo ? { username: demoUser.name, password: demoUser.password } : undefined,
    exampleKaek: demo ? townExample.kaek : undefined,
    authUrl: hostname => publicAuthUrl ?? beside(hostname),
    map: {
      styleUrl: mapStyleUrl?.href,
      tilesUrl: mapTilesUrl,
      attribution: mapAttribution || undefined,
      imageryUrl: settings.imageryUrl,
      imageryAttribution: settings.imageryAttribution || undefined,
    },
  };
}

const loopbackNames = ['127.0.0.1', 'localhost', '[::1]'];

/** Addresses that mean every address of the machine: a browser cannot call them. */
const everyAddress = ['0.0.0.0', '[::]'];

/**
 * Returns the host name of a request if it is configured or a loopback name, else the first
 * configured one. A page of an attacker can reach this service under the attacker's own host name
 * (DNS rebinding); the console must not send passwords to that name.
 */
function knownHosts({ host, consoleOrigins }: Settings) {
  const addresses = [...consoleOrigins, `http://${host.includes(':') ? `[${host}]` : host}`];
  const configured = addresses
    .map(address => URL.parse(address)?.hostname)
    .filter(name => name !== undefined && !everyAddress.includes(name));
  const known = new Set([...loopbackNames, ...configured]);
  return (hostname = ''): string | undefined => {
    const asked = URL.parse(`http://${hostname}`)?.hostname;
    return known.has(asked) ? asked : configured[0];
  };
}

/** An origin of the console: the first one that is set, else the main API on loopback. */
export function firstConsoleOrigin(
  { consoleOrigins: [first] }: Settings,
  apiPort: () => number,
): string {
  return first ?? new URL(`http://${loopbackNames[0]}:${apiPort()}`).origin;
}

/** Whether an origin is the console's: as set, else the main API on loopback. */
export function consoleOrigins(
  { consoleOrigins: set }: Settings,
  apiPort: () => number,
): (origin: string) => boolean {
  if (set.length > 0) return origin => set.includes(origin);
  return origin =>
    loopbackNames.some(name => new URL(`http://${name}:${apiPort()}`).origin === origin);
}
