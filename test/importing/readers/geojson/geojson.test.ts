import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { openGeoJson } from '#importing/readers/geojson/geojson.ts';
import { isUnreadable, longestFeatureBytes } from '#tools/files/bytes.ts';
import { assertHas } from '../../../cases.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachCut, eachFlip, readAll, refusal } from '../files.ts';

const { put } = temporaryFolder();

const point = { type: 'Point', coordinates: [23.7, 37.9] };
const feature = (name: unknown) => ({ type: 'Feature', properties: { name }, geometry: point });
const athens = JSON.stringify(feature('Αθήνα'));
const braces = JSON.stringify(feature('}],"features":[{ \\" \\'));
const collection = (...features: string[]) =>
  `{"type":"FeatureCollection","features":[${features.join(',')}]}`;
const crs = (name: string) => `"crs":{"type":"name","properties":{"name":"${name}"}}`;

async function namesIn(path: string): Promise<unknown[]> {
  const items = await readAll(openGeoJson, path);
  return items.map(item => (isUnreadable(item) ? `! ${item.problem}` : item.properties.name));
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);
const layouts: Record<string, string> = {
  'a FeatureCollection': collection(athens, braces),
  'a FeatureCollection over several lines': indented(collection(athens, braces)),
  'a FeatureCollection with members after the features': `{"features" : [ ${athens} ,${braces}\n],"type":"FeatureCollection","bbox":[1,2,3,4]} \n`,
  'an array of Features': `\ufeff \n[${athens},\r\n${braces}]`,
  'a Feature a line': `${athens}\r\n\n${braces}\n`,
  'a Feature a line without a break at the end': `\ufeff${athens}\n${braces}`,
  'a Feature after each record separator': `\x1e${athens}\n\x1e{"type":"Feature",\n"properties":${JSON.stringify(JSON.parse(braces).properties)},"geometry":null}\n`,
};

for (const [name, text] of Object.entries(layouts)) {
  test(`${name} is read, gzipped as well`, async () => {
    const expected = ['Αθήνα', '}],"features":[{ \\" \\'];
    assert.deepEqual(await namesIn(put('plain.json', text)), expected);
    assert.deepEqual(await namesIn(put('packed.json.gz', gzipSync(text))), expected);
  });
}

test('one Feature is read, on one line or several, and none is not an error', async () => {
  for (const text of [athens, indented(athens)]) {
    const items = await readAll(openGeoJson, put('one.geojson', text));
    assert.deepEqual(items, [{ number: 1, properties: { name: 'Αθήνα' }, geometry: point }]);
  }
  for (const text of [collection(), '[ ]', '{"features":[\n]}']) {
    assert.deepEqual(await readAll(openGeoJson, put('none.geojson', text)), []);
  }
});

test('properties and geometry may be missing or null', async () => {
  const texts = ['{"type":"Feature"}', '{"type":"Feature","properties":null,"geometry":null}'];
  assert.deepEqual(await readAll(openGeoJson, put('bare.geojson', collection(...texts))), [
    { number: 1, properties: {}, geometry: null },
    { number: 2, properties: {}, geometry: null },
  ]);
});

test('the EPSG number is 4326 unless crs names another', async () => {
  const cases: [string, number | undefined][] = [
    [collection(), 4326],
    [`{${crs('urn:ogc:def:crs:EPSG::2100')},"features":[]}`, 2100],
    [`{${crs('EPSG:3857')},"features":[]}`, 3857],
    [`{${crs('urn:ogc:def:crs:OGC:1.3:CRS84')},"features":[]}`, 4326],
    [`{${crs('a grid of our own')},"features":[]}`, undefined],
    ['{"crs":null,"features":[]}', undefined],
    [`{\n${crs('EPSG:2100')},"type":"Feature"}`, 2100],
    [athens, 4326],
    [`[${athens}]`, 4326],
  ];
  for (const [text, epsg] of cases) {
    const reader = await openGeoJson(put('crs.geojson', text));
    assert.equal(reader.epsg, epsg, text);
    assert.equal(reader.crsName !== undefined, text.includes('crs'), text);
    await Array.fromAsync(reader.features());
  }
});

