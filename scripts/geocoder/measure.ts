// node scripts/geocoder/measure.ts FOLDER [TITLE] [OSM FILES]: how well the geocoder answers questions
// with known answers, with the data that ship and with OpenStreetMap imported. Prints the table of
// bench/geocoder-quality.md; with TITLE the wrong answers of the sets whose title begins with it.

import { buildGeocoder, type GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { calibrationError, tenths } from './calibration.ts';
import { figures, isJudgedBy, type Judged, type MeasuredSet } from './measured-set.ts';
import { nodesFile, readBorders, readOpenData, readShops } from './open-data.ts';
import { faultySets } from './sets/faulty.ts';
import { kilometreSets } from './sets/kilometres.ts';
import { noiseSet } from './sets/noise.ts';
import { placeSets } from './sets/places.ts';
import { quarterSets } from './sets/quarters.ts';
import { settlementSets } from './sets/settlements.ts';
import { shareSets } from './sets/shares.ts';
import { shopSets } from './sets/shops.ts';
import { streetSets } from './sets/streets.ts';
import { suggestionSets } from './sets/suggestions.ts';
import { swappedSets } from './sets/swapped.ts';
import { typedTownSets } from './sets/towns-typed.ts';
import { withOsm } from './with-osm.ts';

const [folder = '', shown, ...osmFiles] = process.argv.slice(2);
const rows = await readGazetteer();
const { settlements, places } = readOpenData(folder);
const shops = readShops(folder);
const shipped = buildGeocoder(rows);
const osm = await withOsm(rows, [nodesFile(folder), ...osmFiles], readBorders(folder));
const sets: MeasuredSet[] = [
  ...settlementSets(rows, settlements),
  ...placeSets(rows, places),
  ...streetSets(rows),
  ...shopSets(shops),
  ...faultySets(rows, shops),
  ...quarterSets(rows, settlements),
  ...kilometreSets(rows),
  ...suggestionSets(rows),
  ...typedTownSets(rows, settlements, shops),
  ...shareSets(rows, shops),
  ...swappedSets(rows),
  await noiseSet(shipped),
];
const chosen = sets.filter(({ title }) => title.startsWith(shown ?? ''));

console.log(
  '| set | size | at most | shipped | aim | calibration | with OSM | aim | calibration |',
);
console.log('|---|---|---|---|---|---|---|---|---|');
const answers: { confidence: number; isRight: boolean }[] = [];
for (const set of chosen) {
  const ofShipped = await measured(set, shipped, set.aims.shipped);
  const ofOsm = await measured(set, osm, set.aims.osm);
  const ceiling = typeof set.ceiling === 'number' ? `${set.ceiling.toFixed(1)} %` : '';
  console.log(
    `| ${set.title} | ${ofShipped.size} | ${ceiling} | ${ofShipped.cells} | ${ofOsm.cells} |`,
  );
}

console.log('\n| confidence | answers | stated | right |\n|---|---|---|---|');
console.log(tenths(answers).join('\n'));
console.log(
  `Calibration error of these ${answers.length} answers: ${calibrationError(answers).toFixed(3)}`,
);

async function measured(set: MeasuredSet, index: GeocoderIndex, aim: number | null) {
  const judged = await set.judge(index);
  if (shown !== undefined) judged.filter(({ isRight }) => !isRight).forEach(showWrong);
  if (set.isCalibrated) {
    const counted = judged.filter(one => isJudgedBy(set, one));
    answers.push(
      ...counted.map(({ first, isRight }) => ({ confidence: first!.match.confidence, isRight })),
    );
  }
  const { size, percent, calibration } = figures(set, judged);
  const cells = [
    `${percent.toFixed(1)} %`,
    aim === null ? '' : `${aim} %`,
    calibration === null ? '' : calibration.toFixed(2),
  ];
  return { size, cells: cells.join(' | ') };
}

function showWrong({ query, first }: Judged): void {
  const faults = first?.match.faults.map(({ problem }) => problem).join('; ');
  const { level, confidence } = first?.match ?? {};
  console.log(`    ${query} -> ${first?.formatted_address} ${level} ${confidence} ${faults}`);
}
