import { isInFrame, type Paper, type PaperPoint, roundMetres } from './paper.ts';

/** A round easting or northing, and its place on paper. */
interface GridLine {
  readonly metres: number;
  readonly at: number;
}

/** The crosses of a grid at round metres, and the labels of its lines that have room at the frame. */
export function gridCrosses(paper: Paper): {
  readonly crosses: readonly PaperPoint[];
  readonly eastings: readonly GridLine[];
  readonly northings: readonly GridLine[];
} {
  const { frame, scale, middle } = paper;
  const step = roundMetres(scale);
  const eastings = roundValues(middle[0], (frame.width * scale) / 2000, step).map(metres => ({
    metres,
    at: paper.toPaper([metres, middle[1]])[0],
  }));
  const northings = roundValues(middle[1], (frame.height * scale) / 2000, step).map(metres => ({
    metres,
    at: paper.toPaper([middle[0], metres])[1],
  }));
  return {
    eastings: eastings.filter(({ at }) => at > 8 && at < frame.width - 6),
    northings: northings.filter(({ at }) => at > 8 && at < frame.height - 12),
    // A cross at the edge would strike out a label.
    crosses: eastings
      .flatMap(({ at: x }) => northings.map(({ at: y }): PaperPoint => [x, y]))
      .filter(point => isInFrame(point, frame, 4.5)),
  };
}

/** The multiples of a step within a half width around a value. */
function roundValues(middle: number, half: number, step: number): number[] {
  const first = Math.ceil((middle - half) / step);
  const last = Math.floor((middle + half) / step);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}
