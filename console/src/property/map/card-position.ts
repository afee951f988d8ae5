/** The distance of a card to its place, and to the edges of the map, in pixels. */
const gap = { place: 22, edge: 6 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The top left corner of a card: above its place, below it near the top, and inside the map. */
export function cardPosition(
  place: { readonly x: number; readonly y: number },
  card: Size,
  map: Size,
): { readonly left: number; readonly top: number } {
  const above = place.y - gap.place - card.height;
  const top = above >= gap.edge ? above : place.y + gap.place;
  return {
    left: inside(place.x - card.width / 2, card.width, map.width),
    top: inside(top, card.height, map.height),
  };
}

function inside(start: number, length: number, whole: number): number {
  return Math.max(gap.edge, Math.min(start, whole - length - gap.edge));
}
