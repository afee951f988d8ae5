import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { openMemoryLimit } from '#importing/osm/assembly/memory-limit.ts';
import { openOsmObjects } from '#importing/osm/assembly/objects.ts';
import type { OsmObject } from '#importing/osm/assembly/osm-object.ts';
import type { OsmElement, OsmKind } from '#importing/osm/readers/elements.ts';
import { openOsm } from '#importing/osm/readers/osm.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import { type PolygonGeometry, type Position, planarArea } from '#tools/geo/polygon.ts';
import { casesIn } from '../../../cases.ts';
import {
  at,
  type Flaw,
  node,
  nodes,
  objectsOf,
  park,
  positions,
  put,
  ref,
  relation,
  type Tags,
  way,
} from '../drawing.ts';

test('a node has its own position, a closed way one inside its outline, an open way one half way', async () => {
  const elements = [
    ...nodes.filter(({ id }) => id !== ref('u')),
    node('u', { amenity: 'bank' }),
    way(1, 'abcda', { leisure: 'park' }),
    way(2, 'rs', { highway: 'residential' }),
    way(3, 'efgh'),
  ];
  for (const format of ['pbf', 'xml'] as const) {
    const { objects, flaws } = await objectsOf(elements, undefined, format);
    assert.deepEqual(flaws, []);
    assert.deepEqual(objects, [
      { kind: 'node', id: ref('u'), tags: { amenity: 'bank' }, point: at('u') },
      {
        ...{ kind: 'way', id: 1, tags: { leisure: 'park' }, point: [22.02, (38.96 + 39) / 2] },
        outline: { type: 'Polygon', coordinates: [positions('abcda')] },
        line: positions('abcda'),
      },
      {
        ...{ kind: 'way', id: 2, tags: { highway: 'residential' }, point: [22.08, 39] },
        line: positions('rs'),
      },
    ]);
  }
});

/** A relation of ways, numbered from 1 on; `-` is a way that is not in the file. */
function relationOf(ways: string, members: string, tags: Tags = park) {
  const drawn = ways
    .split(' ')
    .flatMap((letters, i) => (letters === '-' ? [] : way(i + 1, letters)));
  return objectsOf([...nodes, ...drawn, relation(9, members, tags)]);
}

test('only wanted objects are returned, and objects without tags are not examined', async () => {
  const asked: string[] = [];
  const wants = (kind: OsmKind, tags: Tags) => {
    asked.push(kind);
    return tags.leisure === 'park';
  };
  const ways = [way(1, 'abcda'), way(2, 'rs', { highway: 'path' }), way(3, 'efghe', park)];
  const { objects } = await objectsOf([...nodes, ...ways], wants);
  assert.deepEqual([objects.map(({ id }) => id), asked], [[3], ['way', 'way']]);
});

test('rings are joined across ways in either direction, and holes are left out', async () => {
  const { objects, flaws } = await relationOf('abc adc ef hgf eh', 'outer:1,2 inner:3,4,5');
  assert.deepEqual(flaws, []);
  const [{ outline, point }] = objects as [Required<OsmObject>];
  assert.equal(outline.type, 'Polygon');
  assert.ok(Math.abs(planarArea(outline) - (16 - 4) / 1e4) < 1e-12);
  assert.ok(pointInPolygon(point, outline));
  assert.ok(!pointInPolygon([22.02, 38.98], outline), 'its centroid is in the hole');
});

const insideOf = (outline: PolygonGeometry, letters: string) =>
  Array.from(letters).filter(letter => {
    const [x, y] = at(letter);
    return pointInPolygon([x + 0.001, y - 0.001], outline);
  });

