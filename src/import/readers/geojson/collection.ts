import type { Bytes } from '../../../files/bytes.ts';
import type { Unreadable } from '../../../files/unreadable.ts';
import { passByteOrderMark, windowOn } from '../byte-window.ts';
import { parseOrRefuse } from '../json-text.ts';
import type { Feature } from '../reader.ts';
import { takeElements, takeHead, takeRest } from './parts.ts';

const openBracket = 0x5b;

/** Whether the start of a text, as `takeHead` takes it, ends where its features begin. */
export function opensFeatures(head: Buffer): boolean {
  return head.at(-1) === openBracket;
}

/** What stands before the features, as if there were none. */
export function parseHead(path: string, head: Buffer): unknown {
  const closing = !opensFeatures(head) ? '' : head[0] === openBracket ? ']' : ']}';
  return parseOrRefuse(path, 'byte 0', Buffer.concat([head, Buffer.from(closing)]));
}

/** A text without its features. */
interface Around {
  readonly outer: unknown;
  /** Whether it has a list of features at all. */
  readonly hasFeatures: boolean;
}

/** What to tell of an answer that a server has cut: its next pages are files of their own. */
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

/** Reads the features of one JSON text, each by itself; returns what stands around them. */
export async function* readCollection(
  path: string,
  bytes: Bytes,
  toFeature: (number: number, value: unknown) => Feature | Unreadable,
): AsyncGenerator<Feature | Unreadable, Around> {
  await using window = windowOn(bytes.chunks());
  await passByteOrderMark(window);
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
  // Valid only if what is before and after the features is.
  const place = `byte ${window.offset}`;
  const around = Buffer.concat([head, await takeRest(path, window)]);
  return { outer: parseOrRefuse(path, place, around), hasFeatures };
}
