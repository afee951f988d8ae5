import type { GeocoderRows, LocalityRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { firstWithin, type MeasuredSet, questionSet } from '../measured-set.ts';

/** `K` is the kilometre, `A` and `B` the towns. */
const patterns = [
  'Kο χλμ Ε.Ο. A-B',
  'Kο χλμ. A - B',
  'Kο χλμ Εθνικής Οδού A - B',
  'Kο χλμ A B',
  'K χλμ Π.Ε.Ο. A B',
];

/** Kilometres on roads between two towns: near the first one. */
export function kilometreSets({ localities }: GeocoderRows): MeasuredSet[] {
  const towns = localities.filter(
    ({ kind, population, latitude }) =>
      kind === 'settlement' && (population ?? 0) >= 12_000 && !Number.isNaN(latitude),
  );
  const pairs = towns.flatMap(town => nextTowns(town, towns).map(next => [town, next] as const));
  const questions = pairs.map(([from, to], i) => {
    const km = 2 + (i % 5);
    const query = patterns[i % patterns.length]!.replace('K', String(km))
      .replace('A', from.name)
      .replace('B', to.name);
    return { query, from };
  });
  return [
    questionSet(
      'a kilometre on the road between two towns: within 10 km of the first',
      { shipped: 85, osm: 85 },
      questions.map(({ query, from }) => ({ query, isRight: firstWithin(from, 10_000) })),
      false,
    ),
    questionSet(
      'the same: not further at confidence 0.8 or more',
      { shipped: 99, osm: 99 },
      questions.map(({ query, from }) => ({
        query,
        isRight: results =>
          (results[0]?.match.confidence ?? 0) < 0.8 || firstWithin(from, 10_000)(results),
      })),
      false,
    ),
  ];
}

/** Two towns that a road may lead to: 15 to 90 km away. */
function nextTowns(town: LocalityRow, towns: readonly LocalityRow[]): LocalityRow[] {
  const metres = (other: LocalityRow) => metresBetween(town, other);
  return towns
    .filter(other => metres(other) >= 15_000 && metres(other) <= 90_000)
    .toSorted((a, b) => metres(a) - metres(b))
    .slice(0, 2);
}
