import type { Box } from './box.ts';
import { pointInPolygon } from './inside.ts';
import { type PolygonGeometry, type Position, polygonsOf, type Ring } from './polygon.ts';

/** Whether a geometry has a point in common with a box in the same unit; borders count. */
export function meetsBox(geometry: PolygonGeometry, box: Box): boolean {
  const edgesMeet = polygonsOf(geometry).some(rings => rings.some(ring => ringMeets(ring, box)));
  // If no edge meets it, the box is inside or outside as a whole.
  return edgesMeet || pointInPolygon([box.west, box.south], geometry);
}

function ringMeets(ring: Ring, box: Box): boolean {
  for (let i = 1; i < ring.length; i++) if (edgeMeets(ring[i - 1]!, ring[i]!, box)) return true;
  return false;
}

/** Cuts the edge at each side of the box (Liang and Barsky); whether anything of it remains. */
function edgeMeets([ax, ay]: Position, [bx, by]: Position, box: Box): boolean {
  let [start, end] = [0, 1];
  const keepBelow = (from: number, to: number, limit: number) => {
    if (from <= limit && to <= limit) return;
    if (from > limit && to > limit) end = -1;
    else if (from > limit) start = Math.max(start, (from - limit) / (from - to));
    else end = Math.min(end, (limit - from) / (to - from));
  };
  keepBelow(ax, bx, box.east);
  keepBelow(-ax, -bx, -box.west);
  keepBelow(ay, by, box.north);
  keepBelow(-ay, -by, -box.south);
  return start <= end;
}
