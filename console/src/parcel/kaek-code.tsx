/** The ends of the parts of a code: prefecture, municipality, sector, unit, parcel. */
const ends = [2, 5, 7, 9, 12] as const;

/** A KAEK with a visible gap between its parts; a copy of it has no gaps. */
export function KaekCode({ code }: { code: string }) {
  return (
    <span class="kaek figure">
      {ends.map((end, index) => (
        <span key={end}>{code.slice(ends[index - 1] ?? 0, end)}</span>
      ))}
    </span>
  );
}