for (const [what, members] of [
  ['empty', ':1,2'],
  ['swapped', 'inner:1 outer:2'],
  ['all outer', 'outer:1,2'],
  ['all inner', 'inner:1,2'],
  ['misspelt', 'outter:1 enclave:2'],
] as const) {
  test(`with ${what} roles a hole is still a hole`, async () => {
    const { objects, flaws } = await relationOf('abcda efghe', members);
    assert.deepEqual(flaws, []);
    const [{ outline, point }] = objects as [Required<OsmObject>];
    assert.deepEqual(outline.coordinates, [positions('abcda'), positions('efghe')]);
    assert.deepEqual(insideOf(outline, 'ae'), ['a']);
    assert.ok(pointInPolygon(point, outline));
  });
}

test('a member way that is not a border and not closed changes nothing', async () => {
  const { objects } = await relationOf('abcda efghe rs', 'outer:1 inner:2 entrance:3');
  const [{ outline }] = objects as [Required<OsmObject>];
  assert.deepEqual(outline.coordinates, [positions('abcda'), positions('efghe')]);
});

test('a closed way that touches itself gives the areas on both sides', async () => {
  const elements = [...nodes, way(1, 'abcklmcda', { leisure: 'park' })];
  const [{ outline, line }] = (await objectsOf(elements)).objects as [Required<OsmObject>];
  assert.equal(outline.type, 'MultiPolygon');
  assert.ok(Math.abs(planarArea(outline) - 17 / 1e4) < 1e-12);
  assert.deepEqual(line, positions('abcklmcda'));
});

test('a way that is a member twice counts once, and one that is wanted itself comes as well', async () => {
  const school = way(1, 'abcda', { amenity: 'school' });
  const { objects } = await objectsOf([...nodes, school, relation(9, 'outer:1,1', park)]);
  assert.equal(objects.map(({ kind, id }) => `${kind} ${id}`).join(), 'way 1,relation 9');
  assert.deepEqual(objects[0]!.outline, objects[1]!.outline);
});

const [waysMissing, nodesMissing] = ['ways', 'nodes'].map(
  what => `some of its ${what} are not in the file`,
) as [string, string];
/** The ways of a relation, and its members; or the way of a park. */
for (const [what, ways, members, problem, fate] of casesIn(`
  a ring that does not close                  | abc cd            | outer:1,2          | its outer ring does not close | left out
  an outer ring cut by the extract            | abc               | outer:1,2          | ${waysMissing} | left out
  a hole cut by the extract                   | abcda             | outer:1 inner:2    | ${waysMissing} | used in part
  a hole whose outer ring is cut              | - efghe           | outer:1 inner:2    | ${waysMissing} | left out
  a cut part, with its hole, beside a whole one | - efghe rstur   | outer:1,3 inner:2  | ${waysMissing} | used in part
  a hole that does not close                  | abcda ef          | outer:1 inner:2    | some of its ways close no ring | used in part
  a closed way that goes back as it came      | abcba             |                    | it encloses no area | left out
  a closed way with a node missing            | abc?a             |                    | ${nodesMissing} | used in part
  a closed way whose first node is missing    | ?abcd?            |                    | ${nodesMissing} | used in part
  a closed way with too few nodes             | a?!a              |                    | ${nodesMissing} | left out
  a line with one node of three               | a?!               |                    | ${nodesMissing} | left out
  a line of one node                          | a                 |                    | it has fewer than two nodes | left out
`)) {
  test(`${what} is reported, and ${fate}`, async () => {
    const leftOut = fate === 'left out';
    if (members !== '') {
      const flaw = { kind: 'relation', id: 9, problem, leftOut } as const;
      return checkFlaw(await relationOf(ways, members), flaw);
    }
    const found = await objectsOf([...nodes, way(1, ways, { leisure: 'park' })]);
    checkFlaw(found, { kind: 'way', id: 1, problem, leftOut });
  });
}

function checkFlaw({ objects, flaws }: Awaited<ReturnType<typeof objectsOf>>, flaw: Flaw): void {
  assert.deepEqual(flaws, [flaw]);
  assert.equal(objects.length, flaw.leftOut ? 0 : 1);
  assert.ok(!objects.some(({ outline }) => outline?.type === 'MultiPolygon'));
  for (const { outline } of objects) {
    const rings = (outline?.coordinates ?? []) as Position[][];
    for (const ring of rings) assert.deepEqual(ring[0], ring.at(-1));
  }
}

