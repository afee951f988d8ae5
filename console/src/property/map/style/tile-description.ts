import type { LicenceText } from '../../../tools/language/source-name.ts';
import { getTileJson } from '../../../tools/requests/tile-token.ts';

/** What the style needs of the TileJSON of the base tiles. */
export interface BaseTiles {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: [west: number, south: number, east: number, north: number];
}

/** Reads the description of the base tiles; undefined if the service cannot answer. */
export function readBaseTiles(): Promise<BaseTiles | undefined> {
  return getTileJson('base', null).catch(ignore);
}

/** The attributions of the parcels and, if it is our own, of the background. */
export async function readAttributions(
  isOwn: boolean,
  signal: AbortSignal,
): Promise<LicenceText[]> {
  const [base, parcels] = await Promise.all([
    isOwn ? getTileJson('base', signal).catch(ignore) : undefined,
    getTileJson('parcels', signal).catch(ignore),
  ]);
  return [
    { layer: 'map', text: base?.attribution ?? '' },
    { layer: 'parcels', text: parcels?.attribution ?? '' },
  ];
}

/** When the service cannot answer, the map works without its tiles. */
const ignore = () => undefined;
