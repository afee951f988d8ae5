import assert from 'node:assert/strict';
import test from 'node:test';
import type { MapRow } from '#domain/map/map-feature.ts';
import { mapClassOf } from '#importing/osm/map/classify.ts';
import { zoomOfArea, zoomOfName } from '#importing/osm/map/generalise.ts';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openTally } from '#importing/report.ts';
import { boundsOf } from '#tools/geo/polygon.ts';
import { casesIn } from '../../cases.ts';
import { harvest, nodes, park, positions, put, ref, relation, way } from './drawing.ts';
import { tagsOf } from './rows/osm-subjects.ts';

/** The rows of the map, and what was noted. */
async function mapOf(...files: readonly (readonly OsmElement[])[]) {
  const rows: MapRow[] = [];
  const tally = openTally();
  const shares: number[] = [];
  const taker = { add: (row: MapRow) => void rows.push(row), tally };
  const paths = files.map((elements, i) => put(`map-${i}.pbf`, elements));
  await harvest(paths, taker, ({ doneBytes, totalBytes }) => shares.push(doneBytes / totalBytes));
  const finest = rows.filter(({ detail }) => detail === 3);
  return { rows, shares, notes: tally.result().notes, finest };
}

test('tags decide what an object is on the map', () => {
  for (const [text, expected] of casesIn(`
    highway=motorway                                | road motorway 5
    highway=motorway_link                           | road motorway 11
    highway=living_street                           | road minor 13
    highway=steps                                   | road path 14
    highway=pedestrian area=yes                     | built_up square 14
    highway=pedestrian type=multipolygon            | built_up square 14
    highway=service area=yes                        | built_up square 14
    highway=residential area=yes                    |
    highway=corridor                                | road path 14
    railway=platform                                | built_up square 14
    aeroway=runway                                  | road runway 11
    aeroway=aerodrome                               | built_up airport 9
    man_made=breakwater                             | land pier 13
    amenity=school                                  | built_up public 13
    amenity=school building=yes                     | building building 14
    leisure=swimming_pool                           | water pool 14
    highway=construction                            |
    highway=constructor                             |
    railway=rail                                    | rail rail 8
    railway=rail service=siding                     | rail rail 13
    railway=abandoned                               |
    building=yes                                    | building building 14
    building=no landuse=industrial                  | built_up industrial 8
    building=retail landuse=retail                  | building building 14
    natural=water                                   | water lake 5
    natural=water water=reservoir                   | water reservoir 5
    waterway=riverbank                              | water river 5
    waterway=river                                  | waterway river 8
    waterway=stream tunnel=culvert                  |
    natural=coastline                               | waterway coastline 11
    landuse=forest                                  | green wood 6
    natural=beach                                   | green beach 10
    landuse=residential                             | built_up residential 7
    boundary=administrative admin_level=2           | border country 3
    boundary=administrative admin_level=2 maritime=yes |
    boundary=administrative admin_level=9           |
    name=x                                          |
  `)) {
    const found = mapClassOf(tagsOf(text));
    assert.equal(found ? `${found.layer} ${found.kind} ${found.minZoom}` : '', expected, text);
  }
});

test('an area is drawn from the zoom that shows its size, and named where that fits', () => {
  const sizes = [1e12, 1e8, 1e6, 1e4, 1];
  const zooms = (zoomOf: typeof zoomOfArea) => sizes.map(size => zoomOf(size, 5));
  assert.deepEqual(zooms(zoomOfArea), [5, 6, 9, 12, 14], 'from 14 however small');
  assert.deepEqual(zooms(zoomOfName), [5, 9, 13, 16, 16], 'from 16 however small');
  assert.equal(zoomOfArea(1e12, 8), 8);
});

