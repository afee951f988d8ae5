/** A bounding box in degrees, borders included. */
export interface Box {
  readonly west: number;
  readonly east: number;
  readonly south: number;
  readonly north: number;
}

/** Whether two boxes have a point in common. */
export function boxesOverlap(a: Box, b: Box): boolean {
  return a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
}

/** The smallest box around a box and another one, if there is one. */
export function boxAroundBoth(a: Box, b: Box | undefined): Box {
  if (!b) return a;
  return {
    west: Math.min(a.west, b.west),
    east: Math.max(a.east, b.east),
    south: Math.min(a.south, b.south),
    north: Math.max(a.north, b.north),
  };
}

/** The smallest box around some boxes; undefined if there are none. */
export function boxAroundAll(boxes: readonly Box[]): Box | undefined {
  return boxes.reduce<Box | undefined>((all, box) => boxAroundBoth(box, all), undefined);
}
