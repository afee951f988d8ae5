import { type TileId, tilePosition } from '#domain/map/tile-scheme.ts';
import type { Box } from '#tools/geo/box.ts';
import type { OnPaper } from './paper.ts';
import { tilesOf } from './tile-numbers.ts';

/** An aerial image of a tile; its address is a `blob:` URL. */
export interface AerialTile extends TileId {
  readonly href: string;
}

/** Aerial images are rarely more detailed than at this zoom: 23 cm a pixel in Greece. */
const highestZoom = 19;

/** Loads the images of a box; those that do not exist are left out. */
export async function loadAerialTiles(
  template: string,
  box: Box,
  signal: AbortSignal,
): Promise<AerialTile[]> {
  const tiles = await Promise.all(
    tilesOf(box, highestZoom).map(async number => {
      const response = await fetch(tileUrl(template, number), { signal });
      const image = response.ok ? await response.blob() : undefined;
      return image?.type.startsWith('image/')
        ? [{ ...number, href: URL.createObjectURL(image) }]
        : [];
    }),
  );
  return tiles.flat();
}

/** Half of the width of the world in Web Mercator, in metres. */
const halfWorld = 20_037_508.342789244;

/** The address of an image: `{z}`, `{x}` and `{y}`, or `{bbox-epsg-3857}`, are filled in. */
export function tileUrl(template: string, { z, x, y }: TileId): string {
  const size = (2 * halfWorld) / 2 ** z;
  const [west, north] = [x * size - halfWorld, halfWorld - y * size];
  const values: Record<string, string | number> = {
    z,
    x,
    y,
    'bbox-epsg-3857': [west, north - size, west + size, north].join(),
  };
  return template.replaceAll(/\{([\w-]+)\}/g, (whole, name: string) =>
    String(values[name] ?? whole),
  );
}

/**
 * The SVG transform that puts an image of one by one onto its tile. On the Greek Grid a tile is
 * turned by up to two degrees. Images overlap a little, because gaps would shine through.
 */
export function imageTransform(tile: TileId, onPaper: OnPaper): string {
  const at = (right: number, down: number) => onPaper(tilePosition(tile, right, down));
  const [corner, right, below] = [at(0, 0), at(1, 0), at(0, 1)];
  const overlap = 1.002;
  const numbers = [
    (right[0] - corner[0]) * overlap,
    (right[1] - corner[1]) * overlap,
    (below[0] - corner[0]) * overlap,
    (below[1] - corner[1]) * overlap,
    ...corner,
  ];
  return `matrix(${numbers.map(value => value.toFixed(4)).join(' ')})`;
}
