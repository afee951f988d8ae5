import assert from 'node:assert/strict';
import test from 'node:test';
import { type OsmLayerName, osmFeed, osmLayers } from '#importing/osm/harvest.ts';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { openTally } from '#importing/report.ts';
import { harvest, node, nodes, park, put, relation, way } from './drawing.ts';

const harvestOf = (elements: readonly OsmElement[]) => harvest([put('harvest.pbf', elements)]);

async function talliesOf(elements: readonly OsmElement[]) {
  const harvest = await harvestOf(elements);
  const tallyOf = async (layer: OsmLayerName) => {
    const tally = openTally();
    await osmFeed(layer, async () => harvest).feed(() => void tally.keep(), tally);
    return { share: tally.refusedShare(), ...tally.result() };
  };
  const tallies = await Promise.all(osmLayers.map(async layer => [layer, await tallyOf(layer)]));
  return Object.fromEntries(tallies) as Record<OsmLayerName, Awaited<ReturnType<typeof tallyOf>>>;
}

test('an object that cannot be assembled counts as a refused row of the layers it is wanted for', async () => {
  const { places, addresses } = await talliesOf([
    ...nodes.filter(({ id }) => id !== 'u'.charCodeAt(0)),
    node('u', { amenity: 'bank' }),
    way(1, '?!', { highway: 'residential', name: 'Ερμού' }),
    way(2, 'rs', { highway: 'residential', name: 'Αιόλου' }),
    relation(9, 'outer:99', { ...park, name: 'Άλσος' }),
  ]);
  assert.deepEqual([places.kept, places.share, places.notes], [1, 0.5, []]);
  const notThere = 'some of its ways are not in the file';
  const relation9 = { reason: notThere, count: 1, examples: ['harvest.pbf, relation 9'] };
  assert.deepEqual(places.refused, [relation9]);
  assert.deepEqual([addresses.kept, addresses.share, addresses.notes], [1, 0.5, []]);
  assert.equal(addresses.refused[0]?.reason, 'some of its nodes are not in the file');
});

