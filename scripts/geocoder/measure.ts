// node scripts/geocoder/measure.ts FOLDER [TITLE] [OSM FILES]: how well the geocoder does on sets with
// known truth, with the data that ship or with the OpenStreetMap files imported. Shows the wrong answers
// of sets whose title begins with TITLE.
import type { GeocodeResult } from '../../src/geocoder/answer.ts';
import { buildGeocoder } from '../../src/geocoder/build.ts';
import { metresBetween } from '../../src/geocoder/central-position.ts';
import { geocode } from '../../src/geocoder/geocode.ts';
import { suggest } from '../../src/geocoder/suggest.ts';
import { elot743 } from '../../src/geocoder/text/elot.ts';
import { fold } from '../../src/geocoder/text/fold.ts';
import { readGazetteer } from '../../src/import/datasets/gazetteer/gazetteer.ts';
import { calibrationError } from './calibration.ts';
import { readSettlements, type Settlement } from './open-data.ts';
import { withOsm } from './with-osm.ts';

const [folder = '', show = '', ...osmFiles] = process.argv.slice(2);
const rows = await readGazetteer('data');
const index = osmFiles.length > 0 ? await withOsm(rows, osmFiles) : buildGeocoder(rows);
const settlements = readSettlements(folder);

interface Judged {
  readonly query: string;
  readonly first: GeocodeResult | undefined;
  readonly isRight: boolean;
}

async function ask(query: string, isRight: (first: GeocodeResult) => boolean): Promise<Judged> {
  const [first] = await geocode(index, { address: query });
  return { query, first, isRight: first !== undefined && isRight(first) };
}

/** Prints the share that is right and the mean calibration error. */
function report(title: string, list: readonly Judged[]): void {
  const right = list.filter(({ isRight }) => isRight).length;
  const answers = list.flatMap(({ first, isRight }) =>
    first ? [{ confidence: first.match.confidence, isRight }] : [],
  );
  const none = list.filter(j => !j.first).length;
  console.log(
    `${title.padEnd(58)} ${String(list.length).padStart(5)}  ${((100 * right) / list.length).toFixed(1).padStart(5)} %  none ${none}  calibration ${calibrationError(answers).toFixed(3)}`,
  );
  if (show && title.startsWith(show)) {
    for (const { query, first, isRight } of list) {
      if (!isRight)
        console.log(
          `    ${query} -> ${first?.formatted_address} ${first?.match.level} ${first?.match.confidence} ${JSON.stringify(first?.match.faults)}`,
        );
    }
  }
}

const near = (at: Settlement, metres: number) => (first: GeocodeResult) =>
  metresBetween(first, at) <= metres;
/** Right at the nearest namesake: without a container any of them is. */
const byName = Map.groupBy(settlements, s => fold(s.name));
const nearAny = (s: Settlement, metres: number) => (first: GeocodeResult) =>
  byName.get(fold(s.name))!.some(other => metresBetween(first, other) <= metres);

/** Whether the gazetteer has the name elsewhere: then the name alone does not tell which is meant. */
const gazetteerNames = Map.groupBy(rows.localities, ({ name }) => fold(name));
const isOnlyHere = (s: Settlement) =>
  (gazetteerNames.get(fold(s.name)) ?? []).every(row =>
    byName.get(fold(s.name))!.some(other => metresBetween(row, other) <= 20_000),
  );

for (const kind of ['city', 'town', 'village', 'hamlet', 'suburb']) {
  const list = settlements.filter(s => s.kind === kind);
  report(
    `${kind} by name, within 5 km`,
    await Promise.all(list.map(s => ask(s.name, near(s, 5_000)))),
  );
  report(
    `${kind} by name, or a namesake`,
    await Promise.all(list.map(s => ask(s.name, nearAny(s, 5_000)))),
  );
  report(
    `${kind} by a name that is not borne elsewhere`,
    await Promise.all(list.filter(isOnlyHere).map(s => ask(s.name, nearAny(s, 5_000)))),
  );
}
const villages = settlements.filter(s => s.kind === 'village' || s.kind === 'hamlet');
report(
  'villages in Latin letters',
  await Promise.all(villages.filter(s => s.english).map(s => ask(s.english!, near(s, 5_000)))),
);
const known = new Map(rows.municipalities.map(m => [m.id, m]));
const placed = villages.filter(s => known.has(s.municipality ?? ''));
const unique = placed.filter(s => byName.get(fold(s.name))!.length === 1);
const twins = placed.filter(s => byName.get(fold(s.name))!.length > 1);
const nominative = (s: Settlement) => known.get(s.municipality!)!.nominative;
const unit = (s: Settlement) => known.get(s.municipality!)!.regionalUnit;
for (const [title, list] of [
  ['unique', unique],
  ['namesakes', twins],
] as const) {
  report(
    `X, municipality: ${title}`,
    await Promise.all(list.map(s => ask(`${s.name}, ${nominative(s)}`, near(s, 5_000)))),
  );
  report(
    `X unit-genitive: ${title}`,
    await Promise.all(list.map(s => ask(`${s.name} ${unit(s)}`, near(s, 5_000)))),
  );
  report(
    `Latin X, unit: ${title}`,
    await Promise.all(list.map(s => ask(`${elot743(s.name)} ${elot743(unit(s))}`, near(s, 5_000)))),
  );
}

