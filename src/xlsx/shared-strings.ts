import { badFile } from '../files/bytes.ts';
import { longestCell, mostTextCharacters, mostTexts } from '../files/table-budgets.ts';
import { localName, readXml, type XmlEvents } from '../files/xml.ts';
import type { MemberBytes } from '../files/zip/member.ts';

const textsPerBlock = 1_000;
/** A character may be written with seven: `_x000D_`. */
const longestEscaped = 7 * longestCell;

/** The texts that cells refer to by number. One that is too long for a cell is cut after the first character too many. */
export async function readSharedStrings(path: string, bytes: MemberBytes): Promise<string[]> {
  const strings: string[] = [];
  let block: string[] = [];
  let characters = 0;
  const addBlock = () => {
    for (const text of copied(block)) strings.push(text);
    block = [];
  };
  for await (const text of readXml(`${path} (shared strings)`, bytes, stringEvents())) {
    characters += text.length;
    if (strings.length + block.length >= mostTexts || characters > mostTextCharacters) {
      const [texts, letters] = [mostTexts, mostTextCharacters].map(n => n.toLocaleString('en'));
      throw badFile(
        path,
        `more than ${texts} different texts, or ${letters} characters; save it as CSV`,
      );
    }
    block.push(text);
    if (block.length >= textsPerBlock) addBlock();
  }
  addBlock();
  return strings;
}

/** The same texts in memory of their own: a text that was cut out of XML keeps all of that in memory. */
function copied(texts: readonly string[]): string[] {
  const joined = texts.join('');
  let from = 0;
  return texts.map(({ length }) => {
    from += length;
    return joined.slice(from - length, from);
  });
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
