import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { calibrationError, type Judged } from '../../scripts/geocoder/calibration.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import { find, national, rows } from './national.ts';
import { readRows } from './rows.ts';

/** The stated confidence may be this far from the share that is right. */
const mostError = 0.1;

async function judge(
  address: string,
  isRight: (first: GeocodeResult) => boolean,
): Promise<Judged | null> {
  const [first] = await find(address);
  return first ? { confidence: first.match.confidence, isRight: isRight(first) } : null;
}

async function assertCalibrated(
  t: TestContext,
  asked: readonly Promise<Judged | null>[],
  most = mostError,
) {
  const answers = (await Promise.all(asked)).filter(answer => answer !== null);
  const right = answers.filter(({ isRight }) => isRight).length;
  const error = calibrationError(answers);
  t.diagnostic(`${right} of ${answers.length} right, calibration error ${error.toFixed(3)}`);
  assert.ok(error <= most, `${error}`);
}

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}
const within = (at: Point, metres: number) => (first: GeocodeResult) =>
  metresBetween(first, at) <= metres;

const municipalities = new Map(rows.municipalities.map(row => [row.id, row]));
const settlements = rows.localities.filter(
  ({ kind, population }) => kind === 'settlement' && (population ?? 0) >= 500,
);
const someSettlements = settlements.filter((_, i) => i % rounds(2, 6) === 0);

/** Streets of the gazetteer at random, always the same. */
function drawStreets(count: number) {
  const random = seeded(9);
  return Array.from({ length: count }, () => {
    const { name, municipality } = rows.streets[Math.floor(random() * rows.streets.length)]!;
    return { street: displayOf(name), town: municipalities.get(municipality)!.nominative };
  });
}

const isStreetIn = (street: string, town: string) => (first: GeocodeResult) =>
  first.components.street === street && first.components.municipality === town;

test('confidence is the share that is right: streets with their town', async t => {
  const drawn = drawStreets(rounds(600, 200));
  await assertCalibrated(
    t,
    drawn.map(({ street, town }) => judge(`${street}, ${town}`, isStreetIn(street, town))),
  );
});

test('confidence is the share that is right: streets with a number and their town', async t => {
  const drawn = drawStreets(rounds(600, 200));
  await assertCalibrated(
    t,
    drawn.map(({ street, town }) => judge(`${street} 1, ${town}`, isStreetIn(street, town))),
  );
});

test('confidence is the share that is right: settlements by name', async t => {
  await assertCalibrated(
    t,
    someSettlements.map(place => judge(place.name, within(place, 5_000))),
    // Smaller villages of the same names are not in this set, so that more of it is right.
    0.12,
  );
});

test('confidence is the share that is right: settlements with their municipality', async t => {
  const asked = someSettlements.map(place => {
    const { nominative } = municipalities.get(place.municipality)!;
    return judge(`${place.name}, ${nominative}`, within(place, 5_000));
  });
  await assertCalibrated(t, asked);
});

test('confidence is the share that is right: a street in a town without streets', async t => {
  const isWithout = (id: string) =>
    national.municipalitySizes[rows.municipalities.findIndex(row => row.id === id)] === 0;
  const towns = settlements.filter(
    ({ population, municipality }) => population! >= 2_000 && isWithout(municipality),
  );
  assert.ok(towns.length > 200);
  const asked = ['Ελευθερίου Βενιζέλου 12', '25ης Μαρτίου 5', 'Κολοκοτρώνη 3']
    .slice(0, rounds(3, 1))
    .flatMap(street => towns.map(town => judge(`${street}, ${town.name}`, within(town, 5_000))));
  await assertCalibrated(t, asked);
});

test('confidence is the share that is right: villages at the point of their postal code', async t => {
  const columns = ['text', 'latitude', 'longitude'] as const;
  const villages = readRows('test/geocoder/rows/villages.tsv', columns);
  const asked = villages.map(({ text, latitude, longitude }) =>
    judge(text, within({ latitude: Number(latitude), longitude: Number(longitude) }, 5_000)),
  );
  const answers = (await Promise.all(asked)).filter(answer => answer !== null);
  const stated = answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
  const share = answers.filter(({ isRight }) => isRight).length / answers.length;
  t.diagnostic(`stated ${stated.toFixed(2)}, right ${share.toFixed(2)}`);
  // A few dozen villages are enough for the mean, not for the bins.
  assert.ok(Math.abs(stated - share) <= 0.2, `stated ${stated}, right ${share}`);
});
