// `npm run licences` checks that the licence of each package allows its use; `--table` lists all.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledPackages } from '../console/build/bundled-packages.ts';

/** How a package is used: on servers, in the console's files, or only to make and test Ktima. */
type Use = 'served' | 'bundled' | 'tool';

/** The licences and the uses that they allow. Read a licence before adding it here. */
const allowed: Readonly<Record<string, { uses: readonly Use[]; because: string }>> = {
  MIT: { uses: ['served', 'bundled', 'tool'], because: 'permissive; its notice stays with it' },
  '0BSD': { uses: ['served', 'bundled', 'tool'], because: 'permissive; needs no notice' },
  ISC: { uses: ['served', 'bundled', 'tool'], because: 'permissive; its notice stays with it' },
  'BSD-2-Clause': { uses: ['served', 'bundled', 'tool'], because: 'permissive; notice' },
  'BSD-3-Clause': { uses: ['served', 'bundled', 'tool'], because: 'permissive; notice, no name' },
  'BlueOak-1.0.0': { uses: ['served', 'tool'], because: 'permissive; patents, its notice stays' },
  Zlib: { uses: ['served', 'bundled', 'tool'], because: 'permissive; no notice in what is built' },
  'Apache-2.0': { uses: ['served', 'bundled', 'tool'], because: 'permissive; patents, notice' },
  'OFL-1.1': {
    uses: ['bundled', 'tool'],
    because: 'typefaces; may be embedded, notice, no sale alone',
  },
  'MPL-2.0': { uses: ['tool'], because: 'its files stay open: used unchanged, never handed on' },
};

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}

interface Row {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly use: Use;
}

/** Every package of the lock file, for all platforms, sorted by name. */
export function packagesOf(folder: string): Row[] {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const bundled = new Set(bundledPackages(join(folder, 'node_modules')).map(({ name }) => name));
  return Object.entries(lock.packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, license = 'none', dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      const use: Use = !dev ? 'served' : bundled.has(name) ? 'bundled' : 'tool';
      return { name, version, licence: license, use };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Whether an SPDX expression allows a use: of `OR` one part is enough, of `AND` all are needed. */
export function allows(licence: string, use: Use): boolean {
  const parts = (text: string, operator: string) => text.split(` ${operator} `);
  return parts(licence.replaceAll(/[()]/g, ''), 'OR').some(choice =>
    parts(choice, 'AND').every(one => allowed[one]?.uses.includes(use) ?? false),
  );
}

function print(rows: readonly Row[]): void {
  console.log('| package | version | licence | used |\n|---|---|---|---|');
  for (const { name, version, licence, use } of rows) {
    console.log(`| ${name} | ${version} | ${licence} | ${use} |`);
  }
}

if (import.meta.main) {
  const rows = packagesOf('.');
  if (process.argv.includes('--table')) print(rows);
  const refused = rows.filter(({ licence, use }) => !allows(licence, use));
  for (const { name, version, licence, use } of refused) {
    console.error(`licences: ${name} ${version} (${licence}) may not be used as ${use}`);
  }
  if (refused.length > 0) process.exitCode = 1;
}