const towns = rows.localities.filter(l => l.kind === 'settlement' && (l.population ?? 0) >= 1_500);
for (const street of [
  'Ελευθερίου Βενιζέλου 12',
  '25ης Μαρτίου 5',
  'Αγίου Νικολάου 7',
  'Κολοκοτρώνη 3',
]) {
  const judged = await Promise.all(
    towns.map(town =>
      ask(
        `${street}, ${town.name}`,
        first => metresBetween(first, town) <= 5_000 + Math.min(5_000, first.match.accuracy_m),
      ),
    ),
  );
  report(`${street} in a town`, judged);
  const claimed = judged.filter(
    j => !j.isRight && j.first?.match.level === 'street' && j.first.match.confidence >= 0.5,
  );
  console.log(`    claimed elsewhere at 0.5 or more: ${claimed.length}`);
  if (show && street.startsWith(show))
    for (const { query, first } of claimed)
      console.log(
        `    ${query} -> ${first?.formatted_address} ${first?.match.confidence} ${JSON.stringify(first?.match.faults)}`,
      );
}

const suburbs = rows.streets.filter(street => {
  const municipality = known.get(street.municipality);
  return (
    municipality?.basin === 'Θεσσαλονίκη' &&
    municipality.nominative !== 'Θεσσαλονίκη' &&
    street.locality !== null
  );
});
const drawn = suburbs.filter((_, i) => i % Math.ceil(suburbs.length / 400) === 0);
const sameStreet = (street: (typeof suburbs)[number]) => (first: GeocodeResult) =>
  first.components.municipality === known.get(street.municipality)!.nominative &&
  fold(first.components.street ?? '').includes(fold(street.name).split(' ')[0]!);
report(
  'streets of suburbs with their unit',
  await Promise.all(drawn.map(s => ask(`${s.name}, ${s.locality}`, sameStreet(s)))),
);
const asCity = await Promise.all(drawn.map(s => ask(`${s.name}, Θεσσαλονίκη`, sameStreet(s))));
report('streets of suburbs with the city', asCity);
console.log(
  `    wrong at confidence 1: ${asCity.filter(j => !j.isRight && j.first?.match.confidence === 1).length}`,
);

// Whether the position lies within accuracy_m, of villages found with their municipality.
const located = await Promise.all(
  placed.map(async s => ({
    s,
    found: await geocode(index, { address: `${s.name}, ${nominative(s)}` }),
  })),
);
const exact = located.filter(({ found: [first] }) => first && first.match.faults.length === 0);
const held = exact.filter(
  ({ s, found }) => metresBetween(found[0]!, s) <= found[0]!.match.accuracy_m,
);
console.log(`accuracy_m holds for ${held.length} of ${exact.length} villages`);

// The first five letters of a street and its town, and the processor time of a request.
const streets = rows.streets.filter((_, i) => i % Math.ceil(rows.streets.length / 2_000) === 0);
const milliseconds: number[] = [];
let shown = 0;
for (const { name, municipality } of streets) {
  const before = process.cpuUsage();
  const text = `${name.slice(0, 5)}, ${known.get(municipality)!.nominative}`;
  const list = await suggest(index, { text, limit: 5 });
  const { user, system } = process.cpuUsage(before);
  milliseconds.push((user + system) / 1_000);
  if (list.some(({ components }) => fold(components.street ?? '').includes(fold(name)))) shown++;
}
milliseconds.sort((a, b) => a - b);
const quantile = (share: number) =>
  milliseconds[Math.floor(share * milliseconds.length)]!.toFixed(1);
const share = shown / streets.length;
console.log(
  `first five letters and town: ${(100 * share).toFixed(1)} % of ${streets.length} in the first five; ` +
    `processor ms a request: median ${quantile(0.5)}, 99 % ${quantile(0.99)}`,
);
if (share < 0.8) process.exitCode = 1;
