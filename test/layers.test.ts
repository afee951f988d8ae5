import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import test from 'node:test';

/**
 * The layers of src/ from top to bottom, and what each of their folders may import besides itself
 * and `forEveryFolder`.
 */
const layers: Record<string, Record<string, string>> = {
  app: {
    settings: '',
    commands: `services auth portfolio runs server usage export importing store db geocoder
      property zones grids files geo notation terminal`,
    services: `telemetry api auth portfolio signing runs server tokens usage importing/shipped store
      geocoder map property walking zones grids files geo/polygon.ts terminal`,
    telemetry: `auth/protection/audit.ts auth/auth-store.ts runs/stored-run.ts server tokens
      db/postgres/postgres.ts db/postgres/pool-load.ts store/store.ts`,
  },
  features: {
    api: 'runs portfolio/run-options.ts portfolio/summary portfolio/row/position-levels.ts report server errors openapi tokens usage store/store.ts geocoder map property walking zones grids notation/days.ts',
    auth: 'server errors openapi tokens db',
    runs: 'portfolio usage/usage-store.ts tokens openapi db geocoder/text property geo/earth.ts',
    portfolio:
      'report openapi/wire-types.ts store/store.ts geocoder property walking grids csv files geo notation xlsx',
    report: 'openapi/wire-types.ts store/store.ts geocoder map property zones grids geo',
  },
  http: {
    usage: 'server tokens db',
    tokens: 'server',
    openapi: 'server',
    server: 'errors',
    errors: '',
  },
  importing: {
    shipped: 'store/store.ts geocoder map property zones csv files geo',
    '': 'store/store.ts geocoder map property walking zones grids csv files geo notation',
  },
  storage: {
    export: 'store/store.ts property zones csv geo',
    store: 'db geocoder map property walking zones grids files geo',
    db: 'files',
  },
  domain: {
    map: 'geocoder property walking zones geo',
    geocoder: 'geo',
    property: 'geocoder/text geo notation/days.ts',
    walking: 'property geo',
    zones: 'geo',
    grids: 'geo',
  },
  tools: { csv: 'files', xlsx: 'files', terminal: 'files', files: '', geo: '', notation: '' },
};

/** What every folder may import. */
const forEveryFolder = [
  ...[
    'errors',
    'notation/sentences',
    'notation/languages',
    'nearest-word',
    'recently-used',
    'repeat',
    'version',
  ].map(name => `src/tools/${name}.ts`),
  'src/http/scopes.ts',
];

/** The folders inside a place, from top to bottom; '' is the place's own files. */
const insides: Record<string, string> = {
  'src/domain/geocoder': '. named-places match towns query country index names score rows text',
  'src/features/portfolio': '. batch input output summary accumulation row fields messages',
  'src/app/services': '. portfolios portfolios/process report-pages artefacts',
  'console/src': `. server offline
    shell shell/search
    pages/properties pages/report pages/report/server
    pages/report/sheet pages/report/comparables pages/report/photos pages/report/plan pages/report/words
    pages/portfolio pages/portfolio/result pages/portfolio/run
    property/location property/zones property/cost property/map property/map/draw property/map/style
    property/places property/parcel property/buildings
    state/library state/subject
    tools/session tools/developers tools/requests tools/form tools/browser tools/language
    tools/design`,
};

/** Where no file of a subfolder may import a file of the folder above it. */
const withoutContracts = ['console/src/', 'src/domain/geocoder/', 'src/features/portfolio/'];

/** Elsewhere a folder's contract and base may lie above the files that use it: these and no other. */
const contracts = `
  src/app/commands/command-line.ts
  src/app/services/telemetry.ts
  src/features/api/api-parts.ts
  src/features/api/batch-entries.ts
  src/features/api/shared-schemas.ts
  src/features/auth/auth-parts.ts
  src/features/auth/auth-store.ts
  src/importing/readers/reader.ts
  src/importing/report.ts
  src/importing/run-import.ts
  src/importing/shipped/shipped-table.ts
  src/storage/db/backup-file.ts
  src/storage/db/engine.ts
  src/storage/db/schema-versions.ts
  src/storage/db/service-database.ts
  src/storage/store/store.ts
  src/tools/files/bytes.ts
  src/tools/geo/box-index.ts
  src/tools/geo/box.ts
  src/tools/geo/inside.ts
  src/tools/geo/polygon.ts
`
  .trim()
  .split(/\s+/)
  .concat(forEveryFolder);

const layerNames = Object.keys(layers);
const sources = globSync('src/**/*.ts');
const consoleSources = globSync('console/src/**/*.{ts,tsx}');
const targetsByFile = new Map(
  [...sources, ...consoleSources].map(file => [file, importsOf(file).map(one => one.target)]),
);

