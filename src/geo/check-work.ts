/** Thrown when a polygon would take too long to be checked. */
export class TooMuchWork extends Error {}

/** Counts the edges that a check looks at, so that a drawing made to be slow is refused instead. */
export function openWork(mostEdges: number) {
  let edges = 0;
  return (more: number): void => {
    edges += more;
    if (edges > mostEdges) throw new TooMuchWork();
  };
}

export type Work = ReturnType<typeof openWork>;
