// node scripts/geocoder/fit.ts FOLDER [changes]: fits the trust in each finding of the geocoder to
// questions with known answers, on one half of them, and shows the calibration on the other half.
// With `changes`: what each finding does, as answers that change without it.

import { buildGeocoder } from '#domain/geocoder/index/build-index.ts';
import { type Finding, findings, trustOf } from '#domain/geocoder/score/evidence.ts';
import { readGazetteer } from '#importing/shipped/gazetteer/gazetteer.ts';
import { calibrationError } from './calibration.ts';
import { isJudgedBy, type Judged, type MeasuredSet } from './measured-set.ts';
import { nodesFile, readBorders, readOpenData, readShops } from './open-data.ts';
import { quarterSets } from './sets/quarters.ts';
import { settlementSets } from './sets/settlements.ts';
import { shopSets } from './sets/shops.ts';
import { streetSets } from './sets/streets.ts';
import { withOsm } from './with-osm.ts';

const [folder = '', mode] = process.argv.slice(2);
const rows = await readGazetteer();
const { settlements } = readOpenData(folder);
const shipped = buildGeocoder(rows);
const osm = await withOsm(rows, [nodesFile(folder)], readBorders(folder));
const sets: MeasuredSet[] = [
  ...settlementSets(rows, settlements),
  ...streetSets(rows),
  ...shopSets(readShops(folder)),
  ...quarterSets(rows, settlements),
];
/** At most this many answers of a set count, so that no kind of question outweighs the others. */
const mostOfSet = 300;
/** A finding with fewer answers keeps its trust. */
const leastAnswers = 25;
/** How many questions of a set are asked again without each finding. */
const mostAsked = 60;
/** How much the present trust counts, in answers. */
const prior = 5;

/** An answer: how sure it is without its findings, the findings, and whether it is right. */
interface Sample {
  readonly evidence: readonly Finding[];
  readonly rest: number;
  readonly isRight: boolean;
}

if (mode === 'changes') await showChanges();
else await showFit();

async function showFit(): Promise<void> {
  const samples = await collect();
  const half = (rest: number) => samples.filter((_, i) => i % 2 === rest);
  const [fitted, heldOut] = [half(0), half(1)];
  const trust = new Map(Object.values(findings).map(({ name, trust: now }) => [name, now]));
  const before = calibration(heldOut, trust);
  const used = Object.values(findings).filter(({ name }) => countOf(fitted, name) >= leastAnswers);
  for (let round = 0; round < 10; round++) {
    for (const finding of used) trust.set(finding.name, bestTrust(finding, fitted, trust));
  }
  console.log('| finding | answers | right | trust | fitted |');
  console.log('|---|---|---|---|---|');
  for (const { name, trust: now } of used) {
    const having = samples.filter(({ evidence }) => evidence.some(one => one.name === name));
    const right = having.filter(({ isRight }) => isRight).length / having.length;
    const cells = [name, having.length, right, now, trust.get(name)!];
    console.log(
      `| ${cells.map(cell => (typeof cell === 'number' ? +cell.toFixed(3) : cell)).join(' | ')} |`,
    );
  }
  console.log(`calibration error of ${heldOut.length} answers that were not used for it:`);
  console.log(
    `${before.toFixed(3)} with the trust of today, ${calibration(heldOut, trust).toFixed(3)} with the fitted one`,
  );
}

async function collect(): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const set of sets.filter(({ isCalibrated }) => isCalibrated)) {
    for (const index of [shipped, osm]) {
      const judged = (await set.judge(index)).filter(one => isJudgedBy(set, one));
      const step = Math.max(1, judged.length / mostOfSet);
      const chosen = Array.from(
        { length: Math.min(mostOfSet, judged.length) },
        (_, i) => judged[Math.floor(i * step)]!,
      );
      samples.push(...chosen.map(toSample));
    }
  }
  return samples;
}

function toSample({ first, evidence = [], isRight }: Judged): Sample {
  return { evidence, rest: first!.match.confidence / Math.max(1e-6, trustOf(evidence)), isRight };
}

function countOf(samples: readonly Sample[], name: string): number {
  return samples.filter(({ evidence }) => evidence.some(one => one.name === name)).length;
}

/** The trust in a finding with which the answers are likeliest, all others as they are. */
function bestTrust(
  { name, trust: now }: Finding,
  samples: readonly Sample[],
  trust: ReadonlyMap<string, number>,
): number {
  const having = samples.filter(({ evidence }) => evidence.some(one => one.name === name));
  const likelihood = (value: number) => {
    const tried = new Map(trust).set(name, value);
    return (
      having.reduce((sum, sample) => sum + Math.log(chanceOf(sample, tried)), 0) -
      prior * Math.log(value / now) ** 2
    );
  };
  const values = Array.from({ length: 100 }, (_, i) => (i + 1) / 100);
  return values.reduce((best, value) => (likelihood(value) > likelihood(best) ? value : best), 1);
}

/** How likely it is that an answer is right or wrong, as it is. */
function chanceOf(sample: Sample, trust: ReadonlyMap<string, number>): number {
  const confidence = Math.min(0.995, confidenceOf(sample, trust));
  return sample.isRight ? confidence : 1 - confidence;
}

function confidenceOf({ evidence, rest }: Sample, trust: ReadonlyMap<string, number>): number {
  // A finding may count more or less by its share.
  const by = evidence.map(one => {
    const now = findings[one.name as keyof typeof findings].trust;
    return (one.trust / now) * trust.get(one.name)!;
  });
  return Math.max(
    0.005,
    by.reduce((product, value) => product * value, rest),
  );
}

function calibration(samples: readonly Sample[], trust: ReadonlyMap<string, number>): number {
  return calibrationError(
    samples.map(sample => ({
      confidence: Math.min(1, confidenceOf(sample, trust)),
      isRight: sample.isRight,
    })),
  );
}

async function showChanges(): Promise<void> {
  const distinct = sets.filter(
    ({ title }) => !/: (?:an answer|within 5 km|among|not claimed|that or)/.test(title),
  );
  const answers = async () =>
    (await Promise.all(distinct.map(set => set.judge(shipped, mostAsked)))).flat();
  const before = await answers();
  console.log(`| finding | answers of ${before.length} that change | right before | right after |`);
  console.log('|---|---|---|---|');
  for (const finding of Object.values(findings)) {
    const { fit, trust } = finding;
    Object.assign(finding, { fit: 1, trust: 1 });
    const after = await answers();
    Object.assign(finding, { fit, trust });
    const changed = before.filter(
      ({ first }, i) => JSON.stringify(first) !== JSON.stringify(after[i]!.first),
    );
    const right = (list: readonly Judged[]) => list.filter(({ isRight }) => isRight).length;
    console.log(`| ${finding.name} | ${changed.length} | ${right(before)} | ${right(after)} |`);
  }
}
