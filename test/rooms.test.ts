import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';

/** The table of CONTRIBUTING.md: what a room may import besides itself and `forEveryRoom`. */
const mayImport: Record<string, string[]> = {
  geo: [],
  files: [],
  notation: [],
  terminal: ['files'],
  csv: ['files'],
  xlsx: ['files'],
  property: ['geo'],
  proof: ['files'],
  geocoder: ['geo'],
  zones: ['geo'],
  http: [],
  tokens: ['http'],
  db: ['files'],
  map: ['geo', 'geocoder', 'property', 'zones'],
  store: ['db', 'files', 'geo', 'property', 'geocoder', 'map', 'zones'],
  shipped: ['csv', 'files', 'geo', 'geocoder', 'map', 'property', 'zones', 'store/store.ts'],
  report: ['geo', 'property', 'geocoder', 'map', 'zones', 'store/store.ts'],
  portfolio: [
    'report',
    'property',
    'geocoder',
    'geo',
    'notation',
    'files',
    'csv',
    'xlsx',
    'store/store.ts',
  ],
  export: ['csv', 'geo', 'property', 'zones', 'store/store.ts'],
  api: [
    'http',
    'tokens',
    'usage',
    'report',
    'proof',
    'map',
    'property',
    'geocoder',
    'zones',
    'store/store.ts',
  ],
  runs: [
    'db',
    'geocoder/text/fold.ts',
    'api/portfolios/portfolio-body.ts',
    'api/portfolios/row-bodies.ts',
    'portfolio/kept-rows.ts',
    'usage/store.ts',
  ],
  auth: ['http', 'tokens', 'db'],
  usage: ['http', 'tokens', 'db'],
  import: [
    'files',
    'csv',
    'geo',
    'map',
    'notation',
    'property',
    'geocoder',
    'zones',
    'store/store.ts',
  ],
  telemetry: [
    'http',
    'tokens',
    'auth/audit.ts',
    'auth/store.ts',
    'db/postgres.ts',
    'db/postgres/pool-load.ts',
    'runs/store.ts',
    'store/store.ts',
  ],
  services: [
    'api',
    'auth',
    'files',
    'geocoder',
    'http',
    'map',
    'portfolio',
    'proof',
    'property',
    'runs',
    'shipped',
    'store',
    'telemetry',
    'terminal',
    'tokens',
    'zones',
    'usage',
  ],
  commands: [
    'auth',
    'export',
    'files',
    'geo',
    'geocoder',
    'http',
    'import',
    'notation',
    'portfolio',
    'proof',
    'property',
    'runs',
    'services',
    'shipped',
    'store',
    'terminal',
    'zones',
    'usage',
  ],
};

/** They talk to the services by HTTP only, as anybody's program does. */
const beside = ['client', 'console'];

/** What every room may import. */
const forEveryRoom = ['src/errors.ts', 'src/recently-used.ts', 'src/scopes.ts'];

const sources = globSync('src/**/*.ts');

test('every source file is in a room', () => {
  assert.ok(sources.length > 40);
  for (const file of sources) {
    const [, room, ...rest] = file.split('/');
    assert.ok(rest.length === 0 || room! in mayImport, `${file} is in no room`);
  }
});

/** More files in a folder are no longer read like a page. */
const mostFiles = 20;

test('no folder has more files than a reader takes in', () => {
  for (const [folder, files] of Map.groupBy(sources, file => dirname(file))) {
    assert.ok(files.length <= mostFiles, `${folder} has ${files.length} files`);
  }
});

test('rooms import only what the table allows', () => {
  for (const file of sources) {
    for (const { target, typeOnly } of importsOf(file)) {
      assert.ok(allowed(file, target, typeOnly), `${file} may not import ${target}`);
    }
  }
});

test('the console imports itself, the client and pure rooms, the client only itself', () => {
  const files = globSync('{client,console}/{src,build}/**/*.{ts,tsx}');
  assert.ok(files.length > 60);
  for (const file of files) {
    const own = file.startsWith('client/')
      ? /^client\//
      : /^(console|client|src\/(notation|geo|property|geocoder\/text|proof\/signed))[/-]/;
    for (const { target } of importsOf(file)) assert.match(target, own, file);
  }
});

test('nothing of the service that the console imports needs Node', () => {
  const reached = new Set<string>();
  const reach = (file: string) => {
    for (const { target } of importsOf(file)) {
      if (reached.has(target) || !target.startsWith('src/')) continue;
      reached.add(target);
      reach(target);
    }
  };
  globSync('console/src/**/*.{ts,tsx}').forEach(reach);
  assert.ok(reached.has('src/property/kaek.ts'));
  for (const file of reached) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /from 'node:|\b(?:Buffer|process)\b/, file);
  }
});

test('no file imports itself by way of others, not even for a type', () => {
  const files = [...sources, ...globSync('{client,console}/{src,build}/**/*.{ts,tsx}')];
  const importedBy = new Map(
    files.map(file => [file, importsOf(file).map(({ target }) => target)]),
  );
  assert.deepEqual(cyclesIn(importedBy), []);
});

test('every test mirrors a room', () => {
  for (const file of globSync('test/*/**/*.test.ts')) {
    const room = file.split('/')[1]!;
    assert.ok(room in mayImport || beside.includes(room), `${file} mirrors no room`);
  }
});

/** Imports of all three kinds: by name, for the effect alone, and when the code comes to it. */
function importsOf(file: string) {
  const text = readFileSync(file, 'utf8');
  const named = /^(?:import|export) (?<typeOnly>type )?[^;']*?from '(?<path>\.[^']+)';/gms;
  const bare = /(?:^import |\bimport\()'(?<path>\.[^']+)'/gm;
  return [...text.matchAll(named), ...text.matchAll(bare)].map(({ groups }) => ({
    target: normalize(join(dirname(file), groups!.path!)),
    typeOnly: groups!.typeOnly !== undefined,
  }));
}

/** The files on a way from a file back to itself, each such way once. */
function cyclesIn(targets: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]) => {
    if (way.includes(file)) cycles.push([...way.slice(way.indexOf(file)), file].join(' -> '));
    if (way.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...way, file]);
    done.add(file);
  };
  for (const file of targets.keys()) walk(file, []);
  return cycles;
}

function allowed(file: string, target: string, typeOnly: boolean): boolean {
  if (file === 'src/main.ts' || forEveryRoom.includes(target)) return true;
  const settings = ['src/config.ts', 'src/setting-kinds.ts'];
  if (file === 'src/read-settings.ts') return settings.includes(target);
  if (file === 'src/config.ts') return target === 'src/setting-kinds.ts';
  // Only main.ts reads the settings; commands and services may name their type.
  if (target === 'src/config.ts') return typeOnly && /^src\/(commands|services)\//.test(file);
  const room = file.split('/')[1]!;
  const inside = target.slice('src/'.length);
  const targetRoom = inside.split('/')[0]!;
  return (
    room === targetRoom ||
    (mayImport[room] ?? []).some(entry => entry === targetRoom || entry === inside)
  );
}
