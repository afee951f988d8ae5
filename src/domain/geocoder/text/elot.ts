import { fold, memoized } from './fold.ts';

/**
 * Greek in Latin letters by ELOT 743 (ISO 843, type 2), as passports and road signs have it:
 * without accents, αυ ευ ηυ by the sound that follows, μπ as b at either end of a word.
 */
export function elot743(text: string): string {
  return text.normalize('NFC').replace(greekWord, word => knownWord(word));
}

const knownWord = memoized(word => latinWord(word));

const greekWord = /[\u0370-\u03ff\u1f00-\u1fff]+/g;

const letters: Readonly<Record<string, string>> = {
  α: 'a',
  β: 'v',
  γ: 'g',
  δ: 'd',
  ε: 'e',
  ζ: 'z',
  η: 'i',
  θ: 'th',
  ι: 'i',
  κ: 'k',
  λ: 'l',
  μ: 'm',
  ν: 'n',
  ξ: 'x',
  ο: 'o',
  π: 'p',
  ρ: 'r',
  σ: 's',
  ς: 's',
  τ: 't',
  υ: 'y',
  φ: 'f',
  χ: 'ch',
  ψ: 'ps',
  ω: 'o',
};

/** After αυ ευ ηυ: vowels and these consonants are voiced and ask for v, all else for f. */
const voiced = new Set('αεηιουωβγδζλμνρ');

function latinWord(word: string): string {
  const plain = fold(word);
  // Letter for letter unless something odd is among them, which then simply has no marks.
  const marked = plain.length === word.length ? word : plain;
  const capitals = word.length > 1 && word === word.toUpperCase();
  let latin = '';
  for (let at = 0; at < plain.length; ) {
    const digraph = digraphAt(plain, marked, at);
    latin += inCaseOf(marked[at]!, digraph ?? letters[plain[at]!] ?? '', capitals);
    at += digraph === undefined ? 1 : 2;
  }
  return latin;
}

function digraphAt(plain: string, marked: string, at: number): string | undefined {
  const first = plain[at]!;
  const second = plain[at + 1] ?? '';
  if (first === 'γ') return afterGamma[second];
  if (first === 'μ' && second === 'π') {
    return at === 0 || (at + 2 === plain.length && !isAcronym(marked)) ? 'b' : 'mp';
  }
  // An accent on the first letter or a diaeresis on the second parts them: άυλος, πραΰνω.
  if (second !== 'υ' || !'αεηο'.includes(first) || isParted(marked, at)) return undefined;
  if (first === 'ο') return 'ou';
  return letters[first]! + (voiced.has(plain[at + 2] ?? '') ? 'v' : 'f');
}

/** A few capitals are read letter by letter: ΕΜΠ is EMP. */
function isAcronym(word: string): boolean {
  return word.length <= 4 && word === word.toUpperCase();
}

const afterGamma: Readonly<Record<string, string>> = { γ: 'ng', ξ: 'nx', χ: 'nch' };

function isParted(marked: string, at: number): boolean {
  return 'άέήόΆΈΉΌ'.includes(marked[at]!) || 'ϋΰΫ'.includes(marked[at + 1]!);
}

function inCaseOf(original: string, value: string, capitals: boolean): string {
  if (original >= 'α' || original === original.toLowerCase()) return value;
  return capitals ? value.toUpperCase() : value.slice(0, 1).toUpperCase() + value.slice(1);
}
