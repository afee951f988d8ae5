import {
  type Aims,
  firstWithin,
  type MeasuredSet,
  type Point,
  type Question,
  questionSet,
  rightMetres,
  streetAt,
} from '../measured-set.ts';
import type { Shop } from '../open-data.ts';

/** Percentages to reach; the share of texts with no answer at all at most. */
interface ShopAims {
  readonly street?: number;
  readonly near: number;
  readonly nothing: number;
}

type Asked = Pick<Question, 'query' | 'hints'> & { readonly at: Point };

const wordsBefore = ['Lidl', 'Φαρμακείο', 'SUPER MARKET ΓΑΛΑΞΙΑΣ', 'Παπαδόπουλος Γεώργιος'];
/** Each is far from the other, so that one of them contradicts any town. */
const farTowns = [
  { name: 'Αλεξανδρούπολη', latitude: 40.85, longitude: 25.87 },
  { name: 'Χανιά', latitude: 35.51, longitude: 24.02 },
];

/** Addresses of shops as people write them: with and without a comma, with words around, with faults. */
export function shopSets(shops: readonly Shop[]): MeasuredSet[] {
  const plain = { street: 70, near: 96, nothing: 1 };
  const ask = (write: (shop: Shop) => string, hints?: (shop: Shop) => Question['hints']) =>
    shops.map(
      (shop): Asked => ({ query: write(shop), at: shop, ...(hints && { hints: hints(shop)! }) }),
    );
  const address = ({ street, town }: Shop) => `${street}, ${town}`;
  const far = ({ latitude }: Shop) => ({ city: farTowns[latitude < 38 ? 0 : 1]!.name });
  return [
    ...threeSets('shops: street number, town', plain, ask(address)),
    ...threeSets(
      'shops, no comma',
      { ...plain, near: 94 },
      ask(({ street, town }) => `${street} ${town}`),
    ),
    ...threeSets(
      'shops, a word before',
      { ...plain, street: 66 },
      wordsBefore.flatMap(word => ask(shop => `${word} ${address(shop)}`)),
    ),
    ...threeSets(
      'shops, a word behind',
      { ...plain, street: 66 },
      wordsBefore.flatMap(word => ask(shop => `${address(shop)}, ${word}`)),
    ),
    ...threeSets('shops, a contradicting city', { near: 0, nothing: 3 }, ask(address, far)),
    ...threeSets(
      'shops, a code that does not exist',
      { ...plain, nothing: 3 },
      ask(({ street, town }) => `${street}, 100 00 ${town}`),
    ),
    ...threeSets(
      'shops in capitals without accents',
      plain,
      ask(shop => address(shop).normalize('NFD').replace(/\p{M}/gu, '').toUpperCase()),
    ),
  ];
}

/** The street is right, the answer is near, and there is an answer. */
export function threeSets(title: string, aims: ShopAims, asked: readonly Asked[]): MeasuredSet[] {
  const set = (what: string, aim: number | undefined, right: (at: Point) => Question['isRight']) =>
    questionSet(
      `${title}: ${what}`,
      { shipped: aim ?? null, osm: null } satisfies Aims,
      asked.map(({ query, hints, at }) => ({ query, ...(hints && { hints }), isRight: right(at) })),
    );
  return [
    set('the street', aims.street, streetAt),
    set('within 5 km', aims.near, at => firstWithin(at, rightMetres)),
    set('an answer', 100 - aims.nothing, () => results => results.length > 0),
  ];
}
