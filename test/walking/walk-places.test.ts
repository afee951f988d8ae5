import assert from 'node:assert/strict';
import test from 'node:test';
import { packPlaces } from '#domain/property/pack-places.ts';
import { type PlaceType, placeTypes } from '#domain/property/place-types.ts';
import { nearby } from '#domain/property/places.ts';
import { buildWalkGraph } from '#domain/walking/build-graph.ts';
import { feetOf } from '#domain/walking/feet.ts';
import {
  nearestOnFoot,
  placesWithin,
  walkToPlaces,
  wayPositionOf,
} from '#domain/walking/walk-places.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { corners } from '../geo/square.ts';
import { seeded } from '../seeded.ts';
import { cityWays, way } from './city.ts';

type Position = readonly [latitude: number, longitude: number];

function placesAt(positions: readonly (readonly [PlaceType, ...Position])[]) {
  const rows = positions.map(([place_type, latitude, longitude], i) => {
    const names = { external_id: null, name_en: null, name_gr: null, place_category: null };
    return { id: i + 1, ...names, place_type, latitude, longitude };
  });
  return packPlaces(rows).places;
}

const pointAt = ([latitude, longitude]: Position) => ({ latitude, longitude });
const between = (a: Position, b: Position) => metresBetween(pointAt(a), pointAt(b));

test('the nearest on foot may be another than the nearest by straight line', () => {
  // A street to the east, and one 220 m to the north, which only join at their ends.
  const bends = corners('38 23, 38 23.009, 38.002 23.009, 38.002 23');
  const nodes = bends.map(([latitude, longitude], i) => [i, longitude, latitude] as const);
  const graph = buildWalkGraph([way(1, nodes)]);
  const places = placesAt([
    ['elementary_school', 38.002, 23],
    ['elementary_school', 38, 23.007],
    ['bank', 38.002, 23],
    ['hospital', 38.3, 23],
  ]);
  const asked = ['bank', 'elementary_school', 'hospital', 'park'] as const;
  const [bank, ...others] = nearestOnFoot(graph, places, pointAt([38, 23]), asked);
  const around = bends.slice(1).reduce((sum, to, i) => sum + between(bends[i]!, to), 0);
  assert.ok(Math.abs(bank! - around) < 0.01, `${bank}`);
  const straight = Math.round(between([38, 23], [38, 23.007]) * 100) / 100;
  assert.deepEqual(others, [straight, null, null]);
  // Far from all ways none is reached, and a place at the very position is 0 m away.
  assert.deepEqual(nearestOnFoot(graph, places, pointAt([38.02, 23]), ['bank']), [null]);
  assert.deepEqual(nearestOnFoot(graph, places, pointAt([38.002, 23]), ['bank']), [0]);
  assert.deepEqual(nearestOnFoot(graph, places, pointAt([38, 23]), ['bank', 'bank']), [bank, bank]);
});

test('a way without crossings is found from everywhere along it, whatever its direction', () => {
  const ends = corners('38.03 23.01, 38.03 23, 38.01 23.05, 37.96 23.02, 38 22.93, 38 23.06');
  for (const to of ends as readonly Position[]) {
    const nodes = [[38, 23] as const, to].map(([y, x], id) => [id, x, y] as const);
    const graph = buildWalkGraph([way(1, nodes)]);
    for (let share = 0; share <= 1; share += 0.05) {
      const [latitude, longitude] = [38 + share * (to[0] - 38), 23 + share * (to[1] - 23)];
      const [foot] = feetOf(graph, latitude, longitude);
      assert.ok(foot!.gapMetres < 1, `${to}: ${share}`);
    }
  }
});

test('places within a distance are those that a comparison with each finds', () => {
  const random = seeded(3);
  const position = (): Position => [38 + random() / 50, 23 + random() / 40];
  const positions = Array.from({ length: 500 }, position);
  const places = placesAt(positions.map(position => ['bank', ...position]));
  const at = Array.from({ length: 500 }, (_, row) => wayPositionOf(places, row));
  for (const metres of [0, 300, 1_000, 5_000]) {
    const expected = positions.filter(position => between(position, [38.01, 23.01]) <= metres);
    const found = placesWithin(places, 38.01, 23.01, metres);
    const text = (all: readonly Position[]) =>
      all.map(position => position.map(n => n.toFixed(6)).join()).toSorted();
    const rows = found.map((row): Position => [at[row]!.latitude, at[row]!.longitude]);
    assert.deepEqual(text(rows), text(expected), `${metres}`);
  }
});

test('it is the least of the ways to all places of the type, wherever one starts', () => {
  const size = { size: 60, blockMetres: 90 };
  const graph = buildWalkGraph(cityWays({ south: 37.95, west: 23.7, ...size, seed: 4 }));
  const random = seeded(8);
  const position = (): Position => [37.95 + random() * 0.05, 23.7 + random() * 0.063];
  // The first types are rarer.
  const type = () => placeTypes[Math.floor(placeTypes.length * random() ** 0.3)]!;
  const places = placesAt(Array.from({ length: 800 }, () => [type(), ...position()]));
  let [reached, missed, others] = [0, 0, 0];
  for (let i = 0; i < 60; i++) {
    const point = pointAt(position());
    const { rows } = nearby(places, point.latitude, point.longitude);
    const ways = walkToPlaces(graph, places, point, rows);
    const found = nearestOnFoot(graph, places, point, placeTypes);
    placeTypes.forEach((type, number) => {
      const lengths = ways
        .filter((_, n) => places.types[rows[n]!] === number)
        .map(one => (typeof one === 'string' ? Infinity : one.metres));
      const least = Math.min(...lengths);
      const expected = least === Infinity ? null : Math.round(least * 100) / 100;
      assert.equal(found[number], expected, `${type} from ${point.latitude}, ${point.longitude}`);
      if (expected === null) missed++;
      else reached++;
      if (expected !== null && lengths[0] !== least) others++;
    });
  }
  assert.ok(reached > 500 && missed > 50 && others > 50, `${reached}, ${missed}, ${others}`);
});