test('every source file is in a folder of the table', () => {
  assert.ok(sources.length > 40);
  for (const file of sources) {
    if (file === 'src/main.ts' || forEveryFolder.includes(file)) continue;
    assert.ok(folderOf(file) !== undefined, `${file} is in no folder of the table`);
  }
});

test('imports go down from layer to layer', () => {
  for (const file of sources) assert.deepEqual(upward(file, targetsByFile.get(file)!), []);
});

test('an import upwards is found, whether by name, for its type, later, or as a file', () => {
  const file = 'src/tools/geo/planted.ts';
  for (const line of [
    "import { nearby } from '#domain/property/places.ts';",
    "import type { Place } from '#domain/property/places.ts';",
    "import '#domain/property/places.ts';",
    "export * from '../../domain/property/places.ts';",
    "const places = await import('#domain/property/places.ts');",
    "new Worker(new URL('../../domain/property/places.ts', import.meta.url));",
  ]) {
    const targets = importsOf(file, line).map(({ target }) => target);
    assert.deepEqual(upward(file, targets), ['src/domain/property/places.ts'], line);
  }
});

test('a folder has at most twenty files', () => {
  for (const [folder, files] of Map.groupBy(targetsByFile.keys(), file => dirname(file))) {
    assert.ok(files.length <= 20, `${folder} has ${files.length} files`);
  }
});

test('folders of src import only what the table allows', () => {
  for (const file of sources) {
    for (const { target, typeOnly } of importsOf(file)) {
      assert.ok(allowed(file, target, typeOnly), `${file} may not import ${target}`);
    }
  }
});

test('inside the geocoder, the portfolio, the services and the console, imports go down the list of folders', () => {
  for (const [place, list] of Object.entries(insides)) {
    const folders = list.split(/\s+/).map(name => normalize(join(place, name)));
    for (const [file, targets] of targetsByFile) {
      if (!file.startsWith(`${place}/`)) continue;
      const at = folders.indexOf(dirname(file));
      assert.ok(at >= 0, `${dirname(file)} is not in the list of ${place}`);
      for (const target of targets) {
        if (!target.startsWith(`${place}/`) || contracts.includes(target)) continue;
        assert.ok(folders.indexOf(dirname(target)) >= at, `${file} imports ${target} above it`);
      }
    }
  }
});

test('folders import each other in no circle', () => {
  const folders = new Map<string, Set<string>>();
  for (const [file, targets] of targetsByFile) {
    const others = targets
      .filter(target => !contracts.includes(target) && dirname(target) !== dirname(file))
      .map(target => dirname(target));
    const known = folders.get(dirname(file)) ?? new Set();
    folders.set(dirname(file), known.union(new Set(others)));
  }
  assert.deepEqual(cyclesIn(folders), []);
});

test('a file of a subfolder imports no file of the folders above it, except the listed contracts', () => {
  assert.ok(contracts.length <= 30);
  const used = new Set<string>();
  for (const [file, targets] of targetsByFile) {
    for (const target of targets) {
      if (!dirname(file).startsWith(`${dirname(target)}/`)) continue;
      const mayLieAbove =
        contracts.includes(target) && !withoutContracts.some(place => file.startsWith(place));
      assert.ok(mayLieAbove, `${file} imports ${target} of a folder above it`);
      used.add(target);
    }
  }
  const needless = contracts.filter(file => !used.has(file) && !forEveryFolder.includes(file));
  assert.deepEqual(needless, []);
});

test('the console imports itself, the client, shipped data and pure folders, the client only itself', () => {
  const files = globSync('{client,console}/{src,build}/**/*.{ts,tsx}');
  assert.ok(files.length > 60);
  for (const file of files) {
    const own = file.startsWith('client/')
      ? /^client\//
      : /^(console|client|data|src\/(tools\/(notation|geo)|domain\/(property|geocoder\/text|map\/tile-scheme\.ts)|features\/(signing\/signed|portfolio\/messages)))([/-]|$)/;
    for (const { target } of importsOf(file)) assert.match(target, own, file);
  }
});

test('nothing of the service that the console imports needs Node', () => {
  const reached = reachedFrom(consoleSources, importsOf);
  assert.ok(reached.has('src/domain/property/kaek.ts'));
  for (const file of reached) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /from 'node:|\b(?:Buffer|process)\b/, file);
  }
});

