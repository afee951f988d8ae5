import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { generatePlaces } from '../../bench/generate.ts';
import { fingerprint, readCacheFile, writeCacheFile } from '../../src/app/services/cache-file.ts';
import { toPieces } from '../../src/app/services/pieces.ts';
import {
  loadFirstSnapshot,
  loadSnapshot,
  loadSnapshotInThread,
} from '../../src/app/services/snapshot.ts';
import { openSqliteStore } from '../../src/keep/store/sqlite-store.ts';
import { replaceRows, type Snapshot } from '../../src/keep/store/store.ts';
import { nearby } from '../../src/land/property/places.ts';
import { renderNearby } from '../../src/land/property/places-json.ts';
import { provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();
const file = join(folder, 'kept');

test('a cached value is returned for its key, and for no other', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.array(fc.uint8Array()), (key, other, pieces) => {
      assert.ok(writeCacheFile(file, key, pieces));
      assert.deepEqual(readCacheFile(file, key), pieces);
      if (other !== key) assert.equal(readCacheFile(file, other), undefined);
    }),
  );
});

test('a cache file that is cut, damaged or of another program is not used', () => {
  writeCacheFile(file, 'key', [Buffer.from('what was kept')]);
  const whole = readFileSync(file);
  for (let at = 0; at < whole.length; at++) {
    writeFileSync(file, whole.subarray(0, at));
    assert.equal(readCacheFile(file, 'key'), undefined, `cut at ${at}`);
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 0x10;
    writeFileSync(file, flipped);
    assert.equal(readCacheFile(file, 'key'), undefined, `flipped at ${at}`);
  }
  assert.equal(readCacheFile(join(folder, 'nowhere'), 'key'), undefined);
  assert.equal(readCacheFile(folder, 'key'), undefined, 'a folder');
});

test('a cache file that cannot be written leaves nothing behind', () => {
  const taken = join(folder, 'taken');
  mkdirSync(taken);
  assert.equal(writeCacheFile(taken, 'key', [Buffer.from('x')]), false);
  assert.ok(!existsSync(`${taken}.new`));
  assert.equal(writeCacheFile(join(folder, 'no/such/folder'), 'key', [Buffer.from('x')]), false);
});

test('folders with different files have different fingerprints', () => {
  const folders = ['x', 'y', 'x'].map((text, i) => {
    const data = join(folder, `data-${i}`);
    mkdirSync(data);
    writeFileSync(join(data, 'a.csv'), text.repeat(i === 1 ? 2 : 1));
    utimesSync(join(data, 'a.csv'), 1, 1);
    return fingerprint([data]);
  });
  assert.equal(folders[0], folders[2]);
  assert.notEqual(folders[0], folders[1]);
  assert.notEqual(folders[0], fingerprint());
});

test('a value of typed arrays comes back the same from a file, each array with its own memory', () => {
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
    ],
    again: shared,
  };
  assert.ok(writeCacheFile(file, 'key', value));
  const read = readCacheFile<typeof value>(file, 'key')!;
  assert.deepEqual(read, value);
  assert.equal(read.again, read.arrays[6]);
  for (const array of read.arrays) assert.equal(array.buffer.byteLength, array.byteLength);
  assert.throws(() => toPieces([new BigInt64Array(1)]), /expected a typed array/);
});

const answers = ({ places, placeJsonBytes }: Snapshot) =>
  [37.98, 38.5, 40.6].map(latitude =>
    renderNearby(placeJsonBytes, nearby(places, latitude, 23.73)).toString(),
  );

test('many places are cached for the next start, which gives the same answers; an import is not missed', async () => {
  const path = join(folder, 'ktima.db');
  const database = { url: `sqlite:${path}` };
  const store = openSqliteStore(path);
  await replaceRows(store, 'places', provenance, generatePlaces(51_000));
  const made = answers(await loadSnapshot(store));
  assert.deepEqual(answers(await loadFirstSnapshot(store, database)), made);
  assert.ok(existsSync(`${path}-places`));
  assert.deepEqual(answers(await loadFirstSnapshot(store, database)), made);
  assert.deepEqual(answers(await loadSnapshotInThread(database)), made, 'also out of a thread');

  const inTheMiddle = { ...generatePlaces(500)[0]!, latitude: 37.98, longitude: 23.73 };
  await replaceRows(store, 'places', { ...provenance, source: 'more' }, [inTheMiddle]);
  const fresh = answers(await loadSnapshot(store));
  assert.notDeepEqual(fresh, made);
  assert.deepEqual(answers(await loadFirstSnapshot(store, database)), fresh);

  writeFileSync(`${path}-places`, 'something else');
  assert.deepEqual(answers(await loadFirstSnapshot(store, database)), fresh);
  await store.close();
});
