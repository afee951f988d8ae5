import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { KtimaError } from '../../../../src/errors.ts';
import { nodesOf } from '../../../../src/import/osm/readers/columns.ts';
import type { OsmElement, OsmKinds } from '../../../../src/import/osm/readers/elements.ts';
import { openOsm } from '../../../../src/import/osm/readers/osm.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import {
  bytes,
  framedBlob,
  message,
  number,
  osmPbf,
  osmXml,
  type PbfOptions,
  packed,
  pbfBlob,
} from '../../osm-writer.ts';
import { zip } from '../../readers/zip/zip-writer.ts';

const { path: folder, put } = temporaryFolder();

const everything: OsmKinds = { nodes: true, ways: true, relations: true };

function putPbf(elements: Iterable<OsmElement>, options?: PbfOptions): string {
  return put('file.osm.pbf', Buffer.concat([...osmPbf(elements, options)]));
}

async function read(path: string, kinds: OsmKinds = everything): Promise<OsmElement[]> {
  const file = await openOsm(path);
  return (await Array.fromAsync(file.elements(kinds))).flat();
}

/** Reads to the end or to BAD_DATA, whose message is returned; anything else fails the test. */
async function problemOf(path: string): Promise<string | undefined> {
  try {
    await read(path);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof KtimaError, `${(error as Error).stack}`);
    assert.equal(error.code, 'BAD_DATA');
    assert.ok(error.message.startsWith(path), error.message);
    return error.message.slice(path.length);
  }
}

function tagged(tags: Record<string, string>): Record<string, string> {
  return Object.assign(Object.create(null), tags);
}

const volos: OsmElement[] = [
  { kind: 'node', id: 1, latitude: 39.3621898, longitude: 22.9422213, tags: undefined },
  { kind: 'node', id: 12_345_678_901, latitude: 39.3621, longitude: 22.9, tags: undefined },
  {
    kind: 'node',
    id: -7,
    latitude: -0.0000001,
    longitude: 180,
    tags: tagged({ amenity: 'bank', name: 'Τράπεζα «Α» & <Β>\n"Γ" 🏦', constructor: '', a: 'b' }),
  },
  { kind: 'way', id: -3, refs: [1, 12_345_678_901, -7, 1], tags: tagged({ building: 'yes' }) },
  { kind: 'way', id: 4_000_000_000, refs: [], tags: undefined },
  {
    kind: 'relation',
    id: 9,
    members: [
      { kind: 'way', ref: -3, role: 'outer' },
      { kind: 'node', ref: 12_345_678_901, role: '' },
      { kind: 'relation', ref: 10, role: 'υπο' },
    ],
    tags: tagged({ type: 'multipolygon' }),
  },
  { kind: 'relation', id: 10, members: [], tags: undefined },
];

const id = fc.oneof(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 2 ** 45 }));
const text = fc.string({ unit: 'grapheme', maxLength: 6 });
const tags = fc
  .dictionary(text, text, { maxKeys: 3 })
  .map(all => (Object.keys(all).length > 0 ? tagged(all) : undefined));
const units = (limit: number) => fc.integer({ min: -limit, max: limit }).map(v => (v || 0) / 1e7);
const plain = { noNullPrototype: true };
const member = fc.record(
  { kind: fc.constantFrom('node', 'way', 'relation'), ref: id, role: text },
  plain,
);
const anyElement: fc.Arbitrary<OsmElement> = fc.oneof(
  fc.record(
    { kind: fc.constant('node'), id, latitude: units(9e8), longitude: units(18e8), tags },
    plain,
  ),
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
      assert.deepEqual(
        batches.flat(),
        volos.filter(element => element.kind === kind),
      );
    }
    assert.equal(file.bytesRead(), 4 * file.totalBytes);
    const columns = await Array.fromAsync(file.nodeColumns());
    assert.deepEqual(
      columns.flatMap(nodes => [...nodesOf(nodes)]),
      volos.slice(0, 3),
    );
  }
});

