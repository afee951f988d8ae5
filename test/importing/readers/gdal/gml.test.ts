import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import type { Feature } from '#importing/readers/reader.ts';
import { isUnreadable, type Unreadable } from '#tools/files/bytes.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachFlip, refusal } from '../files.ts';

const { path: folder, put } = temporaryFolder();

const latitudeFirst = 'urn:ogc:def:crs:EPSG::4258';
const outerText = '38.0 23.0 38.0 23.2 38.2 23.2 38.0 23.0';
const holeText = '38.05 23.1 38.05 23.12 38.07 23.12 38.05 23.1';
const outer = [
  [23, 38],
  [23.2, 38],
  [23.2, 38.2],
  [23, 38],
];
const hole = [
  [23.1, 38.05],
  [23.12, 38.05],
  [23.12, 38.07],
  [23.1, 38.05],
];
const ring = (text: string) =>
  `<gml:LinearRing><gml:posList>${text}</gml:posList></gml:LinearRing>`;
const rings = `<gml:exterior>${ring(outerText)}</gml:exterior>
  <gml:interior>${ring(holeText)}</gml:interior>`;
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

const sameSurface: readonly (readonly [string, string])[] = [
  ['posList, latitude first', polygon()],
  ['posList, http name', polygon('http://www.opengis.net/def/crs/EPSG/0/4258')],
  [
    'posList, longitude first by its name',
    polygon(
      'EPSG:4258',
      `<gml:exterior>${ring('23.0 38.0 23.2 38.0 23.2 38.2 23.0 38.0')}</gml:exterior>
       <gml:interior>${ring('23.1 38.05 23.12 38.05 23.12 38.07 23.1 38.05')}</gml:interior>`,
    ),
  ],
  [
    'pos',
    polygon(
      latitudeFirst,
      `<gml:exterior><gml:LinearRing><gml:pos>38.0 23.0</gml:pos><gml:pos>38.0 23.2</gml:pos>
         <gml:pos>38.2 23.2</gml:pos><gml:pos> 38.0 23.0 </gml:pos></gml:LinearRing></gml:exterior>
       <gml:interior>${ring(holeText)}</gml:interior>`,
    ),
  ],
  [
    'coordinates of GML 2',
    polygon(
      latitudeFirst,
      `<gml:outerBoundaryIs><gml:LinearRing><gml:coordinates>38.0,23.0,5 38.0,23.2,5
         38.2,23.2,5 38.0,23.0,5</gml:coordinates></gml:LinearRing></gml:outerBoundaryIs>
       <gml:innerBoundaryIs><gml:LinearRing><gml:coordinates decimal="," cs=" " ts=";">38,05 23,1;38,05 23,12;38,07 23,12;38,05 23,1</gml:coordinates></gml:LinearRing></gml:innerBoundaryIs>`,
    ),
  ],
  [
    'three dimensions, told by the polygon',
    `<gml:Polygon srsName="${latitudeFirst}" srsDimension="3">
       <gml:exterior>${ring('38.0 23.0 1 38.0 23.2 1 38.2 23.2 1 38.0 23.0 1')}</gml:exterior>
       <gml:interior><gml:LinearRing><gml:posList srsDimension="2">${holeText}</gml:posList></gml:LinearRing></gml:interior>
     </gml:Polygon>`,
  ],
  [
    'a ring of curves that continue where the last one ended',
    polygon(
      latitudeFirst,
      `<gml:exterior><gml:Ring>
         <gml:curveMember><gml:LineString><gml:posList>38.0 23.0 38.0 23.2</gml:posList></gml:LineString></gml:curveMember>
         <gml:curveMember><gml:Curve><gml:segments><gml:LineStringSegment>
           <gml:posList>38.0 23.2 38.2 23.2 38.0 23.0</gml:posList>
         </gml:LineStringSegment></gml:segments></gml:Curve></gml:curveMember>
       </gml:Ring></gml:exterior><gml:interior>${ring(holeText)}</gml:interior>`,
    ),
  ],
  [
    'a composite curve without a ring, as GDAL writes it',
    polygon(
      latitudeFirst,
      `<gml:exterior><gml:CompositeCurve>
         <gml:curveMember><gml:LineString><gml:posList>38.0 23.0 38.0 23.2</gml:posList></gml:LineString></gml:curveMember>
         <gml:curveMember><gml:LineString><gml:posList>38.0 23.2 38.2 23.2 38.0 23.0</gml:posList></gml:LineString></gml:curveMember>
       </gml:CompositeCurve></gml:exterior><gml:interior>${ring(holeText)}</gml:interior>`,
    ),
  ],
];

for (const [name, geometry] of sameSurface) {
  test(`a surface written as ${name} is read with longitude first`, async () => {
    assert.deepEqual(await geometryOf(geometry), { type: 'Polygon', coordinates: [outer, hole] });
  });
}

test('the Greek Grid is easting first, in every form of its name', async () => {
  const grid = `<gml:exterior>${ring('475000 4204000 475020 4204000 475020 4204020 475000 4204000')}</gml:exterior>`;
  for (const name of ['urn:ogc:def:crs:EPSG::2100', 'EPSG:2100']) {
    const geometry = (await geometryOf(polygon(name, grid))) as { coordinates: number[][][] };
    assert.deepEqual(geometry.coordinates[0]![1], [475_020, 4_204_000]);
  }
});

