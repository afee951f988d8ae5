import type { Position } from '#tools/geo/polygon.ts';

type Line = readonly Position[];

/**
 * Joins lines that meet end to end into longer ones, whichever way round they run. Where more
 * than two meet, the one that comes first in the list is continued.
 */
export function joinLines(lines: readonly Line[]): Line[] {
  const ends = new Map<string, number[]>();
  for (let i = lines.length - 1; i >= 0; i--) {
    for (const end of [lines[i]![0]!, lines[i]!.at(-1)!]) {
      const meeting = ends.get(keyOf(end));
      if (meeting) meeting.push(i);
      else ends.set(keyOf(end), [i]);
    }
  }
  const used = new Set<number>();
  const next = (end: Position): Line | undefined => {
    const meeting = ends.get(keyOf(end))!;
    // The first is last. Used ones are removed, so a star of many lines is searched once.
    let i = meeting.pop();
    while (i !== undefined && used.has(i)) i = meeting.pop();
    if (i === undefined) return undefined;
    used.add(i);
    const line = lines[i]!;
    return keyOf(line[0]!) === keyOf(end) ? line : line.toReversed();
  };
  const joined: Line[] = [];
  for (const [i, line] of lines.entries()) {
    if (used.has(i)) continue;
    used.add(i);
    const onward = follow(line.at(-1)!, next);
    const backward = follow(line[0]!, next);
    joined.push([...backward.toReversed(), ...line, ...onward]);
  }
  return joined;
}

/** The positions that follow on an end, as far as lines continue from it. */
function follow(end: Position, next: (end: Position) => Line | undefined): Position[] {
  const positions: Position[] = [];
  for (let line = next(end); line !== undefined; line = next(positions.at(-1)!)) {
    for (const position of line.slice(1)) positions.push(position);
    if (line.length === 1) positions.push(line[0]!);
  }
  return positions;
}

function keyOf([x, y]: Position): string {
  return `${x},${y}`;
}

/** Length of a line in degrees of latitude. */
export function lengthOf(line: Line): number {
  let length = 0;
  for (let i = 1; i < line.length; i++) {
    const [[ax, ay], [bx, by]] = [line[i - 1]!, line[i]!];
    length += Math.hypot((bx - ax) * Math.cos((ay * Math.PI) / 180), by - ay);
  }
  return length;
}
