import { isAscii, isUtf8 } from 'node:buffer';
import { badFile } from './bytes.ts';
import { decodeByTable, isTableEncoding, type TableEncoding } from './greek-encodings.ts';
import { greekLikelihood } from './greek-likelihood.ts';

/** The encodings that texts come in. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'windows-1253'
  | 'iso-8859-7'
  | TableEncoding;

/** Stands for what is wrong in the encoding; half a surrogate pair, which no sound text holds. */
export const brokenLetter = '\udfff';

/**
 * The encoding of a Greek text, told by some of its bytes: UTF-8 if most that is beyond ASCII is
 * sound in it, otherwise the one in which it reads most like Greek. A text that may well be either
 * of two is refused.
 */
export function guessEncoding(path: string, sample: Uint8Array): Encoding {
  if (isUtf8(sample)) return 'utf-8';
  // As a stream, because the sample may end within a letter.
  const text = new TextDecoder().decode(sample, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const sound = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return broken <= sound ? 'utf-8' : guessGreek(path, sample);
}

/** How much likelier each encoding is than MacGreek before a letter is read, as a logarithm. */
const usual: readonly (readonly [Encoding, number])[] = [
  ['windows-1253', 8],
  ['cp737', 4],
  ['MacGreek', 0],
];
/** Readings whose likelihoods are closer than 20 to 1 are not told apart. */
const leastMargin = Math.log(20);

function guessGreek(path: string, sample: Uint8Array): Encoding {
  const readings = usual
    .map(([encoding, before]) => {
      const text = decodeAs(encoding, sample);
      return { encoding, text, likelihood: before + greekLikelihood(text) };
    })
    .sort((a, b) => b.likelihood - a.likelihood);
  const [best, second] = readings as [(typeof readings)[0], (typeof readings)[0]];
  if (best.likelihood - second.likelihood < leastMargin && best.text !== second.text) {
    throw badFile(
      path,
      `its encoding is not clear: ${shown(best)} or ${shown(second)}? Save it as UTF-8`,
    );
  }
  if (best.encoding !== 'windows-1253') return best.encoding;
  // They differ in few letters, of which Ά is frequent.
  return sample.includes(0xb6) && !sample.includes(0xa2) ? 'iso-8859-7' : 'windows-1253';
}

function decodeAs(encoding: Encoding, bytes: Uint8Array): string {
  if (isTableEncoding(encoding)) return decodeByTable(encoding, bytes);
  return new TextDecoder(encoding).decode(bytes);
}

function shown({ encoding, text }: { encoding: Encoding; text: string }): string {
  const [start = ''] = /[^\0-\x7f].{0,20}/su.exec(text) ?? [];
  return `${JSON.stringify(start)} (${encoding})`;
}

/**
 * Decodes a text whose encoding nobody told: by its byte order mark, or else by its first letters
 * beyond ASCII. What is wrong in that encoding comes out as `brokenLetter`. `onGuess` gets an
 * encoding that was guessed and is not UTF-8.
 */
export async function* decodeText(
  path: string,
  chunks: AsyncIterable<Buffer>,
  onGuess: (encoding: Encoding) => void = () => {},
): AsyncGenerator<string> {
  let decode: ((chunk?: Buffer) => string) | undefined;
  let isStart = true;
  for await (const chunk of chunks) {
    if (!decode && !isAscii(chunk)) {
      const marked = isStart ? encodingByMark(chunk) : undefined;
      const encoding = marked ?? guessEncoding(path, chunk);
      if (!marked && encoding !== 'utf-8') onGuess(encoding);
      decode = decoderOf(encoding);
    }
    isStart = false;
    // ASCII is what all the encodings share.
    yield decode?.(chunk) ?? chunk.toString('latin1');
  }
  yield decode?.() ?? '';
}

function encodingByMark(chunk: Buffer): Encoding | undefined {
  const mark = chunk.toString('latin1', 0, 2);
  return mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : undefined;
}

/** Takes one chunk after the other, and nothing at the end. */
function decoderOf(encoding: Encoding): (chunk?: Buffer) => string {
  if (isTableEncoding(encoding)) return chunk => (chunk ? decodeByTable(encoding, chunk) : '');
  const decoder = new TextDecoder(encoding, { fatal: true });
  return chunk => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      const text = new TextDecoder(encoding).decode(chunk);
      return text.replaceAll('\ufffd', brokenLetter) || brokenLetter;
    }
  };
}
