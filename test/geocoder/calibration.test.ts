import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { calibrationError, type Judged } from '../../scripts/geocoder/calibration.ts';
import { metresBetween } from '../../src/geo/earth.ts';
import type { GeocodeResult } from '../../src/geocoder/answer.ts';
import { seeded } from '../seeded.ts';
import { displayOf } from './display.ts';
import { find, national, rows } from './national.ts';

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
  const drawn = drawStreets(600);
  await assertCalibrated(
    t,
    drawn.map(({ street, town }) => judge(`${street}, ${town}`, isStreetIn(street, town))),
  );
});

test('confidence is the share that is right: streets with a number and their town', async t => {
  const drawn = drawStreets(600);
  await assertCalibrated(
    t,
    drawn.map(({ street, town }) => judge(`${street} 1, ${town}`, isStreetIn(street, town))),
  );
});

test('confidence is the share that is right: settlements by name', async t => {
  await assertCalibrated(
    t,
    settlements.map(place => judge(place.name, within(place, 5_000))),
    // Smaller villages of the same names are not in this set, so that more of it is right.
    0.12,
  );
});

test('confidence is the share that is right: settlements with their municipality', async t => {
  const asked = settlements.map(place => {
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
  const asked = ['Ελευθερίου Βενιζέλου 12', '25ης Μαρτίου 5', 'Κολοκοτρώνη 3'].flatMap(street =>
    towns.map(town => judge(`${street}, ${town.name}`, within(town, 5_000))),
  );
  await assertCalibrated(t, asked);
});

/** Villages of which the gazetteer has only the postal code, at their true positions. */
const villages = `
  Λουτρό Σφακίων|35.198|24.079
  Αγία Ρουμέλη, Σφακιά|35.231|23.961
  Ανώπολη, Σφακιά|35.216|24.087
  Ασκύφου, Σφακιά|35.290|24.182
  Μέσα Ποταμοί|35.220|25.400
  Πάπιγκο, Ζαγόρι|39.970|20.723
  Μονοδένδρι, Ζαγόρι|39.881|20.746
  Βραδέτο, Ζαγόρι|39.893|20.767
  Τσεπέλοβο, Ζαγόρι|39.903|20.821
  Καλαρρύτες|39.583|21.122
  Συρράκο|39.597|21.109
  Δημητσάνα|37.595|22.041
  Στεμνίτσα|37.550|22.082
  Βυτίνα|37.665|22.184
  Λαγκάδια Γορτυνίας|37.682|22.032
  Καρδαμύλη|36.886|22.232
  Βάθεια|36.454|22.468
  Μακρινίτσα|39.402|22.990
  Βυζίτσα|39.331|23.131
  Τσαγκαράδα|39.391|23.174
  Μηλιές Πηλίου|39.329|23.150
  Νυμφαίο|40.686|21.487
  Ψαράδες|40.831|21.033
  Άγιος Γερμανός, Πρέσπες|40.842|21.157
  Καλαβάρδα|36.337|27.950
  Μονόλιθος, Ρόδος|36.131|27.741
  Μεστά, Χίος|38.262|25.922
  Πυργί, Χίος|38.228|25.996
`;

test('confidence is the share that is right: villages at the point of their postal code', async t => {
  const lines = villages.trim().split('\n');
  const asked = lines.map(line => {
    const [name, latitude, longitude] = line.split('|').map(part => part.trim());
    return judge(
      name!,
      within({ latitude: Number(latitude), longitude: Number(longitude) }, 5_000),
    );
  });
  const answers = (await Promise.all(asked)).filter(answer => answer !== null);
  const stated = answers.reduce((sum, { confidence }) => sum + confidence, 0) / answers.length;
  const share = answers.filter(({ isRight }) => isRight).length / answers.length;
  t.diagnostic(`stated ${stated.toFixed(2)}, right ${share.toFixed(2)}`);
  // A few dozen villages are enough for the mean, not for the bins.
  assert.ok(Math.abs(stated - share) <= 0.2, `stated ${stated}, right ${share}`);
});
