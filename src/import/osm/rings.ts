/** What joining ways end to end gave: closed rings, and how many chains did not close. */
export interface JoinedRings {
  readonly rings: readonly (readonly number[])[];
  readonly openChains: number;
}

/**
 * Joins ways, given as ids of nodes, into rings. A chain that comes back to a node where two of
 * its ways meet gives off a ring there, so that rings which touch in a node stay apart.
 */
export function joinRings(ways: readonly (readonly number[])[]): JoinedRings {
  const waysAt = waysByEnd(ways);
  const used = new Set<number>();
  const rings: number[][] = [];
  let openChains = 0;
  for (const [first, refs] of ways.entries()) {
    if (used.has(first)) continue;
    const path = [refs[0]!];
    const joints = new Map([[refs[0]!, 0]]);
    for (let next: number | undefined = first; next !== undefined; ) {
      used.add(next);
      append(path, ways[next]!);
      const end = path.at(-1)!;
      const joint = joints.get(end);
      if (joint !== undefined) rings.push(cutOff(path, joint, joints));
      else joints.set(end, path.length - 1);
      next = takeUnused(waysAt.get(end)!, used);
    }
    if (path.length > 1) openChains++;
  }
  return { rings: rings.filter(ring => ring.length >= 4), openChains };
}

function waysByEnd(ways: readonly (readonly number[])[]): Map<number, number[]> {
  const waysAt = new Map<number, number[]>();
  for (const [way, refs] of ways.entries()) {
    for (const end of [refs[0]!, refs.at(-1)!]) {
      const there = waysAt.get(end);
      if (there) there.push(way);
      else waysAt.set(end, [way]);
    }
  }
  return waysAt;
}

/** Takes away what it looks at: a node where a hundred thousand ways meet must not be slow. */
function takeUnused(ways: number[], used: ReadonlySet<number>): number | undefined {
  let way = ways.pop();
  while (way !== undefined && used.has(way)) way = ways.pop();
  return way;
}

/** Continues a path with a way that starts or ends where the path does. */
function append(path: number[], refs: readonly number[]): void {
  const forward = refs[0] === path.at(-1);
  for (let i = 1; i < refs.length; i++) path.push(refs.at(forward ? i : -i - 1)!);
}

function cutOff(path: number[], joint: number, joints: Map<number, number>): number[] {
  const ring = path.splice(joint);
  path.push(ring[0]!);
  for (const ref of ring) if (joints.get(ref)! > joint) joints.delete(ref);
  return ring;
}