test('what the mapping leaves out is counted by rule, and no refused row', async () => {
  const metro = { railway: 'station', station: 'subway' };
  const { places } = await talliesOf([
    ...nodes.filter(({ id }) => !Array.from('arukl', l => l.charCodeAt(0)).includes(id)),
    node('a', { ...metro, name: 'Πανόρμου', 'was:ref': '12' }),
    node('r', { ...metro, 'disused:railway': 'station' }),
    node('u', { ...metro, railway: 'station', disused: 'yes' }),
    node('k', { leisure: 'playground', access: 'customers' }),
    node('l', { ...metro, opening_date: '2031' }),
    way(1, 'tsk', { amenity: 'bank' }),
    relation(9, 'outer:99', { type: 'multipolygon', amenity: 'bank', disused: 'yes' }),
  ]);
  assert.deepEqual([places.kept, places.refused], [2, []], 'a station, and one that opens later');
  assert.deepEqual(
    places.notes.map(({ reason, count, examples }) => [reason, count, examples.join()]),
    [
      ['some of its ways are not in the file, left out', 1, 'harvest.pbf, relation 9'],
      ['metro_station: left out by a lifecycle tag', 2, 'node 114,node 117'],
      ['playground: left out by exclude', 1, 'node 107'],
      ['bank: left out, because it is a line', 1, 'way 1'],
    ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
  );
});

test('an object used in part, and a cut boundary for addresses, are notes and not refused', async () => {
  const border = { type: 'boundary', boundary: 'administrative', admin_level: '7', name: 'Βόλος' };
  const { places, addresses, boundaries } = await talliesOf([
    ...nodes,
    way(1, 'abc?a', { leisure: 'park', name: 'Άλσος' }),
    relation(9, 'outer:99', border),
  ]);
  assert.deepEqual([places.kept, places.refused], [1, []]);
  const [cut] = places.notes;
  const used = { reason: 'some of its nodes are not in the file, used in part', count: 1 };
  assert.deepEqual(cut, { ...used, examples: ['harvest.pbf, way 1'] });
  assert.deepEqual([addresses.kept, addresses.refused], [0, []]);
  const left = { reason: 'some of its ways are not in the file, left out', count: 1 };
  assert.deepEqual(addresses.notes, [{ ...left, examples: ['harvest.pbf, relation 9'] }]);
  const { kept, refused, notes } = boundaries;
  assert.deepEqual([kept, refused, notes], [0, [], addresses.notes]);
});

test('any number of flaws is counted, and three are named', async () => {
  const lost = Array.from({ length: 5_000 }, (_, i): OsmElement => {
    const tags = { amenity: 'bank' };
    return { kind: 'node', id: i + 1, latitude: 91 + i / 1_000, longitude: 23, tags };
  });
  const { places } = await talliesOf(lost);
  const examples = [91, 91.001, 91.002].map(
    (latitude, i) => `harvest.pbf, node ${i + 1}: latitude ${latitude}, longitude 23`,
  );
  const reason = 'its position is not on Earth';
  assert.deepEqual(places.refused, [{ reason, count: 5_000, examples }]);
});

test('settlements come with all their names, population and reach; node and area are one', async () => {
  const { settlements } = await harvestOf([
    ...nodes.filter(({ id }) => !['a', 'u', 'k'].some(letter => id === letter.charCodeAt(0))),
    node('a', {
      ...{ place: 'village', name: 'Μηλιές', 'name:en': 'Milies', old_name: 'Μηλεαί' },
      ...{ alt_name: 'Μηλεές;Οι Μηλιές', population: '1.234' },
    }),
    node('u', { place: 'hamlet', 'name:el': 'Κάτω Γατζέα', name: 'Kato Gatzea' }),
    node('k', { place: 'village' }),
    way(1, 'efghe', { place: 'island', name: 'Τρίκερι' }),
    way(2, 'rstur', { place: 'hamlet', name: 'Κάτω Γατζέα', population: '60' }),
    node('l', { place: 'farm', name: 'Αγρόκτημα' }),
  ]);
  assert.deepEqual(
    settlements.rows.map(s => [s.externalId, s.kind, s.name, ...s.otherNames, s.population].join()),
    [
      'way/1,island,Τρίκερι,',
      'node/97,village,Μηλιές,Milies,Μηλεές,Οι Μηλιές,Μηλεαί,1234',
      'node/117,hamlet,Κάτω Γατζέα,Kato Gatzea,60',
    ],
  );
  const [island, village, hamlet] = settlements.rows;
  assert.ok(island!.reachMetres > 1_000);
  assert.equal(village!.reachMetres, 0);
  assert.ok(hamlet!.reachMetres > 1_000);
});

const placed = (id: number, latitude: number, longitude: number, tags: Record<string, string>) =>
  ({ kind: 'node', id, latitude, longitude, tags }) as const;

test('islets of one name are several, and a label anywhere on a large island is that island', async () => {
  const { settlements } = await harvestOf([
    placed(1, 37, 25, { place: 'islet', name: 'Πρασονήσι' }),
    placed(2, 37.1, 25, { place: 'islet', name: 'Πρασονήσι' }),
    ...nodes,
    node('b', { place: 'island', name: 'Μακρονήσι' }),
    way(1, 'abcda', { place: 'island', name: 'Μακρονήσι' }),
  ]);
  const names = settlements.rows.map(({ externalId, name }) => `${externalId} ${name}`).join();
  assert.equal(names, 'node/98 Μακρονήσι,node/1 Πρασονήσι,node/2 Πρασονήσι');
});

test('the node and the boundary of a town are one, though its middle is far; a hamlet of its name is not', async () => {
  const { settlements } = await harvestOf([
    placed(1, 39.1, 22.1, { place: 'town', name: 'Διπλόπολη', population: '1000' }),
    placed(2, 39.02, 22.1, { place: 'hamlet', name: 'Διπλόπολη' }),
    ...[39, 39.2].flatMap((latitude, i) =>
      [22, 22.3].map((longitude, j) => placed(10 + 2 * i + j, latitude, longitude, {})),
    ),
    { kind: 'way', id: 1, refs: [10, 11, 13, 12, 10], tags: undefined },
    relation(9, 'outer:1', { type: 'multipolygon', place: 'town', name: 'Διπλόπολη' }),
  ]);
  const found = settlements.rows.map(one => `${one.externalId} ${one.kind} ${one.population}`);
  assert.deepEqual(found, ['node/1 town 1000', 'node/2 hamlet null']);
  assert.ok(settlements.rows[0]!.reachMetres > 10_000);
});

test('a population is read as people write it, and of several names the first is shown', async () => {
  const populations = {
    ...{ '1.234': 1234, '1 234': 1234, '1\u00a0234': 1234, '~500': 500, '500 (2021)': 500, '0': 0 },
    ...{ '1.5': null, '-5': null, '500;600': null, λίγοι: null },
  };
  const { settlements } = await harvestOf(
    Object.keys(populations).map((population, i) =>
      placed(i + 1, 39, 22, { place: 'village', name: `Χωριό ${i};Αλλιώς ${i}`, population }),
    ),
  );
  assert.deepEqual(
    settlements.rows.map(({ name, otherNames, population }) => [name, otherNames, population]),
    Object.values(populations).map((people, i) => [`Χωριό ${i}`, [`Αλλιώς ${i}`], people]),
  );
});

test('borders of regions down to municipal units are areas with names; others are left out', async () => {
  const border = (admin_level: string, name: string) => {
    return { type: 'boundary', boundary: 'administrative', admin_level, name };
  };
  const { boundaries } = await harvestOf([
    ...nodes,
    way(1, 'abcda'),
    way(2, 'efghe'),
    relation(11, 'outer:1 inner:2', border('7', 'Δήμος Βόλου')),
    relation(12, 'outer:1', border('6', 'Περιφερειακή Ενότητα Μαγνησίας')),
    relation(13, 'outer:2', { ...border('8', 'Δημοτική Ενότητα Ιωλκού'), 'name:en': 'Iolkos' }),
    relation(14, 'outer:2', border('10', 'Συνοικία')),
    relation(15, 'outer:2', { ...border('7', 'Δάσος'), boundary: 'forest' }),
  ]);
  assert.deepEqual(
    boundaries.rows.map(b => [b.externalId, b.kind, b.name, ...b.otherNames].join()),
    [
      'relation/11,municipality,Δήμος Βόλου',
      'relation/12,regional_unit,Περιφερειακή Ενότητα Μαγνησίας',
      'relation/13,municipal_unit,Δημοτική Ενότητα Ιωλκού,Iolkos',
    ],
  );
  assert.equal(boundaries.rows[0]!.geometry.coordinates.length, 2);
});

test('named places are those of none of the 25 types, once each, and not disused', async () => {
  const { named_places, places } = await harvestOf([
    ...nodes.filter(({ id }) => !Array.from('aruklmt', l => l.charCodeAt(0)).includes(id)),
    node('a', { tourism: 'museum', name: 'Μουσείο Τσαλαπάτα', 'name:en': 'Tsalapatas Museum' }),
    node('r', { amenity: 'hospital', name: 'Αχιλλοπούλειο' }),
    node('u', { tourism: 'museum' }),
    node('k', { amenity: 'cinema', name: 'Ολύμπιον', abandoned: 'yes' }),
    node('l', { shop: 'bakery', name: 'Φούρνος' }),
    node('m', { natural: 'beach', name: 'Άναυρος' }),
    way(1, 'lcm', { natural: 'bay', name: 'Κόλπος' }),
    way(2, 'mlkcm', { natural: 'beach', name: 'Άναυρος' }),
  ]);
  assert.deepEqual(
    named_places.rows.map(p => [p.externalId, p.category, p.name, ...p.otherNames].join()),
    [
      'way/1,natural=bay,Κόλπος',
      'way/2,natural=beach,Άναυρος',
      'node/97,tourism=museum,Μουσείο Τσαλαπάτα,Tsalapatas Museum',
      'node/109,natural=beach,Άναυρος',
    ],
  );
  assert.deepEqual(places.rows.map(p => p.external_id).join(), 'node/114');
});
