import { type Corner, type Edge, isInside, type WalkArea } from './cross-areas.ts';
import { unitsPerDegree, type Way } from './ways.ts';

/** Units in a cell of the index of areas: about 200 m. */
const cellUnits = unitsPerDegree / 512;
/** More than the rows of cells between the poles. */
const columnLength = 2 ** 18;

/** An area that spans more cells is no square, but a mistake or a whole district. */
const mostCells = 400;

/** Finds where ways join areas: at nodes of their edges that are shared, and at ends inside. */
export function openJoins(areas: readonly Way[]) {
  const shapes = areas.map(edgesOf);
  const inCells = indexCells(shapes);
  const times = new Map(shapes.flat(2).map(({ id }) => [id, 0]));
  const inside = shapes.map((): Corner[] => []);
  return {
    /** To be called with every node of every way, also of the areas themselves. */
    see(id: number, x: number, y: number, isEnd: boolean): void {
      const seen = times.get(id);
      if (seen !== undefined) times.set(id, seen + 1);
      else if (isEnd) {
        for (const i of inCells.get(cellAt(x, y)) ?? []) {
          if (isInside(shapes[i]!, [x, y])) inside[i]!.push({ id, at: [x, y] });
        }
      }
    },
    areaOf(i: number): WalkArea {
      const own = new Map<number, number>();
      for (const { nodes } of areas[i]!.parts) {
        for (const id of nodes) own.set(id, (own.get(id) ?? 0) + 1);
      }
      const edges = shapes[i]!;
      const shared = edges.flat().filter(({ id }) => times.get(id)! > own.get(id)!);
      const joins = new Map([...shared, ...inside[i]!].map(corner => [corner.id, corner]));
      return { edges, joins: [...joins.values()] };
    },
  };
}

function edgesOf({ parts }: Way): Edge[] {
  return parts.flatMap(({ nodes, points }) => {
    const corners = nodes.map(
      (id, i): Corner => ({ id, at: [points[2 * i]!, points[2 * i + 1]!] }),
    );
    return corners.slice(1).map((end, i): Edge => [corners[i]!, end]);
  });
}

function cellAt(x: number, y: number): number {
  return Math.floor(x / cellUnits) * columnLength + Math.floor(y / cellUnits);
}

/** The areas in each cell. */
function indexCells(shapes: readonly (readonly Edge[])[]): Map<number, number[]> {
  const inCells = new Map<number, number[]>();
  for (const [i, edges] of shapes.entries()) {
    const cells = edges.flat().map(({ at }) => at.map(units => Math.floor(units / cellUnits)));
    const range = (axis: 0 | 1) => {
      const all = cells.map(cell => cell[axis]!);
      return [Math.min(...all), Math.max(...all)] as const;
    };
    const [[west, east], [south, north]] = [range(0), range(1)];
    if ((east - west + 1) * (north - south + 1) > mostCells) continue;
    for (let x = west; x <= east; x++) {
      for (let y = south; y <= north; y++) {
        const key = x * columnLength + y;
        const list = inCells.get(key);
        if (list) list.push(i);
        else inCells.set(key, [i]);
      }
    }
  }
  return inCells;
}
