import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { severityOf } from '#domain/zones/kind.ts';
import type { Zone } from '#domain/zones/zone.ts';
import { mostListed } from '#domain/zones/zone-answer.ts';
import { zoneGroup, zoneNames, zoneValues } from '#features/portfolio/row/zone-columns.ts';
import { zonesAtPoint } from '#features/report/zones-section.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { seeded } from '../seeded.ts';
import { provenance } from '../service.ts';

const kind = readShippedKinds().find(one => one.kind === 'flood')!;
const [centreLongitude, centreLatitude] = [22.42, 39.64];
const metresNorth = 111_000;
const metresEast = metresNorth * Math.cos((centreLatitude * Math.PI) / 180);

const at = (east: number, north: number): Position => [
  centreLongitude + east / metresEast,
  centreLatitude + north / metresNorth,
];

/** Around the centre: what floods once in 50 years lies in what floods once in 100, and so on. */
const classes = [
  { period: 'T50', radius: 400 },
  { period: 'T100', radius: 900 },
  { period: 'T1000', radius: 2_500 },
] as const;

function circle(radius: number): Position[] {
  const corners = Array.from({ length: 180 }, (_, i) => {
    const angle = (i * Math.PI) / 90;
    return at(radius * Math.cos(angle), radius * Math.sin(angle));
  });
  return [...corners, corners[0]!];
}

function zone(number: number, period: string, radius: number): Zone {
  const attributes = { return_period: period };
  const geometry = { type: 'Polygon', coordinates: [circle(radius)] } as const;
  const severity = severityOf(kind, attributes);
  return { number, label: null, attributes, severity, geometry, set: { kind, covers: null } };
}

async function openZones(zones: readonly Zone[]) {
  const store = openSqliteStore(':memory:');
  after(() => store.close());
  await replaceRows(store, 'zones', provenance, zones);
  const data = { store, zoneKinds: [kind], coast: async () => () => undefined };
  return async (east: number, accuracyMetres: number, north = 0) => {
    const [longitude, latitude] = at(east, north);
    const answers = await zonesAtPoint(data, latitude, longitude, ['flood'], accuracyMetres);
    const chosen = [kind];
    const values = zoneValues(chosen, answers);
    const row = Object.fromEntries(zoneNames(chosen).map((name, i) => [name, values[i] ?? null]));
    return { row, answer: answers.kinds[0]!, group: zoneGroup(answers, kind) };
  };
}

const ask = await openZones(classes.map(({ period, radius }, i) => zone(i + 1, period, radius)));

/** What is true of a point at a distance from the centre, known to some metres. */
function expected(distance: number, accuracy: number) {
  const certain = classes.find(({ radius }) => distance + accuracy < radius)?.period;
  const possible = classes.find(({ radius }) => distance - accuracy < radius)?.period;
  const result = certain ? 'inside' : possible ? 'possibly_inside' : 'coverage_unknown';
  const severer = certain && possible !== certain ? possible : undefined;
  const group = severer
    ? `${certain} (inside), ${severer} (possibly_inside)`
    : (certain ?? (possible ? `${possible} (possibly_inside)` : result));
  return { result, class: certain ?? possible ?? null, severer: severer ?? null, group };
}

test('the class of a row is as certain as its result, and a severer one that may apply is apart', async () => {
  const { row, answer, group } = await ask(1_030, 700);
  assert.deepEqual(row, {
    zone_flood_result: 'inside',
    zone_flood_class: 'T1000',
    zone_flood_possible_class: 'T50',
    zone_flood_distance_m: 0,
    sea_distance_m: null,
  });
  assert.equal(group, 'T1000 (inside), T50 (possibly_inside)');
  assert.deepEqual(
    answer.zones.map(({ attributes, result }) => [attributes.return_period, result]),
    [
      ['T50', 'possibly_inside'],
      ['T100', 'possibly_inside'],
      ['T1000', 'inside'],
    ],
  );
});

test('points between nested zones have the classes that a ruler gives', async () => {
  const random = seeded(43);
  for (let i = 0; i < 200; i++) {
    const [distance, angle] = [4_000 * random(), 2 * Math.PI * random()];
    const accuracy = i % 4 === 0 ? 0 : Math.round(1_500 * random());
    // A circle of 180 corners, and a degree of always the same length, are not exact.
    const isNearEdge = classes.some(({ radius }) =>
      [distance - accuracy, distance, distance + accuracy].some(
        one => Math.abs(one - radius) < 0.01 * radius,
      ),
    );
    if (isNearEdge) continue;
    const east = distance * Math.cos(angle);
    const { row, group } = await ask(east, accuracy, distance * Math.sin(angle));
    const found = {
      result: row.zone_flood_result,
      class: row.zone_flood_class,
      severer: row.zone_flood_possible_class,
      group,
    };
    assert.deepEqual(found, expected(distance, accuracy), `${distance} m, known to ${accuracy} m`);
  }
});

test('a zone that is certain is listed, however many severer ones are possible', async () => {
  const many = Array.from({ length: mostListed + 10 }, (_, i) => zone(i + 1, 'T50', 400));
  const crowded = await openZones([...many, zone(mostListed + 11, 'T1000', 2_500)]);
  const { row, answer } = await crowded(600, 500);
  assert.deepEqual([answer.zones.length, answer.zonesTotal], [mostListed, mostListed + 11]);
  assert.deepEqual(
    [row.zone_flood_result, row.zone_flood_class, row.zone_flood_possible_class],
    ['inside', 'T1000', 'T50'],
  );
});

test('of two zones of a class, the one that is certain counts', async () => {
  const both = await openZones([zone(1, 'T50', 400), zone(2, 'T50', 2_500)]);
  const { row, group } = await both(600, 500);
  assert.deepEqual([row.zone_flood_class, row.zone_flood_possible_class], ['T50', null]);
  assert.equal(group, 'T50');
});
