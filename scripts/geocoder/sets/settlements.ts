import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { elot743 } from '#domain/geocoder/text/elot.ts';
import { fold } from '#domain/geocoder/text/fold.ts';
import { nameKey } from '#domain/geocoder/text/stem.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import {
  firstWithin,
  type MeasuredSet,
  oneWithin,
  type Question,
  questionSet,
  rightMetres,
} from '../measured-set.ts';
import type { Settlement } from '../open-data.ts';

const metres = rightMetres;
const own = (s: Settlement) => firstWithin(s, metres);

/** Settlements by their name alone, and with the municipality or regional unit that contains them. */
export function settlementSets(
  rows: GeocoderRows,
  settlements: readonly Settlement[],
): MeasuredSet[] {
  return [...byName(rows, settlements), ...withContainer(rows, settlements)];
}

function byName(rows: GeocoderRows, settlements: readonly Settlement[]): MeasuredSet[] {
  const namesakes = Map.groupBy(settlements, ({ name }) => fold(name));
  const listed = Map.groupBy(rows.localities, ({ name }) => fold(name));
  const nearOne = (s: Settlement, point: Parameters<typeof metresBetween>[0], most: number) =>
    namesakes.get(fold(s.name))!.some(other => metresBetween(point, other) <= most);
  // The gazetteer has the name nowhere else, so the name alone is enough.
  const isOnlyHere = (s: Settlement) =>
    (listed.get(fold(s.name)) ?? []).every(row => nearOne(s, row, 20_000));
  const isNamesake =
    (s: Settlement): Question['isRight'] =>
    ([first]) =>
      first !== undefined && nearOne(s, first, metres);
  const ask = (list: readonly Settlement[], isRight: (s: Settlement) => Question['isRight']) =>
    list.map(s => ({ query: s.name, isRight: isRight(s), ...(isRight === own && { at: s }) }));
  const oneOfFive = (s: Settlement) => oneWithin(s, metres);
  const ofKind = (kind: string) => settlements.filter(s => s.kind === kind);
  const [cities, towns, villages] = [ofKind('city'), ofKind('town'), ofKind('village')];
  const none = { shipped: null, osm: null };
  const latin = [...villages, ...ofKind('hamlet')].filter(({ english }) => english !== null);
  return [
    questionSet('cities by name, within 5 km', { shipped: 98, osm: 100 }, ask(cities, own)),
    questionSet('towns by name', { shipped: 85, osm: 97 }, ask(towns, own)),
    questionSet('towns: among the first five', none, ask(towns, oneOfFive), false),
    questionSet('villages by name', { shipped: 30, osm: 93 }, ask(villages, own)),
    questionSet('villages: that or a namesake in the file', none, ask(villages, isNamesake)),
    questionSet('villages: among the first five', none, ask(villages, oneOfFive), false),
    questionSet(
      'villages by a name without namesakes elsewhere',
      none,
      ask(villages.filter(isOnlyHere), isNamesake),
    ),
    questionSet(
      'villages and hamlets in Latin letters',
      { shipped: 27, osm: 88 },
      latin.map(s => ({ query: s.english!, isRight: own(s), at: s })),
    ),
  ];
}

function withContainer(rows: GeocoderRows, settlements: readonly Settlement[]): MeasuredSet[] {
  const known = new Map(rows.municipalities.map(row => [row.id, row]));
  const villages = settlements.filter(
    ({ kind, municipality }) =>
      (kind === 'village' || kind === 'hamlet') && known.has(municipality ?? ''),
  );
  const namesakes = Map.groupBy(settlements, ({ name }) => fold(name));
  const isUnique = ({ name }: Settlement) => namesakes.get(fold(name))!.length === 1;
  const municipalityOf = (s: Settlement) => known.get(s.municipality!)!;
  const inMunicipality = (s: Settlement) => `${s.name}, ${municipalityOf(s).nominative}`;
  const inUnit = (s: Settlement) => `${s.name} ${municipalityOf(s).regionalUnit}`;
  const isNamed =
    (s: Settlement): Question['isRight'] =>
    ([first]) =>
      first !== undefined &&
      nameKey(first.components.locality ?? first.components.municipality ?? '') ===
        nameKey(s.name) &&
      metresBetween(first, s) <= Math.max(metres, first.match.accuracy_m);
  return [
    { title: 'unique names', list: villages.filter(isUnique), shipped: 60, osm: 92 },
    {
      title: 'namesakes',
      list: villages.filter(s => !isUnique(s)),
      shipped: 40,
      osm: 85,
    },
  ].flatMap(({ title, list, shipped, osm }) => {
    const ask = (query: (s: Settlement) => string, isRight = own) =>
      list.map(s => ({ query: query(s), isRight: isRight(s), ...(isRight === own && { at: s }) }));
    return [
      questionSet(
        `village, municipality: ${title}, within 5 km`,
        { shipped, osm },
        ask(inMunicipality),
      ),
      questionSet(
        `village, municipality: ${title}, the village itself, within accuracy_m`,
        { shipped, osm },
        ask(inMunicipality, isNamed),
        false,
      ),
      questionSet(`village unit-genitive: ${title}`, { shipped, osm }, ask(inUnit)),
      questionSet(
        `the same in Latin letters: ${title}`,
        { shipped: 50, osm: 92 },
        ask(s => elot743(inUnit(s))),
      ),
    ];
  });
}
