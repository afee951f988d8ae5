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

/** What is left of boxes without another one: at most four boxes of each. */
export function withoutBox(boxes: readonly Box[], hole: Box): Box[] {
  return boxes.flatMap(box => {
    const { west, south, east, north } = box;
    if (hole.west >= east || hole.east <= west || hole.south >= north || hole.north <= south) {
      return [box];
    }
    const [low, high] = [Math.max(south, hole.south), Math.min(north, hole.north)];
    const left = [
      { west, east, south, north: low },
      { west, east, south: high, north },
      { west, east: hole.west, south: low, north: high },
      { west: hole.east, east, south: low, north: high },
    ];
    return left.filter(one => one.west < one.east && one.south < one.north);
  });
}
