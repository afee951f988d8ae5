import { type Frame, isInFrame, type PaperPoint } from './paper.ts';

/** Where the label of a point stands. */
export interface PlacedLabel<T> {
  readonly item: T;
  readonly at: PaperPoint;
  readonly label: PaperPoint;
}

interface Room {
  readonly frame: Frame;
  /** The radius of a label in millimetres. */
  readonly radius: number;
  /** Points that labels should not cover. */
  readonly obstacles: readonly PaperPoint[];
}

const directions = 16;

/**
 * Places a round label beside each point, as near as possible, so that no label covers another label
 * or an obstacle. Where there is no room, a label takes the farthest position.
 */
export function labelPoints<T>(
  items: readonly { readonly item: T; readonly at: PaperPoint }[],
  { frame, radius, obstacles }: Room,
): PlacedLabel<T>[] {
  const placed: PaperPoint[] = [];
  return items.map(({ item, at }) => {
    const candidates = around(at, radius).filter(point => isInFrame(point, frame, radius + 0.5));
    const isFree = (point: PaperPoint) =>
      placed.every(other => gap(point, other) >= 2 * radius + 0.3) &&
      obstacles.every(other => gap(point, other) >= radius + 0.8);
    const label = candidates.find(isFree) ?? candidates.at(-1) ?? at;
    placed.push(label);
    return { item, at, label };
  });
}

/** Candidates in growing circles, upwards and to the right first. */
function around([x, y]: PaperPoint, radius: number): PaperPoint[] {
  return [1.6, 2.6, 3.8, 5.2, 7, 9].flatMap(times =>
    Array.from({ length: directions }, (_, index): PaperPoint => {
      const angle = -Math.PI / 4 + (2 * Math.PI * index) / directions;
      return [x + times * radius * Math.cos(angle), y + times * radius * Math.sin(angle)];
    }),
  );
}

/** The distance of two points on paper in millimetres. */
export function gap(one: PaperPoint, other: PaperPoint): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