test('a later pass does not touch the blobs that hold nothing it wants', async () => {
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

test('a reading ended early closes the file', async t => {
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
    await new Promise(resolve => setTimeout(resolve, 20));
    assert.equal(openFiles(), before);
  }
});

test('a PBF cut anywhere but between two blobs is refused with the byte of the blob', async () => {
  const blobs = [...osmPbf(volos)];
  const whole = Buffer.concat(blobs);
  const starts = blobs.map((_, i) => Buffer.concat(blobs.slice(0, i)).length);
  for (let length = 20; length < whole.length; length += 3) {
    const problem = await problemOf(put('cut.osm.pbf', whole.subarray(0, length)));
    if (starts.includes(length)) continue;
    const blob = starts.findLast(start => start < length);
    assert.equal(problem, `, blob at byte ${blob}: the file ends in the middle`);
  }
});

test('a flipped bit is read over or refused, never an accident', async () => {
  for (const packing of ['zlib', 'none'] as const) {
    const whole = Buffer.concat([...osmPbf(volos, { packing })]);
    for (let bit = 0; bit < 8 * whole.length; bit += 29) {
      const flipped = Buffer.from(whole);
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      await problemOf(put('flipped.osm.pbf', flipped));
    }
  }
});

test('a flipped bit in packed data is always found and its blob named', async () => {
  const blobs = [...osmPbf(volos)];
  const whole = Buffer.concat(blobs);
  const start = blobs[0]!.length;
  for (let at = start + 40; at < start + blobs[1]!.length; at += 3) {
    const flipped = Buffer.from(whole);
    flipped[at]! ^= 4;
    const problem = await problemOf(put('flipped.osm.pbf', flipped));
    assert.match(problem ?? '', new RegExp(`^, blob at byte ${start}: `));
  }
});

test('nonsense in a block is refused, never an accident', async () => {
  const field = fc
    .tuple(fc.integer({ min: 1, max: 21 }), fc.oneof(fc.nat(300), fc.uint8Array({ maxLength: 30 })))
    .map(([of, value]) =>
      typeof value === 'number' ? number(of, value) : bytes(of, Buffer.from(value)),
    );
  const nested = fc.array(field, { maxLength: 6 }).map(fields => message(...fields));
  const group = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), nested), { maxLength: 3 });
  await fc.assert(
    fc.asyncProperty(group, fc.array(text), async (elements, texts) => {
      const block = message(
        bytes(1, message(...texts.map(value => bytes(1, value)))),
        bytes(2, message(...elements.map(([of, value]) => bytes(of, value)))),
      );
      const header = pbfBlob('OSMHeader', Buffer.alloc(0));
      await problemOf(put('odd.osm.pbf', Buffer.concat([header, pbfBlob('OSMData', block)])));
    }),
    { numRuns: 150 },
  );
});

const header = pbfBlob('OSMHeader', message(bytes(4, 'OsmSchema-V0.6')));
const at = header.length;
const blob = (...fields: Buffer[]) => framedBlob('OSMData', message(...fields));
const lengthPrefix = (length: number) =>
  Buffer.from([length >> 24, length >> 16, length >> 8, length]);

