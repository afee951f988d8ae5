import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { isUnreadable, type Unreadable } from '#tools/files/bytes.ts';

import { casesIn } from '../../../cases.ts';
import { corners } from '../../../geo/square.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachFlip, refusal } from '../files.ts';
import './ogr2ogr.ts';

const { path: folder, put } = temporaryFolder();

const latitudeFirst = 'urn:ogc:def:crs:EPSG::4258';
const outerText = '38.0 23.0 38.0 23.2 38.2 23.2 38.0 23.0';
const holeText = '38.05 23.1 38.05 23.12 38.07 23.12 38.05 23.1';
const outer = corners('23 38, 23.2 38, 23.2 38.2, 23 38');
const hole = corners('23.1 38.05, 23.12 38.05, 23.12 38.07, 23.1 38.05');

/** Elements of GML, each in the one before: `exterior LinearRing posList`. */
const gml = (names: string, content: string) =>
  names.split(' ').reduceRight((inner, name) => `<gml:${name}>${inner}</gml:${name}>`, content);
const ring = (text: string) => gml('LinearRing posList', text);
const exterior = (text: string) => gml('exterior', ring(text));
const interior = gml('interior', ring(holeText));
const rings = exterior(outerText) + interior;
const polygon = (srsName = latitudeFirst, inside = rings) =>
  `<gml:Polygon srsName="${srsName}">${inside}</gml:Polygon>`;

const parcel = (geometry: string, columns = '<cp:label>7</cp:label>') =>
  `<cp:CadastralParcel gml:id="CP.7"><cp:geometry>${geometry}</cp:geometry>${columns}</cp:CadastralParcel>`;
/** GDAL recognises GML by its namespace. */
const namespaces =
  'xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:cp="urn:x-inspire:CadastralParcels" ' +
  'xmlns:base="urn:x-inspire:base" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ' +
  'xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:a="urn:a"';
