import type { Polygon, Position, Ring } from './polygon.ts';
import { readWkb, sridOfWkb, type WkbGeometry } from './read-wkb.ts';

/** A geometry read from text, with the number of its coordinate system if the text has one. */
export interface TextGeometry {
  /** Null for an empty geometry. */
  readonly geometry: WkbGeometry | null;
  readonly srid: number | undefined;
}

const hexadecimal = /^0[01](?:[0-9a-f]{2}){4,}$/i;
/** `POLYGON Z ((`, `POLYGONZ((` or `SRID=2100;POLYGON EMPTY`: everything before the positions. */
const start = /^(?:SRID\s*=\s*(\d{1,6})\s*;\s*)?([A-Z]+?)(?:\s*(?:ZM|Z|M))?\s*(EMPTY$|\()/i;

/**
 * Reads well-known text, or well-known binary in hexadecimal as databases export it, both with
 * the SRID that PostGIS adds. Z and M are ignored. Throws a RangeError for anything else.
 */
export function readGeometryText(text: string): TextGeometry {
  const trimmed = text.trim();
  if (hexadecimal.test(trimmed)) {
    const bytes = Buffer.from(trimmed, 'hex');
    return { geometry: readWkb(bytes), srid: sridOfWkb(bytes) };
  }
  const [begun, srid, name = '', opening] = start.exec(trimmed) ?? [];
  if (begun === undefined) {
    throw new RangeError(`WKT: expected a geometry, got ${JSON.stringify(trimmed.slice(0, 20))}`);
  }
  const geometry = opening === '(' ? readBody(name.toUpperCase(), trimmed, begun.length) : null;
  return { geometry, srid: srid === undefined ? undefined : Number(srid) };
}

function readBody(name: string, text: string, from: number): WkbGeometry {
  if (name === 'POLYGON')
    return { type: 'Polygon', coordinates: readLists(text, from, 2) as Polygon };
  if (name === 'MULTIPOLYGON') {
    return { type: 'MultiPolygon', coordinates: readLists(text, from, 3) as Polygon[] };
  }
  if (name === 'POINT' || name === 'MULTIPOINT') return readPoints(name, text, from);
  if (name === 'CURVEPOLYGON') return { type: 'CurvePolygon', coordinates: null };
  if (name === 'MULTISURFACE') return { type: 'MultiSurface', coordinates: null };
  if (name === 'LINESTRING') {
    return { type: 'LineString', coordinates: readLists(text, from, 1) as Ring };
  }
  if (name === 'MULTILINESTRING') {
    return { type: 'MultiLineString', coordinates: readLists(text, from, 2) as Ring[] };
  }
  return { type: 'Geometry', coordinates: null };
}

/** Each point of a MultiPoint may have its own parentheses. */
function readPoints(name: string, text: string, from: number): WkbGeometry {
  const isNested = /^\s*\(/.test(text.slice(from, from + 20));
  const lists = readLists(text, from, isNested ? 2 : 1);
  const coordinates = (isNested ? lists.flat() : lists) as Ring;
  if (name === 'MULTIPOINT') return { type: 'MultiPoint', coordinates };
  const [only, ...more] = coordinates;
  if (!only || more.length > 0) throw new RangeError('WKT: a point of several positions');
  return { type: 'Point', coordinates: only };
}

type Lists = readonly Position[] | readonly Lists[];

/** Reads lists of positions, nested `levels` deep; the outermost parenthesis was read already. */
function readLists(text: string, from: number, levels: number): Lists {
  const { expect, readAll, readPositions, end } = openText(text, from);
  const readList = (level: number): Lists =>
    level === 1
      ? readPositions()
      : readAll(() => {
          expect('(');
          return readList(level - 1);
        });
  const lists = readList(levels);
  end();
  return lists;
}

/** Steps through well-known text from a position. */
function openText(text: string, from: number) {
  let at = from;
  const skipBlanks = () => {
    while (blanks.includes(text[at] ?? '(')) at++;
  };
  const take = (character: string): boolean => {
    skipBlanks();
    const isThere = text[at] === character;
    if (isThere) at++;
    return isThere;
  };
  const expect = (character: string) => {
    if (!take(character)) throw new RangeError(`WKT: expected ${character} at character ${at + 1}`);
  };
  return {
    expect,
    /** What `read` returns, as long as commas follow; then the closing parenthesis. */
    readAll<T>(read: () => T): T[] {
      const all: T[] = [];
      do all.push(read());
      while (take(','));
      expect(')');
      return all;
    },
    readPositions(): Position[] {
      const end = text.indexOf(')', at);
      const positions = text.slice(at, end === -1 ? undefined : end).split(',');
      at = end === -1 ? text.length : end;
      expect(')');
      return positions.map(readPosition);
    },
    end() {
      if (at < text.length) throw new RangeError(`WKT: unexpected text at character ${at + 1}`);
    },
  };
}

const blanks = ' \t\r\n';
const decimalNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

function readPosition(text: string): Position {
  const numbers = text.trim().split(/\s+/);
  if (numbers.length < 2 || numbers.length > 4 || !numbers.every(n => decimalNumber.test(n))) {
    throw new RangeError(`WKT: expected a position, got ${JSON.stringify(text.slice(0, 40))}`);
  }
  return [Number(numbers[0]), Number(numbers[1])];
}
