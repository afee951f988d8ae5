import { hash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { KtimaError } from '../../errors.ts';
import type { TileSchema, Tileset, VectorLayer } from '../tileset.ts';
import { isMbtiles, openMbtiles } from './mbtiles.ts';
import { isPmtiles, openPmtiles } from './pmtiles.ts';
import type { TileFile } from './tile-file.ts';

/** The tiles of a map file. */
export interface MapFile extends Tileset {
  close(): Promise<void>;
}

/**
 * Opens a PMTiles or MBTiles file with vector tiles. `attribution` replaces that of the file. Throws
 * BAD_SETTING with the reason.
 */
export async function openMapFile(path: string, attribution = ''): Promise<MapFile> {
  try {
    const handle = await open(path);
    try {
      const { file, version } = await openTileFile(path, handle);
      return toTileset(file, version, attribution);
    } catch (error) {
      await handle.close();
      throw error;
    }
  } catch (cause) {
    const expected = 'expected a PMTiles or MBTiles file with vector tiles';
    const message = `KTIMA_MAP_FILE: ${expected}, got ${path}: ${reasonOf(cause)}`;
    throw new KtimaError('BAD_SETTING', message, { cause });
  }
}

const systemErrors: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'it is a folder',
};

function reasonOf(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return systemErrors[code] ?? message;
}

async function openTileFile(path: string, handle: FileHandle) {
  const { size, mtimeMs } = await handle.stat();
  const { buffer: start } = await handle.read(Buffer.alloc(127), 0, 127, 0);
  const version = hash('sha256', `${size} ${mtimeMs} ${start.toString('base64')}`, 'base64url');
  if (isPmtiles(start)) return { file: await openPmtiles(handle, size), version };
  if (!isMbtiles(start)) throw new Error('its first bytes show neither');
  const file = openMbtiles(path, size);
  await handle.close();
  return { file, version };
}

function toTileset(file: TileFile, version: string, attribution: string): MapFile {
  const { name, attribution: ownAttribution, vectorLayers } = readMetadata(file.metadata);
  const description = {
    name,
    schema: schemaOf(vectorLayers.map(({ id }) => id)),
    attribution: attribution || ownAttribution,
    bounds: file.bounds,
    vectorLayers,
  };
  return {
    zooms: file.zooms,
    version: async () => version,
    describe: async () => description,
    async tile(id) {
      try {
        return await file.tile(id);
      } catch (cause) {
        const message = 'the map file is damaged or was changed; the operator must check it';
        throw new KtimaError('UNAVAILABLE', message, { cause, retryAfterSeconds: 60 });
      }
    },
    close: file.close,
  };
}

/** The description in a map file; parts that are not as expected are left out. */
export function readMetadata(metadata: Readonly<Record<string, unknown>>) {
  const { name, attribution, vector_layers: layers } = metadata;
  return {
    name: typeof name === 'string' ? name : 'Map file',
    attribution: typeof attribution === 'string' ? toPlainText(attribution) : '',
    vectorLayers: Array.isArray(layers) ? layers.filter(isLayer).map(toLayer) : [],
  };
}

function isLayer(layer: unknown): layer is { id: string; fields?: unknown } {
  return typeof (layer as { id?: unknown } | null)?.id === 'string';
}

function toLayer({ id, fields }: { id: string; fields?: unknown }): VectorLayer {
  const named = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  return { id, fields: Object.fromEntries(named.map(([name, type]) => [name, String(type)])) };
}

/** Layers that only tiles of this schema have. */
const layersOfSchemas: readonly (readonly [TileSchema, readonly string[]])[] = [
  ['openmaptiles', ['transportation', 'water', 'place']],
  ['protomaps', ['roads', 'water', 'places', 'earth']],
];

/** The schema of tiles with these layers. */
export function schemaOf(layers: readonly string[]): TileSchema {
  const fits = layersOfSchemas.find(([, needed]) => needed.every(one => layers.includes(one)));
  return fits?.[0] ?? 'other';
}

const entities: Readonly<Record<string, string>> = {
  '&copy;': '©',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
  '&amp;': '&',
};

/** The text of HTML: an attribution in a file often has links. */
function toPlainText(html: string): string {
  const text = html.replace(/<[^<>]*>/g, '');
  return text.replace(/&[#\w]+;/g, entity => entities[entity] ?? entity).trim();
}
