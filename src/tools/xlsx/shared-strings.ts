import { badFile } from '../files/bytes.ts';
import { longestCell, mostTextCharacters, mostTexts } from '../files/table-budgets.ts';
import { localName, readXml, type XmlEvents } from '../files/xml.ts';
import type { MemberBytes } from '../files/zip/member.ts';

/** The texts that cells refer to by number, from 0 on. */
export type SharedTexts = (number: number) => string | undefined;

/** A character may be written with seven: `_x000D_`. */
const longestEscaped = 7 * longestCell;
const textsPerBlock = 1_000;

/** Texts one after the other. A text alone would keep the XML that it was cut from in memory. */
interface Block {
  readonly joined: string;
  readonly ends: Uint32Array;
}

/** Reads the texts. One that is too long for a cell is cut after the first character too many. */
export async function readSharedStrings(path: string, bytes: MemberBytes): Promise<SharedTexts> {
  const blocks: Block[] = [];
  let open: string[] = [];
  let characters = 0;
  const add = (text: string) => {
    open.push(text);
    characters += text.length;
    if (
      blocks.length * textsPerBlock + open.length <= mostTexts &&
      characters <= mostTextCharacters
    )
      return;
    const [texts, letters] = [mostTexts, mostTextCharacters].map(n => n.toLocaleString('en'));
    throw badFile(
      path,
      `more than ${texts} different texts, or ${letters} characters; save it as CSV`,
    );
  };
  for await (const text of readXml(`${path} (shared strings)`, bytes, stringEvents())) {
    add(text);
    if (open.length < textsPerBlock) continue;
    blocks.push(blockOf(open));
    open = [];
  }
  blocks.push(blockOf(open));
  return number => {
    const block = blocks[Math.floor(number / textsPerBlock)];
    const at = number % textsPerBlock;
    const end = block?.ends[at];
    return end === undefined ? undefined : block!.joined.slice(block!.ends[at - 1] ?? 0, end);
  };
}

function blockOf(texts: readonly string[]): Block {
  let end = 0;
  const ends = Uint32Array.from(texts, ({ length }) => {
    end += length;
    return end;
  });
  return { joined: texts.join(''), ends };
}

function stringEvents(): XmlEvents<string> {
  const gathered = gatherText();
  return {
    open(tag) {
      const local = localName(tag);
      if (local === 'si') gathered.start();
      else gathered.open(local);
      return undefined;
    },
    close(tag, text) {
      const local = localName(tag);
      if (local === 'si') return gathered.end();
      gathered.close(local, text);
      return undefined;
    },
  };
}

/**
 * Gathers the text of a string: plain, or in runs with a font each. Its pronunciation is left out. It
 * stops when the text is too long for a cell, which then refuses it.
 */
export function gatherText() {
  let whole = '';
  let isPronunciation = false;
  return {
    start() {
      whole = '';
      isPronunciation = false;
    },
    open(local: string) {
      if (local === 'rPh') isPronunciation = true;
    },
    close(local: string, text: string) {
      if (local === 'rPh') isPronunciation = false;
      if (local !== 't' || isPronunciation) return;
      if (whole.length <= longestEscaped) whole += text;
    },
    end: () => unescaped(whole.slice(0, longestEscaped + 1)).slice(0, longestCell + 1),
  };
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