test('several surfaces are a MultiPolygon', async () => {
  const member = `<gml:surfaceMember>${polygon()}</gml:surfaceMember>`;
  assert.deepEqual(await geometryOf(`<gml:MultiSurface>${member}${member}</gml:MultiSurface>`), {
    type: 'MultiPolygon',
    coordinates: [
      [outer, hole],
      [outer, hole],
    ],
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
  const part = (positions: string) =>
    `<gml:LineString><gml:posList>${positions}</gml:posList></gml:LineString>`;
  const curve = (segments: string) =>
    `<gml:Curve ${srs}><gml:segments>${segments}</gml:segments></gml:Curve>`;
  const segment = (positions: string) =>
    `<gml:LineStringSegment><gml:posList>${positions}</gml:posList></gml:LineStringSegment>`;
  const member = (content: string) => `<gml:curveMember>${content}</gml:curveMember>`;
  const first = member(part('38 23 38.5 23.5'));
  const composite = `<gml:CompositeCurve>${first}${member(part('38.5 23.5 38 24'))}</gml:CompositeCurve>`;
  const whole = [
    [23, 38],
    [23.5, 38.5],
    [24, 38],
  ];
  const line = { type: 'LineString', coordinates: whole };
  const rows: [gml: string, geometry: unknown][] = [
    [
      `<gml:LineString ${srs}><gml:posList>38 23 38.5 23.5 38 24</gml:posList></gml:LineString>`,
      line,
    ],
    [curve(segment('38 23 38.5 23.5') + segment('38.5 23.5 38 24')), line],
    [composite.replace('>', ` ${srs}>`), line],
    [
      `<gml:MultiCurve ${srs}>${member(composite)}${first}</gml:MultiCurve>`,
      { type: 'MultiLineString', coordinates: [whole, whole.slice(0, 2)] },
    ],
  ];
  for (const [gml, geometry] of rows) assert.deepEqual(await geometryOf(gml), geometry, gml);
});

const exterior = (positions: string) => `<gml:exterior>${ring(positions)}</gml:exterior>`;
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
  ['no exterior', polygon(latitudeFirst, `<gml:interior>${ring(holeText)}</gml:interior>`)],
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

const greek = (encoding: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>` +
  '<C xmlns:gml="http://www.opengis.net/gml"><gml:featureMember><F><label>Αθήνα</label></F></gml:featureMember></C>';
// Both Greek code pages have these letters at the same places.
const bytesOfGreek = (text: string) =>
  Buffer.from(
    [...text].map(c => (c.charCodeAt(0) < 128 ? c.charCodeAt(0) : c.charCodeAt(0) - 0x2d0)),
  );
const wide = Buffer.from(greek('UTF-16'), 'utf16le');

const encodings: readonly (readonly [string, Uint8Array])[] = [
  ['UTF-8', Buffer.from(greek('utf-8'))],
  ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${greek('UTF-8')}`)],
  ['UTF-8 that claims to be UTF-16', Buffer.from(greek('utf-16'))],
  ['ISO-8859-7', bytesOfGreek(greek('ISO-8859-7'))],
  ['windows-1253', bytesOfGreek(greek('windows-1253'))],
  ['UTF-16, little-endian, unmarked', wide],
  ['UTF-16, little-endian', Buffer.concat([Buffer.of(0xff, 0xfe), wide])],
  ['UTF-16, big-endian', Buffer.concat([Buffer.of(0xfe, 0xff), Buffer.from(wide).swap16()])],
];

test('text in every encoding is readable, as declared or by its first bytes', async () => {
  const latin = Buffer.from(greek('ISO-8859-1').replace('Αθήνα', 'Léon'), 'latin1');
  for (const [name, bytes] of [...encodings, ['ISO-8859-1', latin] as const]) {
    const [item] = await readAll(bytes);
    const expected = bytes === latin ? 'Léon' : 'Αθήνα';
    assert.equal((item as Feature).properties.label, expected, name);
  }
});

const long = 9 * 1024 * 1024;
const hostile: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
  [
    'an external entity',
    '<!DOCTYPE C [<!ENTITY x SYSTEM "file:///etc/passwd">]><C>&x;</C>',
    /line 1, column \d+: a document type/,
  ],
  [
    'a billion laughs',
    '<!DOCTYPE C [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><C>&b;</C>',
    /a document type/,
  ],
  ['a document type without an end', `<!DOCTYPE C [${' '.repeat(long)}`, /no tag within/],
  ['an entity of its own', '<C>&x;</C>', /undefined entity/],
  ['elements nested without end', '<a>'.repeat(200_000), /nested more than 100 deep/],
  ['text without end', `<C>${'x'.repeat(long)}</C>`, /no tag within 8388608 characters/],
  ['an attribute without end', `<C a="${'x'.repeat(long)}"/>`, /no tag within/],
  [
    'attributes without end',
    `<C ${Array.from({ length: 700_000 }, (_, i) => `a${i}="1"`).join(' ')} a0=""/>`,
    /an element with more than 1000 attributes/,
  ],
  [
    'bytes that are no UTF-8',
    Buffer.from('<C>\n12\xff</C>', 'latin1'),
    /line 2, column 2: a byte that is not valid utf-8/,
  ],
  ['an encoding that nobody knows', '<?xml version="1.0" encoding="klingon"?><C/>', /klingon/],
  [
    'an encoding that is cut',
    '<?xml version="1.0" encoding="UTF-8?>\n<C x="y"/>',
    /line \d+, column \d+: [^\n]*$/,
  ],
  ['no XML', 'KAEK;AREA', /line 1, column/],
  ['nothing', '', /the file is empty/],
  [
    'another kind of XML',
    '<html><body><p>Error</p></body></html>',
    /GDAL cannot convert it: Unable to open datasource/,
  ],
  ['two roots', '<C/><C/>', /one root/],
  [
    'gzip that is cut',
    gzipSync(collection(parcel(polygon()))).subarray(0, 150),
    /end in the middle/,
  ],
];

for (const [name, content, expected] of hostile) {
  test(`${name}: refused in one sentence`, async () => {
    await assert.rejects(readAll(content), badData(expected));
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
