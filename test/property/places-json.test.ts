import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { type PackedPlaces, packPlaces } from '#domain/property/pack-places.ts';
import { placeTypes, radiusMetresByType } from '#domain/property/place-types.ts';
import { nearby, type Place } from '#domain/property/places.ts';
import { renderNearby } from '#domain/property/places-json.ts';
import { arcFromSquaredChord, earthPoint } from '#tools/geo/earth.ts';
import { longTest, rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';

/** The plain version of an answer: every place looked at, sorted as objects, stringified. */
function plainAnswer(places: readonly Place[], latitude: number, longitude: number): string {
  const here = earthPoint(latitude, longitude);
  const found = places
    .map(place => {
      const there = earthPoint(place.latitude, place.longitude);
      const [dx, dy, dz] = [there.x - here.x, there.y - here.y, there.z - here.z];
      return { place, metres: arcFromSquaredChord(dx * dx + dy * dy + dz * dz) };
    })
    .filter(({ place, metres }) => metres <= radiusMetresByType[place.place_type])
    .sort((a, b) => a.metres - b.metres || a.place.id - b.place.id);
  return JSON.stringify(
    found.map(({ place, metres }) => ({ ...place, distance: Math.round(metres * 100) / 100 })),
  );
}

function fastAnswer({ places, placeJsonBytes }: PackedPlaces, latitude: number, longitude: number) {
  return renderNearby(placeJsonBytes, nearby(places, latitude, longitude)).toString();
}

const names = ['Τράπεζα', 'Bank "A"\\', 'tab\there', '', '𝔄 😀', 'half \ud800', 'line\u2028', null];

interface Scene {
  readonly latitude: number;
  readonly longitude: number;
  /** How far places and questions lie from the middle, in degrees of either kind. */
  readonly high: number;
  readonly wide: number;
  readonly places: number;
  /** Positions are multiples of this many degrees: coarse ones make many equal distances. */
  readonly step: number;
}

const town = { high: 0.02, wide: 0.02, places: 150, step: 1e-7 };

const scenes: Readonly<Record<string, Scene>> = {
  'a town': { ...town, latitude: 37.98, longitude: 23.73 },
  'a town on a lattice': { ...town, latitude: 37.98, longitude: 23.73, step: 0.004 },
  'a crowd in a few spots': { ...town, latitude: 40.64, longitude: 22.94, step: 0.02 },
  'the country': { ...town, latitude: 38, longitude: 24, high: 3, wide: 3 },
  'the antimeridian': { ...town, latitude: 12, longitude: 180 },
  'the North Pole': { ...town, latitude: 90, longitude: 0, wide: 180 },
  'the South Pole': { ...town, latitude: -90, longitude: 0, wide: 180 },
};

function positionIn({ latitude, longitude, high, wide, step }: Scene, random: () => number) {
  const off = (reach: number) => Math.round(((2 * random() - 1) * reach) / step) * step;
  return {
    latitude: Math.max(-90, Math.min(90, latitude + off(high))),
    longitude: ((longitude + off(wide) + 540) % 360) - 180,
  };
}

function placesIn(scene: Scene, random: () => number): Place[] {
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  return Array.from({ length: scene.places }, (_, i) => ({
    // Ids in another order than the rows.
    id: ((i * 61) % scene.places) + 1,
    external_id: `node/${i}`,
    name_en: pick(names),
    name_gr: pick(names),
    place_category: pick(names),
    place_type: pick(placeTypes),
    ...positionIn(scene, random),
  }));
}

test('2,000 answers are byte for byte what the plain version writes', () => {
  const random = seeded(5);
  const questionsEach = Math.ceil(2_000 / Object.keys(scenes).length);
  for (const [name, scene] of Object.entries(scenes)) {
    const places = placesIn(scene, random);
    const packed = packPlaces(places);
    for (let i = 0; i < questionsEach; i++) {
      const { latitude, longitude } = positionIn(scene, random);
      const answer = fastAnswer(packed, latitude, longitude);
      assert.equal(answer, plainAnswer(places, latitude, longitude), name);
    }
  }
});

test('any text and any number is written as JSON.stringify writes it', () => {
  const text = fc.option(fc.string({ unit: 'binary', maxLength: 40 }), { nil: null });
  const place = fc.record({
    id: fc.nat(2 ** 40),
    external_id: text,
    name_en: text,
    name_gr: text,
    place_category: text,
    place_type: fc.constantFrom(...placeTypes),
    latitude: fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
    longitude: fc.double({ min: -1e-4, max: 1e-4, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(place, { selector: p => p.id, maxLength: 30 }), places => {
      assert.equal(fastAnswer(packPlaces(places), 0, 0), plainAnswer(places, 0, 0));
    }),
    { numRuns: rounds(30, 5) },
  );
});

longTest('a response larger than the space for responses is correct', () => {
  const scene = { ...scenes['a crowd in a few spots']!, places: 40_000 };
  const places = placesIn(scene, seeded(6));
  const { latitude, longitude } = scene;
  const answer = fastAnswer(packPlaces(places), latitude, longitude);
  assert.ok(answer.length > 2 ** 21);
  assert.ok(answer === plainAnswer(places, latitude, longitude));
});

test('a place whose text is larger than the space for responses is correct', () => {
  const [first, second] = placesIn(
    { ...scenes['a town']!, high: 0, wide: 0, places: 2 },
    seeded(6),
  );
  const places = [{ ...first!, name_gr: 'Ω'.repeat(700_000) }, second!];
  const { latitude, longitude } = scenes['a town']!;
  const answer = fastAnswer(packPlaces(places), latitude, longitude);
  assert.ok(answer === plainAnswer(places, latitude, longitude));
});
