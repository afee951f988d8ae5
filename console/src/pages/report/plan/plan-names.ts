import { clipRing } from '#tools/geo/clip.ts';
import { pointInPolygon, pointInside } from '#tools/geo/inside.ts';
import { boundsOf, type Polygon, type PolygonGeometry, planarArea } from '#tools/geo/polygon.ts';
import { gap } from './label-points.ts';
import { edgeOf, furnitureOf, openLabelRoom, type TextBox, textBox } from './label-room.ts';
import { type Frame, isInFrame, type PaperPoint } from './paper.ts';
import { type ParcelDrawing, readable } from './parcel-drawing.ts';

/** A text on a plan: one line, or the two lines of a code. */
export interface PlacedName extends Pick<TextBox, 'at' | 'turn'> {
  readonly lines: readonly string[];
}

/** A feature with a name, on paper: the line of a street or the outer boundary of a parcel. */
export interface NamedLine {
  readonly name: string;
  readonly points: readonly PaperPoint[];
}

/** The sizes of the fonts in millimetres, as in report.css. */
const [streetSize, codeSize] = [2.2, 1.9];

/**
 * Places the names of streets along them and the codes of parcels in them, where nothing is covered:
 * neither labels of the parcel nor its boundary. What has no room is left out.
 */
export function arrangeNames(
  {
    paper: { frame },
    rings,
    parts,
    taken,
  }: Pick<ParcelDrawing, 'paper' | 'rings' | 'parts' | 'taken'>,
  streets: readonly NamedLine[],
  parcels: readonly NamedLine[],
  partNames: readonly (readonly (readonly string[])[])[] = [],
): {
  readonly streets: PlacedName[];
  readonly codes: PlacedName[];
  /** The names of the parts, each in the first of its forms that has room. */
  readonly parts: PlacedName[];
} {
  const room = openLabelRoom(frame, [...furnitureOf(frame), ...taken], rings.flatMap(alongRing));
  const placedParts = parts.flatMap((part, index): PlacedName[] => {
    const places = partPlaces(part, partNames[index] ?? [], parts.length > 1);
    const found = places.find(({ boxes }) => room.take(...boxes));
    return found ? [{ at: found.at, turn: 0, lines: found.lines }] : [];
  });
  const placedStreets = [...Map.groupBy(streets, ({ name }) => name)].flatMap(
    ([name, lines]): PlacedName[] => {
      const found = stretchesOf(lines, frame)
        .flatMap(stretch => positionsOn(stretch, name))
        .find(box => room.take(box));
      return found ? [{ at: found.at, turn: found.turn, lines: [name] }] : [];
    },
  );
  const placedCodes = [...Map.groupBy(parcels, ({ name }) => name)].flatMap(
    ([code, pieces]): PlacedName[] => {
      const area = largestIn(pieces, frame);
      if (!area) return [];
      const at = pointInside(area);
      const lines = codeForms(code).find(form => {
        const boxes = codeBoxes(form, at);
        return boxes.every(box => isInside(box, area)) && room.take(...boxes);
      });
      return lines ? [{ at, turn: 0, lines }] : [];
    },
  );
  return { streets: placedStreets, codes: placedCodes, parts: placedParts };
}

/** How a code may be written: in one line, in two, or only its last part. */
export function codeForms(code: string): string[][] {
  return [[code], [code.slice(0, 9), code.slice(9)], [`…${code.slice(9)}`]];
}

/** Where the name of a part may stand: in it, or beside it if the parcel has several. */
function partPlaces(part: Polygon, forms: readonly (readonly string[])[], mayBeBeside: boolean) {
  const geometry: PolygonGeometry = { type: 'Polygon', coordinates: part };
  const inside = pointInside(geometry);
  const places = [inside, ...(mayBeBeside ? besidesOf(geometry, forms[0]!) : [])];
  return forms
    .flatMap(lines => places.map(at => ({ at, lines, boxes: codeBoxes(lines, at) })))
    .filter(({ at, boxes }) => at !== inside || boxes.every(box => isInside(box, geometry)));
}

