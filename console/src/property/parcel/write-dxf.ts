import type { Position } from '#tools/geo/polygon.ts';
import type { Outline } from '../../state/subject/outline.ts';

type Pair = readonly [code: number, value: string | number];

/**
 * A DXF drawing (release 12, which every CAD program reads) of an outline in metres: one closed
 * polyline per boundary on the layer PARCEL, and the code as a text inside on the layer KAEK.
 */
export function writeDxf(
  outline: Outline,
  kaek: string,
  inside: Position,
): Uint8Array<ArrayBuffer> {
  const pairs: Pair[] = [
    [0, 'SECTION'],
    [2, 'HEADER'],
    [9, '$ACADVER'],
    [1, 'AC1009'],
    [9, '$DWGCODEPAGE'],
    [3, 'ANSI_1253'],
    [0, 'ENDSEC'],
    [0, 'SECTION'],
    [2, 'ENTITIES'],
    ...outline.flat().flatMap(polyline),
    ...text(kaek, inside),
    [0, 'ENDSEC'],
    [0, 'EOF'],
  ];
  return encode(
    pairs.map(([code, value]) => `${String(code).padStart(3)}\r\n${value}\r\n`).join(''),
  );
}

function polyline(ring: readonly Position[]): Pair[] {
  // Flag 1 closes it, so the repeated first position is left out.
  return [
    [0, 'POLYLINE'],
    [8, 'PARCEL'],
    [66, 1],
    ...point([0, 0]),
    [70, 1],
    ...ring.slice(0, -1).flatMap(vertex),
    [0, 'SEQEND'],
    [8, 'PARCEL'],
  ];
}

function vertex(position: Position): Pair[] {
  return [[0, 'VERTEX'], [8, 'PARCEL'], ...point(position)];
}

function text(value: string, position: Position): Pair[] {
  return [[0, 'TEXT'], [8, 'KAEK'], ...point(position), [40, 1], [1, value]];
}

function point([x, y]: Position): Pair[] {
  return [
    [10, x.toFixed(3)],
    [20, y.toFixed(3)],
    [30, '0.0'],
  ];
}

/** Release 12 has no Unicode: Greek capitals of a code are one byte each, in code page 1253. */
function encode(content: string): Uint8Array<ArrayBuffer> {
  const greekOffset = 'Α'.charCodeAt(0) - 0xc1;
  return Uint8Array.from(content, letter => {
    const code = letter.charCodeAt(0);
    return code < 0x80 ? code : code - greekOffset;
  });
}
