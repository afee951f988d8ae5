import { gap } from './label-points.ts';
import { type Frame, isInFrame, type PaperPoint } from './paper.ts';

/** A text on a plan, in millimetres: its middle, its size, and degrees clockwise. */
export interface TextBox {
  readonly at: PaperPoint;
  readonly width: number;
  readonly height: number;
  readonly turn: number;
}

/** The usual width of a letter or digit, as a share of the size of the font. */
const letterWidth = 0.56;

/** The box of a text in a font of some millimetres. */
export function textBox(text: string, size: number, at: PaperPoint, turn = 0): TextBox {
  return { at, turn, width: text.length * letterWidth * size, height: size };
}

interface Disc {
  readonly at: PaperPoint;
  readonly radius: number;
}

/** A box as discs along its middle line: a turned text covers less than the box around it. */
function discsOf({ at: [x, y], width, height, turn }: TextBox): Disc[] {
  const radius = height / 2;
  const count = Math.max(1, Math.ceil(width / height));
  const reach = Math.max(0, width / 2 - radius);
  const [dx, dy] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return Array.from({ length: count }, (_, index) => {
    const along = count === 1 ? 0 : -reach + (2 * reach * index) / (count - 1);
    return { at: [x + dx * along, y + dy * along], radius };
  });
}

/** Some points on the edge of a text, to test whether an area contains it. */
export function edgeOf(box: TextBox): PaperPoint[] {
  return discsOf(box).flatMap(({ at: [x, y], radius }) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([right, down]): PaperPoint => [x + right! * radius, y + down! * radius]),
  );
}

/** The room for texts on a plan, where none may cover another. */
export interface LabelRoom {
  /** Whether there is room for all boxes; if so, they take it. */
  take(...boxes: readonly TextBox[]): boolean;
}

/** Opens the room of a frame, of which some boxes and points are taken. */
export function openLabelRoom(
  frame: Frame,
  boxes: readonly TextBox[],
  points: readonly PaperPoint[] = [],
): LabelRoom {
  const taken: Disc[] = [...boxes.flatMap(discsOf), ...points.map(at => ({ at, radius: 0.3 }))];
  const isFree = ({ at, radius }: Disc) =>
    isInFrame(at, frame, radius + 0.5) &&
    taken.every(other => gap(at, other.at) >= radius + other.radius + 0.2);
  return {
    take(...wanted) {
      const discs = wanted.flatMap(discsOf);
      if (!discs.every(isFree)) return false;
      taken.push(...discs);
      return true;
    },
  };
}

/** What every plan has: the scale bar and the north arrow at the bottom, and the numbers of the grid. */
export function furnitureOf({ width, height }: Frame): TextBox[] {
  return [
    { at: [(width - 12) / 2, height - 4], width: width - 12, height: 8, turn: 0 },
    { at: [width - 6, height - 4.5], width: 12, height: 9, turn: 0 },
    { at: [width / 2, 2], width, height: 3, turn: 0 },
    { at: [2, height / 2], width: height, height: 3, turn: 90 },
  ];
}
