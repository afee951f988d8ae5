import assert from 'node:assert/strict';
import test from 'node:test';
import { isWalkable, wayOf } from '#importing/osm/map/walkable.ts';

const open = [
  'highway=residential',
  'highway=footway footway=crossing',
  'highway=steps',
  'highway=primary sidewalk=no maxspeed=90',
  'highway=trunk',
  'highway=trunk_link',
  'highway=service access=private foot=yes',
  'highway=path access=no foot=designated',
  'highway=track access=no foot=permissive',
  'highway=service access=customers',
  'highway=residential oneway=yes',
  'highway=motorway foot=yes',
  'highway=busway foot=yes',
  'highway=cycleway',
];

const closed = [
  'highway=motorway',
  'highway=motorway_link',
  'highway=trunk foot=no',
  'highway=trunk motorroad=yes',
  'highway=trunk_link foot=no',
  'highway=residential access=private',
  'highway=service access=no',
  'highway=path foot=private',
  'highway=primary foot=use_sidepath',
  'highway=busway',
  'highway=construction',
  'highway=proposed foot=yes',
  'highway=constructor',
  'route=ferry foot=yes',
  'railway=platform',
  'building=yes',
];

const tagsOf = (text: string) => Object.fromEntries(text.split(' ').map(tag => tag.split('=')));

for (const [list, expected] of [
  [open, true],
  [closed, false],
] as const) {
  for (const text of list) {
    test(`one may ${expected ? '' : 'not '}walk on ${text}`, () => {
      assert.equal(isWalkable(tagsOf(text)), expected);
    });
  }
}

const object = {
  kind: 'way',
  id: 7,
  tags: { highway: 'steps' },
  line: [
    [23.7, 38],
    [23.7010001, 38.0000001],
  ],
  refs: [1, 2],
} as const;

test('a way has the ids of its nodes and their positions', () => {
  assert.deepEqual(wayOf(object), {
    id: 7,
    isSteps: true,
    isOffGround: false,
    nodes: [1, 2],
    points: [237_000_000, 380_000_000, 237_010_001, 380_000_001],
  });
});

test('bridges and tunnels are off the ground', () => {
  const isOffGround = (tags: Record<string, string>) =>
    wayOf({ ...object, tags: { highway: 'path', ...tags } })!.isOffGround;
  assert.deepEqual(
    [{}, { bridge: 'yes' }, { bridge: 'viaduct' }, { tunnel: 'yes' }, { bridge: 'no' }].map(
      isOffGround,
    ),
    [false, true, true, true, false],
  );
  assert.deepEqual(
    [{ layer: '-1' }, { layer: '1' }, { layer: 'x' }, { tunnel: 'building_passage' }].map(
      isOffGround,
    ),
    [true, false, false, false],
  );
});

test('a way that lacks a node, or whose nodes are impossibly far apart, is left out', () => {
  assert.equal(wayOf({ ...object, refs: [1, 2, 3] }), undefined);
  const line = [
    [23.7, 38],
    [24.7, 38],
  ] as const;
  assert.equal(wayOf({ ...object, line }), undefined);
});
