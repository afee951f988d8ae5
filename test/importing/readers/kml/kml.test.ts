import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openKml } from '#importing/readers/kml/kml.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import type { Unreadable } from '#tools/files/bytes.ts';
import { assertHas } from '../../../cases.ts';
import { corners as wkt } from '../../../geo/square.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { checkDamage, readAll, refusal } from '../files.ts';
import { zip } from '../zip/zip-writer.ts';

const { put } = temporaryFolder();

const ring = (coordinates: string) =>
  `<LinearRing><coordinates>${coordinates}</coordinates></LinearRing>`;
const polygon = (outer: string, inner = '') => `<Polygon><extrude>0</extrude>
  <altitudeMode>clampToGround</altitudeMode><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${inner}</Polygon>`;
const square = polygon('23.7,38,0 23.71,38,0\n 23.71,38.01,0\t23.7,38,0 ');
const corners = wkt('23.7 38, 23.71 38, 23.71 38.01, 23.7 38');
const kml = (content: string) => `<?xml version="1.0" encoding="UTF-8"?>
  <kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>x</name><Folder>${content}</Folder></Document></kml>`;

const read = (content: string) => readAll(openKml, put('some.kml', kml(content)));
async function featureOf(content: string): Promise<Feature> {
  const [item] = await read(`<Placemark>${content}</Placemark>`);
  assert.ok(item && 'geometry' in item, JSON.stringify(item));
  return item;
}

test('placemarks come with their data and their geometry, in degrees', async () => {
  const typed = `<Placemark id="a"><name> Plot 1 </name>
    <ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="KAEK">050681726003</SimpleData>
      <SimpleData name="AREA">5.5</SimpleData></SchemaData></ExtendedData>${square}</Placemark>`;
  const untyped = `<Placemark><description><![CDATA[<b>a & b</b>]]></description>
    <ExtendedData><Data name="KAEK"><displayName>κωδικός</displayName><value>1</value></Data>
      <other:number>14</other:number></ExtendedData>
    <Point><coordinates>23.7,38</coordinates></Point></Placemark>`;
  const reader = await openReader(put('two.kml', kml(typed + untyped)));
  assert.deepEqual([reader.unit, reader.epsg], ['placemark', 4326]);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    {
      number: 1,
      properties: { name: 'Plot 1', KAEK: '050681726003', AREA: '5.5' },
      geometry: { type: 'Polygon', coordinates: [corners] },
    },
    {
      number: 2,
      properties: { description: '<b>a & b</b>', KAEK: '1', number: '14' },
      geometry: { type: 'Point', coordinates: [23.7, 38] },
    },
  ]);
});

test('columns come from a table in the description if there are no others', async () => {
  const html = `<html><body><table><tr bgcolor="x"><td>Parcels</td></tr><tr><td><table>
    <tr><td>FID</td><td>7</td></tr>
    <tr bgcolor="#D4E4F3"> <td>KAEK</td> <td>050681726003</td> </tr>
    <tr><td>A &amp; B</td><td>&lt;Null&gt;</td></tr></table></td></tr></table></body></html>`;
  const description = `<description><![CDATA[${html}]]></description>`;
  const reader = await openKml(put('table.kml', kml(`<Placemark>${description}</Placemark>`)));
  assert.equal(reader.decimalSign?.(), '.');
  const [item] = await Array.fromAsync(reader.features());
  assert.equal(reader.decimalSign?.(), undefined);
  const { properties } = item as Feature;
  const expected = { FID: '7', KAEK: '050681726003', 'A & B': '<Null>', description: '' };
  assert.deepEqual({ ...properties, description: '' }, expected);
  const data = '<ExtendedData><Data name="KAEK"><value>1</value></Data></ExtendedData>';
  const extended = await featureOf(description + data);
  assert.deepEqual(Object.keys(extended.properties), ['description', 'KAEK']);
});

