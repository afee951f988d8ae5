import { SaxesParser } from 'saxes';
import { KtimaError } from '../../errors.ts';
import type { Bytes } from '../../files/bytes.ts';
import { type Decode, xmlDecoder } from './xml-encoding.ts';

/** What to do at each tag; what is returned comes out of `readXml`. */
export interface XmlEvents<Item> {
  open(name: string, attributes: Readonly<Record<string, string>>): Item | undefined;
  /** `text` is what stood in an element that has no elements inside it, otherwise empty. */
  close(name: string, text: string): Item | undefined;
}

/** The name of an element without its prefix. */
export function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

const deepest = 100;
const longestGapCharacters = 8 * 1024 * 1024;

/**
 * Reads XML of others' making as a stream. Document types are refused, and with them all entities
 * but XML's own five; so are more than 100 elements one in another, and 8 Mi characters without a
 * tag. An error names line and column.
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
  // Without the position in its messages: `place` tells it.
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
    if (++depth > deepest) throw new RangeError(`more than ${deepest} elements one in another`);
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
