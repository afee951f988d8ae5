import { fold } from '#domain/geocoder/text/fold.ts';

/** How people write Greek in Latin letters; each writer sticks to one choice for each sound. */
const habits: readonly (readonly [string, readonly string[]])[] = `ου ou ou u oy, αι ai e, ει ei i,
  οι oi i, αυ av af au, ευ ev ef eu, μπ mp b, ντ nt d, γγ gg ng, γκ gk g, α a, β v b, γ g, δ d, ε e,
  ζ z, η i h, θ th 8, ι i, κ k, λ l, μ m, ν n, ξ x ks 3, ο o, π p, ρ r, σ s, τ t, υ y i u, φ f ph,
  χ ch x h, ψ ps, ω o w`
  .split(',')
  .map(habit => {
    const [greek, ...ways] = habit.trim().split(' ');
    return [greek!, ways];
  });

/** A Greek text as one writer, drawn by `random`, would type it in Latin letters. */
export function greeklish(text: string, random: () => number): string {
  const choices = new Map(
    habits.map(([greek, ways]) => [greek, ways[Math.floor(random() * ways.length)]!]),
  );
  const single = random() < 0.5;
  const folded = single ? fold(text).replace(/([α-ω])\1/g, '$1') : fold(text);
  return folded.replace(/ου|αι|ει|οι|αυ|ευ|μπ|ντ|γγ|γκ|[α-ω]/g, sound => choices.get(sound)!);
}
