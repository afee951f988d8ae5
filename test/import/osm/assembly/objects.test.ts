import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { pointInPolygon } from '../../../../src/geo/inside.ts';
import { type PolygonGeometry, type Position, planarArea } from '../../../../src/geo/polygon.ts';
import { openMemoryLimit } from '../../../../src/import/osm/assembly/memory-limit.ts';
import { openOsmObjects } from '../../../../src/import/osm/assembly/objects.ts';
import type { OsmObject } from '../../../../src/import/osm/assembly/osm-object.ts';
import type { OsmElement, OsmKind } from '../../../../src/import/osm/readers/elements.ts';
import { openOsm } from '../../../../src/import/osm/readers/osm.ts';
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
        kind: 'way',
        id: 1,
        tags: { leisure: 'park' },
        point: [22.02, (38.96 + 39) / 2],
        outline: { type: 'Polygon', coordinates: [positions('abcda')] },
        line: positions('abcda'),
      },
      {
        kind: 'way',
        id: 2,
        tags: { highway: 'residential' },
        point: [22.08, 39],
        line: positions('rs'),
      },
    ]);
  }
});

test('only wanted objects are returned, and objects without tags are not examined', async () => {
  const asked: string[] = [];
  const wants = (kind: OsmKind, tags: Tags) => {
    asked.push(kind);
    return tags.leisure === 'park';
  };
  const elements = [
    ...nodes,
    way(1, 'abcda'),
    way(2, 'rs', { highway: 'path' }),
    way(3, 'efghe', park),
  ];
  const { objects } = await objectsOf(elements, wants);
  assert.deepEqual(
    objects.map(({ id }) => id),
    [3],
  );
  assert.deepEqual(asked, ['way', 'way']);
});

test('rings are joined across ways in either direction, and holes are left out', async () => {
  const elements = [
    ...nodes,
    way(1, 'abc'),
    way(2, 'adc'),
    way(3, 'ef'),
    way(4, 'hgf'),
    way(5, 'eh'),
    relation(9, 'outer:1,2 inner:3,4,5', park),
  ];
  const { objects, flaws } = await objectsOf(elements);
  assert.deepEqual(flaws, []);
  const [{ outline, point }] = objects as [Required<OsmObject>];
  assert.equal(outline.type, 'Polygon');
  assert.ok(Math.abs(planarArea(outline) - (16 - 4) / 1e4) < 1e-12);
  assert.ok(pointInPolygon(point, outline));
  assert.ok(!pointInPolygon([22.02, 38.98], outline), 'its centroid is in the hole');
});

test('several outer rings make a multipolygon, each with its own holes', async () => {
  const elements = [
    ...nodes,
    way(1, 'abcda'),
    way(2, 'efghe'),
    way(3, 'rstur'),
    relation(9, 'outer:3,1 inner:2', { type: 'boundary' }),
  ];
  const { objects } = await objectsOf(elements);
  const [{ outline, point }] = objects as [Required<OsmObject>];
  assert.deepEqual(outline, {
    type: 'MultiPolygon',
    coordinates: [[positions('rstur')], [positions('abcda'), positions('efghe')]],
  });
  assert.ok(
    pointInPolygon(point, { type: 'Polygon', coordinates: outline.coordinates[1] as never }),
  );
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
    const elements = [...nodes, way(1, 'abcda'), way(2, 'efghe'), relation(9, members, park)];
    const { objects, flaws } = await objectsOf(elements);
    assert.deepEqual(flaws, []);
    const [{ outline, point }] = objects as [Required<OsmObject>];
    assert.deepEqual(outline.coordinates, [positions('abcda'), positions('efghe')]);
    assert.deepEqual(insideOf(outline, 'ae'), ['a']);
    assert.ok(pointInPolygon(point, outline));
  });
}

test('a member way that is not a border and not closed changes nothing', async () => {
  const elements = [
    ...nodes,
    way(1, 'abcda'),
    way(2, 'efghe'),
    way(3, 'rs'),
    relation(9, 'outer:1 inner:2 entrance:3', park),
  ];
  const [{ outline }] = (await objectsOf(elements)).objects as [Required<OsmObject>];
  assert.deepEqual(outline.coordinates, [positions('abcda'), positions('efghe')]);
});

test('a closed way that touches itself gives the areas on both sides', async () => {
  const elements = [...nodes, way(1, 'abcklmcda', { leisure: 'park' })];
  const [{ outline, line }] = (await objectsOf(elements)).objects as [Required<OsmObject>];
  assert.equal(outline.type, 'MultiPolygon');
  assert.ok(Math.abs(planarArea(outline) - 17 / 1e4) < 1e-12);
  assert.deepEqual(line, positions('abcklmcda'));
});