test('a bad line is reported, and the next ones are read', async () => {
  const point = '{"type":"Point"}';
  const lines = [athens, '{"type":"Feature",', '', point, '7', athens, point];
  const reader = await openGeoJson(put('bad.ndjson', lines.join('\n')));
  const items = await Array.fromAsync(reader.features());
  assert.equal(reader.unit, 'line');
  const numbers = items.map(item => `${item.number}${isUnreadable(item) ? ' !' : ''}`);
  assert.deepEqual(numbers, ['1', '2 !', '4 !', '5 !', '6', '7 !']);
  assert.deepEqual(items[2], { number: 4, problem: 'expected a Feature, got "Point"' });
});

test('a line that is not UTF-8 is reported', async () => {
  const bytes = Buffer.from(`${athens}\n{"type":"Feature","a":"?"}\n`);
  bytes[bytes.indexOf('?')] = 0xc1;
  const [, item] = await readAll(openGeoJson, put('greek.ndjson', bytes));
  assert.deepEqual(item, { number: 2, problem: 'expected UTF-8' });
});

test('an element that is not a Feature is reported, and the next ones are read', async () => {
  const geometries = ['"geometry":[1]', '"geometry":{}', '"properties":3'];
  const features = geometries.map(wrong => `{"type":"Feature",${wrong}}`);
  const elements = ['1', 'null', '[]', ...features, athens];
  const items = await readAll(openGeoJson, put('odd.geojson', collection(...elements)));
  assert.deepEqual(items.map(isUnreadable), [true, true, true, true, true, true, false]);
});

test('a damaged collection is refused with the place', async () => {
  for (const [text, message] of [
    [collection(athens, athens).slice(0, -30), 'byte … : ends in the middle'],
    [collection(athens).slice(0, -1), "byte 147: Expected ',' or '}'"],
    [collection(athens).slice(0, -2), 'byte … : ends in the middle'],
    [collection(athens, '{"type":NaN}'), "feature 2, from byte 148: Unexpected token 'N'"],
    [collection(`${athens} ${athens}`), 'feature 1, from byte 40: '],
    [collection(athens, ''), 'feature 2, from byte 148: '],
    [collection(athens).replace(/\]\}$/, '}}'), 'byte 147: '],
    [`${collection(athens)} {}`, 'byte 147: '],
    ['{"type":"FeatureCollection",,"features":[]}', 'byte 0: '],
    ['{\n"type":"Topology"}', 'expected a FeatureCollection or Features: … "Topology"'],
    ['{\n"type":"FeatureCollection","features":null}', 'expected a FeatureCollection'],
    ['id,name', 'byte 0: expected GeoJSON, which begins with { or ['],
    ['', 'byte 0: expected GeoJSON'],
    [`{"features":[${athens}],${crs('EPSG:2100')}}`, 'its crs comes after'],
  ] as const) {
    const told = await refusal(openGeoJson, put('broken.geojson', text));
    assertHas(told, message, text);
    assertHas(told, 'broken.geojson');
  }
});

test('a feature that is too long is refused, and such a line is skipped', async () => {
  const long = JSON.stringify(feature('x'.repeat(longestFeatureBytes + 1_000_000)));
  const told = await refusal(openGeoJson, put('long.geojson', collection(athens, long)));
  assert.match(told!, /byte 148: a part longer than 16777216 bytes begins here/);
  const items = await readAll(openGeoJson, put('long.ndjson', [athens, long, athens].join('\n')));
  assert.deepEqual(items.map(isUnreadable), [false, true, false]);
  assert.equal(items[2]!.number, 3);
});

test('a gzip bomb is refused', async () => {
  const bomb = Buffer.concat(Array(9).fill(gzipSync(Buffer.alloc(32 * 1024 * 1024, ' '))));
  const told = await refusal(openGeoJson, put('bomb.geojson.gz', bomb));
  assert.match(told!, /unpacks to over 200 times its size/);
});

