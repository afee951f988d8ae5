import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
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
    /line 1, column 32: a document type \(DOCTYPE\)/,
  ],
  [
    'an unknown entity',
    osm('<node id="1" lat="1" lon="&lol;"/>'),
    /line 2, column \d+: undefined entity/,
  ],
  ['another root', '<gpx/>', /line 1, column \d+: expected <osm>, found <gpx>/],
  [
    'a file of changes',
    '<osmChange/>',
    /line 1, column \d+: it holds changes, expected a whole extract/,
  ],
  [
    'a file that ends',
    '<osm>\n<node id="1" lat="1" lon="1"/>\n',
    /line 3, column \d+: unclosed tag: osm/,
  ],
  [
    'an id in letters',
    osm('<node id="x1" lat="1" lon="1"/>'),
    /line 2, column \d+: id="x1", expected a whole/,
  ],
  ['an id beyond 2^53', osm('<way id="99999999999999999"/>'), /expected a whole number/],
  ['a node without a place', osm('<node id="1" lat="1"/>'), /line 2, column \d+: a tag lacks lon=/],
  ['degrees in words', osm('<node id="1" lat="" lon="1"/>'), /lat="", expected degrees/],
  ['a member of no kind', osm('<relation id="1"><member ref="1"/></relation>'), /not a node, way/],
  ['a tag without a key', osm('<way id="1"><tag v="x"/></way>'), /a tag lacks k=/],
  [
    'text that is not UTF-8',
    Buffer.from(osm('<way id="1"/>\xe9'), 'latin1'),
    /line 2, column 13: a byte that is not valid utf-8/,
  ],
  ['deep nesting', `<osm>${'<a>'.repeat(200)}`, /nested more than 100 deep/],
  ['a tag that never ends', `<osm><node id="${'1'.repeat(9e6)}`, /no tag within 8388608/],
  ['a comment that never ends', `<osm><!--${' '.repeat(9e6)}`, /no tag within 8388608/],
  [
    'half an answer of Overpass',
    osm('<remark> runtime error: Query timed out in "query" at line 3. </remark>'),
    /line 2, column \d+: the server gave only a part of the data: runtime error: Query timed out/,
  ],
  ['gzip with a damaged sum', gzipDamaged(), /: the packed data are damaged/],
  [
    'gzip that ends',
    gzipSync(osmXml(volos)).subarray(0, 200),
    /: the packed data end in the middle/,
  ],
  ['another format', 'SQLite', /: byte 0: expected OSM PBF \(.osm.pbf\) or OSM XML/],
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
