import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { assertHas } from '../../../cases.ts';
import { osmXml } from '../../osm-writer.ts';
import { problemOf, put, read, tagged, volos } from './osm-files.ts';

test('objects that editors marked as deleted have no contents', async () => {
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
  const nowhere = { latitude: Number.NaN, longitude: Number.NaN, tags: undefined };
  assert.deepEqual(await read(path), [
    { kind: 'node', id: 1, ...nowhere },
    { kind: 'node', id: 2, ...nowhere },
    { kind: 'way', id: 3, refs: [], tags: undefined },
    { kind: 'node', id: -4, latitude: 0, longitude: 2.5, tags: tagged({ shop: 'mall' }) },
  ]);
});

const osm = (inside: string) => `<osm>\n${inside}\n</osm>`;

const bad: readonly (readonly [content: string | Buffer, expected: string])[] = [
  ['<!DOCTYPE osm [<!ENTITY a "b">]><osm/>', 'line 1, column … a document type (DOCTYPE)'],
  ['<gpx/>', 'line 1, column … expected <osm>, found <gpx>'],
  ['<osmChange/>', 'line 1, column … it holds changes, expected a whole extract'],
  ['<osm>\n<node id="1" lat="1" lon="1"/>\n', 'line 3, column … unclosed tag: osm'],
  [osm('<node id="x1" lat="1" lon="1"/>'), 'line 2, column … id="x1", expected a whole'],
  [osm('<way id="99999999999999999"/>'), 'expected a whole number'],
  [osm('<node id="1" lat="1"/>'), 'line 2, column … a tag lacks lon='],
  [osm('<node id="1" lat="" lon="1"/>'), 'lat="", expected degrees'],
  [osm('<relation id="1"><member ref="1"/></relation>'), 'not a node, way'],
  [osm('<way id="1"><tag v="x"/></way>'), 'a tag lacks k='],
  // Half an answer of Overpass.
  [
    osm('<remark> runtime error: Query timed out in "query" at line 3. </remark>'),
    'line 2, column … the server gave only a part of the data: runtime error: Query timed out',
  ],
  [gzipDamaged(), ': the packed data are damaged'],
  [gzipSync(osmXml(volos)).subarray(0, 200), ': the packed data end in the middle'],
  ['SQLite', ': byte 0: expected OSM PBF (.osm.pbf) or OSM XML'],
  ['', ': the file is empty'],
];

function gzipDamaged(): Buffer {
  const packedText = gzipSync(osmXml(volos));
  packedText[packedText.length - 6]! ^= 1;
  return packedText;
}

for (const [contents, expected] of bad) {
  test(`a file is refused with its place: ${expected}`, async () => {
    assertHas(await problemOf(put('bad.osm', contents)), expected);
  });
}