test('random features are read back unchanged', async () => {
  const properties = fc.dictionary(fc.string(), fc.jsonValue());
  const features = fc.array(
    properties.map(found => ({ type: 'Feature', properties: found, geometry: null })),
  );
  await fc.assert(
    fc.asyncProperty(features, fc.constantFrom(undefined, 1), async (found, indent) => {
      const text = JSON.stringify({ type: 'FeatureCollection', features: found }, null, indent);
      const lines = found.map(item => `${JSON.stringify(item)}\n`).join('');
      for (const path of [put('any.geojson', text), put('any.ndjson', lines)]) {
        const items = await readAll(openGeoJson, path);
        const got = items.map(item => (isUnreadable(item) ? item : item.properties));
        assert.deepEqual(got, JSON.parse(JSON.stringify(found.map(item => item.properties))));
      }
    }),
    { numRuns: 50 },
  );
});

test('progress ends at the size of the file, and ending early closes it', async () => {
  const path = put('progress.geojson.gz', gzipSync(collection(athens, athens)));
  const reader = await openGeoJson(path);
  await Array.fromAsync(reader.features());
  assert.equal(reader.bytesRead(), reader.totalBytes);
  for await (const item of (await openGeoJson(path)).features()) {
    assert.equal(item.number, 1);
    break;
  }
});

test('a cut file is refused', async () => {
  const whole = Buffer.from(collection(...Array(20).fill(athens)));
  const told = async (name: string, cut: Buffer, message: string) =>
    assertHas(await refusal(openGeoJson, put(name, cut)), message);
  await eachCut(whole, cut => told('cut.geojson', cut, 'byte … :'));
  await eachCut(gzipSync(whole), cut => told('cut.geojson.gz', cut, ': '));
});

test('a file of lines or records that ends within one is refused', async () => {
  const cases: [string, string, RegExp][] = [
    ['cut.ndjson', `${athens}\n`, /cut\.ndjson: line \d+: ends in the middle: the file is cut$/],
    ['cut.geojsonseq', `\x1e${athens}\n`, /record \d+: ends in the middle: the file is cut$/],
  ];
  for (const [name, text, message] of cases) {
    await eachCut(Buffer.from(text.repeat(20)), async cut => {
      const last = cut.subarray(cut.lastIndexOf('\n') + 1).toString();
      const told = await refusal(openGeoJson, put(name, cut));
      if (['', '\x1e', athens, `\x1e${athens}`].includes(last)) assert.equal(told, undefined);
      else assert.match(told!, message);
    });
  }
});

test('very deep nesting is refused in one sentence', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  const inName = (levels: number) => athens.replace('"Αθήνα"', nested(levels));
  assert.equal((await namesIn(put('deep.geojson', collection(inName(98))))).length, 1);
  const tooDeep = /: more than 100 levels deep$/;
  for (const text of [
    collection(inName(100_000)),
    collection(athens.replace('"Feature"', nested(100_000))),
    collection(athens.replace('[23.7,37.9]', nested(100_000))),
    `{"crs":{"properties":{"name":${nested(100_000)}}},"features":[]}`,
  ]) {
    assert.match((await refusal(openGeoJson, put('deep.geojson', text)))!, tooDeep);
  }
  const names = await namesIn(put('deep.ndjson', [inName(100_000), athens, ''].join('\n')));
  assert.deepEqual(names, ['! more than 100 levels deep', 'Αθήνα']);
});

test('flipped bits give features or a refusal', async () => {
  const texts: Record<string, Buffer> = {
    'flipped.geojson': Buffer.from(collection(athens, braces, athens)),
    'flipped.ndjson': Buffer.from(`${athens}\n${braces}\n`),
    'flipped.json': Buffer.from(`${athens}\n${braces}\n`),
    'flipped.geojson.gz': gzipSync(collection(athens, braces)),
  };
  for (const [name, whole] of Object.entries(texts)) {
    await eachFlip(whole, async flipped => void (await refusal(openGeoJson, put(name, flipped))));
  }
});
