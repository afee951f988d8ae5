import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { boxAroundAll } from '#tools/geo/box.ts';
import type { BaseMap } from './base-features.ts';
import { readCell } from './decode-cells.ts';
import {
  baseTile,
  parcelFields,
  parcelLayer,
  parcelLevel,
  parcelTile,
  parcelZooms,
} from './draw-tile.ts';
import { cellsOfTile } from './map-cells.ts';
import { mapLayers } from './map-feature.ts';
import {
  type DrawnLayer,
  type DrawnSource,
  layerVersion,
  licenceNotStated,
  type MapReader,
} from './map-store.ts';
import type { TileCache } from './tile-cache.ts';
import { finestZoom, type TileId } from './tile-scheme.ts';
import {
  type Tileset,
  toBounds,
  type VectorLayer,
  worldBounds,
  type ZoomRange,
} from './tileset.ts';

/** The loaded sources of all layers. */
export type Sources = () => Promise<readonly DrawnSource[]>;

/** The box around the rows of a layer; undefined if it has none. */
type ExtentOf = MapReader['extentOf'];

/** The level that makes tiles three times smaller in half the time of the usual one. */
const compress = (bytes: Uint8Array) => promisify(gzip)(bytes, { level: 1 });

/** The base map of the loaded data. */
export function openBaseTiles(
  { candidatesIn, shipped, extentOf }: BaseMap,
  sources: Sources,
  cache: TileCache,
): Tileset {
  return storeTiles({
    name: 'Ktima base map',
    key: 'base',
    layers: ['map', 'settlements', 'addresses'],
    shipped,
    zooms: { lowest: 0, highest: finestZoom },
    vectorLayers: mapLayers.map(id => ({ id, fields: baseFields })),
    make: async id => baseTile(await candidatesIn(id)),
    sources,
    extentOf,
    cache,
  });
}

const baseFields = {
  kind: 'String',
  name: 'String',
  name_en: 'String',
  ref: 'String',
  rank: 'Number',
} as const;

/** The parcels of the loaded data. */
export function openParcelTiles(
  store: Pick<MapReader, 'parcelCells' | 'extentOf'>,
  sources: Sources,
  cache: TileCache,
): Tileset {
  return storeTiles({
    name: 'Ktima parcels',
    key: 'parcels',
    layers: ['parcels'],
    zooms: parcelZooms,
    vectorLayers: [{ id: parcelLayer, fields: parcelFields }],
    make: async id => {
      const cells = await store.parcelCells(cellsOfTile(id, parcelLevel));
      return parcelTile(
        cells.flatMap(({ outdated, ...cell }) =>
          readCell(cell, id, parcelLevel).filter(({ code }) => !outdated.has(code)),
        ),
      );
    },
    sources,
    extentOf: store.extentOf,
    cache,
  });
}

interface StoreTiles {
  readonly name: string;
  /** Marks the tiles in the cache. */
  readonly key: string;
  /** The layers of the store that the tiles are made of; a map starts where the first one is. */
  readonly layers: readonly DrawnLayer[];
  /** What they are made of besides; default nothing. */
  readonly shipped?: BaseMap['shipped'];
  readonly zooms: ZoomRange;
  readonly vectorLayers: readonly VectorLayer[];
  readonly make: (id: TileId) => Promise<Uint8Array>;
  readonly sources: Sources;
  readonly extentOf: ExtentOf;
  readonly cache: TileCache;
}

const nothingShipped = async () => ({ version: '', licences: [], extent: undefined });

function storeTiles(tiles: StoreTiles) {
  const { name, key, layers, zooms, vectorLayers, make, sources, extentOf, cache } = tiles;
  const { shipped = nothingShipped } = tiles;
  const licences = async () => {
    const own = (await sources()).filter(({ layer }) => layers.some(drawn => drawn === layer));
    const all = [...(await shipped()).licences, ...own.map(({ licence }) => licence)];
    return new Set(all.filter(licence => licence !== licenceNotStated));
  };
  const boundsOf = async () => {
    const loaded = await Promise.all(layers.map(layer => extentOf(layer)));
    const known = [(await shipped()).extent, ...loaded].filter(box => box !== undefined);
    const all = boxAroundAll(known);
    const focus = loaded[0] ?? all;
    return all && focus
      ? { bounds: toBounds(all), focus: toBounds(focus) }
      : { bounds: worldBounds };
  };
  const version = async () => {
    const loaded = await sources();
    const states = layers.map(layer => layerVersion(layer, loaded));
    const versions = [(await shipped()).version, ...states].join();
    return hash('sha256', versions, 'base64url').slice(0, 22);
  };
  const makeCompressed = async (id: TileId) => {
    const bytes = await make(id);
    return bytes.length > 0 ? compress(bytes) : bytes;
  };
  const tileset: Tileset = {
    zooms,
    version,
    // The version is read before the data: a tile may be newer than its version, but not older.
    tile: async id =>
      cache.get([key, await version(), id.z, id.x, id.y].join('/'), () => makeCompressed(id)),
    describe: async () => ({
      name,
      attribution: [...(await licences())].join(' · '),
      ...(await boundsOf()),
      vectorLayers,
    }),
  };
  return tileset;
}