test('a relation that is no area or has no members, and nodes off the Earth, are reported', async () => {
  const site = await relationOf('abcda', 'outer:1', { type: 'site', amenity: 'school' });
  const problem = 'it is neither multipolygon nor boundary';
  checkFlaw(site, { kind: 'relation', id: 9, problem, leftOut: true });
  const empty: OsmElement = { kind: 'relation', id: 9, members: [], tags: park };
  const none = { kind: 'relation', id: 9, problem: 'it encloses no area', leftOut: true } as const;
  checkFlaw(await objectsOf([...nodes, empty]), none);
  const off = { kind: 'node', latitude: 91, longitude: 200 } as const;
  const lost = { ...off, id: ref('?'), tags: undefined };
  const path = way(1, 'ab?', { highway: 'path' });
  const line = await objectsOf([...nodes, lost, path]);
  checkFlaw(line, { kind: 'way', id: 1, problem: nodesMissing, leftOut: false });
  const node = { ...off, latitude: 12.5, id: 1, tags: { shop: 'mall' } };
  const mall = await objectsOf([...nodes, node]);
  const nowhere = 'its position is not on Earth';
  checkFlaw(mall, { kind: 'node', id: 1, problem: nowhere, leftOut: true });
});

for (const [what, ways, members, rings] of casesIn(`
  # With way 9 missing: the ways there are, their roles, and the rings that are left.
  a hole that touches its outer ring from inside is left out of the area | abcda aefa | outer:1 inner:2,9 | abcda aefa
  the hole of a missing outer ring that touches another ring is no area  | abcda cklmc | outer:1,9 inner:2 | abcda
  the hole of a missing outer ring is no area around its island either   | efghe abcda | outer:1,9 inner:2 | efghe
`)) {
  test(what, async () => {
    const { objects } = await relationOf(ways, members);
    assert.deepEqual(objects[0]!.outline?.coordinates, rings.split(' ').map(positions));
  });
}

test('nodes are found in any order of the file, with gaps, twice, and with large ids', async () => {
  const large = fc.integer({ min: 2 ** 33, max: 2 ** 33 + 9 });
  const id = fc.oneof(fc.integer({ min: -20, max: 20 }), large);
  const node = fc.record({ id, units: fc.integer({ min: -9e8, max: 9e8 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(node), fc.array(id, { minLength: 2 }), async (places, refs) => {
      const known = new Map(places.map(place => [place.id, place.units / 1e7]));
      const elements: OsmElement[] = places.map(({ id }) => {
        const degrees = known.get(id)!;
        return { kind: 'node', id, latitude: degrees, longitude: degrees, tags: undefined };
      });
      const open = refs[0] === refs.at(-1) ? [...refs, 10 ** 9] : refs;
      elements.push({ kind: 'way', id: 1, refs: open, tags: { highway: 'path' } });
      const { objects } = await objectsOf(elements);
      const found = open.flatMap(ref => known.get(ref) ?? []);
      if (found.length < 2) assert.equal(objects.length, 0);
      else
        assert.deepEqual(
          objects[0]?.line?.flat(),
          found.flatMap(one => [one, one]),
        );
    }),
    { numRuns: 20 },
  );
});

test('more objects than memory holds are refused with the first one too many', async () => {
  const banks = Array.from('abcd', letter => node(letter, { amenity: 'bank' }));
  const file = await openOsm(put('banks.pbf', banks));
  const found = openOsmObjects([file], () => true, undefined, openMemoryLimit(2_000));
  await assert.rejects(Array.fromAsync(found.objects()), {
    code: 'USAGE',
    message: /banks\.pbf, node 100: 4 places and addresses so far are more than the memory/,
  });
});
