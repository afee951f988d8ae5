import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import test from 'node:test';
import { ensureArtefacts } from '#app/services/artefacts/build.ts';
import { artefactBytes } from '#importing/artefact-bytes.ts';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { openArtefactFiles, openArtefactMemory } from '#storage/store/artefacts/files.ts';
import type { Artefact } from '#storage/store/artefacts/format.ts';
import { openArtefactRows } from '#storage/store/artefacts/rows.ts';
import { replaceRows } from '#storage/store/store.ts';
import { generatePlaces } from '../../bench/generate.ts';
import { execute, patient, postgresTest, testPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { house, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { engines } from './engines.ts';

const { path: folder } = temporaryFolder();

const builtAt = '2026-06-15T09:00:00.000Z';
const artefact: Artefact = { name: 'places', program: 'one', versions: { places: 'v1' }, builtAt };

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
    assert.equal(await artefacts.find('places', 'one'), undefined);
    assert.equal(await artefacts.read('places', 'one'), undefined);
    await artefacts.write(artefact, value);
    const found = await artefacts.find('places', 'one');
    assert.deepEqual(found?.versions, artefact.versions);
    assert.equal(found?.builtAt, artefact.builtAt);
    const read = await artefacts.read<typeof value>('places', 'one');
    assert.deepEqual(read, { ...artefact, value });
    assert.equal(read!.value.again, read!.value.arrays[6]);
    for (const { buffer, byteLength } of read!.value.arrays) {
      assert.equal(buffer.byteLength, byteLength);
    }
    assert.equal(await artefacts.read('places', 'other'), undefined);
    assert.equal(await artefacts.read('addresses', 'one'), undefined);
  });

  test(`${name}: a write replaces the artefact of its program; those of two programs are kept`, async t => {
    const { artefacts } = await open(t, await newUrl());
    const write = (program: string, text: string) =>
      artefacts.write({ ...artefact, program }, text);
    const kept = async () => {
      const read = ['one', 'two', 'three'].map(program => artefacts.read('places', program));
      return (await Promise.all(read)).map(one => one?.value);
    };
    await artefacts.write({ ...artefact, name: 'addresses' }, 'of another name');
    await write('one', 'a');
    await write('two', 'b');
    await write('one', 'c');
    assert.deepEqual(await kept(), ['c', 'b', undefined]);
    await write('three', 'd');
    assert.deepEqual(await kept(), ['c', undefined, 'd']);
    assert.equal((await artefacts.read('addresses', 'one'))?.value, 'of another name');
  });

  test(`${name}: a write that fails leaves the artefact before`, async t => {
    const { artefacts } = await open(t, await newUrl());
    await artefacts.write(artefact, 'old');
    await assert.rejects(artefacts.write(artefact, [new BigInt64Array(1)]), /typed array/);
    assert.equal((await artefacts.read('places', 'one'))?.value, 'old');
  });

  test(`${name}: one process at a time has the lock of builds`, async t => {
    const url = await newUrl();
    const [one, other] = [await open(t, url), await open(t, url)];
    const release = await one.artefacts.lock();
    assert.ok(typeof release === 'function');
    assert.equal(await other.artefacts.lock(), 'taken');
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
  assert.equal(await lock(), 'taken');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal(typeof (await lock()), 'function');
});

test('SQLite: a file that is cut, damaged or of another program is not used', async () => {
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

test('SQLite: what a killed build or an earlier version has left is removed by the next', async () => {
  const path = join(folder, 'left.db');
  const artefacts = openArtefactFiles(path);
  writeFileSync(`${path}-places-older.new`, 'unfinished');
  for (const cache of ['geocoder', 'places', 'place-names']) writeFileSync(`${path}-${cache}`, '');
  await artefacts.write(artefact, 'x');
  const files = readdirSync(folder).filter(name => name.startsWith('left.db'));
  assert.deepEqual(files, ['left.db-places-one']);
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

postgresTest('PostgreSQL: an artefact that is replaced while it is read is read again', async t => {
  const url = await testPostgres();
  const { artefacts } = await engines[1]!.open(t, url);
  await artefacts.write(artefact, 'old');
  const db = openPostgres(url, patient);
  t.after(() => db.close());
  let reads = 0;
  const read: typeof db.read = async (...query) => {
    const rows = await db.read(...query);
    if (++reads === 1) await artefacts.write(artefact, 'new');
    return rows as never;
  };
  assert.equal((await openArtefactRows({ ...db, read }).read('places', 'one'))?.value, 'new');
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
  assert.equal((await artefacts.read('places', 'one'))?.value, value);
  assert.deepEqual((await artefacts.find('places', 'one'))?.versions, artefact.versions);
  assert.equal(await artefacts.read('places', 'two'), undefined);
});

longTest('the estimated size of artefacts is that of those that are built', async t => {
  const url = await engines[0]!.newUrl();
  const store = await engines[0]!.open(t, url);
  const path = url.slice('sqlite:'.length);
  await replaceRows(store, 'places', provenance, generatePlaces(8_000));
  await replaceRows(store, 'addresses', provenance, [house]);
  await ensureArtefacts(store);
  const isBuilt = (name: string) => /-(addresses|places)-[\da-f]{16}$/.test(name);
  const files = readdirSync(dirname(path)).filter(
    name => name.startsWith(basename(path)) && isBuilt(name),
  );
  assert.equal(files.length, 2);
  const bytes = files.reduce((sum, name) => sum + statSync(join(dirname(path), name)).size, 0);
  const estimate = artefactBytes(['places'], await store.loadedSources());
  assert.ok(estimate > 0.9 * bytes && estimate < 1.5 * bytes, `${estimate} for ${bytes}`);
  assert.equal(artefactBytes(['parcels', 'costs'], await store.loadedSources()), 0);
});