const badPbf: [string, Buffer, RegExp][] = [
  ['an lz4 blob', blob(number(2, 9), bytes(6, 'x')), /it is packed with lz4, expected zlib/],
  ['a zstd blob', blob(number(2, 9), bytes(7, 'x')), /it is packed with zstd/],
  ['an lzma blob', blob(number(2, 9), bytes(4, 'x')), /it is packed with lzma/],
  ['an empty blob', blob(), /it holds nothing/],
  [
    'a bomb that understates its size',
    blob(number(2, 1000), bytes(3, deflateSync(Buffer.alloc(20_000_000)))),
    /it inflates to more than the 1000 bytes it says/,
  ],
  [
    'a bomb that tells its size',
    blob(number(2, 2 ** 31), bytes(3, 'x')),
    /it inflates to 2147483648 bytes, expected at most 33554432/,
  ],
  [
    'a bomb within the limits of the format',
    blob(number(2, 2 ** 24), bytes(3, deflateSync(Buffer.alloc(2 ** 24)))),
    /16,777,\d+ bytes once unpacked out of [\d,]+ bytes, which no honest file holds/,
  ],
  [
    'a block of millions of empty texts',
    pbfBlob('OSMData', textBomb(), { packing: 'none' }),
    /it has a list of more than 1000000 parts/,
  ],
  [
    'a blob that overstates its size',
    blob(number(2, 50), bytes(3, deflateSync('short'))),
    /it inflates to 5 bytes, expected 50/,
  ],
  [
    'a header too long',
    lengthPrefix(65_537),
    /its header says 65537 bytes, expected at most 65536/,
  ],
  [
    'a blob too long',
    Buffer.concat([lengthPrefix(14), bytes(1, 'OSMData'), number(3, 2 ** 25 + 1)]),
    /it says 33554433 bytes, expected at most 33554432/,
  ],
  [
    'a header without a size',
    Buffer.concat([lengthPrefix(9), bytes(1, 'OSMData')]),
    /it says -1 bytes/,
  ],
  [
    'a text that is not in the table',
    pbfBlob(
      'OSMData',
      message(bytes(2, message(bytes(3, message(bytes(2, packed([5])), bytes(3, packed([6]))))))),
    ),
    /there is no text 5 in the table/,
  ],
  [
    'lists of unequal length',
    pbfBlob(
      'OSMData',
      message(
        bytes(2, message(bytes(2, message(bytes(1, packed([2, 2])), bytes(8, packed([2])))))),
      ),
    ),
    /lists that belong together differ/,
  ],
];

/** Two million texts, and a way that has one of them as its tag. */
function textBomb(): Buffer {
  const texts = Buffer.alloc(4_000_000, bytes(1, ''));
  const way = message(bytes(2, packed([1])), bytes(3, packed([1])));
  return message(bytes(1, texts), bytes(2, bytes(3, way)));
}

for (const [what, contents, expected] of badPbf) {
  test(`${what} is refused with the byte where it starts`, async () => {
    const problem = await problemOf(put('bad.osm.pbf', Buffer.concat([header, contents])));
    assert.match(problem ?? 'nothing wrong', expected);
    assert.ok(problem?.startsWith(`, blob at byte ${at}: `), problem);
  });
}

test('a PBF that requires what is not known is refused; unknown blobs are skipped', async () => {
  const history = putPbf(volos, { requiredFeatures: ['OsmSchema-V0.6', 'HistoricalInformation'] });
  assert.match(
    (await problemOf(history)) ?? '',
    /requires the feature "HistoricalInformation".*; take one day/,
  );
  const blobs = [...osmPbf(volos)];
  blobs.splice(1, 0, framedBlob('Extra', message(bytes(1, 'of a later format'))));
  assert.deepEqual(await read(put('extra.osm.pbf', Buffer.concat(blobs))), volos);
});

test('what editors marked as deleted comes without contents', async () => {
  const path = put(
    'edited.osm',
    `<osm version="0.6" generator="JOSM">
      <bounds minlat="1" minlon="1" maxlat="2" maxlon="2"/>
      <node id="1" action="delete" lat="1" lon="2"/>
      <node id="2" visible="false"/>
      <way id="3" action="delete"><nd ref="1"/></way>
      <node id="-4" action="modify" lat="-0.0" lon="2.50"><tag k="shop" v="mall"/></node>
    </osm>`,
  );
  const kept = {
    kind: 'node',
    id: -4,
    latitude: 0,
    longitude: 2.5,
    tags: tagged({ shop: 'mall' }),
  };
  const nowhere = { latitude: Number.NaN, longitude: Number.NaN };
  assert.deepEqual(await read(path), [
    { kind: 'node', id: 1, ...nowhere, tags: undefined },
    { kind: 'node', id: 2, ...nowhere, tags: undefined },
    { kind: 'way', id: 3, refs: [], tags: undefined },
    kept,
  ]);
});

