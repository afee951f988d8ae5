import { isUtf8 } from 'node:buffer';
import { badFile } from '../../files/bytes.ts';

/** The members of a JSON object; none of anything else. */
export function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** A MultiPolygon has 6 levels in its feature; properties may nest further. */
const deepest = 100;

/** The value of a JSON text of others' making; one that is wrong refuses the file. */
export function parseOrRefuse(path: string, place: string, bytes: Buffer): unknown {
  try {
    return parse(bytes);
  } catch (error) {
    throw badFile(path, `${place}: ${(error as Error).message}`);
  }
}

/** The value of a JSON text; a SyntaxError, or a RangeError where it is nested too deep. */
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
    // The message quotes the file, control characters and all, and counts lines of its own.
    const message = (error as Error).message.replace(/ \(line .*\)$/, '');
    throw new SyntaxError(message.replace(/\p{Cc}/gu, ' '));
  }
}

/** What is nested without end overflows the stack of all that walks through it. */
function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels === 0) return true;
  const inside: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  return inside.some(inner => isDeeperThan(levels - 1, inner));
}
