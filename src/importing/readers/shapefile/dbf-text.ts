import { isAscii } from 'node:buffer';
import { decodeByTable, isTableEncoding, withoutCutLetter } from '#tools/files/chunk-decoder.ts';
import { guessEncoding } from '#tools/files/text-encoding.ts';

/** Decodes text; throws a TypeError for bytes that are invalid in the encoding. */
export interface TextDecoding {
  /** A name of TextDecoder, or of one of our tables. */
  readonly encoding: string;
  decode(bytes: Uint8Array): string;
}

/** Language bytes of a DBF header that mean a Greek encoding. "ANSI" is not one: it is ambiguous. */
const languages: Readonly<Record<number, string>> = {
  106: 'cp737',
  134: 'cp737',
  152: 'MacGreek',
  203: 'windows-1253',
};

/** The decoding of a DBF header's language byte; undefined if it is not Greek. */
export function decodingOfLanguage(language: number): TextDecoding | undefined {
  const encoding = languages[language];
  return encoding === undefined ? undefined : decodingOf(encoding);
}

/** The decoding that a .cpg file names, in many notations; undefined when it is unknown. */
export function decodingNamed(name: string): TextDecoding | undefined {
  const plain = name.trim().toLowerCase();
  const number = /^(?:cp|windows|ansi|oem|iso)?[-_ ]*(\d+(?:[-_ ]\d+)?)$/.exec(plain)?.[1];
  const codePage = number?.replace(/\D/g, '');
  try {
    return decodingOf(codePages.get(codePage ?? plain) ?? plain);
  } catch {
    return undefined;
  }
}

const codePages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '737': 'cp737',
    '1252': 'windows-1252',
    '10006': 'MacGreek',
    macgreek: 'MacGreek',
    'x-mac-greek': 'MacGreek',
    '1253': 'windows-1253',
    '28591': 'iso-8859-1',
    '88591': 'iso-8859-1',
    '28597': 'iso-8859-7',
    '88597': 'iso-8859-7',
    '65001': 'utf-8',
  }),
);

function decodingOf(encoding: string): TextDecoding {
  if (!isTableEncoding(encoding)) return new TextDecoder(encoding, { fatal: true });
  return { encoding, decode: bytes => decodeByTable(encoding, bytes) };
}

/**
 * Decodes texts one by one. An encoding that is not declared is guessed at the first text that is
 * not ASCII: from a sample of the file or, if the sample is ASCII, from the row of that text.
 */
export function textReader(
  path: string,
  declared: TextDecoding | undefined,
  sample: Buffer,
  onGuess: (encoding: string) => void,
) {
  let decoding = declared;
  const guess = (around: Buffer) => {
    // The blank at the end shows that the last character is not cut.
    const whole = Buffer.concat([isAscii(sample) ? around : sample, Buffer.from(' ')]);
    const encoding = guessEncoding(path, whole);
    if (encoding !== 'utf-8') onGuess(encoding);
    return decodingOf(encoding);
  };
  return (bytes: Buffer, around: Buffer): string => {
    if (isAscii(bytes)) return bytes.toString('latin1');
    decoding ??= guess(around);
    try {
      return decoding.decode(bytes);
    } catch (error) {
      if (decoding.encoding !== 'utf-8') throw error;
      return decoding.decode(withoutCutLetter(bytes));
    }
  };
}