test('of several geometries the areas are read, and label points are ignored', async () => {
  const point = '<Point><coordinates>23.7,38</coordinates></Point>';
  const line = '<LineString><coordinates>23.7,38 24,38</coordinates></LineString>';
  const hole = `<innerBoundaryIs>${ring('23.702,38.001 23.703,38.001 23.703,38.002 23.702,38.001')}</innerBoundaryIs>`;
  const cases: [string, string | null, number?][] = [
    ['', null],
    [point, 'Point'],
    [line, 'LineString', 2],
    [`<MultiGeometry>${line}${point}${line}</MultiGeometry>`, 'MultiLineString', 2],
    [`<MultiGeometry>${point}${square}</MultiGeometry>`, 'Polygon', 1],
    [`<MultiGeometry>${square}${line}${square}</MultiGeometry>`, 'MultiPolygon', 2],
    [`<MultiGeometry>${point}${point}</MultiGeometry>`, 'MultiGeometry'],
    [polygon('23.7,38 23.71,38 23.71,38.01 23.7,38', hole + hole), 'Polygon', 3],
  ];
  for (const [content, type, parts] of cases) {
    const { geometry } = await featureOf(content);
    assert.equal(geometry?.type ?? null, type);
    if (parts) assert.equal((geometry!.coordinates as unknown[]).length, parts);
  }
});

test('an unreadable placemark is reported, and so is a link to another file', async () => {
  const items = await read(`
    <Placemark><Point><coordinates>23.7,north</coordinates></Point></Placemark>
    <Placemark><Polygon><outerBoundaryIs></outerBoundaryIs></Polygon></Placemark>
    <NetworkLink><Link><href>http://127.0.0.1/more.kml</href></Link></NetworkLink>
    <Placemark><name>last</name></Placemark>`);
  const problems = items.map(item => (item as Unreadable).problem);
  assert.match(problems[0]!, /expected a number, got "north"/);
  assert.match(problems[1]!, /a polygon without exterior/);
  assert.match(problems[2]!, /a link to data elsewhere, which is not followed/);
  assert.deepEqual(items[3], { number: 4, properties: { name: 'last' }, geometry: null });
});

test('a KMZ is read with all its documents, and links between them are not reported', async () => {
  const link = (href: string) => `<NetworkLink><Link><href>${href}</href></Link></NetworkLink>`;
  const first = kml(`<Placemark><name>first</name></Placemark>${link('layers/more.kml')}`);
  const more = kml(
    `<Placemark><name>more</name></Placemark>${link('../doc.kml#x')}${link('no.kml')}`,
  );
  const archive = zip([
    { name: 'files/icon.png', content: 'x' },
    { name: 'doc.kml', content: first },
    { name: 'layers/more.kml', content: more },
  ]);
  assert.deepEqual(await readAll(openReader, put('some.kmz', archive)), [
    { number: 1, properties: { name: 'first' }, geometry: null },
    { number: 2, properties: { name: 'more' }, geometry: null },
    { number: 3, problem: 'a link to data elsewhere, which is not followed' },
  ]);
  const layer = await openReader(put('some.kmz', archive), 'more');
  const [item] = await Array.fromAsync(layer.features());
  assert.deepEqual(item, { number: 1, properties: { name: 'more' }, geometry: null });
  const empty = put('empty.kmz', zip([{ name: 'a.txt', content: 'x' }]));
  assert.match((await refusal(openReader, empty))!, /empty\.kmz: expected a KML document in it/);
  const bad = put('bad.kmz', zip([{ name: 'doc.kml', content: '<kml>' }]));
  assert.match((await refusal(openReader, bad))!, /bad\.kmz \(doc\.kml\), line 1/);
  const single = put('single.zip', zip([{ name: 'doc.kml', content: first }]));
  assert.equal((await readAll(openReader, single)).length, 2);
});

test('KML is recognised by its first element, in any encoding', async () => {
  const text = kml('<Placemark><name>Κτήμα</name></Placemark>');
  const wide = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');
  const prefixed = text.replaceAll(/<(\/?)([a-zA-Z])/g, '<$1k:$2');
  for (const content of [text, gzipSync(text), wide, prefixed]) {
    const [item] = await readAll(openReader, put('plan.dat', content));
    assert.deepEqual((item as Feature).properties, { name: 'Κτήμα' });
  }
});

test('a file without placemarks, or of damaged XML, is refused', async () => {
  for (const [content, message] of [
    [kml(''), 'no placemarks, expected some'],
    ['<kml><Placemark></kml>', 'line 1, column … unexpected close tag'],
  ] as const) {
    assertHas(await refusal(openKml, put('bad.kml', content)), message);
  }
});

test('a cut file is refused, and a flipped bit gives an error or placemarks', async () => {
  const placemark = `<Placemark><ExtendedData><Data name="KAEK"><value>050681726003</value></Data>
    </ExtendedData>${square}</Placemark>`;
  const whole = Buffer.from(kml(placemark.repeat(3)));
  await checkDamage(openKml, bytes => put('damaged.kml', bytes), whole);
});
