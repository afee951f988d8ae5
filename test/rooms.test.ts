import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';

/**
 * The wings of src/ from top to bottom, and what each room may import besides itself and
 * `forEveryRoom`.
 */
const wings: Record<string, Record<string, string>> = {
  app: {
    settings: '',
    commands: `services auth portfolio proof runs http usage export import shipped store geocoder
      property zones grids files geo notation terminal`,
    services: `telemetry api auth portfolio proof runs http tokens usage shipped store geocoder map
      property walk zones grids files geo/polygon.ts terminal`,
    telemetry: `auth/audit.ts auth/auth-store.ts runs/run-store.ts http tokens db/postgres.ts
      db/postgres/pool-load.ts store/store.ts`,
  },
  features: {
    runs: `api/portfolios/portfolio-body.ts api/portfolios/row-bodies.ts portfolio/kept-rows.ts
      portfolio/row-messages.ts usage/usage-store.ts db geocoder/text/fold.ts`,
    api: 'report proof http tokens usage store/store.ts geocoder map property walk zones grids',
    auth: 'http tokens db',
    portfolio: 'report store/store.ts geocoder property walk grids csv files geo notation xlsx',
    report: 'store/store.ts geocoder map property zones grids geo',
    proof: 'files',
  },
  gate: { usage: 'http tokens db', tokens: 'http', http: '' },
  keep: {
    import: 'store/store.ts geocoder map property walk zones grids csv files geo notation',
    export: 'store/store.ts property zones csv geo',
    shipped: 'store/store.ts geocoder map property zones csv files geo',
    store: 'db geocoder map property walk zones grids files geo',
    db: 'files',
  },
  land: {
    map: 'geocoder property walk zones geo',
    geocoder: 'geo',
    property: 'geo',
    walk: 'property geo',
    zones: 'geo',
    grids: 'geo',
  },
  tools: { csv: 'files', xlsx: 'files', terminal: 'files', files: '', geo: '', notation: '' },
};

const floors = Object.keys(wings);
const wingOf = new Map(
  Object.entries(wings).flatMap(([wing, rooms]) => Object.keys(rooms).map(room => [room, wing])),
);
const mayImport = (room: string) => wings[wingOf.get(room)!]![room]!.split(/\s+/);

/** They talk to the services by HTTP only, as anybody's program does. */
const beside = ['client', 'console'];

/** What every room may import. */
const forEveryRoom = [
  'src/tools/errors.ts',
  'src/tools/recently-used.ts',
  'src/tools/version.ts',
  'src/http/scopes.ts',
];

const sources = globSync('src/**/*.ts');

test('every source file is in a room', () => {
  assert.ok(sources.length > 40);
  for (const file of sources) {
    if (file === 'src/main.ts' || forEveryRoom.includes(file)) continue;
    const [, wing, room] = file.split('/');
    assert.equal(wingOf.get(room!), wing, `${file} is in no room`);
  }
});

test('imports go down from wing to wing', () => {
  const floorOf = (file: string) => floors.indexOf(file.split('/')[1]!);
  for (const file of sources) {
    for (const { target } of importsOf(file)) {
      assert.ok(floorOf(target) >= floorOf(file), `${file} imports ${target} of a wing above it`);
    }
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
      : /^(console|client|src\/(tools\/(notation|geo)|land\/(property|geocoder\/text)|features\/(signing\/signed|portfolio\/summary\/summary\.ts)))[/-]/;
    for (const { target } of importsOf(file)) assert.match(target, own, file);
  }
});

test('nothing of the service that the console imports needs Node', () => {
  const reached = reachedFrom(globSync('console/src/**/*.{ts,tsx}'), importsOf);
  assert.ok(reached.has('src/domain/property/kaek.ts'));
  for (const file of reached) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /from 'node:|\b(?:Buffer|process)\b/, file);
  }
});

test('the process of a portfolio loads nothing of operations and tokens: it would start twice as slowly', () => {
  const start = 'src/app/services/portfolios/process/run-process.ts';
  const reached = reachedFrom([start], file => importsOf(file).filter(({ typeOnly }) => !typeOnly));
  assert.ok(reached.has('src/features/portfolio/run.ts'));
  const needless = [...reached].filter(file => /^src\/(?:features\/api|gate\/tokens)\//.test(file));
  assert.deepEqual(needless, []);
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
    assert.ok(wingOf.has(room) || beside.includes(room), `${file} mirrors no room`);
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

/** The files of src/ that files import, also by way of others. */
function reachedFrom(files: readonly string[], imports: typeof importsOf): Set<string> {
  const reached = new Set<string>();
  const reach = (file: string) => {
    for (const { target } of imports(file)) {
      if (reached.has(target) || !target.startsWith('src/')) continue;
      reached.add(target);
      reach(target);
    }
  };
  files.forEach(reach);
  return reached;
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
  const [, , room] = file.split('/');
  const [, , targetRoom] = target.split('/');
  if (room === targetRoom) return true;
  // Only main.ts reads the settings; commands and services may name their type.
  if (target === 'src/app/settings/config.ts')
    return typeOnly && ['commands', 'services'].includes(room!);
  const inside = target.split('/').slice(2).join('/');
  return mayImport(room!).some(entry => entry === targetRoom || entry === inside);
}
