import assert from 'node:assert/strict';
import test from 'node:test';
import { isWalkable, wayOf } from '#importing/osm/map/walkable.ts';
import { corners } from '../../geo/square.ts';

const ways: Readonly<Record<'may' | 'may not', string>> = {
  may: `highway=residential, highway=footway footway=crossing, highway=steps, highway=trunk,
    highway=primary sidewalk=no maxspeed=90, highway=trunk_link, highway=service access=private foot=yes,
    highway=path access=no foot=designated, highway=track access=no foot=permissive,
    highway=service access=no foot=destination, highway=service access=private foot=official,
    highway=corridor, railway=platform, public_transport=platform, man_made=pier,
    highway=service access=customers, highway=residential oneway=yes, highway=motorway foot=yes,
    highway=busway foot=yes, highway=cycleway`,
  'may not': `highway=motorway, highway=motorway_link, highway=trunk foot=no,
    highway=trunk motorroad=yes, highway=trunk_link foot=no, highway=residential access=private,
    highway=service access=no, highway=path foot=private, highway=primary foot=use_sidepath,
    highway=busway, highway=construction, highway=proposed foot=yes, highway=constructor,
    route=ferry foot=yes, railway=platform foot=no, man_made=pier access=private,
    man_made=breakwater, building=yes`,
};

const listOf = (texts: string) => texts.split(',').map(text => text.trim());
const tagsOf = (text: string) => Object.fromEntries(text.split(' ').map(tag => tag.split('=')));

for (const [allowed, texts] of Object.entries(ways)) {
  test(`where one ${allowed} walk`, () => {
    for (const one of listOf(texts)) assert.equal(isWalkable(tagsOf(one)), allowed === 'may', one);
  });
}

const object = {
  kind: 'way',
  id: 7,
  tags: { highway: 'steps' },
  pieces: [{ line: corners('23.7 38, 23.7010001 38.0000001'), refs: [1, 2] }],
} as const;

test('a way has the ids of its nodes and their positions', () => {
  assert.deepEqual(wayOf(object), {
    id: 7,
    isSteps: true,
    isOffGround: false,
    isArea: false,
    parts: [{ nodes: [1, 2], points: [237_000_000, 380_000_000, 237_010_001, 380_000_001] }],
  });
});

test('bridges and tunnels are off the ground', () => {
  const isOffGround = (text: string) =>
    wayOf({ ...object, tags: tagsOf(`highway=path ${text}`) })!.isOffGround;
  const off = ['bridge=yes', 'bridge=viaduct', 'tunnel=yes', 'layer=-1'];
  for (const text of off) assert.equal(isOffGround(text), true, text);
  const on = ['highway=path', 'bridge=no', 'layer=1', 'layer=x', 'tunnel=building_passage'];
  for (const text of on) assert.equal(isOffGround(text), false, text);
});

test('a way of whose nodes some are missing has a part for each piece, and is not crossed', () => {
  const [piece] = object.pieces;
  const outline = { type: 'Polygon', coordinates: [] } as const;
  const tags = { highway: 'pedestrian', area: 'yes' };
  const cut = wayOf({ ...object, tags, outline, pieces: [piece, piece], isCut: true })!;
  assert.deepEqual([cut.parts.length, cut.isArea], [2, false]);
  assert.equal(wayOf({ ...object, pieces: [] }), undefined);
});

test('a way whose nodes are impossibly far apart is left out', () => {
  const line = corners('23.7 38, 24.7 38');
  assert.equal(wayOf({ ...object, pieces: [{ line, refs: [1, 2] }] }), undefined);
});

test('squares, platforms and piers that are closed are walked across', () => {
  const outline = { type: 'Polygon', coordinates: [] } as const;
  const isArea = (text: string) => wayOf({ ...object, tags: tagsOf(text), outline })?.isArea;
  const crossed = `highway=pedestrian area=yes, highway=footway area=yes, highway=service area=yes,
    railway=platform, public_transport=platform, highway=platform area=yes, man_made=pier`;
  for (const text of listOf(crossed)) assert.equal(isArea(text), true, text);
  const around =
    'highway=pedestrian, highway=residential area=yes, man_made=pier area=no, highway=corridor';
  for (const text of listOf(around)) assert.equal(isArea(text), false, text);
  assert.equal(isArea('highway=pedestrian area=yes access=no'), undefined);
  const borders = [
    { id: 3, role: 'outer', tags: {}, isMissing: false, isCut: false, ...object.pieces[0] },
  ];
  const square = { ...object, kind: 'relation', id: 7, outline, borders } as const;
  const tags = { type: 'multipolygon', highway: 'pedestrian' };
  const way = wayOf({ ...square, tags })!;
  assert.deepEqual([way.isArea, way.id, way.parts.length], [true, -(2 ** 40) - 7, 1]);
  assert.equal(wayOf({ ...square, tags, isCut: true }), undefined);
});
