import { skipByteOrderMark, windowOn } from '#tools/files/byte-window.ts';
import type { Bytes, Unreadable } from '#tools/files/bytes.ts';
import { parseOrRefuse } from '../crs/json-text.ts';
import type { Feature } from '../reader.ts';
import { takeElements, takeHead, takeRest } from './take-json-parts.ts';

const openBracket = 0x5b;

/** Whether a head, as `takeHead` returns it, ends at the start of the features. */
export function opensFeatures(head: Buffer): boolean {
  return head.at(-1) === openBracket;
}

/** Parses the text before the features, closed as if there were none. */
export function parseHead(path: string, head: Buffer): unknown {
  const closing = !opensFeatures(head) ? '' : head[0] === openBracket ? ']' : ']}';
  return parseOrRefuse(path, 'byte 0', Buffer.concat([head, Buffer.from(closing)]));
}

/** The JSON text without its features. */
interface Around {
  readonly outer: unknown;
  readonly hasFeatures: boolean;
}

/** The note for a response that a server has cut; the next pages are files of their own. */
export function notesOn(outer: unknown): string[] {
  const { exceededTransferLimit, properties } = (outer ?? {}) as {
    exceededTransferLimit?: unknown;
    properties?: { exceededTransferLimit?: unknown } | null;
  };
  const isPart = exceededTransferLimit === true || properties?.exceededTransferLimit === true;
  return isPart
    ? ['only a part of what the server has (exceededTransferLimit): import the rest with it']
    : [];
}

/** Reads the features of a JSON text one by one; returns the text around them. */
export async function* readCollection(
  path: string,
  bytes: Bytes,
  toFeature: (number: number, value: unknown) => Feature | Unreadable,
): AsyncGenerator<Feature | Unreadable, Around> {
  await using window = windowOn(bytes.chunks());
  await skipByteOrderMark(window);
  const head = await takeHead(path, window);
  const hasFeatures = opensFeatures(head);
  let number = 0;
  if (hasFeatures) {
    for await (const element of takeElements(path, window)) {
      number++;
      const place = `feature ${number}, from byte ${element.at}`;
      yield toFeature(number, parseOrRefuse(path, place, element.bytes));
    }
  }
  // The text before and after the features must be valid JSON together.
  const place = `byte ${window.offset}`;
  const around = Buffer.concat([head, await takeRest(path, window)]);
  return { outer: parseOrRefuse(path, place, around), hasFeatures };
}
