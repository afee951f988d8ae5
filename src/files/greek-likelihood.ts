/** The approximate frequency of each letter in Greek names and addresses, per thousand. */
const perThousand: Readonly<Record<string, number>> = {
  α: 125,
  β: 9,
  γ: 20,
  δ: 19,
  ε: 75,
  ζ: 6,
  η: 55,
  θ: 12,
  ι: 95,
  κ: 45,
  λ: 37,
  μ: 33,
  ν: 68,
  ξ: 6,
  ο: 100,
  π: 40,
  ρ: 52,
  σ: 82,
  τ: 65,
  υ: 45,
  φ: 10,
  χ: 13,
  ψ: 2,
  ω: 20,
};
/** The frequency of all other characters, and of ΐ and ΰ. */
const otherPerThousand = 0.3;

/** Patterns that Greek words do not have, and their frequency. */
const strange = /ς(?=\p{L})|σ(?!\p{L})|\p{Ll}\p{Lu}|(?<=\p{L})[ΆΈΉΊΌΎΏ]/gu;
const strangePerThousand = 20;

/**
 * The likelihood that a text is Greek, as a logarithm: from the frequency of its non-ASCII letters
 * and from patterns of its words. Only decodings of the same bytes can be compared.
 */
export function greekLikelihood(text: string): number {
  let sum = 0;
  for (const letter of text.match(/[^\0-\x7f]/gu) ?? []) {
    sum += Math.log((perThousand[plainLetter(letter)] ?? otherPerThousand) / 1_000);
  }
  const oddities = text.match(strange)?.length ?? 0;
  return sum + oddities * Math.log(strangePerThousand / 1_000);
}

function plainLetter(letter: string): string {
  const [plain = '', ...marks] = letter.normalize('NFD');
  return marks.length > 1 ? letter : plain.toLowerCase().replace('ς', 'σ');
}