test('ways and multipolygons become features with names, number and size', async () => {
  const { finest, notes } = await mapOf([
    ...nodes,
    way(1, 'rs', { highway: 'primary', name: 'Ιάσονος', 'name:en': 'Iasonos', ref: 'ΕΟ30;Α1;Β2' }),
    way(2, 'abcda', { landuse: 'forest' }),
    way(3, 'efghe', {}),
    way(4, 'klmck', { building: 'house', name: 'Σπίτι' }),
    way(5, 'abcda'),
    way(6, 'rstur', { highway: 'residential', junction: 'roundabout' }),
    relation(9, 'outer:5 inner:3', { ...park, name: 'Άλσος' }),
  ]);
  assert.deepEqual(notes, []);
  const byId = new Map(finest.map(row => [row.externalId, row]));
  const ids = 'relation/9,relation/9 name,way/1,way/2,way/4,way/6';
  assert.deepEqual([...byId.keys()].toSorted().join(), ids);
  const road = byId.get('way/1')!;
  assert.deepEqual([road.name, road.nameEn, road.ref], ['Ιάσονος', 'Iasonos', 'ΕΟ30 Α1']);
  assert.deepEqual(road.geometry, { type: 'LineString', coordinates: positions('rs') });
  assert.equal(byId.get('way/6')!.geometry.type, 'LineString', 'a roundabout is a line');
  assert.equal(byId.get('way/4')!.name, null, 'buildings are not labelled');
  const area = byId.get('relation/9')!;
  assert.equal(area.geometry.type === 'Polygon' && area.geometry.coordinates.length, 2);
  assert.ok(area.rank > 1e6 && area.rank < byId.get('way/2')!.rank, 'without its hole');
  const label = byId.get('relation/9 name')!;
  assert.deepEqual([label.name, label.geometry.type, label.rank], ['Άλσος', 'Point', area.rank]);
});

test('ways to walk on keep their nodes, in one row each', async () => {
  const { rows } = await mapOf([
    ...nodes,
    way(1, 'efg', { highway: 'primary' }),
    way(2, 'gh', { highway: 'steps' }),
    way(3, 'rs', { highway: 'motorway' }),
    way(4, 'kZlm', { highway: 'path' }),
    way(6, 'kZl', { highway: 'path' }),
    // A ring of which two nodes are left.
    way(7, 'rsZr', { highway: 'path' }),
    way(5, 'tu', { railway: 'rail' }),
  ]);
  const ways = rows.flatMap(row => row.way ?? []);
  const units = (text: string) => positions(text).flatMap(one => one.map(d => Math.round(d * 1e7)));
  const partsOf = (text: string) => [{ nodes: Array.from(text, ref), points: units(text) }];
  // Of the fourth the part after a missing node is left, of the sixth nothing.
  const usual = { isSteps: false, isOffGround: false, isArea: false };
  ways.sort((a, b) => a.id - b.id);
  assert.deepEqual(ways, [
    { ...usual, id: 1, parts: partsOf('efg') },
    { ...usual, id: 2, isSteps: true, parts: partsOf('gh') },
    { ...usual, id: 4, parts: partsOf('lm') },
    { ...usual, id: 7, parts: partsOf('rs') },
  ]);
});

test('squares to walk across come from ways and from multipolygons, platforms too', async () => {
  const { rows } = await mapOf([
    ...nodes,
    // Tagged twice, it is walked with its relation, whose hole it has not.
    way(1, 'abcda', { highway: 'pedestrian', area: 'yes' }),
    way(2, 'rstur'),
    way(3, 'cklmc', { public_transport: 'platform' }),
    way(4, 'efghe', { highway: 'footway' }),
    relation(9, 'outer:2', { type: 'multipolygon', highway: 'pedestrian' }),
    relation(10, 'outer:1 inner:4', { type: 'multipolygon', highway: 'footway', area: 'yes' }),
  ]);
  const areas = rows.flatMap(({ way }) => (way?.isArea ? [way] : []));
  const found = areas.map(({ id, parts }) => `${id}: ${parts.map(({ nodes }) => nodes.length)}`);
  assert.deepEqual(found, [`-${2 ** 40 + 9}: 5`, `-${2 ** 40 + 10}: 5,5`, '3: 5']);
});

test('a pier is land if it is closed and a way if not; tunnels have a rank of their own', async () => {
  const { rows, finest } = await mapOf([
    ...nodes,
    way(1, 'abcda', { man_made: 'pier' }),
    way(2, 'rs', { man_made: 'pier' }),
    way(3, 'rs', { highway: 'primary', tunnel: 'yes' }),
    way(4, 'st', { highway: 'primary', tunnel: 'no' }),
  ]);
  assert.deepEqual(
    finest.map(({ layer, kind, rank }) => `${layer} ${kind} ${Math.sign(rank)}`),
    ['land pier 1', 'road pier 0', 'road primary -1', 'road primary 0'],
  );
  const low = rows.filter(({ detail }) => detail === 1).map(({ kind, rank }) => `${kind} ${rank}`);
  assert.deepEqual(low, ['primary 0'], 'from far away a tunnel is a part of its road');
});