test('rings that touch in a node stay separate', async () => {
  const elements = [
    ...nodes,
    way(1, 'cda'),
    way(2, 'ckl'),
    way(3, 'abc'),
    way(4, 'lmc'),
    relation(9, ':1,2,3,4', park),
  ];
  const [{ outline }] = (await objectsOf(elements)).objects as [Required<OsmObject>];
  assert.equal(outline.type, 'MultiPolygon');
  const areas = (outline.coordinates as never[]).map(polygon =>
    Math.round(1e4 * planarArea({ type: 'Polygon', coordinates: polygon } as PolygonGeometry)),
  );
  assert.deepEqual(areas.toSorted(), [1, 16]);
});

test('a way that is a member twice counts once, and one that is wanted itself comes as well', async () => {
  const elements = [
    ...nodes,
    way(1, 'abcda', { amenity: 'school' }),
    relation(9, 'outer:1,1', park),
  ];
  const { objects } = await objectsOf(elements);
  assert.deepEqual(objects.map(({ kind, id }) => [kind, id]), [['way', 1], ['relation', 9]]); // biome-ignore format: a line
  assert.deepEqual(objects[0]!.outline, objects[1]!.outline);
});

const flawed: [string, OsmElement[], Flaw][] = [
  [
    'a ring that does not close',
    [way(1, 'abc'), way(2, 'cd'), relation(9, 'outer:1,2', park)],
    { kind: 'relation', id: 9, problem: 'its outer ring does not close', leftOut: true },
  ],
  [
    'an outer ring cut by the extract',
    [way(1, 'abc'), relation(9, 'outer:1,2', park)],
    { kind: 'relation', id: 9, problem: 'some of its ways are not in the file', leftOut: true },
  ],
  [
    'a hole cut by the extract',
    [way(1, 'abcda'), relation(9, 'outer:1 inner:2', park)],
    { kind: 'relation', id: 9, problem: 'some of its ways are not in the file', leftOut: false },
  ],
  [
    'a hole whose outer ring is cut by the extract',
    [way(2, 'efghe'), relation(9, 'outer:1 inner:2', park)],
    { kind: 'relation', id: 9, problem: 'some of its ways are not in the file', leftOut: true },
  ],
  [
    'a part of an area whose other part is cut by the extract, with the hole of that part',
    [way(2, 'efghe'), way(3, 'rstur'), relation(9, 'outer:1,3 inner:2', park)],
    { kind: 'relation', id: 9, problem: 'some of its ways are not in the file', leftOut: false },
  ],
  [
    'a hole that does not close',
    [way(1, 'abcda'), way(2, 'ef'), relation(9, 'outer:1 inner:2', park)],
    { kind: 'relation', id: 9, problem: 'some of its ways close no ring', leftOut: false },
  ],
  [
    'an area of nothing',
    [{ kind: 'relation', id: 9, members: [], tags: { type: 'boundary' } }],
    { kind: 'relation', id: 9, problem: 'it encloses no area', leftOut: true },
  ],
  [
    'a closed way that goes back as it came',
    [way(1, 'abcba', { leisure: 'park' })],
    { kind: 'way', id: 1, problem: 'it encloses no area', leftOut: true },
  ],
  [
    'a relation that is no area',
    [way(1, 'abcda'), relation(9, 'outer:1', { type: 'site', amenity: 'school' })],
    { kind: 'relation', id: 9, problem: 'it is neither multipolygon nor boundary', leftOut: true },
  ],
  [
    'a closed way with a node missing',
    [way(1, 'abc?a', { leisure: 'park' })],
    { kind: 'way', id: 1, problem: 'some of its nodes are not in the file', leftOut: false },
  ],
  [
    'a closed way whose first node is missing',
    [way(1, '?abcd?', { leisure: 'park' })],
    { kind: 'way', id: 1, problem: 'some of its nodes are not in the file', leftOut: false },
  ],
  [
    'a closed way with too few nodes',
    [way(1, 'a?!a', { leisure: 'park' })],
    { kind: 'way', id: 1, problem: 'some of its nodes are not in the file', leftOut: true },
  ],
  [
    'a line with one node of three',
    [way(1, 'a?!', { highway: 'path' })],
    { kind: 'way', id: 1, problem: 'some of its nodes are not in the file', leftOut: true },
  ],
  [
    'a line of one node',
    [way(1, 'a', { highway: 'path' })],
    { kind: 'way', id: 1, problem: 'it has fewer than two nodes', leftOut: true },
  ],
  [
    'a line to a node off the Earth',
    [
      { kind: 'node', id: ref('?'), latitude: 91, longitude: 20, tags: undefined },
      way(1, 'ab?', { highway: 'path' }),
    ],
    { kind: 'way', id: 1, problem: 'some of its nodes are not in the file', leftOut: false },
  ],
  [
    'a node off the Earth',
    [{ kind: 'node', id: 1, latitude: 12.5, longitude: 200, tags: { shop: 'mall' } }],
    { kind: 'node', id: 1, problem: 'its position is not on Earth', leftOut: true },
  ],
];

