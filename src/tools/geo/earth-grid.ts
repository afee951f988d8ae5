/**
 * A packed spatial index of points in Earth-centred coordinates: cubic cells as wide as the
 * search radius, points sorted by cell, and a hash table from cell to its run of points.
 *
 * Earth-centred coordinates have no poles and no antimeridian, so the search needs no special cases.
 * A radius touches at most 3 × 3 × 3 cells.
 */
export interface EarthGrid {
  /** The largest radius `visitWithin` can answer, in metres; also the width of a cell. */
  readonly radiusMetres: number;
  /** Coordinates of the points in cell order. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly z: Float64Array;
  /** For each point in cell order, its index in the arrays the grid was built from. */
  readonly origin: Uint32Array;
  /** Open-addressing table: cell key, or -1 for a free slot, with the cell's run of points. */
  readonly cellKeys: Float64Array;
  readonly cellStarts: Uint32Array;
  readonly cellEnds: Uint32Array;
}

/**
 * Half the width, in metres, of the cube around the Earth. On each side it leaves more space than the
 * widest cell, so that a neighbour cell never wraps into another row.
 */
const halfWorld = 6_400_000;

/** Builds the grid over points given as three columns of Earth-centred metres. */
export function buildEarthGrid(
  x: Float64Array,
  y: Float64Array,
  z: Float64Array,
  radiusMetres: number,
): EarthGrid {
  const keys = x.map((_, i) => cellKey(x[i]!, y[i]!, z[i]!, radiusMetres));
  const table = hashCells(keys);
  const origin = sortByCell(keys, table);
  return {
    radiusMetres,
    x: pick(x, origin),
    y: pick(y, origin),
    z: pick(z, origin),
    origin,
    ...table,
  };
}

/**
 * Calls `visit` with each point whose straight-line distance is at most the grid's radius:
 * its index in cell order and its squared chord in square metres. Order is arbitrary.
 */
export function visitWithin(
  grid: EarthGrid,
  x: number,
  y: number,
  z: number,
  visit: (index: number, squaredChord: number) => void,
): void {
  const { radiusMetres, x: xs, y: ys, z: zs } = grid;
  const limit = radiusMetres * radiusMetres;
  for (const { start, end } of findRuns(grid, x, y, z)) {
    for (let i = start; i < end; i++) {
      const dx = xs[i]! - x;
      const dy = ys[i]! - y;
      const dz = zs[i]! - z;
      const squared = dx * dx + dy * dy + dz * dz;
      if (squared <= limit) visit(i, squared);
    }
  }
}

/** Consecutive points in cell order: from `start` up to, but not including, `end`. */
export interface CellRun {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds the points of all cells that a radius around a point can touch, by default that of the grid.
 * Cells that are consecutive along z are also consecutive in cell order, so they are one run.
 */
export function findRuns(
  grid: EarthGrid,
  x: number,
  y: number,
  z: number,
  metres = grid.radiusMetres,
): CellRun[] {
  const width = grid.radiusMetres;
  const reach = metres / width;
  const [steps, maxSquaredGap] = [Math.ceil(reach), (reach + gapMargin) ** 2];
  const cells = cellsPerAxis(width);
  const centre = cellKey(x, y, z, width);
  // The offset of the point in its cell, in cell widths.
  const fx = within(x, width);
  const fy = within(y, width);
  const fz = within(z, width);
  const runs: CellRun[] = [];
  for (let dx = -steps; dx <= steps; dx++) {
    for (let dy = -steps; dy <= steps; dy++) {
      const squaredGapXY = squaredGap(fx, dx) + squaredGap(fy, dy);
      if (squaredGapXY > maxSquaredGap) continue;
      const middle = centre + (dx * cells + dy) * cells;
      let start = -1;
      let end = 0;
      for (let dz = -steps; dz <= steps; dz++) {
        if (squaredGapXY + squaredGap(fz, dz) > maxSquaredGap) continue;
        const slot = findCell(grid, middle + dz);
        if (slot < 0) continue;
        if (start < 0) start = grid.cellStarts[slot]!;
        end = grid.cellEnds[slot]!;
      }
      if (start >= 0) runs.push({ start, end });
    }
  }
  return runs;
}

/** A margin for rounding, in cell widths. */
const gapMargin = 1e-9;

/** The offset of a coordinate in its cell, in cell widths. */
function within(coordinate: number, width: number): number {
  const position = (coordinate + halfWorld) / width;
  return position - Math.floor(position);
}

/** The squared distance along one axis from an offset to the cell some steps before or after. */
function squaredGap(inside: number, step: number): number {
  if (step === 0) return 0;
  const gap = step < 0 ? inside - step - 1 : step - inside;
  return gap * gap;
}

/** The exact number of a cell: three indices below 2^17 fit into the 53 bits of a double. */
function cellKey(x: number, y: number, z: number, width: number): number {
  const cells = cellsPerAxis(width);
  const cx = Math.floor((x + halfWorld) / width);
  const cy = Math.floor((y + halfWorld) / width);
  const cz = Math.floor((z + halfWorld) / width);
  return (cx * cells + cy) * cells + cz;
}

function cellsPerAxis(width: number): number {
  return Math.ceil((2 * halfWorld) / width);
}

/** The values in another order. */
export function pick(values: Float64Array, order: Uint32Array): Float64Array {
  const picked = new Float64Array(order.length);
  for (let i = 0; i < order.length; i++) picked[i] = values[order[i]!]!;
  return picked;
}

type CellTable = Pick<EarthGrid, 'cellKeys' | 'cellStarts' | 'cellEnds'>;

function hashCells(keys: Float64Array): CellTable {
  const sorted = keys.slice().sort();
  const cells = sorted.reduce((count, key, i) => count + Number(key !== sorted[i - 1]), 0);
  // At most half full, so that the search for an absent cell ends soon.
  const slots = 2 ** Math.ceil(Math.log2(2 * cells + 2));
  const cellKeys = new Float64Array(slots).fill(-1);
  const cellStarts = new Uint32Array(slots);
  const cellEnds = new Uint32Array(slots);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    const key = sorted[start]!;
    while (sorted[end] === key) end++;
    let slot = firstSlot(key, slots);
    while (cellKeys[slot] !== -1) slot = (slot + 1) & (slots - 1);
    cellKeys[slot] = key;
    cellStarts[slot] = start;
    cellEnds[slot] = end;
  }
  return { cellKeys, cellStarts, cellEnds };
}

/** Point indices in cell order, and within a cell in the given order: a counting sort. */
function sortByCell(keys: Float64Array, table: CellTable): Uint32Array {
  const next = table.cellStarts.slice();
  const origin = new Uint32Array(keys.length);
  for (let i = 0; i < keys.length; i++) origin[next[findCell(table, keys[i]!)]!++] = i;
  return origin;
}

function findCell({ cellKeys }: CellTable, key: number): number {
  const slots = cellKeys.length;
  let slot = firstSlot(key, slots);
  while (cellKeys[slot] !== key) {
    if (cellKeys[slot] === -1) return -1;
    slot = (slot + 1) & (slots - 1);
  }
  return slot;
}

/** Mixes both halves of the key (Fibonacci hashing), so that neighbouring cells are spread out. */
function firstSlot(key: number, slots: number): number {
  // Math.imul reduces its arguments modulo 2^32.
  const mixed = Math.imul(key, 0x9e3779b1) ^ Math.imul(key / 4_294_967_296, 0x85ebca6b);
  return ((mixed ^ (mixed >>> 15)) >>> 0) & (slots - 1);
}