test('borders are drawn from the ways of boundaries, which need no tags of their own', async () => {
  const border = (level: number) => ({
    ...{ type: 'boundary', boundary: 'administrative' },
    ...{ admin_level: String(level), name: `Δήμος ${level}` },
  });
  const { finest } = await mapOf([
    ...nodes,
    way(1, 'ab'),
    way(2, 'bcd', { natural: 'coastline' }),
    way(3, 'da', { boundary: 'administrative', admin_level: '2' }),
    way(4, 'bd', {}),
    relation(8, 'outer:1 outer:2 outer:3', border(5)),
    relation(9, 'outer:1 outer:4 outer:3', border(7)),
  ]);
  assert.deepEqual(
    finest
      .filter(({ layer }) => !['place', 'land', 'sea', 'waterway'].includes(layer))
      .map(row => `${row.externalId} ${row.kind}`),
    ['way/1 region', 'way/3 country', 'way/4 municipality'],
  );
  assert.ok(finest.some(({ kind }) => kind === 'coastline'));
});

test('low zooms have large features only, simplified, and roads joined', async () => {
  const { rows } = await mapOf([
    ...nodes,
    way(1, 'ab', { highway: 'motorway', ref: 'Α1' }),
    way(2, 'br', { highway: 'motorway', ref: 'Α1' }),
    way(3, 'rs', { highway: 'residential' }),
    way(4, 'abcda', { natural: 'water' }),
  ]);
  const drawnAt = (detail: number) =>
    rows.filter(row => row.detail === detail).map(({ layer, kind }) => `${layer} ${kind}`);
  assert.deepEqual(drawnAt(0).toSorted(), ['road motorway', 'water lake']);
  assert.deepEqual(drawnAt(2), ['road motorway', 'road motorway', 'water lake']);
  assert.deepEqual(drawnAt(3).length, 4);
  const joined = rows.find(({ detail, layer }) => detail === 1 && layer === 'road')!;
  assert.deepEqual(joined.geometry, { type: 'LineString', coordinates: positions('ar') });
  const lake = rows.find(({ detail, layer }) => detail === 0 && layer === 'water')!;
  const box = { west: 22, east: 22.04, south: 38.96, north: 39 };
  assert.deepEqual(lake.geometry.type === 'Polygon' && boundsOf(lake.geometry), box);
});

test('a way in several files is drawn once, and refused if it differs', async () => {
  const primary = way(1, 'ab', { highway: 'primary' });
  const first = [...nodes, primary, way(2, 'rs', { highway: 'primary' })];
  const { finest } = await mapOf(first, [...nodes, primary]);
  assert.deepEqual(finest.map(({ externalId }) => externalId).toSorted(), ['way/1', 'way/2']);
  for (const other of [
    way(1, 'abr', { highway: 'primary' }),
    way(1, 'ab', { highway: 'secondary' }),
    way(1, 'ab', { amenity: 'bench' }),
  ]) {
    const differs = { code: 'USAGE', message: /way 1: it differs from/ };
    await assert.rejects(mapOf(first, [other]), differs);
    await assert.rejects(mapOf([other], first), differs);
  }
});

test('a way that an extract cuts is drawn in part, and noted', async () => {
  const { finest, notes } = await mapOf([
    ...nodes,
    way(1, 'ab?', { highway: 'primary' }),
    way(2, '?!', { highway: 'primary' }),
  ]);
  assert.deepEqual(finest.map(({ externalId }) => externalId).join(), 'way/1');
  const reasons = notes.map(({ reason, count }) => `${count}: ${reason}`);
  assert.deepEqual(reasons, [
    '1: some nodes of a way on foot are not in the file, split at the gap',
    '1: some of its nodes are not in the file, used in part',
    '1: some of its nodes are not in the file, left out',
  ]);
});

test('the progress counts the pass that draws the map', async () => {
  const bank = { kind: 'node' as const, latitude: 38, longitude: 23, tags: { amenity: 'bank' } };
  const many: OsmElement[] = Array.from({ length: 2_000 }, (_, i) => ({ ...bank, id: i + 1 }));
  const street: OsmElement = { kind: 'way', id: 1, refs: [1, 2], tags: { highway: 'residential' } };
  const { shares } = await mapOf([...many, street]);
  assert.ok(shares.length >= 3, 'told while objects and ways come');
  assert.ok(shares[0]! <= 0.75, `${shares}`);
  assert.ok(shares.at(-1)! > 0.75, `${shares}`);
});
