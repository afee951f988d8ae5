import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { KtimaError } from '#tools/errors.ts';
import { clipZone } from '../zones/clip-zone.ts';
import type { ZoneKind } from '../zones/kind.ts';
import { type Legend, openLegend } from '../zones/legend.ts';
import {
  groupPieces,
  type KindSource,
  textOf,
  toKindSources,
  type ZonePieces,
} from '../zones/zone-answer.ts';
import { runsInBox, type ZoneRun } from '../zones/zone-cells.ts';
import { openTileWriter, type Properties } from './encode-tile.ts';
import { flatten, type MapGeometry, polygon } from './map-feature.ts';
import { layerVersion, licenceNotStated, type MapReader } from './map-store.ts';
import type { TileCache } from './tile-cache.ts';
import { drawGeometry } from './tile-geometry.ts';
import { extent, finestZoom, type TileId, tileBox, tileProjection } from './tile-scheme.ts';
import { type Tileset, toBounds, worldBounds } from './tileset.ts';

/** Below it a tile would have to look into tens of thousands of cells. */
const zoneZooms = { lowest: 4, highest: finestZoom } as const;

/** Pieces that are read for a tile. More of them make a tile that says that there are too many. */
const mostPieces = 20_000;

/** Smaller holes and islands are not drawn: four pixels of a tile 512 pixels wide. */
const leastShare = 4 / 512 ** 2;

/** The layers of a tile: the zones, or a square in place of zones that are too many. */
export const [zoneLayer, tooManyLayer] = ['zones', 'too_many'] as const;

interface ZoneReader extends Pick<MapReader, 'extentOf'> {
  zoneSources(): Promise<Parameters<typeof toKindSources>[0]>;
  zonePieces(
    runs: readonly ZoneRun[],
    except: readonly number[],
    most: number,
  ): Promise<Parameters<typeof groupPieces>[0]>;
}

/** The tiles of one kind of zones. */
export interface ZoneTileset extends Tileset {
  /** The colours; `class` of a zone is the place of its entry. */
  readonly legend: Legend['entries'];
  /** The field whose value decides on the colour; null if all zones have one. */
  readonly legendField: string | null;
}

/** The tiles of each kind of zones. Throws NOT_FOUND for a kind that is not loaded. */
export interface ZoneTiles {
  version(): Promise<string>;
  ofKind(kind: string): Promise<ZoneTileset>;
}

/** Opens the tiles of the loaded zones. */
export function openZoneTiles(
  store: ZoneReader,
  sources: MapReader['loadedSources'],
  cache: TileCache,
): ZoneTiles {
  const version = async () =>
    createHash('sha256')
      .update(layerVersion('zones', await sources()))
      .digest('base64url')
      .slice(0, 22);
  return {
    version,
    async ofKind(name) {
      const all = toKindSources(await store.zoneSources());
      const own = all.filter(({ kind }) => kind.kind === name);
      if (own.length === 0) throw new KtimaError('NOT_FOUND', 'no zones of this kind are loaded');
      // The description of the last import counts.
      const { kind } = own[0]!;
      const legend = openLegend(own[0]!);
      const except = all.filter(source => !own.includes(source)).map(({ id }) => id);
      const make = async (id: TileId) => {
        const rows = await store.zonePieces(runsInBox(tileBox(id)), except, mostPieces + 1);
        const bytes =
          rows.length > mostPieces ? tooManyTile() : zoneTile(groupPieces(rows, own), legend, id);
        return bytes.length > 0 ? promisify(gzip)(bytes, { level: 1 }) : bytes;
      };
      return {
        zooms: zoneZooms,
        version,
        legend: legend.entries,
        legendField: legend.entries.length > 1 ? kind.severity!.field : null,
        tile: async id =>
          cache.get(['zones', name, await version(), id.z, id.x, id.y].join('/'), () => make(id)),
        describe: () => describe(kind, own, store),
      };
    },
  };
}

async function describe(
  kind: ZoneKind,
  sources: readonly KindSource[],
  { extentOf }: Pick<MapReader, 'extentOf'>,
): ReturnType<Tileset['describe']> {
  const licences = sources.map(({ licence }) => licence).filter(one => one !== licenceNotStated);
  const ids = sources.map(({ id }) => id);
  const box = await extentOf('zones', ids);
  return {
    name: kind.name.en,
    attribution: [...new Set(licences)].join(' · '),
    bounds: box ? toBounds(box) : worldBounds,
    vectorLayers: [
      { id: zoneLayer, fields: fieldsOf(kind) },
      { id: tooManyLayer, fields: {} },
    ],
  };
}

function fieldsOf({ fields }: ZoneKind): Record<string, string> {
  const own = fields.map(({ field, type }) => [field, type === 'number' ? 'Number' : 'String']);
  return { ...Object.fromEntries(own), label: 'String', source: 'String', class: 'Number' };
}

const nothing: Properties = {};

/** Draws zones, the severest last, so that they lie over others. */
function zoneTile(zones: readonly ZonePieces[], legend: Legend, id: TileId): Uint8Array {
  const box = tileBox(id);
  const project = tileProjection(id);
  const isFinest = id.z >= finestZoom;
  const leastArea = isFinest ? 0 : (box.east - box.west) * (box.north - box.south) * leastShare;
  const tile = openTileWriter();
  const severity = ({ pieces }: ZonePieces) => pieces[0]!.severity;
  const drawn = zones
    .filter(({ isCoverage }) => !isCoverage)
    .toSorted((a, b) => severity(b) - severity(a));
  for (const { pieces, source } of drawn) {
    const clipped = clipZone(pieces, box, leastArea);
    const flat = clipped && flatten(clipped as MapGeometry, project);
    const geometry = flat && drawGeometry(flat, { isFinest, isInside: false });
    if (!geometry) continue;
    const { label, attributes } = textOf(pieces);
    const place = legend.placeOf(pieces[0]!.severity);
    const own = { ...attributes, label, source: source.source, class: place };
    if (!tile.add({ layer: zoneLayer, shared: nothing, own, geometry })) return tooManyTile();
  }
  return tile.finish();
}

/** A map without zones would say that there are none. */
function tooManyTile(): Uint8Array {
  const tile = openTileWriter();
  const square = [0, 0, extent, 0, extent, extent, 0, extent];
  const geometry = { type: polygon, parts: [square] };
  tile.add({ layer: tooManyLayer, shared: nothing, own: nothing, geometry });
  return tile.finish();
}
