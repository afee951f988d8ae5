import { isUtf8 } from 'node:buffer';
import { badFile } from '#tools/files/bytes.ts';

/** The members of a JSON object; empty for any other value. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A MultiPolygon has 6 levels in its feature; properties may nest further. */
const deepest = 100;

/** Parses JSON text; throws BAD_DATA for the file when it is invalid. */
export function parseOrRefuse(path: string, place: string, bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch (error) {
    throw badFile(path, `${place}: ${(error as Error).message}`);
  }
}

/** Parses JSON text; throws a SyntaxError, or a RangeError when it is nested too deep. */
export function parse(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('expected UTF-8');
  const value = parseText(bytes.toString());
  if (isDeeperThan(deepest, value)) throw new RangeError(`more than ${deepest} levels deep`);
  return value;
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // The message quotes the file with its control characters, and counts lines within this text.
    const message = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    throw new SyntaxError(message.replace(/\p{Cc}/gu, ' '));
  }
}

/** Very deep values would overflow the stack of every function that walks them. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inside.some(inner => isDeeperThan(levels - 1, inner));
}
