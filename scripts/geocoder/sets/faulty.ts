import type { GeocoderRows, LocalityRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import {
  firstWithin,
  type MeasuredSet,
  type Point,
  type Question,
  questionSet,
  rightMetres,
} from '../measured-set.ts';
import type { Shop } from '../open-data.ts';
import { threeSets } from './shops.ts';

/** Each is far from the other, so that one of them is wrong for any shop. */
const farTowns = ['Αλεξανδρούπολη', 'Χανιά'] as const;

const building = [
  'ισόγειο κατάστημα',
  'ΙΣΟΓΕΙΟ & ΥΠΟΓΕΙΟ',
  'ισόγειο και υπόγειο',
  '1ος όροφος, διαμέρισμα 3',
  'αποθήκη υπογείου',
  'Α΄ όροφος γραφεία',
  'κατάστημα με πατάρι',
];

const listings = [
  'T 98 τ.μ. 1ος όροφος 2 υ/δ',
  'Διαμέρισμα 75 τ.μ. T 3ος όροφος',
  'Πωλείται μονοκατοικία 120 τ.μ., T',
  'Ενοικιάζεται κατάστημα 45 τμ T κέντρο',
  'T, γκαρσονιέρα 32 m2, κατασκευή 1985, 45.000 €',
  'Οροφοδιαμέρισμα T 110τμ 3 υπνοδωμάτια 2 μπάνια',
  'T μεζονέτα 150 τ.μ. με κήπο και πάρκινγκ',
];

/** Addresses and texts with the faults that people make. */
export function faultySets({ localities }: GeocoderRows, shops: readonly Shop[]): MeasuredSet[] {
  const address = ({ street, town }: Shop) => `${street}, ${town}`;
  const ask = (list: readonly Shop[], write: (shop: Shop, i: number) => string) =>
    list.map((shop, i) => ({ query: write(shop, i), at: shop }));
  const long = shops.filter(({ town }) => town.split(' ')[0]!.length >= 5);
  const coded = shops.filter(({ code }) => code !== '');
  const wrong = ({ latitude }: Shop) => farTowns[latitude < 38 ? 0 : 1];
  const towns = localities.filter(
    ({ kind, population, latitude }) =>
      kind === 'settlement' && (population ?? 0) >= 10_000 && !Number.isNaN(latitude),
  );
  return [
    ...threeSets(
      'shops, a slip in the town',
      { near: 92, nothing: 1 },
      [0, 1, 2, 3].flatMap(kind =>
        ask(long, ({ street, town }, i) => `${street}, ${slip(town, kind, i)}`),
      ),
    ),
    ...threeSets(
      'shops, the right code and a wrong town',
      { near: 0, nothing: 1 },
      ask(coded, shop => `${shop.street}, ${shop.code} ${wrong(shop)}`),
    ),
    ...threeSets(
      'shops, a street that does not exist',
      { near: 0, nothing: 1 },
      ask(coded, ({ code, town }, i) => `Ζαρκουλοψίδου ${1 + i}, ${code} ${town}`),
    ),
    ...threeSets(
      'shops, words about the building behind',
      { near: 96, nothing: 1 },
      building.flatMap(words => ask(shops, ({ street, town }) => `${street} ${words}, ${town}`)),
    ),
    ...threeSets(
      'shops, words about the building before',
      { near: 96, nothing: 1 },
      building.flatMap(words => ask(shops, shop => `${words}, ${address(shop)}`)),
    ),
    townSet(
      'towns of 10,000 by name',
      towns.map(at => ({ query: at.name, at })),
    ),
    townSet(
      'the same in listings',
      listings.flatMap(text => towns.map(at => ({ query: text.replace('T', at.name), at }))),
    ),
    questionSet(
      'a kilometre and the town at it: within 10 km of the town',
      { shipped: 90, osm: 90 },
      roads(towns).map(({ query, at }) => ({ query, isRight: firstWithin(at, 10_000) })),
      false,
    ),
  ];
}

function townSet(title: string, asked: readonly { query: string; at: Point }[]): MeasuredSet {
  const questions: Question[] = asked.map(({ query, at }) => ({
    query,
    at,
    isRight: firstWithin(at, rightMetres),
  }));
  return questionSet(`${title}, within 5 km`, { shipped: null, osm: null }, questions);
}

/** A name with one letter missing, two swapped, one doubled or one replaced, not the first. */
function slip(name: string, kind: number, seed: number): string {
  const [first = '', ...others] = name.split(' ');
  const at = 1 + (seed % (first.length - 2));
  const [head, a, b, tail] = [first.slice(0, at), first[at]!, first[at + 1]!, first.slice(at + 2)];
  const other = 'αοισρτνκ'[seed % 8] === a ? 'λ' : 'αοισρτνκ'[seed % 8]!;
  const slipped = [head + b + tail, head + b + a + tail, head + a + a + b + tail][kind];
  return [slipped ?? head + other + b + tail, ...others].join(' ');
}

const roadPatterns = [
  'Kο χλμ A-B, C',
  'Kο χλμ. Ε.Ο. A - B, C',
  'Kο χιλιόμετρο Παλαιάς Εθνικής Οδού A B, C',
  'C, Kο χλμ A-B',
  'Kο χλμ Λεωφόρου A - B C',
];

/** Towns on the way between two others: where the kilometre is, and the town that has it. */
function roads(towns: readonly LocalityRow[]): { query: string; at: LocalityRow }[] {
  const found: { query: string; at: LocalityRow }[] = [];
  for (const at of towns) {
    const metres = (other: LocalityRow) => metresBetween(at, other);
    const near = towns
      .filter(other => other !== at && metres(other) >= 8_000 && metres(other) <= 120_000)
      .toSorted((a, b) => (b.population ?? 0) - (a.population ?? 0));
    const [from] = near;
    const to = near.find(
      other => from && metresBetween(from, other) > 0.9 * (metres(from) + metres(other)),
    );
    for (const [end, other] of from && to ? [[from, to] as const] : []) {
      const km = Math.round((metres(end) * 1.2) / 1_000);
      const query = roadPatterns[found.length % roadPatterns.length]!.replace('K', String(km))
        .replace('A', end.name)
        .replace('B', other.name)
        .replace('C', at.name);
      found.push({ query, at });
    }
    // The road that leaves a town, with the town itself as its first end.
    if (to) {
      const query = `${3 + (found.length % 6)}ο χλμ ${at.name}-${to.name}, ${at.name}`;
      found.push({ query, at });
    }
  }
  return found;
}
