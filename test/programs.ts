import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/*
 * What tests need beside Node. On Debian, as root, it is installed; elsewhere `npm test` skips what
 * needs it and says so.
 */

/** What a test file throws as it loads: `npm test` then skips it. */
export class MissingProgram extends Error {}

/** The `skip` of a test that needs a program: what is missing, if it is. */
export function without(name: string, debianPackage = name): string | false {
  if (!locate(name) && mayInstall()) {
    installDebian(debianPackage);
    // Debian starts a server with its package, which is not needed.
    spawnSync('service', [debianPackage, 'stop'], { stdio: 'ignore' });
  }
  return locate(name) ? false : `needs ${name}: install ${debianPackage}`;
}

/** Where a program is that a whole file needs. Call it before the first test. */
export function needProgram(name: string, debianPackage = name): string {
  const missing = without(name, debianPackage);
  if (missing) throw new MissingProgram(missing);
  return locate(name)!;
}

function locate(name: string): string | undefined {
  // Debian has some servers where only root looks for programs.
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/sbin'];
  return folders.map(folder => join(folder, name)).find(file => existsSync(file));
}

/** Whether this process may install packages of Debian. */
export function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs packages. Several processes may want that at once, which apt-get itself refuses. */
export function installDebian(...packages: string[]): void {
  const apt = (...args: string[]) =>
    execFileSync('flock', ['/var/lib/apt', 'apt-get', '-q', '-y', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  if (spawnSync('apt-cache', ['show', ...packages], { stdio: 'ignore' }).status !== 0) {
    apt('update');
  }
  apt('install', '--no-install-recommends', ...packages);
}
