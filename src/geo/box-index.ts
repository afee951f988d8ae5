import type { Box } from './box.ts';

/** Narrower cells than this, in degrees (some 100 m), would only make more levels. */
const leastCell = 2 ** -10;

/**
 * Finds the boxes that hold a point, by their position in the list, in that order. Each box lies
 * in at most four cells of a grid as wide as itself, so one of any size costs the same.
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
        if (holds(boxes[i]!, longitude, latitude)) found.push(i);
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

function holds(box: Box, longitude: number, latitude: number): boolean {
  return (
    longitude >= box.west && longitude <= box.east && latitude >= box.south && latitude <= box.north
  );
}
