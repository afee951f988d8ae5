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

/** The narrowest cell in degrees, about 100 m. Narrower cells would only add levels. */
const leastCell = 2 ** -10;

/**
 * Builds an index that finds the boxes around a point. It returns their places in the list, in
 * ascending order. A box is stored in a grid with cells of about its own width, in at most four
 * cells, so that large and small boxes cost the same.
 */
export function buildBoxIndex(
  boxes: readonly Box[],
): (longitude: number, latitude: number) => number[] {
  const grids = new Map<number, Map<string, number[]>>();
  for (const [i, box] of boxes.entries()) {
    const width = cellWidth(box);
    const cells = grids.get(width) ?? new Map<string, number[]>();
    grids.set(width, cells);
    for (const key of cellKeys(box, width)) {
      const cell = cells.get(key);
      if (cell) cell.push(i);
      else cells.set(key, [i]);
    }
  }
  return (longitude, latitude) => {
    const found: number[] = [];
    for (const [width, cells] of grids) {
      const key = cellKey(Math.floor(longitude / width), Math.floor(latitude / width));
      for (const i of cells.get(key) ?? []) {
        if (contains(boxes[i]!, longitude, latitude)) found.push(i);
      }
    }
    return found.sort((a, b) => a - b);
  };
}

function cellWidth({ west, east, south, north }: Box): number {
  return 2 ** Math.ceil(Math.log2(Math.max(east - west, north - south, leastCell)));
}

function* cellKeys({ west, east, south, north }: Box, width: number): Generator<string> {
  for (let x = Math.floor(west / width); x <= Math.floor(east / width); x++) {
    for (let y = Math.floor(south / width); y <= Math.floor(north / width); y++) {
      yield cellKey(x, y);
    }
  }
}

function cellKey(x: number, y: number): string {
  return `${x} ${y}`;
}

function contains(box: Box, longitude: number, latitude: number): boolean {
  return (
    longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north
  );
}
