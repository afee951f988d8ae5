import { indexPoints, visitWithin } from '#tools/geo/point-index.ts';

interface Located {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Groups items of the same key that lie within some metres of the first of their group; an empty
 * key is alike to none. Earlier items found the groups, so only their order decides.
 */
export function groupNear<Item>(
  items: readonly Item[],
  locate: (item: Item) => Located,
  keyOf: (item: Item) => string,
  withinMetres: number,
): Item[][] {
  return [...Map.groupBy(items, keyOf)].flatMap(([key, alike]) => {
    if (key === '' || alike.length === 1) return alike.map(item => [item]);
    const groups = nearTheFirst(alike.map(locate), withinMetres);
    return groups.map(members => members.map(i => alike[i]!));
  });
}

/** Founders are further apart than the distance, so few of them ever see the same item. */
function nearTheFirst(items: readonly Located[], withinMetres: number): number[][] {
  const index = indexPoints(
    items.map(({ latitude }) => latitude),
    items.map(({ longitude }) => longitude),
  );
  const taken = new Set<number>();
  const groups: number[][] = [];
  for (const [i, item] of items.entries()) {
    if (taken.has(i)) continue;
    const members: number[] = [];
    visitWithin(index, item, withinMetres, place => {
      const found = index.origin[place]!;
      if (!taken.has(found)) members.push(found);
    });
    for (const member of members) taken.add(member);
    groups.push(members.sort((a, b) => a - b));
  }
  return groups;
}
