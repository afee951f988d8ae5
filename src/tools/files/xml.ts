import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { badData, KtimaError } from '../errors.ts';
import { firstBytes } from './byte-window.ts';
import type { Bytes } from './bytes.ts';

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
const mostAttributes = 1_000;
const longestGapCharacters = 8 * 1024 * 1024;

/**
 * Reads untrusted XML as a stream. It rejects document types (and so all entities but XML's own
 * five), more than 100 nested elements, more than 1,000 attributes of one, and 8 Mi characters without
 * a tag. Errors name line and column.
 */
export async function* readXml<Item>(
  path: string,
  bytes: Pick<Bytes, 'chunks'>,
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
    // It may contain a name of the file, of any length.
    const problem = (cause as Error).message.slice(0, 200);
    throw badData(`${path}, ${parser.place()}: ${problem}`, { cause });
  }
}

function makeParser<Item>(events: XmlEvents<Item>, items: Item[]) {
  // No position in its messages: `place` adds it.
  const parser = new SaxesParser({ position: false, xmlns: false as const });
  let depth = 0;
  let attributesOfTag = 0;
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
  parser.on('attribute', () => {
    if (++attributesOfTag > mostAttributes)
      throw new RangeError(`an element with more than ${mostAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    attributesOfTag = 0;
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

/**
 * Runs steps until one throws a RangeError, whose message becomes the problem; later steps are
 * skipped. For parsers that must continue to the end of a damaged feature.
 */
export function stopAtFirstError() {
  let problem: string | undefined;
  return {
    attempt(step: () => void): void {
      try {
        if (problem === undefined) step();
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        problem = error.message;
      }
    },
    problem: () => problem,
  };
}

/** Decodes chunk after chunk; the last call has no bytes. A `problem` comes after the valid text. */
type Decode = (chunk?: Uint8Array) => { text: string; problem: string | undefined };

/**
 * The decoder for an XML file that starts with these bytes: by its byte order mark, the zero bytes of
 * UTF-16, the declared encoding, or UTF-8. Throws a RangeError for an unknown encoding.
 */
function xmlDecoder(start: Uint8Array): Decode {
  const encoding = encodingOf(start);
  const strict = new TextDecoder(encoding, { fatal: true });
  // The strict decoder does not report where it failed: this one writes U+FFFD there.
  const lenient = new TextDecoder(encoding);
  return chunk => {
    const stream = chunk !== undefined;
    const text = lenient.decode(chunk, { stream });
    try {
      strict.decode(chunk, { stream });
      return { text, problem: undefined };
    } catch {
      return { text: text.split('\ufffd', 1)[0]!, problem: `a byte that is not valid ${encoding}` };
    }
  };
}

/**
 * The text of an XML file without its declaration, for programs that know few encodings; undefined if
 * the file is UTF-8 as it is.
 */
export async function utf8Xml(bytes: Bytes): Promise<AsyncGenerator<string> | undefined> {
  const start = await firstBytes(bytes);
  const says = /^<\?xml[^>]*encoding/.test(start.toString('latin1', 0, 200));
  const isPlain = encodingOf(start).toLowerCase() === 'utf-8' && !bytes.gzipped;
  if (isPlain && (!says || /^[^>]*utf-8/i.test(start.toString('latin1', 0, 200)))) return undefined;
  return decoded(bytes);
}

async function* decoded(bytes: Bytes): AsyncGenerator<string> {
  let decode: Decode | undefined;
  let head: string | undefined = '';
  for await (const chunk of bytes.chunks()) {
    decode ??= xmlDecoder(chunk);
    const { text } = decode(chunk);
    if (head === undefined) yield text;
    else if ((head + text).length < longestDeclaration) head += text;
    else {
      yield withoutDeclaration(head + text);
      head = undefined;
    }
  }
  if (head !== undefined) yield withoutDeclaration(head);
  if (decode) yield decode().text;
}

const longestDeclaration = 1_024;

function withoutDeclaration(text: string): string {
  return text.replace(/^\ufeff?<\?xml[^>]{0,500}\?>/, '').trimStart();
}

function encodingOf(start: Uint8Array): string {
  const [first, second] = start;
  const wide = utf16Starts.find(([a, b]) => a === first && b === second);
  return wide?.[2] ?? declaredEncoding(start);
}

// A byte order mark, or the "<" at the start of every XML file.
const utf16Starts = [
  [0xff, 0xfe, 'utf-16le'],
  [0x3c, 0x00, 'utf-16le'],
  [0xfe, 0xff, 'utf-16be'],
  [0x00, 0x3c, 'utf-16be'],
] as const;

function declaredEncoding(start: Uint8Array): string {
  const line = Buffer.from(start.subarray(0, 200)).toString('latin1');
  const declared = /^(?:\xef\xbb\xbf)?<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(
    line,
  )?.[1];
  // It cannot be UTF-16, as the declaration was read as single bytes; such programs write UTF-8.
  return declared === undefined || /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
