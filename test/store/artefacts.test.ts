import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { ensureEdition } from '#app/services/artefacts/build.ts';
import { artefactBytes } from '#importing/artefact-bytes.ts';
import { openArtefactFiles, openArtefactMemory } from '#storage/store/artefacts/files.ts';
import type { Artefact } from '#storage/store/artefacts/format.ts';
import { replaceRows } from '#storage/store/store.ts';
import { generatePlaces } from '../../bench/generate.ts';
import { execute, postgresTest } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { house, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { engines } from './engines.ts';

const { path: folder } = temporaryFolder();

const artefact: Artefact = { name: 'places', key: 'one' };

const shared = new Float64Array([1.5, -2]);
const value = {
  texts: ['Ερμού', ''],
  map: new Map([['a', 1]]),
  arrays: [
    new Uint8Array([1]),
    new Int16Array([-1]),
    new Uint16Array([1, 2]),
    new Int32Array([-7]),
    new Uint32Array(0),
    new Float32Array([0.5]),
    shared,
    new Float64Array([1, 2, 3, 4]).subarray(1, 3),
    // Longer than a part.
    new Uint32Array(1_500_000).map((_, i) => i),
  ],
  again: shared,
};

for (const { name, newUrl, open } of engines) {
  test(`${name}: an artefact comes back the same, each array with its own memory`, async t => {
    const { artefacts } = await open(t, await newUrl());
    assert.equal(await artefacts.has('places', 'one'), false);
    assert.equal(await artefacts.read('places', 'one'), undefined);
    await artefacts.write(artefact, value);
    assert.ok(await artefacts.has('places', 'one'));
    const read = await artefacts.read<typeof value>('places', 'one');
    assert.deepEqual(read, value);
    assert.equal(read!.again, read!.arrays[6]);
    for (const { buffer, byteLength } of read!.arrays) {
      assert.equal(buffer.byteLength, byteLength);
    }
    assert.equal(await artefacts.read('places', 'other'), undefined);
    assert.equal(await artefacts.read('addresses', 'one'), undefined);
  });

  test(`${name}: a write replaces the artefact of its key; those that are not needed are removed`, async t => {
    const { artefacts } = await open(t, await newUrl());
    const write = (key: string, text: string) => artefacts.write({ name: 'places', key }, text);
    const kept = () =>
      Promise.all(['one', 'two', 'three'].map(key => artefacts.read('places', key)));
    await artefacts.write({ ...artefact, name: 'addresses' }, 'of another name');
    await write('one', 'a');
    await write('two', 'b');
    await write('one', 'c');
    await write('three', 'd');
    assert.deepEqual(await kept(), ['c', 'b', 'd']);
    await artefacts.remove('places', key => key !== 'two');
    assert.deepEqual(await kept(), ['c', undefined, 'd']);
    assert.equal(await artefacts.read('addresses', 'one'), 'of another name');
  });

  test(`${name}: a write that fails leaves the artefact before`, async t => {
    const { artefacts } = await open(t, await newUrl());
    await artefacts.write(artefact, 'old');
    await assert.rejects(artefacts.write(artefact, [new BigInt64Array(1)]), /typed array/);
    assert.equal(await artefacts.read('places', 'one'), 'old');
  });

  test(`${name}: one process at a time has the lock of builds`, async t => {
    const url = await newUrl();
    const [one, other] = [await open(t, url), await open(t, url)];
    const release = await one.artefacts.lock();
    assert.ok(typeof release === 'function');
    assert.equal(await other.artefacts.lock(), undefined);
    await release();
    const again = await other.artefacts.lock();
    assert.ok(typeof again === 'function');
    await again();
  });
}

test('SQLite: the lock of a killed process is free', async t => {
  const path = join(folder, 'killed.db');
  const script = `import { openArtefactFiles } from './src/storage/store/artefacts/files.ts';
    await openArtefactFiles(${JSON.stringify(path)}).lock();
    console.log('locked');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  const { lock } = openArtefactFiles(path);
  assert.equal(await lock(), undefined);
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(typeof (await lock()), 'function');
});

test('SQLite: a file that is cut or damaged is not used', async () => {
  const artefacts = openArtefactFiles(join(folder, 'damaged.db'));
  const file = join(folder, 'damaged.db-places-one');
  await artefacts.write(artefact, { array: new Uint8Array([1, 2, 3]), text: 'x' });
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    writeFileSync(file, whole.subarray(0, at));
    assert.equal(await artefacts.read('places', 'one'), undefined, `cut at ${at}`);
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 0x10;
    writeFileSync(file, flipped);
    assert.equal(await artefacts.read('places', 'one'), undefined, `flipped at ${at}`);
  }
  mkdirSync(join(folder, 'damaged.db-places-folder'));
  assert.equal(await artefacts.read('places', 'folder'), undefined);
});

postgresTest('PostgreSQL: an artefact with a changed or missing part is not used', async t => {
  const { newUrl, open } = engines[1]!;
  const url = await newUrl();
  const { artefacts } = await open(t, url);
  const read = () => artefacts.read('places', 'one');
  const change = async (sql: string) => {
    await artefacts.write(artefact, value);
    assert.ok(await read());
    await execute(url, sql);
    assert.equal(await read(), undefined, sql);
  };
  await change(`UPDATE artefact_parts SET content = set_byte(content, 0, 99) WHERE number = 4`);
  await change(`UPDATE artefact_parts SET content = content || '\\x00' WHERE number = 2`);
  await change(`DELETE FROM artefact_parts WHERE number = 3`);
  await change(`DELETE FROM artefact_parts WHERE number = 0`);
});

postgresTest('both engines store the same bytes', async t => {
  const [sqlite, postgres] = engines;
  const [file, url] = [await sqlite!.newUrl(), await postgres!.newUrl()];
  await (await sqlite!.open(t, file)).artefacts.write(artefact, value);
  await (await postgres!.open(t, url)).artefacts.write(artefact, value);
  const rows = await execute(url, 'SELECT content FROM artefact_parts ORDER BY number');
  const bytes = Buffer.concat(rows.map(({ content }) => content as Buffer));
  assert.ok(bytes.equals(readFileSync(`${file.slice('sqlite:'.length)}-places-one`)));
});

test('a database in memory has artefacts, which end with it', async () => {
  const artefacts = openArtefactMemory();
  await artefacts.write(artefact, value);
  assert.equal(await artefacts.read('places', 'one'), value);
  assert.equal(await artefacts.read('places', 'two'), undefined);
});

longTest('the estimated size of artefacts is that of those that are built', async t => {
  const url = await engines[0]!.newUrl();
  const store = await engines[0]!.open(t, url);
  const path = url.slice('sqlite:'.length);
  await replaceRows(store, 'places', provenance, generatePlaces(8_000));
  await replaceRows(store, 'addresses', provenance, [house]);
  await ensureEdition(store);
  const isBuilt = (name: string) => /-(addresses|names|places)-[\da-f-]{33}$/.test(name);
  const files = readdirSync(dirname(path)).filter(
    name => name.startsWith(basename(path)) && isBuilt(name),
  );
  assert.equal(files.length, 3);
  const bytes = files.reduce((sum, name) => sum + statSync(join(dirname(path), name)).size, 0);
  const estimate = artefactBytes(['places', 'addresses'], await store.loadedSources());
  assert.ok(estimate > 0.9 * bytes && estimate < 1.5 * bytes, `${estimate} for ${bytes}`);
  assert.equal(artefactBytes(['parcels', 'costs'], await store.loadedSources()), 0);
});
