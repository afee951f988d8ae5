import type { Attribution } from '../language/source-name.ts';
import { tileHeaders } from '../requests/tile-token.ts';
import type { SchemaName } from './tile-schemas.ts';

/** What the style needs of the TileJSON of the base tiles. */
export interface BaseTiles {
  readonly schema: SchemaName;
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: [west: number, south: number, east: number, north: number];
}

/** Not from the table of schemas, which is loaded with the map's library. */
const styled: readonly SchemaName[] = ['ktima', 'openmaptiles', 'protomaps'];

interface TileJson {
  readonly minzoom: number;
  readonly maxzoom: number;
  readonly bounds: [number, number, number, number];
  readonly attribution: string;
  readonly ktima_schema: string;
}

/** Reads the description of the base tiles; undefined if there is none that we can draw. */
export async function readBaseTiles(): Promise<BaseTiles | undefined> {
  const described = await readTileJson('base');
  if (!described) return undefined;
  const { minzoom, maxzoom, bounds, ktima_schema: schema } = described;
  return isKnown(schema) ? { schema, minzoom, maxzoom, bounds } : undefined;
}

/** The attributions of the parcels and, if it is our own, of the background. */
export async function readAttributions(
  isOwn: boolean,
  signal: AbortSignal,
): Promise<Attribution[]> {
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

function isKnown(schema: string): schema is SchemaName {
  return (styled as readonly string[]).includes(schema);
}
