import { isAscii, isUtf8 } from 'node:buffer';

/** Encodings that TextDecoder knows by these names. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1253' | 'iso-8859-7';

/** Stands for what is wrong in the encoding; half a surrogate pair, which no sound text holds. */
export const brokenLetter = '\udfff';

/**
 * The encoding of a Greek text, told by some of its bytes: UTF-8 if most that is beyond ASCII is
 * sound in it, otherwise windows-1253, or ISO-8859-7 if only that has the frequent letter Ά.
 */
export function guessEncoding(sample: Uint8Array): Encoding {
  if (isUtf8(sample)) return 'utf-8';
  // As a stream, because the sample may end within a letter.
  const text = new TextDecoder().decode(sample, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const sound = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  if (broken <= sound) return 'utf-8';
  return sample.includes(0xb6) && !sample.includes(0xa2) ? 'iso-8859-7' : 'windows-1253';
}

/**
 * Decodes a text whose encoding nobody told: by its byte order mark, or else by its first letters
 * beyond ASCII. What is wrong in that encoding comes out as `brokenLetter`.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decode: ((chunk?: Buffer) => string) | undefined;
  let isStart = true;
  for await (const chunk of chunks) {
    if (!isAscii(chunk)) decode ??= decoderOf(encodingOf(chunk, isStart));
    isStart = false;
    // ASCII is what all the encodings share.
    yield decode?.(chunk) ?? chunk.toString('latin1');
  }
  yield decode?.() ?? '';
}

function encodingOf(chunk: Buffer, isStart: boolean): Encoding {
  const mark = isStart ? chunk.toString('latin1', 0, 2) : '';
  return mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : guessEncoding(chunk);
}

/** Takes one chunk after the other, and nothing at the end. */
function decoderOf(encoding: Encoding): (chunk?: Buffer) => string {
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
