import type { LicenceText } from '../../../tools/language/source-name.ts';
import { attributionOf, getTile } from '../../../tools/requests/tile-token.ts';

/** What the style needs of the TileJSON of the base tiles. */
export interface BaseTiles {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: [west: number, south: number, east: number, north: number];
}

interface TileJson extends BaseTiles {
  readonly attribution: string;
}

/** Reads the description of the base tiles; undefined if the service cannot answer. */
export function readBaseTiles(): Promise<BaseTiles | undefined> {
  return readTileJson('base', null);
}

/** The attributions of the parcels and, if it is our own, of the background. */
export async function readAttributions(
  isOwn: boolean,
  signal: AbortSignal,
): Promise<LicenceText[]> {
  const [base, parcels] = await Promise.all([
    isOwn ? readTileJson('base', signal) : undefined,
    readTileJson('parcels', signal),
  ]);
  return [
    { layer: 'map', text: base ? attributionOf(base) : '' },
    { layer: 'parcels', text: parcels ? attributionOf(parcels) : '' },
  ];
}

/** Undefined when the service cannot answer: the map then works without its tiles. */
function readTileJson(
  name: 'base' | 'parcels',
  signal: AbortSignal | null,
): Promise<TileJson | undefined> {
  const read = async () => (await getTile(`${name}.json`, signal)).json();
  return read().catch(() => undefined);
}
