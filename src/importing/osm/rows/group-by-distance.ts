import { earthPoint } from '#tools/geo/earth.ts';
import { buildEarthGrid, visitWithin } from '#tools/geo/earth-grid.ts';

interface Located {
  readonly latitude: number;
  readonly longitude: number;
}

/** Cells below some 100 m are too many to number; see `cellKey` of the grid. */
const leastCellMetres = 100;

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
  const points = items.map(({ latitude, longitude }) => earthPoint(latitude, longitude));
  const column = (axis: 'x' | 'y' | 'z') => Float64Array.from(points, point => point[axis]);
  const width = Math.max(withinMetres, leastCellMetres);
  const grid = buildEarthGrid(column('x'), column('y'), column('z'), width);
  const taken = new Set<number>();
  const groups: number[][] = [];
  for (const [i, { x, y, z }] of points.entries()) {
    if (taken.has(i)) continue;
    const members: number[] = [];
    visitWithin(grid, x, y, z, (position, squaredChord) => {
      const found = grid.origin[position]!;
      if (squaredChord <= withinMetres ** 2 && !taken.has(found)) members.push(found);
    });
    for (const member of members) taken.add(member);
    groups.push(members.sort((a, b) => a - b));
  }
  return groups;
}
