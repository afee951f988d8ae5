/** At most this many texts are remembered; typed ones are among them, and those never end. */
const most = 20_000;

/** The same function with a memory by its text, because words repeat often. */
export function memoized<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return text => {
    let value = known.get(text);
    if (value === undefined) {
      value = work(text);
      if (known.size >= most) known.clear();
      known.set(text, value);
    }
    return value;
  };
}

/** Greek letters that look like a Latin one: a word with both scripts was meant to be Greek. */
const lookAlikes: Readonly<Record<string, string>> = {
  a: 'α',
  b: 'β',
  e: 'ε',
  z: 'ζ',
  h: 'η',
  i: 'ι',
  k: 'κ',
  m: 'μ',
  n: 'ν',
  o: 'ο',
  p: 'ρ',
  t: 'τ',
  y: 'υ',
  x: 'χ',
  v: 'ν',
  u: 'υ',
};

/** Tonos, primes and apostrophes: they mark a Greek numeral (Γ΄) or an elision, never a letter. */
const numeralMarks = /[΄ʹ͵´`'’‘′᾽᾿]/g;

/**
 * The form in which spellings are compared: NFKC, lower case, no accents or diaeresis, final
 * sigma as any sigma, no numeral marks, no invisible characters.
 */
export function fold(text: string): string {
  const folded = foldPlain(text) ?? foldAny(text);
  return /[a-z]/.test(folded) && /[α-ω]/.test(folded)
    ? folded.replace(/[a-zα-ω]+/g, oneScript)
    : folded;
}

/** Any text, by the rules of Unicode. */
function foldAny(text: string): string {
  return (
    text
      // Before NFKC, which would turn a lone tonos into a space, and after it, which makes primes
      // of a double prime.
      .replace(numeralMarks, '')
      .normalize('NFKC')
      .replace(numeralMarks, '')
      .toLowerCase()
      .normalize('NFD')
      .replace(/[\p{M}\p{Cf}\p{Co}\p{Cs}]/gu, '')
      // After lower-casing, which makes final sigmas of its own.
      .replaceAll('ς', 'σ')
  );
}

/** ASCII and modern Greek, as `foldAny` folds each; most addresses are nothing else. */
const plainLetters = new Map(
  Array.from({ length: 0x400 }, (_, code) => String.fromCharCode(code))
    .filter(letter => /[\x20-\x7e]|[Ά-ώ]/.test(letter))
    .map(letter => [letter, foldAny(letter)]),
);

/** The same as `foldAny`, several times as fast, where every letter is plain. */
function foldPlain(text: string): string | undefined {
  let folded = '';
  for (let i = 0; i < text.length; i++) {
    const letter = plainLetters.get(text[i]!);
    if (letter === undefined) return undefined;
    folded += letter;
  }
  return folded;
}

function oneScript(word: string): string {
  if (!/[α-ω]/.test(word) || !/[a-z]/.test(word)) return word;
  return word.replace(/[a-z]/g, letter => lookAlikes[letter] ?? letter);
}

/**
 * The key under which the houses of a street are kept: its name as the source writes it, folded,
 * and its municipality. A street that goes by several names has several keys.
 */
export function streetKey(name: string, municipality: string): string {
  const words = (text: string) =>
    fold(text)
      .match(/[a-zα-ω0-9]+/g)
      ?.join(' ') ?? '';
  return `${words(municipality)}/${words(name)}`;
}