const osm = (inside: string) => `<osm>\n${inside}\n</osm>`;
const badXml: [string, string | Buffer, RegExp][] = [
  [
    'a document type',
    `<!DOCTYPE osm [<!ENTITY a "b">]>\n${osm('')}`,
    /line 1: it has a document type/,
  ],
  ['an unknown entity', osm('<node id="1" lat="1" lon="&lol;"/>'), /line 2: undefined entity/],
  ['another root', '<gpx/>', /line 1: expected <osm>, found <gpx>/],
  ['a file of changes', '<osmChange/>', /line 1: it holds changes, expected a whole extract/],
  ['a file that ends', '<osm>\n<node id="1" lat="1" lon="1"/>\n', /line 3: the file ends before/],
  ['an id in letters', osm('<node id="x1" lat="1" lon="1"/>'), /line 2: id="x1", expected a whole/],
  ['an id beyond 2^53', osm('<way id="99999999999999999"/>'), /expected a whole number/],
  ['a node without a place', osm('<node id="1" lat="1"/>'), /line 2: a tag lacks lon=/],
  ['degrees in words', osm('<node id="1" lat="" lon="1"/>'), /lat="", expected degrees/],
  ['a member of no kind', osm('<relation id="1"><member ref="1"/></relation>'), /no node, way or/],
  ['a tag without a key', osm('<way id="1"><tag v="x"/></way>'), /a tag lacks k=/],
  ['text that is not UTF-8', Buffer.from(osm('<way id="1"/>\xe9'), 'latin1'), /not valid for/],
  ['deep nesting', `<osm>${'<a>'.repeat(200)}`, /nested more than 100 deep/],
  ['a tag that never ends', `<osm><node id="${'1'.repeat(3e6)}`, /no tag ends within 1048576/],
  ['a comment that never ends', `<osm><!--${' '.repeat(3e6)}`, /no tag ends within 1048576/],
  [
    'half an answer of Overpass',
    osm('<remark> runtime error: Query timed out in "query" at line 3. </remark>'),
    /line 2: the server gave only a part of the data: runtime error: Query timed out/,
  ],
  ['gzip with a damaged sum', gzipDamaged(), /line \d+: incorrect data check/],
  ['gzip that ends', gzipSync(osmXml(volos)).subarray(0, 200), /line \d+: unexpected end of file/],
  ['bzip2 that ends', 'BZh91AY&SY', /line 1: the packed data end in the middle/],
  ['another format', 'SQLite', /: byte 0: expected OSM PBF \(.osm.pbf\) or OSM XML/],
  ['half a zip', 'PK\x03\x04', /: not a sound zip: its directory is missing/],
  ['an empty file', '', /: the file is empty$/],
];

function gzipDamaged(): Buffer {
  const packedText = gzipSync(osmXml(volos));
  packedText[packedText.length - 6]! ^= 1;
  return packedText;
}

for (const [what, contents, expected] of badXml) {
  test(`${what} is refused with its place`, async () => {
    assert.match((await problemOf(put('bad.osm', contents))) ?? 'nothing wrong', expected);
  });
}

const bank = `<osm version="0.6">
<node id="1" lat="39.36" lon="22.94"><tag k="amenity" v="bank"/></node>
</osm>
`;

test('XML packed by bzip2 is read', async () => {
  // The same as `bank`, packed by bzip2 itself.
  const packed =
    'QlpoOTFBWSZTWWTUYnAAABTZgAAQUAH9JzavnSAgAEiJ6SaDRk2moeoDQao9TTZEGIMhtEm6qwc0Z2ZSJ6GVaJFSBGEE' +
    'FeBRHDph9rbfPZjbj7UqqNQj1W8AWBDIxuU4GNNmMbdAmZvEfxdyRThQkGTUYnA=';
  const expected = await read(put('bank.osm', bank));
  assert.equal(expected.length, 1);
  const path = put('bank.osm.bz2', Buffer.from(packed, 'base64'));
  assert.deepEqual(await read(path), expected);
});

test('the only OpenStreetMap file in a zip is read, and what was unpacked goes again', async () => {
  const pbf = Buffer.concat([...osmPbf(volos)]);
  for (const [name, content] of [
    ['in/volos.osm.pbf', pbf],
    ['volos.osm', osmXml(volos)],
    ['volos.osm.gz', gzipSync(osmXml(volos))],
  ] as const) {
    const others = [{ name: 'readme.txt', content: '' }, { name: '__MACOSX/volos.osm', content: '' }]; // biome-ignore format: a line
    const file = await openOsm(put('volos.zip', zip([...others, { name, content }])));
    const before = temporaryFolders();
    const elements = (await Array.fromAsync(file.elements(everything))).flat();
    await file.close();
    assert.deepEqual(elements, volos);
    assert.equal(temporaryFolders(), before - 1);
  }
});

