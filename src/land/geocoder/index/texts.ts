/** Many texts as one block of UTF-8: text n is `bytes[starts[n]..starts[n + 1]]`. */
export interface Texts {
  readonly bytes: Uint8Array;
  readonly starts: Uint32Array;
}

/** Packs texts; as strings, hundreds of thousands of names take three times the memory. */
export function packTexts(texts: readonly string[]): Texts {
  const bytes = new TextEncoder().encode(texts.join(''));
  const starts = new Uint32Array(texts.length + 1);
  texts.forEach((text, i) => {
    starts[i + 1] = starts[i]! + Buffer.byteLength(text);
  });
  return { bytes, starts };
}

const decoder = new TextDecoder();

/** One of the texts. */
export function textAt({ bytes, starts }: Texts, number: number): string {
  return decoder.decode(bytes.subarray(starts[number]!, starts[number + 1]!));
}
