import { memoized } from './fold.ts';

/**
 * How Greek sounds, coarsely: letters that some Greeklish habit writes alike share a sign.
 * f: β φ μπ and the υ of αυ ευ; x: χ ξ; 8: θ; d: δ ντ νδ; g: γ γγ γκ.
 */
const greek = table(`
  α=a β=f γ=g δ=d ε=e ζ=z η=i θ=8 ι=i κ=k λ=l μ=m ν=n ξ=x ο=o π=p ρ=r σ=s τ=t υ=i φ=f χ=x ψ=ps ω=o
  αι=e ει=i οι=i υι=i ου=u αυ=af ευ=ef ηυ=if
  μπ=f μβ=f ντ=d νδ=d γγ=g γκ=g νγ=g γχ=nx γξ=nx κσ=x κχ=x
`);

/** The same signs from Latin letters; `|` where a habit leaves it open (h: η or χ, u: υ or ου). */
const latin = table(`
  a=a b=f c=k d=d e=e f=f g=g h=i|x i=i j=x k=k l=l m=m n=n o=o p=p q=k r=r s=s t=t u=u|i v=f w=o
  x=x y=i z=z 3=x 4=ps 8=8 9=8
  ai=e|ai ei=i oi=i|oi yi=i ui=i ou=u oy=u au=af|au ay=af|agi eu=ef|eu ey=ef
  mp=f mb=f mv=f nt=d nd=d ng=g gg=g gk=g nk=g ks=x ch=x kh=x|ki th=8|ti ph=f|pi gh=g|gi dh=d|di
  gx=nx nth=n8|di mph=mf nch=nx gch=nx gks=nx nks=nx mps=mps
`);

/** The one phonetic key of a folded Greek word. */
export const greekKey: (folded: string) => string = memoized(
  folded => transcribe(folded, greek)[0]!,
);

/** The phonetic keys of a folded word in either script: a Latin word may have several. */
export const phoneticKeys: (folded: string) => readonly string[] = memoized(folded => {
  if (/[α-ω]/.test(folded)) return [greekKey(folded)];
  // Yiannis, Yorgos: a consonant here, the Greek γι.
  return [...new Set(transcribe(folded.replace(/^yi?(?=[aou])/, 'gi'), latin))];
});

/** What each letter or group of letters becomes; several values are several readings. */
export type Table = ReadonlyMap<string, readonly string[]>;

/** At most this many readings of one word: a doubling for each doubtful letter must end somewhere. */
const mostReadings = 8;

/** Builds a table from `letters: reading` or `letters: reading|other reading` lines. */
export function table(lines: string): Table {
  const entries = lines
    .trim()
    .split(/\s+/)
    .map(entry => entry.split('='));
  return new Map(entries.map(([from, to]) => [from!, (to ?? '').split('|')]));
}

/**
 * Every reading of a word by the table: from left to right, the longest known group of up to three
 * letters first. Unknown letters stay. Doubled letters become one.
 */
function transcribe(word: string, rules: Table): string[] {
  let readings = [''];
  for (let at = 0; at < word.length; ) {
    const group = groupAt(word, at, rules);
    const values = rules.get(group) ?? [group];
    readings =
      values.length === 1 || readings.length * values.length > mostReadings
        ? readings.map(reading => join(reading, values[0]!))
        : values.flatMap(value => readings.map(reading => join(reading, value)));
    at += group.length;
  }
  return readings;
}

function groupAt(word: string, at: number, rules: Table): string {
  const three = word.slice(at, at + 3);
  if (rules.has(three)) return three;
  const two = three.slice(0, 2);
  return rules.has(two) ? two : three.slice(0, 1);
}

function join(reading: string, value: string): string {
  return value !== '' && reading.endsWith(value[0]!) ? reading + value.slice(1) : reading + value;
}