const collection = (...features: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>
   <wfs:FeatureCollection xmlns:wfs="http://www.opengis.net/wfs/2.0" ${namespaces}>
   ${features.map(feature => `<wfs:member>${feature}</wfs:member>`).join('\n')}
   </wfs:FeatureCollection>`;

let files = 0;
const open = (content: string | Uint8Array) => openReader(put(`${++files}.gml`, content));

async function readAll(content: string | Uint8Array): Promise<(Feature | Unreadable)[]> {
  return await Array.fromAsync((await open(content)).features());
}

async function geometryOf(geometry: string): Promise<Feature['geometry'] | string> {
  const [item] = await readAll(collection(parcel(geometry)));
  return isUnreadable(item!) ? item.problem : item!.geometry;
}

const badData = (message: RegExp) => ({ code: 'BAD_DATA', message });

test('INSPIRE CadastralParcels 4.0 in a WFS collection: columns, unit, surface, system', async () => {
  const reader = await open(
    collection(
      `<cp:CadastralParcel gml:id="GR.CP.1">
         <gml:boundedBy><gml:Envelope srsName="${latitudeFirst}">
           <gml:lowerCorner>38 23</gml:lowerCorner><gml:upperCorner>38.2 23.2</gml:upperCorner>
         </gml:Envelope></gml:boundedBy>
         <cp:areaValue uom="m2">142.5</cp:areaValue>
         <cp:endLifespanVersion xsi:nil="true"></cp:endLifespanVersion>
         <cp:referencePoint><gml:Point srsName="${latitudeFirst}"><gml:pos>38.1 23.1</gml:pos></gml:Point></cp:referencePoint>
         <cp:geometry><gml:MultiSurface srsName="${latitudeFirst}"><gml:surfaceMember><gml:Surface>
           <gml:patches><gml:PolygonPatch>${rings}</gml:PolygonPatch></gml:patches>
         </gml:Surface></gml:surfaceMember></gml:MultiSurface></cp:geometry>
         <cp:inspireId><base:Identifier>
           <base:localId>050681726003</base:localId><base:namespace>GR.CP</base:namespace>
         </base:Identifier></cp:inspireId>
         <cp:label><![CDATA[Α & Β]]> &lt;γ&gt;</cp:label>
         <cp:zoning><cp:CadastralZoning><base:localId>another</base:localId></cp:CadastralZoning></cp:zoning>
       </cp:CadastralParcel>`,
    ),
  );
  assert.equal(reader.unit, 'feature');
  assert.equal(reader.epsg, 4258);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    {
      number: 1,
      properties: {
        gml_id: 'GR.CP.1',
        areaValue: '142.5',
        areaValue_uom: 'm2',
        localId: '050681726003',
        namespace: 'GR.CP',
        label: 'Α & Β <γ>',
      },
      geometry: { type: 'Polygon', coordinates: [outer, hole] },
    },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('INSPIRE 3.0 in a SpatialDataSet: the system of its envelope applies to every member', async () => {
  const reader = await open(
    `<base:SpatialDataSet ${namespaces}>
       <gml:boundedBy><gml:Envelope srsName="EPSG:4258"><gml:lowerCorner>23 38</gml:lowerCorner></gml:Envelope></gml:boundedBy>
       <base:identifier><base:Identifier><base:localId>0</base:localId></base:Identifier></base:identifier>
       <base:metadata xsi:nil="true"/>
       <base:member><cp:CadastralParcel><cp:geometry><gml:Polygon>
         <gml:exterior>${ring('23.0 38.0 23.2 38.0 23.2 38.2 23.0 38.0')}</gml:exterior>
       </gml:Polygon></cp:geometry></cp:CadastralParcel></base:member>
     </base:SpatialDataSet>`,
  );
  assert.equal(reader.epsg, 4258);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 1, properties: {}, geometry: { type: 'Polygon', coordinates: [outer] } },
  ]);
});

test('of several feature types one is read, which --layer names', async () => {
  const zone = `<cp:CadastralZoning>${polygon()}<cp:label>zone</cp:label></cp:CadastralZoning>`;
  const path = put('types.gml', collection(zone, parcel(polygon()), zone, parcel(polygon())));
  const several = /holds 2 layers, name one with --layer: CadastralZoning, CadastralParcel$/;
  await assert.rejects(openReader(path), badData(several));
  const labels = async (layer: string) => {
    const items = await Array.fromAsync((await openReader(path, layer)).features());
    return items.map(item => `${item.number} ${(item as Feature).properties.label}`);
  };
  assert.deepEqual(await labels('CadastralParcel'), ['1 7', '2 7']);
  assert.deepEqual(await labels('CadastralZoning'), ['1 zone', '2 zone']);
  const none = /there is no such layer; without --layer/;
  await assert.rejects(openReader(path, 'Parcel'), badData(none));
});

const turned = '23.0 38.0 23.2 38.0 23.2 38.2 23.0 38.0';
const longitudeFirst =
  exterior(turned) + gml('interior', ring('23.1 38.05 23.12 38.05 23.12 38.07 23.1 38.05'));
const high =
  exterior('38.0 23.0 1 38.0 23.2 1 38.2 23.2 1 38.0 23.0 1') +
  gml('interior LinearRing', `<gml:posList srsDimension="2">${holeText}</gml:posList>`);

// GDAL reads the notations of GML. The order of the axes follows from the name of the system.
test('a surface is read with longitude first, without heights', async () => {
  for (const geometry of [
    polygon(),
    polygon('http://www.opengis.net/def/crs/EPSG/0/4258'),
    polygon('EPSG:4258', longitudeFirst),
    polygon(latitudeFirst, high).replace('>', ' srsDimension="3">'),
  ]) {
    assert.deepEqual(await geometryOf(geometry), { type: 'Polygon', coordinates: [outer, hole] });
  }
});

test('the Greek Grid is easting first, in every form of its name', async () => {
  const grid = exterior('475000 4204000 475020 4204000 475020 4204020 475000 4204000');
  for (const name of ['urn:ogc:def:crs:EPSG::2100', 'EPSG:2100']) {
    const geometry = (await geometryOf(polygon(name, grid))) as { coordinates: number[][][] };
    assert.deepEqual(geometry.coordinates[0]![1], [475_020, 4_204_000]);
  }
});

test('several surfaces are a MultiPolygon', async () => {
  const member = `<gml:surfaceMember>${polygon()}</gml:surfaceMember>`;
  assert.deepEqual(await geometryOf(`<gml:MultiSurface>${member}${member}</gml:MultiSurface>`), {
    type: 'MultiPolygon',
    coordinates: [0, 1].map(() => [outer, hole]),
  });
});

test('arcs become lines of half a degree', async () => {
  const arc = gml('curveMember Curve segments Arc posList', '38 23 38.1 23.1 38 23.2');
  const back = gml('curveMember LineString posList', '38 23.2 38 23');
  const geometry = await geometryOf(polygon(latitudeFirst, gml('exterior Ring', arc + back)));
  const { type, coordinates } = geometry as { type: string; coordinates: [number, number][][] };
  assert.equal(type, 'Polygon');
  assert.ok(coordinates[0]!.length > 300);
});

test('points and lines of one part are read, others have several or no geometry', async () => {
  const named = (text: string) => text.replace('>', ` srsName="${latitudeFirst}">`);
  const point = gml('Point pos', '38 23 105.5');
  const line = (positions: string) => gml('LineString posList', positions);
  const [one, other] = ['38 23 38.5 23.5', '38.5 23.5 38 24'].map(text =>
    gml('curveMember', line(text)),
  ) as [string, string];
  const first = corners('23 38, 23.5 38.5');
  for (const [text, type, coordinates] of [
    [point, 'Point', [23, 38]],
    [gml('MultiPoint pointMember', point), 'MultiPoint', [[23, 38]]],
    [line('38 23 38.5 23.5'), 'LineString', first],
    [gml('MultiCurve', one), 'LineString', first],
    [gml('MultiCurve', one + other), 'MultiLineString', [first, corners('23.5 38.5, 24 38')]],
  ] as const) {
    assert.deepEqual(await geometryOf(named(text)), { type, coordinates }, text);
  }
  for (const none of [
    gml('Solid exterior', ''),
    polygon(latitudeFirst, interior),
    '<gml:MultiSurface><gml:surfaceMember xlink:href="#a"/></gml:MultiSurface>',
  ]) {
    assert.equal(await geometryOf(none), null);
  }
});

for (const [name, geometry, expected] of [
  ['another system', polygon('urn:ogc:def:crs:EPSG::2100'), /EPSG::2100, while the file began/],
  ['another axis order', polygon('EPSG:4258'), /in EPSG:4258, while the file began with urn:/],
  ['an odd count', polygon(latitudeFirst, exterior('1 2 3')), /ERROR 1: .*invalid number/],
  ['no number', polygon(latitudeFirst, exterior('1 x')), /expected numbers, got "1 x"/],
] as const) {
  test(`a file with ${name} is refused`, async () => {
    const features = collection(parcel(polygon()), parcel(geometry), parcel(polygon()));
    await assert.rejects(readAll(features), badData(expected));
  });
}

test('gzip is recognised by its bytes, not by its name', async () => {
  const reader = await open(gzipSync(collection(parcel(polygon()))));
  assert.equal((await Array.fromAsync(reader.features())).length, 1);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('text in another encoding than UTF-8 is readable', async () => {
  const text = `<?xml version="1.0" encoding="UTF-16"?><C ${namespaces}>
    <gml:featureMember><F><label>Αθήνα</label></F></gml:featureMember></C>`;
  for (const encoding of ['utf16le', 'utf8'] as const) {
    const [item] = await readAll(Buffer.from(text, encoding));
    assert.equal((item as Feature).properties.label, 'Αθήνα', encoding);
  }
});

const damagedGzip = gzipSync(collection(parcel(polygon()))).subarray(0, 150);

for (const [name, content, expected] of casesIn(`
  a document type     | <!DOCTYPE C [<!ENTITY x SYSTEM "file:///etc/passwd">]><C>&x;</C> | a document type
  no XML              | KAEK;AREA                              | line 1, column
  nothing             |                                        | the file is empty
  another kind of XML | <html><body><p>Error</p></body></html> | it: Unable to open datasource
  gzip that is cut    | GZIP                                   | end in the middle
`)) {
  test(`${name}: refused in one sentence`, async () => {
    const file = content === 'GZIP' ? damagedGzip : content;
    await assert.rejects(readAll(file), badData(new RegExp(expected)));
  });
}

test('a column may have any name', async () => {
  const [item] = await readAll(
    `<C ${namespaces}><gml:featureMember><F><__proto__>a</__proto__></F></gml:featureMember></C>`,
  );
  assert.deepEqual(Object.entries((item as Feature).properties), [['__proto__', 'a']]);
});

test('no file and a folder are refused in one sentence', async () => {
  await assert.rejects(openReader(join(folder, 'none.gml')), badData(/none.gml: .*no such file/));
  await assert.rejects(openReader(folder), badData(/expected/));
});

test('a cut file is refused with line and column, and a flipped bit gives an error or features', async () => {
  const whole = Buffer.from(collection(parcel(polygon()), parcel(polygon())));
  const told = (bytes: Buffer) => refusal(openReader, put('damaged.gml', bytes));
  for (let length = 17; length < whole.length; length += 17) {
    assert.match((await told(whole.subarray(0, length)))!, /, line \d+, column \d+: ./);
  }
  const readOrRefused = /^$|\.gml(, line \d+, column \d+)?: ./;
  const check = async (bytes: Buffer) => assert.match((await told(bytes)) ?? '', readOrRefused);
  await eachFlip(whole, check);
});
