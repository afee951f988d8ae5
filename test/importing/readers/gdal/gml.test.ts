import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { isUnreadable, type Unreadable } from '#tools/files/bytes.ts';

import { casesIn } from '../../../cases.ts';
import { corners } from '../../../geo/square.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachFlip, refusal } from '../files.ts';

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
const interior = gml('interior LinearRing posList', holeText);
const rings = gml('exterior LinearRing posList', outerText) + interior;
const polygon = (srsName = latitudeFirst, inside = rings) =>
  `<gml:Polygon srsName="${srsName}">${inside}</gml:Polygon>`;
/** A polygon with an outer ring written in some way. */
const surface = (names: string, content: string) =>
  polygon(latitudeFirst, gml(names, content) + interior);

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
  await assert.rejects(
    openReader(path),
    badData(/holds 2 layers, name one with --layer: CadastralZoning, CadastralParcel$/),
  );
  const labels = async (layer: string) => {
    const items = await Array.fromAsync((await openReader(path, layer)).features());
    return items.map(item => `${item.number} ${(item as Feature).properties.label}`);
  };
  assert.deepEqual(await labels('CadastralParcel'), ['1 7', '2 7']);
  assert.deepEqual(await labels('CadastralZoning'), ['1 zone', '2 zone']);
  await assert.rejects(
    openReader(path, 'Parcel'),
    badData(/there is no such layer; without --layer/),
  );
});

test('members of every kind are found, also in a collection that is itself a member', async () => {
  const label = (text: string) => `<a:F><a:label>${text}</a:label></a:F>`;
  const items = await readAll(
    `<C ${namespaces}><gml:featureMember>${label('1')}</gml:featureMember>
       <gml:featureMembers>${label('2')}${label('3')}</gml:featureMembers>
       <member><wfs:FeatureCollection><wfs:member>${label('4')}</wfs:member></wfs:FeatureCollection></member>
       <gml:members>${label('5')}</gml:members><aside>${label('none')}</aside></C>`,
  );
  assert.deepEqual(
    items.map(item => (item as Feature).properties.label),
    ['1', '2', '3', '4', '5'],
  );
});

const half = (positions: string) => gml('curveMember LineString posList', positions);
const [one, other] = [half('38.0 23.0 38.0 23.2'), half('38.0 23.2 38.2 23.2 38.0 23.0')];
const longitudeFirst =
  gml('exterior LinearRing posList', '23.0 38.0 23.2 38.0 23.2 38.2 23.0 38.0') +
  gml('interior LinearRing posList', '23.1 38.05 23.12 38.05 23.12 38.07 23.1 38.05');
const single = ['38.0 23.0', '38.0 23.2', '38.2 23.2', ' 38.0 23.0 '].map(at => gml('pos', at));
const commas = '38.0,23.0,5 38.0,23.2,5\n 38.2,23.2,5 38.0,23.0,5';
const signs = '<gml:coordinates decimal="," cs=" " ts=";">';
const strange = `${signs}38,05 23,1;38,05 23,12;38,07 23,12;38,05 23,1</gml:coordinates>`;
const inGml2 =
  gml('outerBoundaryIs LinearRing coordinates', commas) +
  gml('innerBoundaryIs LinearRing', strange);
const flat = `<gml:posList srsDimension="2">${holeText}</gml:posList>`;
const solid =
  gml('exterior LinearRing posList', '38.0 23.0 1 38.0 23.2 1 38.2 23.2 1 38.0 23.0 1') +
  gml('interior LinearRing', flat);
const segment = gml('LineStringSegment posList', '38.0 23.2 38.2 23.2 38.0 23.0');

const sameSurface: Readonly<Record<string, string>> = {
  'posList, latitude first': polygon(),
  'posList, http name': polygon('http://www.opengis.net/def/crs/EPSG/0/4258'),
  'posList, longitude first by its name': polygon('EPSG:4258', longitudeFirst),
  pos: surface('exterior LinearRing', single.join('')),
  'coordinates of GML 2': polygon(latitudeFirst, inGml2),
  'three dimensions, told by the polygon': polygon(latitudeFirst, solid).replace(
    '>',
    ' srsDimension="3">',
  ),
  'a ring of curves': surface('exterior Ring', one + gml('curveMember Curve segments', segment)),
  'a composite curve without a ring, as GDAL writes it': surface(
    'exterior CompositeCurve',
    one + other,
  ),
};

for (const [name, geometry] of Object.entries(sameSurface)) {
  test(`a surface written as ${name} is read with longitude first`, async () => {
    assert.deepEqual(await geometryOf(geometry), { type: 'Polygon', coordinates: [outer, hole] });
  });
}

