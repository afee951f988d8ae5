import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { bundledPackages, bundledRoots } from '../console/build/bundled-packages.ts';
import { noticesOf } from '../console/build/notices.ts';
import { allows, packagesOf } from '../scripts/licences.ts';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const locked: [string, Locked][] = Object.entries<Locked>(lock.packages).filter(([p]) => p !== '');

test('every dependency is pinned to one version, and the lock file has that one', () => {
  const { dependencies, devDependencies, overrides } = manifest;
  for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies })) {
    assert.match(String(version), /^\d+\.\d+\.\d+$/, name);
    assert.equal(lock.packages[`node_modules/${name}`].version, version, name);
  }
  for (const version of Object.values(overrides)) assert.match(String(version), /^\d+\.\d+\.\d+$/);
});

test('the lock file has a checksum of every package, and no download address', () => {
  for (const [path, { integrity, resolved }] of locked) {
    assert.match(integrity ?? '', /^sha512-/, path);
    assert.equal(resolved, undefined, path);
  }
  assert.doesNotMatch(readFileSync('package-lock.json', 'utf8'), /https?:\/\/[^"]*\.tgz/);
});

/** Packages that run something when they are installed, and why they may. */
const installScripts: Record<string, string> = {
  'node_modules/node': 'brings the Node.js that everything runs on, for the platform at hand',
};

test('only approved packages run install scripts', () => {
  const found = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([p]) => p);
  assert.deepEqual(found, Object.keys(installScripts));
  // npm 11 and later read this list; earlier versions run all install scripts of the lock file.
  assert.deepEqual(manifest.allowScripts, { node: true });
});

test('every licence permits the use of its package', () => {
  for (const { name, licence, use } of packagesOf('.')) {
    assert.ok(allows(licence, use), `${name}: ${licence} as ${use}`);
  }
  for (const licence of ['GPL-3.0-only', 'none', 'SEE LICENSE IN x', 'MIT AND GPL-3.0-only']) {
    assert.equal(allows(licence, 'tool'), false, licence);
  }
  assert.equal(allows('MPL-2.0', 'bundled'), false);
  assert.equal(allows('(GPL-3.0-only OR MIT)', 'served'), true);
});

test('the console lists the licence of every package it imports, and of their dependencies', () => {
  const imported = new Set<string>();
  for (const file of globSync('console/{src,build}/**/*.{ts,tsx,css}')) {
    for (const [, name] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import|resolve|url)[ (]+['"]([\w@][^':]*)['"]/g,
    )) {
      imported.add(/^(?:@[^/]+\/)?[^/]+/.exec(name!)![0]);
    }
  }
  // Our own, types only, or what the build itself runs on.
  for (const tool of ['geojson', 'vite', 'ktima-client']) imported.delete(tool);
  assert.deepEqual([...imported].sort(), bundledRoots);
  const notices = noticesOf(bundledPackages('node_modules'));
  for (const words of [
    'MapLibre contributors',
    'Jason Miller',
    'Charles Karney',
    'Mapbox',
    'SIL Open Font',
  ]) {
    assert.ok(notices.includes(words), words);
  }
});

test('the SBOM lists every package with its checksum, and no host', () => {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const text = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { components } = JSON.parse(text) as {
    components: { name: string; version: string; hashes: unknown[]; externalReferences: [] }[];
  };
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`));
  for (const { name, version } of packagesOf('.'))
    assert.ok(listed.has(`${name}@${version}`), name);
  for (const { name, hashes, externalReferences } of components) {
    assert.deepEqual([hashes.length, externalReferences.length], [1, 0], name);
  }
});