/** Above, below, to the right and to the left of an area, with room for a text and for numbers. */
function besidesOf(area: PolygonGeometry, lines: readonly string[]): PaperPoint[] {
  const { west, east, south, north } = boundsOf(area);
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  const aside = Math.max(...codeBoxes(lines, [x, y]).map(({ width }) => width)) / 2 + 5;
  return [
    [x, south - 7],
    [x, north + 7],
    [east + aside, y],
    [west - aside, y],
  ];
}

function codeBoxes(lines: readonly string[], [x, y]: PaperPoint): TextBox[] {
  return lines.map((line, index) =>
    textBox(line, codeSize, [x, y + (index - (lines.length - 1) / 2) * codeSize * 1.15]),
  );
}

function isInside(box: TextBox, area: PolygonGeometry): boolean {
  return edgeOf(box).every(point => pointInPolygon(point, area));
}

/** Points along a boundary, a millimetre apart. */
function alongRing(ring: readonly PaperPoint[]): PaperPoint[] {
  return ring.flatMap((from, index) => {
    const to = ring[(index + 1) % ring.length]!;
    const count = Math.min(500, Math.ceil(gap(from, to)));
    return Array.from({ length: count }, (_, step) => pointOn([from, to], step / count));
  });
}

type Stretch = readonly [from: PaperPoint, to: PaperPoint];

/** The point of a stretch at a share of its length. */
function pointOn([from, to]: Stretch, share: number): PaperPoint {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
}

/** The pieces of lines in the frame that are about straight, the longest first. */
function stretchesOf(lines: readonly NamedLine[], frame: Frame): Stretch[] {
  return lines
    .flatMap(({ points }) => straightPieces(points))
    .map(stretch => within(stretch, frame))
    .filter(stretch => stretch !== undefined)
    .sort((one, other) => gap(...other) - gap(...one));
}

/** A piece goes on while its direction changes by less than some ten degrees. */
function straightPieces(points: readonly PaperPoint[]): Stretch[] {
  const pieces: Stretch[] = [];
  let start = 0;
  for (let i = 1; i < points.length; i++) {
    const [from, here, next] = [points[start]!, points[i]!, points[i + 1]];
    const bend = next ? Math.abs(angleBetween([from, here], [here, next])) : Math.PI;
    if (bend < 0.17) continue;
    pieces.push([from, here]);
    start = i;
  }
  return pieces;
}

function angleBetween([a, b]: Stretch, [c, d]: Stretch): number {
  const turn = Math.atan2(d[1] - c[1], d[0] - c[0]) - Math.atan2(b[1] - a[1], b[0] - a[0]);
  return Math.atan2(Math.sin(turn), Math.cos(turn));
}

/** The part of a stretch in the frame, found in steps of about a millimetre. */
function within(stretch: Stretch, frame: Frame): Stretch | undefined {
  const steps = Math.min(2000, Math.ceil(gap(...stretch)));
  const points = Array.from({ length: steps + 1 }, (_, i) =>
    pointOn(stretch, steps === 0 ? 0 : i / steps),
  ).filter(point => isInFrame(point, frame, 1));
  return points.length > 1 ? [points[0]!, points.at(-1)!] : undefined;
}

/** Where a name fits on a stretch: in its middle, or nearer to its ends. */
function positionsOn(stretch: Stretch, name: string): TextBox[] {
  const { width } = textBox(name, streetSize, stretch[0]);
  if (gap(...stretch) < width) return [];
  const turn = readable(...stretch);
  return [0.5, 0.35, 0.65, 0.2, 0.8].map(share =>
    textBox(name, streetSize, pointOn(stretch, share), turn),
  );
}

/** The largest piece of a parcel in the frame; tiles cut a parcel into pieces. */
function largestIn(pieces: readonly NamedLine[], frame: Frame): PolygonGeometry | undefined {
  const box = { west: 0, south: 0, east: frame.width, north: frame.height };
  const areas = pieces
    .map(({ points }) => clipRing(points.slice(0, -1).flat(), box))
    .filter(flat => flat.length >= 6)
    .map((flat): PolygonGeometry => {
      const ring = Array.from({ length: flat.length / 2 }, (_, i): PaperPoint => {
        return [flat[2 * i]!, flat[2 * i + 1]!];
      });
      return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
    });
  const [largest] = areas.sort((one, other) => planarArea(other) - planarArea(one));
  // In square millimetres.
  return largest && planarArea(largest) > 4 ? largest : undefined;
}
