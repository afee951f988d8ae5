import type { LicenceText } from '../../../tools/language/source-name.ts';
import { tileHeaders } from '../../../tools/requests/tile-token.ts';

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
export async function readBaseTiles(): Promise<BaseTiles | undefined> {
  return readTileJson('base');
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
    { layer: 'map', text: plainText(base?.attribution ?? '') },
    { layer: 'parcels', text: plainText(parcels?.attribution ?? '') },
  ];
}

/** Undefined when the service cannot answer: the map then works without its tiles. */
async function readTileJson(
  name: 'base' | 'parcels',
  signal: AbortSignal | null = null,
): Promise<TileJson | undefined> {
  const headers = await tileHeaders();
  const response = await fetch(`/tiles/${name}.json`, { signal, headers });
  return response.ok ? ((await response.json()) as TileJson) : undefined;
}

/** An attribution is HTML; scripts in it do not run here. */
function plainText(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent;
}