test('the process of a portfolio loads nothing of operations and tokens: it would start twice as slowly', () => {
  const start = 'src/app/services/portfolios/process/run-process.ts';
  const reached = reachedFrom([start], file => importsOf(file).filter(({ typeOnly }) => !typeOnly));
  assert.ok(reached.has('src/features/portfolio/run.ts'));
  const needless = [...reached].filter(file => /^src\/(?:features\/api|http\/tokens)\//.test(file));
  assert.deepEqual(needless, []);
});

test('no file imports itself by way of others, not even for a type', () => {
  const beside = globSync('{client/{src,build},console/build}/**/*.{ts,tsx}');
  const all = new Map(targetsByFile);
  for (const file of beside)
    all.set(
      file,
      importsOf(file).map(({ target }) => target),
    );
  assert.deepEqual(cyclesIn(all), []);
});

test('a circle is found', () => {
  const circle = { a: ['b'], b: ['c'], c: ['a'], d: ['a'] };
  assert.deepEqual(cyclesIn(new Map(Object.entries(circle))), ['a -> b -> c -> a']);
});

test('every test mirrors a folder', () => {
  const folders = Object.values(layers).flatMap(folders => Object.keys(folders));
  const mirrored = new Set([...layerNames, ...folders, 'http', 'client', 'console']);
  for (const file of globSync('test/*/**/*.test.ts')) {
    assert.ok(mirrored.has(file.split('/')[1]!), `${file} mirrors no folder`);
  }
});

/** All that a file imports: by name, for its effect, later, and files that it starts. */
function importsOf(file: string, text = readFileSync(file, 'utf8')) {
  const named = /^(?:import|export) (?<typeOnly>type )?[^;']*?from '(?<path>[.#][^']+)';/gms;
  const bare = /(?:^import |\bimport\()'(?<path>[.#][^']+)'/gm;
  const started = /new URL\(\s*'(?<path>[^':]+\.tsx?)',\s*import\.meta\.url/g;
  return [named, bare, started].flatMap(pattern =>
    [...text.matchAll(pattern)].map(({ groups }) => ({
      target: targetOf(file, groups!.path!),
      typeOnly: groups!.typeOnly !== undefined,
    })),
  );
}

/** The file that a path names in `file`: `#layer/…` (package.json), or relative. */
function targetOf(file: string, path: string): string {
  if (path.startsWith('#')) return `src/${path.slice(1)}`;
  return normalize(join(dirname(file), path.replace(/\?.*$/, '')));
}

/** What of the targets lies in a layer above the file. */
function upward(file: string, targets: readonly string[]): string[] {
  const layerOf = (path: string) => layerNames.indexOf(path.split('/')[1]!);
  return targets.filter(
    target => layerOf(target) < layerOf(file) && !forEveryFolder.includes(target),
  );
}

/** The files of src/ that files import, also by way of others. */
function reachedFrom(files: readonly string[], imports: (file: string) => { target: string }[]) {
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

/** The way from a name back to itself, each such way once. */
function cyclesIn(targets: ReadonlyMap<string, Iterable<string>>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const walk = (name: string, way: readonly string[]) => {
    if (way.includes(name)) cycles.push([...way.slice(way.indexOf(name)), name].join(' -> '));
    if (way.includes(name) || done.has(name)) return;
    for (const target of targets.get(name) ?? []) walk(target, [...way, name]);
    done.add(name);
  };
  for (const name of targets.keys()) walk(name, []);
  return cycles;
}

/** The folder of the table that a file is in; undefined if none. */
function folderOf(file: string): string | undefined {
  const [, layer, folder] = file.split('/');
  const known = layers[layer!];
  return known && (folder! in known ? folder : '' in known ? '' : undefined);
}

function allowed(file: string, target: string, typeOnly: boolean): boolean {
  if (file === 'src/main.ts' || forEveryFolder.includes(target)) return true;
  const [, layer] = file.split('/');
  const [, targetLayer] = target.split('/');
  const [folder, targetFolder] = [folderOf(file)!, folderOf(target)];
  if (layer === targetLayer && folder === targetFolder) return true;
  if (layer === 'importing' && layer === targetLayer) return true;
  // Only main.ts reads the settings; commands and services may name their type.
  if (target === 'src/app/settings/config.ts')
    return typeOnly && ['commands', 'services'].includes(folder);
  const inside = target.split('/').slice(2).join('/');
  return layers[layer!]![folder]!.trim()
    .split(/\s+/)
    .some(
      entry =>
        entry === targetFolder ||
        entry === targetLayer ||
        entry === `${targetLayer}/${targetFolder}` ||
        inside === entry ||
        (entry.includes('/') && inside.startsWith(`${entry}/`)),
    );
}
