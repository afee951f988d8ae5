import { badFile } from '../files/bytes.ts';
import { localName, readXml, type XmlEvents } from '../files/xml.ts';
import type { MemberBytes } from '../files/zip/member.ts';

/** More are refused, because all of them are in memory while a sheet is read. */
const mostStrings = 5_000_000;
const mostCharacters = 128 * 1024 * 1024;
/** Excel allows 32,767; other programs more. */
const longestText = 1024 * 1024;

/** The texts that cells refer to by number. */
export async function readSharedStrings(path: string, bytes: MemberBytes): Promise<string[]> {
  const strings: string[] = [];
  let characters = 0;
  for await (const text of readXml(`${path} (shared strings)`, bytes, stringEvents())) {
    characters += text.length;
    if (strings.length >= mostStrings || characters > mostCharacters) {
      const [texts, letters] = [mostStrings, mostCharacters].map(most => most.toLocaleString('en'));
      throw badFile(
        path,
        `more than ${texts} different texts, or ${letters} characters; save it as CSV`,
      );
    }
    strings.push(text);
  }
  return strings;
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

/** Gathers the text of a string: plain, or in runs with a font each. Its pronunciation is left out. */
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
      whole += text;
      if (whole.length > longestText)
        throw new RangeError(`a text of over ${longestText} characters`);
    },
    end: () => unescaped(whole),
  };
}

/** Excel writes characters that XML does not allow as `_x000D_` (ECMA-376, ST_Xstring). */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
