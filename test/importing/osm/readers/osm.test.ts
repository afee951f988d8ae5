import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { nodesOf, type OsmElement } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { osmPbf, osmXml, type PbfOptions } from '../../osm-writer.ts';
import {
  anyText,
  everything,
  folder,
  problemOf,
  put,
  putPbf,
  read,
  tagged,
  volos,
} from './osm-files.ts';

const id = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 2 ** 45 }));

const tags = fc
  .dictionary(anyText, anyText, { maxKeys: 3 })
  .map(all => (Object.keys(all).length > 0 ? tagged(all) : undefined));

const units = (limit: number) => fc.integer({ min: -limit, max: limit }).map(v => (v || 0) / 1e7);
const plain = { noNullPrototype: true };

const kind = fc.constantFrom('node', 'way', 'relation');
const member = fc.record({ kind, ref: id, role: anyText }, plain);
const position = { latitude: units(9e8), longitude: units(18e8) };

const anyElement: fc.Arbitrary<OsmElement> = fc.oneof(
  fc.record({ kind: fc.constant('node'), id, ...position, tags }, plain),
  fc.record({ kind: fc.constant('way'), id, refs: fc.array(id), tags }, plain),
  fc.record({ kind: fc.constant('relation'), id, members: fc.array(member), tags }, plain),
);

test('what was written is read, whatever the format and its options', async () => {
  const forms: PbfOptions[] = [
    {},
    { packing: 'none', dense: false },
    { elementsPerBlock: 1, granularity: 10, latitudeOffset: -5_000_000_000, longitudeOffset: 70 },
  ];
  for (const form of forms) assert.deepEqual(await read(putPbf(volos, form)), volos);
  assert.deepEqual(await read(put('volos.osm', osmXml(volos))), volos);
  assert.deepEqual(await read(put('volos.osm.gz', gzipSync(osmXml(volos)))), volos);
});

test('the bounds of a file are read, and bounds that are none count as not stated', async () => {
  const box = { west: 22.9452, south: 39.357, east: 22.9665, north: 39.3709 };
  const pbfOf = (bounds: typeof box) => Buffer.concat([...osmPbf(volos, { bounds })]);
  const xmlOf = ({ west, south, east, north }: typeof box) =>
    `<osm><bounds minlat="${south}" minlon="${west}" maxlat="${north}" maxlon="${east}"/></osm>`;
  const turned = { ...box, east: box.west, west: box.east };
  for (const [contents, expected] of [
    [pbfOf(box), box],
    [xmlOf(box), box],
    [pbfOf(turned), undefined],
    [xmlOf(turned), undefined],
    ['<osm><bounds minlat="x"/></osm>', undefined],
    [osmXml(volos), undefined],
  ] as const) {
    const file = await openOsm(put('bounds.osm', contents));
    await Array.fromAsync(file.elements({ nodes: true }));
    assert.deepEqual(file.bounds(), expected);
  }
});

test('PBF and XML of the same data give identical elements', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyElement), async elements => {
      const sorted = elements.toSorted((a, b) => a.kind.localeCompare(b.kind));
      const fromPbf = await read(putPbf(sorted));
      assert.deepEqual(fromPbf, sorted);
      assert.deepEqual(await read(put('same.osm', osmXml(sorted))), fromPbf);
    }),
    { numRuns: 60 },
  );
});

test('a pass gives the kinds asked for, passes repeat, and columns hold the same nodes', async () => {
  for (const path of [putPbf(volos), put('volos.osm', osmXml(volos))]) {
    const file = await openOsm(path);
    for (const kind of ['way', 'node', 'relation', 'way'] as const) {
      const batches = await Array.fromAsync(file.elements({ [`${kind}s`]: true }));
      const expected = volos.filter(element => element.kind === kind);
      assert.deepEqual(batches.flat(), expected);
    }
    assert.equal(file.bytesRead(), 4 * file.totalBytes);
    const nodes = (await Array.fromAsync(file.nodeColumns())).flatMap(one => [...nodesOf(one)]);
    assert.deepEqual(nodes, volos.slice(0, 3));
  }
});

test('a later pass does not read blobs without anything it needs', async () => {
  const nodes = Array.from({ length: 2000 }, (_, i): OsmElement => {
    return { kind: 'node', id: i + 1, latitude: i / 1000, longitude: i / 500, tags: undefined };
  });
  const path = putPbf([...nodes, ...volos.slice(3)], { packing: 'none' });
  const file = await openOsm(path);
  await Array.fromAsync(file.elements({ relations: true }));
  await using handle = await open(path, 'r+');
  await handle.write(Buffer.alloc(3000, 0xff), 0, 3000, 200);
  const ways = await Array.fromAsync(file.elements({ ways: true }));
  assert.deepEqual(ways.flat(), volos.slice(3, 5));
  await assert.rejects(Array.fromAsync(file.nodeColumns()), { code: 'BAD_DATA' });
});

test('ending early closes the file', async t => {
  if (process.platform !== 'linux') return t.skip('counts /proc/self/fd');
  const openFiles = () => readdirSync('/proc/self/fd').length;
  for (const path of [
    putPbf(volos, { elementsPerBlock: 1 }),
    put('volos.osm.gz', gzipSync(osmXml(volos))),
  ]) {
    const file = await openOsm(path);
    const before = openFiles();
    for await (const batch of file.elements(everything)) {
      assert.ok(batch.length > 0);
      break;
    }
    // A stream closes its file soon after it was ended.
    while (openFiles() > before) await setTimeout(1);
  }
});

test('a file that is not there is refused by name', async () => {
  assert.match((await problemOf(join(folder, 'none.osm.pbf'))) ?? '', /^: there is no such file$/);
  assert.match((await problemOf(folder)) ?? '', /^: expected a plain file/);
  assert.ok(readFileSync(putPbf([])).length > 0);
  assert.deepEqual(await read(putPbf([])), []);
});
