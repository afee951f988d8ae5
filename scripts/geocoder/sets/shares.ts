import { geocode } from '#domain/geocoder/geocode.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import type { GeocoderRows } from '#domain/geocoder/rows/geocoder-rows.ts';
import { type Judged, type MeasuredSet, questionSet, streetAt } from '../measured-set.ts';
import type { Shop } from '../open-data.ts';
import { everyNth } from './streets.ts';

/** The confidences of one answer are shares, so that together they are about 1 at most. */
const mostSum = 1.05;
/** A later result is not surer than this. */
const mostOfLater = 0.8;

/** Texts that fit several towns: what the confidences of one answer add up to. */
export function shareSets(rows: GeocoderRows, shops: readonly Shop[]): MeasuredSet[] {
  const towns = Map.groupBy(rows.streets, ({ name }) => name);
  const many = [...towns]
    .map(([name, list]) => ({ name, count: new Set(list.map(row => row.municipality)).size }))
    .filter(({ count }) => count >= 2)
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  const streets = [...many.slice(0, 200), ...everyNth(many.slice(200), 200)];
  const known = new Map(rows.municipalities.map(row => [row.id, row]));
  const texts = [
    ...streets.map(({ name }, i) => `${name} ${1 + (i % 30)}`),
    ...everyNth(rows.streets, 300).map(({ name, municipality }) => {
      const { nominative, basin } = known.get(municipality)!;
      return `${name}, ${basin ?? nominative}`;
    }),
    ...everyNth(rows.localities, 400).map(({ name }) => name),
    ...shops.map(({ street, town }) => `${street}, ${town}`),
    ...shops.map(({ street }) => street),
  ];
  return [
    sumSet('texts of all kinds: the confidences add up to 1.05 at most', texts),
    laterSet('the same: no later result at 0.8 or more', texts),
    questionSet(
      'shops, only the street: the street',
      { shipped: null, osm: null },
      shops.map(shop => ({ query: shop.street, isRight: streetAt(shop) })),
    ),
  ];
}

function sumSet(title: string, texts: readonly string[]): MeasuredSet {
  return listSet(
    title,
    texts,
    confidences => confidences.reduce((sum, one) => sum + one, 0) <= mostSum,
  );
}

function laterSet(title: string, texts: readonly string[]): MeasuredSet {
  return listSet(title, texts, confidences => (confidences[1] ?? 0) < mostOfLater);
}

function listSet(
  title: string,
  texts: readonly string[],
  isRight: (confidences: readonly number[]) => boolean,
): MeasuredSet {
  const judge = async (index: GeocoderIndex) => {
    const judged: Judged[] = [];
    for (const query of texts) {
      const results = await geocode(index, { address: query, limit: 20 });
      const confidences = results.map(({ match }) => match.confidence);
      judged.push({ query, first: results[0], isRight: isRight(confidences) });
    }
    return judged;
  };
  return { title, aims: { shipped: 100, osm: 100 }, isCalibrated: false, judge };
}
