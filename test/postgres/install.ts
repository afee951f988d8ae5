import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { installDebian, MissingProgram, mayInstall } from '../programs.ts';

/** What a test over PostgreSQL says as it is skipped. */
export const missingPostgres =
  'needs PostgreSQL with PostGIS: install postgresql and postgresql-15-postgis-3, or ' +
  'name a server whose role may create databases in KTIMA_TEST_POSTGRES_URL';

/** The folder of PostgreSQL's programs; on Debian as root they are installed if need be. */
export function postgresPrograms(): string {
  const found = findPostgres();
  if (!found) throw new MissingProgram(missingPostgres);
  return found;
}

/** The same, if there is one. */
export function findPostgres(): string | undefined {
  if (!findPrograms() && mayInstall()) {
    installDebian('postgresql', 'postgresql-15-postgis-3');
    // Debian starts its own cluster with the package, which is not needed.
    spawnSync('pg_ctlcluster', ['15', 'main', 'stop'], { stdio: 'ignore' });
  }
  return findPrograms();
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
