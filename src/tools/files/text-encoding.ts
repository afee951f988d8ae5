import { isAscii, isUtf8 } from 'node:buffer';
import { badFile } from './bytes.ts';
import { chunkDecoder, decodeByTable, type Encoding, isTableEncoding } from './chunk-decoder.ts';

/**
 * Guesses the encoding of a Greek text from a sample: UTF-8 if most non-ASCII bytes are valid in it,
 * otherwise the encoding in which the text is most likely Greek. Throws if two are similarly likely.
 */
export function guessEncoding(path: string, sample: Uint8Array): Encoding {
  if (isUtf8(sample)) return 'utf-8';
  // As a stream, because the sample may end in the middle of a character.
  const text = new TextDecoder().decode(sample, { stream: true });
  const broken = text.match(/\ufffd/g)?.length ?? 0;
  const sound = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return broken <= sound ? 'utf-8' : guessGreek(path, sample);
}

/** How much likelier each encoding is than MacGreek a priori, as a logarithm. */
const usual: readonly (readonly [Encoding, number])[] = [
  ['windows-1253', 8],
  ['cp737', 4],
  ['MacGreek', 0],
];
/** Two decodings are ambiguous if their likelihoods are closer than 20 to 1. */
const leastMargin = Math.log(20);

function guessGreek(path: string, sample: Uint8Array): Encoding {
  // A text in Latin letters with signs such as `(€)`, which would be Greek letters elsewhere.
  if (!/[^\0-\x7f€²’]/u.test(decodeAs('windows-1253', sample))) return 'windows-1253';
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
  // The two encodings differ in few letters, of which Ά is frequent.
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
 * Decodes a text: in the forced encoding, by its byte order mark, or else by its first non-ASCII
 * letters. Invalid bytes become `brokenLetter`. `onGuess` is called with a guessed encoding other
 * than UTF-8.
 */
export async function* decodeText(
  path: string,
  chunks: AsyncIterable<Buffer>,
  onGuess: (encoding: Encoding) => void = () => {},
  forced?: Encoding,
): AsyncGenerator<string> {
  let decode = forced && chunkDecoder(forced);
  let isStart = true;
  for await (const chunk of withSample(chunks)) {
    if (!decode && !isAscii(chunk)) {
      const marked = isStart ? encodingByMark(chunk) : undefined;
      const encoding = marked ?? guessEncoding(path, chunk);
      if (!marked && encoding !== 'utf-8') onGuess(encoding);
      decode = chunkDecoder(encoding);
    }
    isStart = false;
    // So far all bytes are ASCII, which is the same in all encodings.
    yield decode?.(chunk) ?? chunk.toString('latin1');
  }
  yield decode?.() ?? '';
}

/** A guess needs this many non-ASCII bytes, so that one wrong byte does not decide it. */
const leastSample = 32;
const mostSampled = 4 * 1024 * 1024;

/** The same bytes; a first chunk with few non-ASCII bytes is joined with the next ones. */
async function* withSample(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let sample: Buffer = Buffer.alloc(0);
  let isGood = false;
  for await (const chunk of chunks) {
    if (isGood || (sample.length === 0 && isAscii(chunk))) yield chunk;
    else {
      sample = Buffer.concat([sample, chunk]);
      isGood = sample.length >= mostSampled || nonAsciiBytes(sample, leastSample) === leastSample;
      if (isGood) yield sample;
    }
  }
  if (!isGood && sample.length > 0) yield sample;
}

/** The number of non-ASCII bytes, counted up to `most`. */
function nonAsciiBytes(bytes: Buffer, most: number): number {
  let count = 0;
  for (let i = 0; i < bytes.length && count < most; i++) if (bytes[i]! > 127) count++;
  return count;
}

function encodingByMark(chunk: Buffer): Encoding | undefined {
  const mark = chunk.toString('latin1', 0, 2);
  return mark === '\xff\xfe' ? 'utf-16le' : mark === '\xfe\xff' ? 'utf-16be' : undefined;
}

/** The approximate frequency of each letter in Greek names and addresses, per thousand. */
const perThousand: ReadonlyMap<string, number> = new Map(
  `α 125, β 9, γ 20, δ 19, ε 75, ζ 6, η 55, θ 12, ι 95, κ 45, λ 37, μ 33,
   ν 68, ξ 6, ο 100, π 40, ρ 52, σ 82, τ 65, υ 45, φ 10, χ 13, ψ 2, ω 20`
    .split(/,\s+/)
    .map(entry => [entry.slice(0, 1), Number(entry.slice(2))]),
);
/** The frequency of all other characters, and of ΐ and ΰ. */
const otherPerThousand = 0.3;

/** Patterns that Greek words do not have, and their frequency. */
const strange = /ς(?=\p{L})|σ(?!\p{L})|\p{Ll}\p{Lu}|(?<=\p{L})[ΆΈΉΊΌΎΏ]/gu;
const strangePerThousand = 20;

/**
 * The likelihood that a text is Greek, as a logarithm: from the frequency of its non-ASCII letters
 * and from patterns of its words. Only decodings of the same bytes can be compared.
 */
function greekLikelihood(text: string): number {
  let sum = 0;
  for (const letter of text.match(/[^\0-\x7f]/gu) ?? []) {
    sum += Math.log((perThousand.get(plainLetter(letter)) ?? otherPerThousand) / 1_000);
  }
  const oddities = text.match(strange)?.length ?? 0;
  return sum + oddities * Math.log(strangePerThousand / 1_000);
}

function plainLetter(letter: string): string {
  const [plain = '', ...marks] = letter.normalize('NFD');
  return marks.length > 1 ? letter : plain.toLowerCase().replace('ς', 'σ');
}
