import assert from 'node:assert/strict';
import test from 'node:test';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { at, nodes, objectsIn, park, positions, put, ref, relation, way } from '../drawing.ts';

const visible = '<node id="1" version="1" lat="39" lon="22"><tag k="amenity" v="bank"/></node>';
const moved = '<node id="1" version="2" lat="38" lon="23"><tag k="amenity" v="bank"/></node>';
const unwanted = '<node id="1" version="3" lat="38" lon="23"><tag k="shop" v="bakery"/></node>';
const untagged = '<node id="1" version="3" lat="38" lon="23"/>';
const deleted = '<node id="1" version="4" visible="false"/>';
const deletedInEditor =
  '<node id="1" version="2" action="delete" lat="38" lon="23"><tag k="amenity" v="bank"/></node>';
const movedInEditor =
  '<node id="1" version="2" action="modify" lat="37" lon="24"><tag k="amenity" v="bank"/></node>';
const restored = '<node id="1" version="5" lat="36" lon="25"><tag k="amenity" v="bank"/></node>';

const histories: [what: string, versions: readonly string[], at: number | undefined][] = [
  ['one version', [visible], 39],
  ['two versions', [visible, moved], 38],
  ['a newest that is no bank any more', [visible, moved, unwanted], undefined],
  ['a newest without tags', [moved, untagged], undefined],
  ['a deleted newest', [visible, moved, unwanted, deleted], undefined],
  ['a deleted one that was restored', [visible, deleted, restored], 36],
  ['one deleted in an editor', [visible, moved, deletedInEditor], undefined],
  ['one moved in an editor', [moved, movedInEditor], 37],
  ['one version twice', [visible, visible], 39],
];

for (const [what, versions, latitude] of histories) {
  test(`of ${what} the newest visible version counts, in one file or several, in any order`, async () => {
    const orders = [versions, versions.toReversed()];
    for (const order of orders) {
      const inOne = [put('history.osm', `<osm>${order.join('\n')}</osm>`)];
      const apart = order.map((node, i) => put(`part-${i}.osm`, `<osm>${node}</osm>`));
      for (const paths of [inOne, apart]) {
        const { objects } = await objectsIn(paths, (_, tags) => tags.amenity === 'bank');
        const expected = latitude === undefined ? [] : [latitude];
        assert.deepEqual(
          objects.map(({ point }) => point[1]),
          expected,
        );
      }
    }
  });
}

test('a node counts with its tags where it comes again without them and without a version', async () => {
  const path = put(
    'overpass.osm',
    `<osm><node id="2" lat="1" lon="1"/>
      <node id="1" lat="39" lon="22"><tag k="amenity" v="bank"/></node>
      <node id="1" lat="39" lon="22"/></osm>`,
  );
  assert.equal((await objectsIn([path])).objects.length, 1);
});

const square = (version: number, latitude: number): OsmElement[] => [
  ...Array.from('abcd', (letter): OsmElement => {
    const [x, y] = at(letter);
    return { kind: 'node', id: ref(letter), version, latitude: y - latitude, longitude: x, tags: undefined }; // biome-ignore format: a line
  }),
];

for (const format of ['pbf', 'xml']) {
  test(`of overlapping extracts the newest nodes, ways and relations count (${format})`, async () => {
    const park1 = { ...way(1, 'abda', { leisure: 'park' }), version: 1 };
    const park2 = { ...way(1, 'abcda', { leisure: 'park' }), version: 2 };
    const school = { ...relation(9, 'outer:1', { type: 'multipolygon', amenity: 'school' }) };
    const old = put(`old.${format}`, [...square(1, 1), park1, { ...school, version: 1 }]);
    const gone = { ...relation(9, 'outer:1', { type: 'multipolygon' }), version: 2 };
    const recent = put(`new.${format}`, [...square(2, 0), park2, gone]);
    for (const paths of [
      [old, recent],
      [recent, old],
    ]) {
      const { objects, flaws } = await objectsIn(paths, (_, tags) => 'leisure' in tags || 'amenity' in tags); // biome-ignore format: a line
      assert.deepEqual(flaws, []);
      assert.deepEqual(
        objects.map(({ kind, id, outline }) => [kind, id, outline?.coordinates]),
        [['way', 1, [positions('abcda')]]],
      );
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
      const path = put(`located.${format}`, [
        ...(kept === 'with' ? nodes : []),
        ...shapes.map(located),
      ]);
      const expected = await objectsIn([plain]);
      assert.equal(expected.objects.length, 3);
      assert.deepEqual(await objectsIn([path]), expected);
    });
  }
}
