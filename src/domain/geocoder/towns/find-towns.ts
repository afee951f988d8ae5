import type { PlaceIndex } from '../index/place-index.ts';
import type { Group } from '../query/parse.ts';
import { type Budget, unlimited } from '../score/budget.ts';
import { findings } from '../score/evidence.ts';
import {
  isSure,
  type Meaning,
  readTown,
  slipOf,
  townInGenitive,
  villageInGenitive,
} from './town-names.ts';

/** Words of an address that name a town, and the places they may mean. */
export interface Town extends Meaning {
  /** The group the words stand in, and which of its words they are. */
  readonly group: number;
  readonly from: number;
  readonly to: number;
}

const longestName = 6;

/**
 * Every run of words, at the start or the end of its group, that is the name of a place. Typing
 * errors are allowed only if no name is an exact match, and not in the group of the street.
 */
export function findTowns(index: PlaceIndex, groups: readonly Group[], budget = unlimited): Town[] {
  return groups.flatMap((group, i) => {
    // Behind a house number a genitive is no street: `Κολοκοτρώνη 5 Φηρών`.
    const isBehind = group.numbers.length === 0 && (groups[i - 1]?.numbers.length ?? 0) > 0;
    const towns = townsIn(
      index,
      group,
      i,
      false,
      budget,
      isBehind ? villageInGenitive : townInGenitive,
    );
    const isStreet = group.numbers.length > 0 && groups.length > 1;
    if (!towns.some(isSure)) return isStreet ? towns : townsIn(index, group, i, true, budget);
    const isLast = i > 0 && i === groups.length - 1;
    return [...towns, ...slipsBeside(index, group, i, { towns, isStreet, isLast }, budget)];
  });
}

/** A town is meant rather than the genitive of another one this many times smaller. */
const timesLarger = 5;

/** Towns with a slip in a group that also has the sure name of one. */
function slipsBeside(
  index: PlaceIndex,
  { words }: Group,
  group: number,
  { towns, isStreet, isLast }: Beside,
  budget: Budget,
): Town[] {
  const isArea = (place: number) => index.places[place]!.kind.startsWith('region');
  const slips = (from: number, to: number, isMeant: (found: Meaning) => boolean) =>
    readTown(index, words.slice(from, to), true, budget)
      .filter(found => found.spelled === findings.townSlip && isMeant(found))
      .map(found => ({ group, from, to, ...found }));
  const startsTown = (from: number) => towns.some(town => town.from === from);
  // `Περιστέρι Αττιής`: a regional unit or region behind its town.
  const areas = [...townEnds(towns, 0)]
    .filter(from => from < words.length && !startsTown(from))
    .flatMap(from => slips(from, words.length, ({ places }) => places.every(isArea)));
  if (isStreet) return areas;
  // `Αργυρούολη Αττικής`: a town before its area.
  const holding = towns.filter(({ places }) => places.some(isArea));
  const before = [...townStarts(holding, words.length)]
    .filter(to => to > 0 && !towns.some(town => town.from === 0 && town.to === to))
    .flatMap(to => slips(0, to, () => true));
  // `Περαιάς` is Πειραιάς, or the genitive of Περαία, which is much smaller.
  const isGenitive = isLast && words.length === 1 && towns.every(({ spelled }) => spelled.fit < 1);
  const larger =
    isGenitive && !words[0]!.isLatin ? slipOf(index, words[0]!.text, budget) : undefined;
  const most = Math.max(...towns.map(({ largest }) => largest));
  const isLarger = larger !== undefined && larger.largest >= timesLarger * most;
  return [...(isLarger ? [{ group, from: 0, to: 1, ...larger }] : []), ...areas, ...before];
}

/** What is known of a group: its towns, whether it has a house number, and whether it is the last. */
interface Beside {
  readonly towns: readonly Town[];
  readonly isStreet: boolean;
  readonly isLast: boolean;
}

function townsIn(
  index: PlaceIndex,
  { words }: Group,
  group: number,
  forgiving: boolean,
  budget: Budget,
  genitivePeople = townInGenitive,
): Town[] {
  const towns: Town[] = [];
  const add = (from: number, to: number, leastFit: number) => {
    const mayHaveSlip = forgiving && to === words.length;
    const run = words.slice(from, to);
    for (const found of readTown(index, run, mayHaveSlip, budget, genitivePeople)) {
      if (found.spelled.fit >= leastFit) towns.push({ group, from, to, ...found });
    }
  };
  for (let to = 1; to <= Math.min(words.length, longestName); to++) add(0, to, 0);
  for (let from = Math.max(1, words.length - longestName); from < words.length; from++) {
    add(from, words.length, 0);
  }
  // Each town multiplies the readings, so those between others must be sure, and the text finished.
  if (words.at(-1)?.shape === 'unfinished') return towns;
  const [atStart, atEnd] = [townEnds(towns, 0), townStarts(towns, words.length)];
  // `Θεσσαλονίκη Καλαμαριά Μεταμορφώσεως 10`
  for (const from of atStart) {
    const last = Math.min(words.length - 1, from + longestName);
    for (let to = from + 1; to <= last; to++) add(from, to, 1);
  }
  // `Τραλλέων Γαλάτσι Αττικής`
  for (const to of atEnd) {
    for (let from = Math.max(1, to - longestName); from < to; from++) {
      if (!atStart.has(from)) add(from, to, findings.wordSound.fit);
    }
  }
  return towns;
}

/** Where the exact names of towns end that begin at a word. */
function townEnds(towns: readonly Town[], from: number): ReadonlySet<number> {
  const exact = towns.filter(town => town.from === from && town.spelled.fit === 1);
  return new Set(exact.map(({ to }) => to));
}

/** Where the sure names of towns begin that end at a word. */
function townStarts(towns: readonly Town[], to: number): ReadonlySet<number> {
  const sure = towns.filter(town => town.to === to && isSure(town));
  return new Set(sure.map(({ from }) => from));
}
