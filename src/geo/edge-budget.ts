/** Thrown when a polygon would take too long to check. */
export class EdgeBudgetExceeded extends Error {}

/** Counts the edges that a check reads, so that a polygon made to be slow is rejected. */
export function openEdgeBudget(mostEdges: number): SpendEdges {
  let edges = 0;
  return (more: number): void => {
    edges += more;
    if (edges > mostEdges) throw new EdgeBudgetExceeded();
  };
}

/** Charges a number of edges to the budget. */
export type SpendEdges = (edges: number) => void;