for (const [what, elements, flaw] of flawed) {
  test(`${what} is reported, and ${flaw.leftOut ? 'left out' : 'used in part'}`, async () => {
    const { objects, flaws } = await objectsOf([...nodes, ...elements]);
    assert.deepEqual(flaws, [flaw]);
    assert.equal(objects.length, flaw.leftOut ? 0 : 1);
    assert.ok(!objects.some(({ outline }) => outline?.type === 'MultiPolygon'));
    for (const { outline } of objects) {
      const rings = (outline?.coordinates ?? []) as Position[][];
      for (const ring of rings) assert.deepEqual(ring[0], ring.at(-1));
    }
  });
}

/** With way 9 missing: the ways there are, and the rings that are left. */
const touching: [string, OsmElement[], string, string[]][] = [
  [
    'a hole that touches its outer ring from inside is left out of the area',
    [way(1, 'abcda'), way(2, 'aefa')],
    'outer:1 inner:2,9',
    ['abcda', 'aefa'],
  ],
  [
    'the hole of a missing outer ring that touches another ring is no area',
    [way(1, 'abcda'), way(2, 'cklmc')],
    'outer:1,9 inner:2',
    ['abcda'],
  ],
  [
    'the hole of a missing outer ring is no area around its island either',
    [way(1, 'efghe'), way(2, 'abcda')],
    'outer:1,9 inner:2',
    ['efghe'],
  ],
];

for (const [what, ways, members, rings] of touching) {
  test(what, async () => {
    const { objects } = await objectsOf([...nodes, ...ways, relation(9, members, park)]);
    assert.deepEqual(objects[0]!.outline?.coordinates, rings.map(positions));
  });
}

test('nodes are found in any order of the file, with gaps, twice, and with large ids', async () => {
  const id = fc.oneof(
    fc.integer({ min: -20, max: 20 }),
    fc.integer({ min: 2 ** 33, max: 2 ** 33 + 9 }),
  );
  const node = fc.record({ id, units: fc.integer({ min: -9e8, max: 9e8 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(node), fc.array(id, { minLength: 2 }), async (places, refs) => {
      // Of equal versions the first counts.
      const known = new Map(places.toReversed().map(place => [place.id, place.units / 1e7]));
      const elements: OsmElement[] = places.map(({ id, units }) => {
        return { kind: 'node', id, latitude: units / 1e7, longitude: units / 1e7, tags: undefined };
      });
      const open = refs[0] === refs.at(-1) ? [...refs, 10 ** 9] : refs;
      elements.push({ kind: 'way', id: 1, refs: open, tags: { highway: 'path' } });
      const { objects } = await objectsOf(elements);
      const found = open.flatMap(ref => known.get(ref) ?? []);
      if (found.length < 2) assert.equal(objects.length, 0);
      else
        assert.deepEqual(
          objects[0]?.line,
          found.map(degrees => [degrees, degrees]),
        );
    }),
    { numRuns: 60 },
  );
});

test('a node where very many ways meet does not slow the joining', async () => {
  const petals = Array.from({ length: 40_000 }, (_, i): OsmElement => {
    const letter = 'bdefgh'[i % 6]!;
    return { kind: 'way', id: i + 1, refs: [ref('a'), ref(letter), ref('c')], tags: undefined };
  });
  const ids = petals.map(({ id }) => id).join(',');
  const started = performance.now();
  const { objects } = await objectsOf([...nodes, ...petals, relation(9, `outer:${ids}`, park)]);
  assert.equal(objects.length, 1);
  assert.ok(performance.now() - started < 20_000);
});

test('more objects than memory holds are refused with the first one too many', async () => {
  const banks = Array.from('abcd', letter => node(letter, { amenity: 'bank' }));
  const file = await openOsm(put('banks.pbf', banks));
  const found = openOsmObjects([file], () => true, undefined, openMemoryLimit(2_000));
  await assert.rejects(Array.fromAsync(found.objects()), {
    code: 'BAD_DATA',
    message: /banks\.pbf, node 100: 4 places and addresses so far are more than the memory/,
  });
});
