import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';

const missing =
  'the tests need PostgreSQL with PostGIS: install postgresql and postgresql-15-postgis-3, or ' +
  'name a server whose role may create databases in KTIMA_TEST_POSTGRES_URL';

/** The folder of PostgreSQL's programs; on Debian as root they are installed if need be. */
export function postgresPrograms(): string {
  const found = findPrograms();
  if (found) return found;
  if (!mayInstall()) throw new Error(missing);
  install();
  const installed = findPrograms();
  if (!installed) throw new Error(missing);
  return installed;
}

/** The newest version that has PostGIS beside it. */
function findPrograms(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin/postgres').map(file => file.slice(0, -9));
  const version = (folder: string) => Number(folder.split('/')[4]);
  return folders
    .filter(folder =>
      existsSync(`/usr/share/postgresql/${version(folder)}/extension/postgis.control`),
    )
    .sort((a, b) => version(b) - version(a))
    .concat(configuredPrograms())[0];
}

/** Where systems other than Debian have them: on the path, with a program that tells the folders. */
function configuredPrograms(): string[] {
  const { stdout } = spawnSync('pg_config', ['--bindir', '--sharedir'], { encoding: 'utf8' });
  const [programs = '', shared = ''] = stdout?.trim().split('\n') ?? [];
  const fit = existsSync(`${programs}/initdb`) && existsSync(`${shared}/extension/postgis.control`);
  return fit ? [programs] : [];
}

function install(): void {
  installDebian('postgresql', 'postgresql-15-postgis-3');
  // Debian starts its own cluster with the package, which is not needed.
  spawnSync('pg_ctlcluster', ['15', 'main', 'stop'], { stdio: 'ignore' });
}

/** Whether this process may install packages of Debian. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs packages. Several processes may want that at once: apt waits for its own lock. */
export function installDebian(...packages: string[]): void {
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-q', '-y', '-o', 'DPkg::Lock::Timeout=600', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (spawnSync('apt-cache', ['show', ...packages], { stdio: 'ignore' }).status !== 0) {
    apt('update');
  }
  apt('install', '--no-install-recommends', ...packages);
}
