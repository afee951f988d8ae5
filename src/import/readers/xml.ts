import { SaxesParser } from 'saxes';
import { KtimaError } from '../../errors.ts';
import type { Bytes } from '../../files/bytes.ts';
import { type Decode, xmlDecoder } from './xml-encoding.ts';

/** Handlers of tags; `readXml` yields the items that they return. */
export interface XmlEvents<Item> {
  open(name: string, attributes: Readonly<Record<string, string>>): Item | undefined;
  /** `text` is the content of an element without child elements, otherwise empty. */
  close(name: string, text: string): Item | undefined;
}

/** The name of an element without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const deepest = 100;
const longestGapCharacters = 8 * 1024 * 1024;

/**
 * Reads untrusted XML as a stream. It rejects document types (and so all entities but XML's own
 * five), more than 100 nested elements, and 8 Mi characters without a tag. Errors name line and
 * column.
 */
export async function* readXml<Item>(
  path: string,
  bytes: Bytes,
  events: XmlEvents<Item>,
): AsyncGenerator<Item> {
  const items: Item[] = [];
  const parser = makeParser(events, items);
  try {
    let decode: Decode | undefined;
    for await (const chunk of bytes.chunks()) {
      decode ??= xmlDecoder(chunk);
      parser.write(decode(chunk));
      yield* items.splice(0);
    }
    if (decode) parser.write(decode());
    parser.end();
    yield* items;
  } catch (cause) {
    if (cause instanceof KtimaError) throw cause;
    const problem = (cause as Error).message;
    throw new KtimaError('BAD_DATA', `${path}, ${parser.place()}: ${problem}`, { cause });
  }
}

function makeParser<Item>(events: XmlEvents<Item>, items: Item[]) {
  // No position in its messages: `place` adds it.
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  let depth = 0;
  let written = 0;
  let lastTagAt = 0;
  let text = '';
  let childless = true;
  const afterTag = (item: Item | undefined, isOpening: boolean) => {
    if (item !== undefined) items.push(item);
    lastTagAt = parser.position;
    text = '';
    childless = isOpening;
  };
  const addText = (more: string) => {
    text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > deepest) throw new RangeError(`elements are nested more than ${deepest} deep`);
    afterTag(events.open(name, attributes), true);
  });
  parser.on('closetag', ({ name }) => {
    depth--;
    afterTag(events.close(name, childless ? text : ''), false);
  });
  parser.on('doctype', () => {
    throw new RangeError('a document type (DOCTYPE) is not accepted');
  });
  return {
    place: () => `line ${parser.line}, column ${parser.column}`,
    write({ text: chunk, problem }: ReturnType<Decode>) {
      parser.write(chunk);
      if (problem !== undefined) throw new RangeError(problem);
      written += chunk.length;
      if (written - lastTagAt > longestGapCharacters) {
        throw new RangeError(`no tag within ${longestGapCharacters} characters`);
      }
    },
    end: () => parser.close(),
  };
}
