import { memoized } from './memoize.ts';
import { table, transcribe } from './transcribe.ts';

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
