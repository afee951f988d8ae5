import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { type TileId, tilesPerRow } from '#domain/map/tile-scheme.ts';
import type { Tileset } from '#domain/map/tileset.ts';
import type { ZoneTiles } from '#domain/map/zone-tiles.ts';
import { text } from '#http/openapi/wire-types.ts';
import { preferredCoding } from '#http/server/accept.ts';
import { errorResponses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { notFound } from '#tools/errors.ts';
import type { ApiParts } from '../api-parts.ts';
import { registerTileJson, registerZoneTileJson, ZoneKindName } from './tile-json.ts';

const tileType = 'application/vnd.mapbox-vector-tile';

/** `GET /tiles/{base|parcels|zones/{kind}}/{z}/{x}/{y}.mvt` and their TileJSON. */
export function registerTiles(server: Server, { tiles: { base, parcels, zones } }: ApiParts): void {
  registerTileset(server, 'base', base, {
    operationId: 'baseTile',
    summary: 'Tile of the base map',
    description:
      'Streets, buildings, water, green areas, borders and names of the loaded data as a Mapbox ' +
      'Vector Tile. `/tiles/base.json` describes the layers.',
  });
  registerTileset(server, 'parcels', parcels, {
    operationId: 'parcelTile',
    summary: 'Tile of parcels',
    description:
      'The outlines of parcels with `kaek` and `area_m2` as a Mapbox Vector Tile, from zoom 14.',
  });
  registerTileJson(server, 'base', base);
  registerTileJson(server, 'parcels', parcels);
  registerZoneTileJson(server, zones);
  registerZoneTiles(server, zones);
}

const coordinate = (description: string, example: number) =>
  Type.Integer({ description, 'x-expected': 'a whole number', examples: [example] });

/** The place of a tile in the path. */
const TileParams = Type.Object({
  z: coordinate('Zoom.', 15),
  x: coordinate('Column from the west, less than 2^z.', 18_544),
  y: coordinate('Row from the north, less than 2^z.', 12_641),
});

const VectorTile = text('The bytes of the tile: Mapbox Vector Tile 2.1.', {
  title: 'VectorTile',
  format: 'binary',
  examples: ['(bytes)'],
});

const tileResponses = {
  200: {
    description: 'The tile, at most 500 kB before compression.',
    content: { [tileType]: { schema: VectorTile } },
  },
  204: { description: 'Nothing is in this tile.', type: 'null' },
} as const;

interface About {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

function registerTileset(server: Server, name: string, tileset: Tileset, about: About): void {
  server.get(
    `/tiles/${name}/:z/:x/:y.mvt`,
    {
      config: { version: tileset.version },
      schema: {
        ...about,
        tags: ['Map'],
        security: [],
        params: TileParams,
        response: {
          ...tileResponses,
          ...errorResponses({
            400: 'z, x or y is not a whole number.',
            404: 'There is no such tile: z is too high, or x or y is outside the zoom.',
            503: unavailable('The database'),
          }),
        },
      },
    },
    (request, reply) => sendTile(request, reply, tileset, request.params),
  );
}

function registerZoneTiles(server: Server, zones: ZoneTiles): void {
  server.get(
    '/tiles/zones/:kind/:z/:x/:y.mvt',
    {
      config: { version: zones.version, scope: 'zones' },
      schema: {
        operationId: 'zoneTile',
        summary: 'Tile of zones',
        description:
          'The zones of a kind with their attributes as a Mapbox Vector Tile, the severest last. ' +
          'Where too many lie, the tile has a square in the layer `too_many` instead.',
        tags: ['Map'],
        params: Type.Object({ kind: ZoneKindName, ...TileParams.properties }),
        response: {
          ...tileResponses,
          ...errorResponses({
            400: 'The kind is not a name as described, or z, x or y is not a whole number.',
            404: 'No zones of this kind are loaded, z is too high, or x or y is outside the zoom.',
            503: unavailable('The database, or the keys to check tokens,'),
          }),
        },
      },
    },
    async (request, reply) => {
      const { kind, ...id } = request.params;
      return sendTile(request, reply, await zones.ofKind(kind), id);
    },
  );
}

async function sendTile(
  request: FastifyRequest,
  reply: FastifyReply,
  tileset: Tileset,
  id: TileId,
): Promise<FastifyReply> {
  requireInScheme(id, tileset.zooms.highest);
  const coding = preferredCoding(request.headers['accept-encoding'], ['gzip', 'identity']);
  const tile = id.z < tileset.zooms.lowest ? undefined : await tileset.tile(id);
  if (!tile?.length) return reply.code(204).send();
  reply.type(tileType);
  if (coding === 'identity') return reply.send(await promisify(gunzip)(tile));
  return reply.header('content-encoding', coding).send(tile);
}

/** Throws NOT_FOUND for a tile that no zoom has. */
function requireInScheme({ z, x, y }: TileId, highestZoom: number): void {
  if (z < 0 || z > highestZoom) {
    throw notFound('z', `expected a zoom from 0 to ${highestZoom}, got ${z}`);
  }
  const last = tilesPerRow(z) - 1;
  for (const [name, value] of Object.entries({ x, y })) {
    if (value >= 0 && value <= last) continue;
    throw notFound(name, `expected 0 to ${last} at zoom ${z}, got ${value}`);
  }
}