test('the Greek Grid is easting first, in every form of its name', async () => {
  const grid = gml(
    'exterior LinearRing posList',
    '475000 4204000 475020 4204000 475020 4204020 475000 4204000',
  );
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
  const arc = `<gml:exterior><gml:Ring><gml:curveMember><gml:Curve><gml:segments>
    <gml:Arc><gml:posList>38 23 38.1 23.1 38 23.2</gml:posList></gml:Arc>
    <gml:LineStringSegment><gml:posList>38 23.2 38 23</gml:posList></gml:LineStringSegment>
    </gml:segments></gml:Curve></gml:curveMember></gml:Ring></gml:exterior>`;
  const geometry = (await geometryOf(polygon(latitudeFirst, arc))) as {
    type: string;
    coordinates: [number, number][][];
  };
  assert.equal(geometry.type, 'Polygon');
  const [arcPoints] = geometry.coordinates;
  assert.ok(arcPoints!.length > 300);
  for (const [x, y] of arcPoints!) {
    assert.ok(y === 38 || Math.abs(Math.hypot(x - 23.1, y - 38) - 0.1) < 1e-9, `${x} ${y}`);
  }
});

test('a point is read, and a feature with a geometry that is not read has none', async () => {
  const point = `<gml:Point srsName="${latitudeFirst}"><gml:pos>38 23</gml:pos></gml:Point>`;
  assert.deepEqual(await geometryOf(point), { type: 'Point', coordinates: [23, 38] });
  const high = `<gml:Point srsName="${latitudeFirst}"><gml:pos>38 23 105.5</gml:pos></gml:Point>`;
  assert.deepEqual(await geometryOf(high), { type: 'Point', coordinates: [23, 38] });
  const several = `<gml:MultiPoint><gml:pointMember>${high}</gml:pointMember></gml:MultiPoint>`;
  assert.deepEqual(await geometryOf(several), { type: 'MultiPoint', coordinates: [[23, 38]] });
  const solid = '<gml:Solid><gml:exterior></gml:exterior></gml:Solid>';
  assert.equal(await geometryOf(solid), null);
});

test('lines are read in every notation, with several parts', async () => {
  const srs = `srsName="${latitudeFirst}"`;
  const part = (positions: string) => gml('LineString posList', positions);
  const curve = (segments: string) => `<gml:Curve ${srs}>${gml('segments', segments)}</gml:Curve>`;
  const segment = (positions: string) => gml('LineStringSegment posList', positions);
  const member = (content: string) => gml('curveMember', content);
  const first = member(part('38 23 38.5 23.5'));
  const composite = gml('CompositeCurve', first + member(part('38.5 23.5 38 24')));
  const whole = corners('23 38, 23.5 38.5, 24 38');
  const multi = { type: 'MultiLineString', coordinates: [whole, whole.slice(0, 2)] };
  for (const [text, geometry] of [
    [part('38 23 38.5 23.5 38 24').replace('>', ` ${srs}>`)],
    [curve(segment('38 23 38.5 23.5') + segment('38.5 23.5 38 24'))],
    [composite.replace('>', ` ${srs}>`)],
    [`<gml:MultiCurve ${srs}>${member(composite)}${first}</gml:MultiCurve>`, multi],
  ] as const) {
    const expected = geometry ?? { type: 'LineString', coordinates: whole };
    assert.deepEqual(await geometryOf(text), expected, text);
  }
});

const exterior = (positions: string) => gml('exterior', ring(positions));
const twoPoints = '<gml:Point><gml:pos>1 2</gml:pos><gml:pos>3 4</gml:pos></gml:Point>';
const spiral = '<gml:exterior><gml:Ring><gml:Spiral/></gml:Ring></gml:exterior>';

for (const [name, geometry, expected] of [
  ['another system', polygon('urn:ogc:def:crs:EPSG::2100'), /EPSG::2100, while the file began/],
  ['another axis order', polygon('EPSG:4258'), /in EPSG:4258, while the file began with urn:/],
  ['an odd count', polygon(latitudeFirst, exterior('1 2 3')), /ERROR 1: .*invalid number/],
  ['no number', polygon(latitudeFirst, exterior('1 x')), /expected numbers, got "1 x"/],
  ['a spiral', polygon(latitudeFirst, spiral), /ERROR 1: Invalid exterior ring/],
  ['a point of two', twoPoints, /ERROR 1: More than one coordinate/],
] as const) {
  test(`a file with ${name} is refused`, async () => {
    const features = collection(parcel(polygon()), parcel(geometry), parcel(polygon()));
    await assert.rejects(readAll(features), badData(expected));
  });
}

for (const [name, geometry] of [
  ['an empty ring', polygon(latitudeFirst, exterior(' '))],
  ['no exterior', polygon(latitudeFirst, interior)],
  ['no ring', polygon(latitudeFirst, '')],
  ['a link', '<gml:MultiSurface><gml:surfaceMember xlink:href="#a"/></gml:MultiSurface>'],
] as const) {
  test(`a feature with ${name} has no geometry, and the next has`, async () => {
    const items = await readAll(collection(parcel(polygon()), parcel(geometry), parcel(polygon())));
    const types = items.map(item => (item as Feature).geometry?.type);
    assert.deepEqual(types, ['Polygon', undefined, 'Polygon']);
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

test('ending early closes the file', async () => {
  const reader = await open(collection(...Array(1_000).fill(parcel(polygon()))));
  const openFiles = () => readdirSync('/dev/fd').length;
  const before = openFiles();
  for await (const item of reader.features()) if (item.number === 2) break;
  // A stream closes its file soon after it was ended.
  while (openFiles() > before) await setTimeout(1);
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