const temporaryFolders = () =>
  readdirSync(tmpdir()).filter(name => name.startsWith('ktima-import-')).length;

test('a zip of no file, of several or of a bad one is refused with archive and member', async () => {
  const [pbf] = [Buffer.concat([...osmPbf(volos)])];
  const of = (...members: Parameters<typeof zip>[0]) => put('bad.zip', zip(members));
  assert.match((await problemOf(of({ name: 'a.txt', content: '' })))!, /it holds none/);
  const two = of({ name: 'a.osm.pbf', content: pbf }, { name: 'b.osm', content: '' });
  assert.match((await problemOf(two))!, /it holds 2: a\.osm\.pbf, b\.osm/);
  const cut = of({ name: 'a.osm.pbf', content: pbf.subarray(0, -9) });
  assert.match((await problemOf(cut))!, /^ \(a\.osm\.pbf\), blob at byte \d+: the file ends/);
});

const places = (count: number) =>
  Array.from({ length: count }, (_, i): OsmElement => {
    const [latitude, longitude] = [37 + i / 1e7, 23 + i / 1e7];
    return { kind: 'node', id: i + 1, latitude, longitude, tags: tagged({ amenity: 'bank' }) };
  });

/** Elements until reading is refused, none of them kept. */
async function countUntilRefused(path: string) {
  let count = 0;
  try {
    for await (const batch of (await openOsm(path)).elements(everything)) count += batch.length;
  } catch (error) {
    assert.equal((error as KtimaError).code, 'BAD_DATA');
    return { count, problem: (error as Error).message.slice(path.length) };
  }
  return { count, problem: undefined };
}

test('a file of a few kilobytes with very many objects is refused where they become too many', async () => {
  const refused = / objects out of [\d,]+ bytes, which no honest file holds$/;
  const bombs = [
    putPbf(places(300_000)),
    put('bomb.osm.gz', gzipSync(`<osm>${'<node id="1" lat="1" lon="1"/>'.repeat(300_000)}</osm>`)),
  ];
  for (const bomb of bombs) {
    const { count, problem } = await countUntilRefused(bomb);
    assert.match(problem ?? 'nothing wrong', refused);
    assert.match(problem!, /^, (blob at byte|line) \d+: /);
    assert.ok(count < 200_000, `${count} came before`);
  }
});

test('many small blobs that each unpack to little are refused when together they are too much', async () => {
  const blob = pbfBlob('OSMData', bytes(30, Buffer.alloc(900_000)), { level: 9 });
  const bomb = Buffer.concat([header, ...Array<Buffer>(20).fill(blob)]);
  const { problem } = await countUntilRefused(put('blobs.osm.pbf', bomb));
  assert.match(problem ?? 'nothing wrong', /^, blob at byte \d+: [\d,]+ bytes once unpacked/);
});

test('a file in a zip is measured by the size that it has there', async () => {
  const content = Buffer.concat([...osmPbf(places(300_000), { packing: 'none' })]);
  assert.equal((await countUntilRefused(put('plain.osm.pbf', content))).count, 300_000);
  const bomb = put('bomb.zip', zip([{ name: 'plain.osm.pbf', content }]));
  const { problem } = await countUntilRefused(bomb);
  assert.match(problem ?? 'nothing wrong', /^ \(plain\.osm\.pbf\), blob at byte \d+: .* out of/);
});

test('a small file that a program made evenly is read', async () => {
  const { count, problem } = await countUntilRefused(putPbf(places(100_000)));
  assert.deepEqual([count, problem], [100_000, undefined]);
});

test('a file that is not there is refused by name', async () => {
  assert.match((await problemOf(join(folder, 'none.osm.pbf'))) ?? '', /^: there is no such file$/);
  assert.match((await problemOf(folder)) ?? '', /^: expected a plain file/);
  assert.ok(readFileSync(putPbf([])).length > 0);
  assert.deepEqual(await read(putPbf([])), []);
});
