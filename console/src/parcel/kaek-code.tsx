/** Where the parts of a code end: prefecture, municipality, sector, unit, parcel. */
const ends = [2, 5, 7, 9, 12] as const;

/** A KAEK with a gap between its parts; copied, it is still one word. */
export function KaekCode({ code }: { code: string }) {
  return (
    <span class="kaek figure">
      {ends.map((end, index) => (
        <span key={end}>{code.slice(ends[index - 1] ?? 0, end)}</span>
      ))}
    </span>
  );
}
