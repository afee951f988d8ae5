import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import type { OsmElement, OsmKind, OsmTags } from '#importing/osm/readers/elements.ts';
import { messageHas } from '../../../cases.ts';
import { without } from '../../../programs.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { at, nodes, objectsIn, park, put, ref, relation, way } from '../drawing.ts';

const visible = '<node id="1" version="1" lat="39" lon="22"><tag k="amenity" v="bank"/></node>';
const moved = '<node id="1" version="2" lat="38" lon="23"><tag k="amenity" v="bank"/></node>';
const unwanted = '<node id="1" version="3" lat="38" lon="23"><tag k="shop" v="bakery"/></node>';
const untagged = '<node id="1" version="3" lat="38" lon="23"/>';
const deleted = '<node id="1" version="4" visible="false"/>';
const deletedInEditor =
  '<node id="1" version="2" action="delete" lat="38" lon="23"><tag k="amenity" v="bank"/></node>';
const movedInEditor =
  '<node id="1" version="2" action="modify" lat="37" lon="24"><tag k="amenity" v="bank"/></node>';

const isBank = (_: OsmKind, tags: OsmTags) => tags.amenity === 'bank';

for (const [what, other] of [
  ['a position', moved],
  ['tags, so that it is not wanted', unwanted.replace('lat="38" lon="23"', 'lat="39" lon="22"')],
  ['no tags', untagged.replace('lat="38" lon="23"', 'lat="39" lon="22"')],
  ['a deletion', deleted],
  ['a deletion in an editor', deletedInEditor],
  ['an edit in an editor', movedInEditor],
] as const) {
  test(`a node that differs between files by ${what} is refused with the command`, async () => {
    const told =
      ', node 1: it differs from the same node in … : osmium merge --with-history … && osmium time-filter';
    const paths = [visible, other].map((node, i) => put(`part-${i}.osm`, `<osm>${node}</osm>`));
    for (const files of [paths, paths.toReversed()]) {
      await assert.rejects(objectsIn(files, isBank), messageHas(told, 'USAGE'));
    }
  });
}

test('an object that is equal in several files counts once', async () => {
  const paths = [0, 1, 2].map(i => put(`part-${i}.osm`, `<osm>${visible}</osm>`));
  assert.equal((await objectsIn(paths, isBank)).objects.length, 1);
});

test('an object that comes twice in one file and differs is refused with the command', async () => {
  for (const nodes of [`${visible}\n${moved}`, `${unwanted}\n${visible}`]) {
    const path = put('history.osm', `<osm>${nodes}</osm>`);
    const message = /node 1: it comes twice and differs.*: osmium sort .* && osmium time-filter/;
    await assert.rejects(objectsIn([path], isBank), { code: 'USAGE', message });
  }
});

const skip = without('osmium', 'osmium-tool');

test('the command of the message keeps the newest version of each object', { skip }, async () => {
  const stamp = (node: string, day: number) =>
    node.replace('<node', `<node timestamp="2026-01-0${day}T00:00:00Z"`);
  const paths = [stamp(visible, 1), stamp(moved, 2)].map((node, i) =>
    put(`day-${i}.osm`, `<osm version="0.6">${node}</osm>`),
  );
  const told = await objectsIn(paths, isBank).catch((error: Error) => error.message);
  const [, command] = /each object: (.*); then import (.*)$/.exec(String(told))!;
  const { path: cwd } = temporaryFolder();
  execFileSync('/bin/sh', ['-c', command!], { cwd });
  const { objects } = await objectsIn([join(cwd, 'merged.osm.pbf')], isBank);
  const points = objects.map(({ point }) => point);
  assert.deepEqual(points, [[23, 38]]);
});

test('a node counts with its tags where it comes again without them and without a version', async () => {
  const path = put(
    'overpass.osm',
    `<osm><node id="2" lat="1" lon="1"/>
      <node id="1" lat="39" lon="22"><tag k="amenity" v="bank"/></node>
      <node id="1" lat="39" lon="22"/></osm>`,
  );
  assert.equal((await objectsIn([path])).objects.length, 1);
});

for (const format of ['pbf', 'xml']) {
  test(`overlapping extracts that differ in a way, a member or a node are refused (${format})`, async () => {
    const park = way(1, 'abcda', { leisure: 'park' });
    const school = relation(9, 'outer:1', { type: 'multipolygon', amenity: 'school' });
    const whole = [...nodes, park, school];
    const isMoved = (element: OsmElement) => element.kind === 'node' && element.id === ref('a');
    const wanted = (_: OsmKind, tags: OsmTags) => 'leisure' in tags || 'amenity' in tags;
    const first = put(`first.${format}`, whole);
    const same = await objectsIn([first, put(`same.${format}`, whole)], wanted);
    assert.deepEqual(same, await objectsIn([first], wanted));
    for (const [problem, changed] of [
      [/way 1/, [...nodes, way(1, 'abda', { leisure: 'park' }), school]],
      [/relation 9/, [...nodes, park, relation(9, 'outer:1', { type: 'multipolygon' })]],
      [/relation 9/, [...nodes, park, relation(9, 'inner:1', { ...school.tags })]],
      [/node \d+/, whole.map(one => (isMoved(one) ? { ...one, latitude: 1.5 } : one))],
    ] as const) {
      const other = put(`other.${format}`, changed as OsmElement[]);
      const told = { code: 'USAGE', message: problem };
      await assert.rejects(objectsIn([first, other], wanted), told);
      await assert.rejects(objectsIn([other, first], wanted), told);
    }
  });

  for (const kept of ['with', 'without'] as const) {
    test(`a file with locations on ways is read, ${kept} its untagged nodes (${format})`, async () => {
      const located = (element: OsmElement): OsmElement =>
        element.kind === 'way'
          ? { ...element, locations: Float64Array.from(element.refs.flatMap(r => at(String.fromCharCode(r)))) } // biome-ignore format: a line
          : element;
      const shapes = [
        way(1, 'abcda', { leisure: 'park' }),
        way(2, 'rs', { highway: 'residential' }),
        way(3, 'efghe'),
        relation(9, 'outer:1 inner:3', park),
      ];
      const plain = put(`plain.${format}`, [...nodes, ...shapes]);
      const untagged = kept === 'with' ? nodes : [];
      const path = put(`located.${format}`, [...untagged, ...shapes.map(located)]);
      const expected = await objectsIn([plain]);
      assert.equal(expected.objects.length, 3);
      assert.deepEqual(await objectsIn([path]), expected);
    });
  }
}
