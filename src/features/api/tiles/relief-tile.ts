import { crc32, deflateSync } from 'node:zlib';
import Type from 'typebox';
import { type Grid, levelsOf, sizeOfLevel, toCells } from '#domain/grids/grid.ts';
import { interpolate, valueAt } from '#domain/grids/window.ts';
import { type TileId, tileBox, tilePosition } from '#domain/map/tile-scheme.ts';
import { errorResponses, unavailable } from '#http/server/error-answers.ts';
import type { Server } from '#http/server/typed-server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';
import { elevationIn, readWindow } from '../../report/grids-section.ts';
import { type ApiParts, dataUntil } from '../api-parts.ts';
import { requireInScheme, TileParams } from './tiles.ts';

/** The width of a tile in pixels, and how many of them lie between two projected points. */
const [pixels, mesh] = [256, 16];
/** The zooms with tiles: far away from its area a projection is wrong. */
const [lowestZoom, highestZoom] = [6, 15];
/** Two grids of a source and two sources are enough to draw. */
const mostGrids = 4;

/** `GET /tiles/relief/{z}/{x}/{y}.png` */
export function registerRelief(server: Server, parts: ApiParts): void {
  server.get(
    '/tiles/relief/:z/:x/:y.png',
    {
      config: { scope: 'zones' },
      schema: {
        operationId: 'reliefTile',
        summary: 'Tile of the relief',
        description:
          'The elevation of loaded grids as a PNG in the encoding Terrarium, for hill shading: ' +
          'metres are red × 256 + green + blue / 256 − 32768, from zoom 6 to 15. Where nothing was measured it is 0.',
        tags: ['Map'],
        params: TileParams,
        response: {
          200: {
            description: 'The tile.',
            content: {
              'image/png': {
                schema: Type.String({
                  title: 'ReliefTile',
                  format: 'binary',
                  examples: ['(bytes)'],
                  description: 'The bytes of the tile.',
                }),
              },
            },
          },
          204: { description: 'Nothing was measured in this tile.', type: 'null' },
          ...errorResponses({
            400: 'z, x or y is not a whole number.',
            404: 'There is no such tile: z is too high, or x or y is outside the zoom.',
            503: unavailable('The database, or the keys to check tokens,'),
          }),
        },
      },
    },
    async (request, reply) => {
      requireInScheme(request.params, highestZoom);
      const tile = await whileWanted(reply, signal =>
        reliefTile(dataUntil(signal, parts).store, request.params),
      );
      return tile ? reply.type('image/png').send(tile) : reply.code(204).send();
    },
  );
}

type Reader = Parameters<typeof readWindow>[0];

/** The relief of a tile as PNG; undefined if nothing was measured there. */
async function reliefTile(store: Reader, id: TileId): Promise<Buffer | undefined> {
  if (id.z < lowestZoom) return undefined;
  const grids = (await elevationIn(store, tileBox(id))).slice(0, mostGrids);
  const heights = new Float64Array(pixels * pixels).fill(Number.NaN);
  for (const grid of grids) await drawGrid(store, grid, id, heights);
  return heights.every(Number.isNaN) ? undefined : toPng(heights);
}

/** Fills pixels without height from a grid, at the level whose cells are as large as pixels. */
async function drawGrid(store: Reader, grid: Grid, id: TileId, heights: Float64Array) {
  const toFinest = toCells(grid, 0);
  // Only some points are projected; between them the tile is nearly flat.
  const points = Array.from({ length: (mesh + 1) ** 2 }, (_, i) =>
    toFinest(tilePosition(id, (i % (mesh + 1)) / mesh, Math.floor(i / (mesh + 1)) / mesh)),
  );
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [west, north] = [Math.min(...xs), Math.min(...ys)];
  const cells = Math.max(Math.max(...xs) - west, Math.max(...ys) - north);
  const level = Math.min(levelsOf(grid) - 1, Math.max(0, Math.round(Math.log2(cells / pixels))));
  const { width, height } = sizeOfLevel(grid, level);
  const scale = 2 ** level;
  const first = (least: number) => Math.max(0, Math.floor(least / scale) - 1);
  const [column, row] = [first(west), first(north)];
  const columns = Math.min(width, Math.ceil(Math.max(...xs) / scale) + 1) - column;
  const rows = Math.min(height, Math.ceil(Math.max(...ys) / scale) + 1) - row;
  if (columns <= 0 || rows <= 0) return;
  const window = await readWindow(store, grid, level, { column, row, columns, rows });
  const heightOf = (column: number, row: number) => valueAt(window, column, row);
  const step = pixels / mesh;
  for (let i = 0; i < heights.length; i++) {
    if (!Number.isNaN(heights[i]!)) continue;
    const [x, y] = [((i % pixels) + 0.5) / step, (Math.floor(i / pixels) + 0.5) / step];
    const at = Math.floor(y) * (mesh + 1) + Math.floor(x);
    const [right, low] = [x % 1, y % 1];
    const between = (list: readonly number[]) =>
      ((list[at]! * (1 - right) + list[at + 1]! * right) * (1 - low) +
        (list[at + mesh + 1]! * (1 - right) + list[at + mesh + 2]! * right) * low) /
      scale;
    heights[i] = interpolate(heightOf, [between(xs), between(ys)]);
  }
}

/** Terrarium, in a PNG of 8 bits for each of three colours. */
function toPng(heights: Float64Array): Buffer {
  const row = 1 + 3 * pixels;
  const raw = Buffer.alloc(row * pixels);
  for (let i = 0; i < heights.length; i++) {
    const metres = Number.isNaN(heights[i]!) ? 0 : heights[i]!;
    const value = Math.min(2 ** 24 - 1, Math.max(0, Math.round((metres + 32_768) * 256)));
    raw.writeUIntBE(value, Math.floor(i / pixels) * row + 1 + 3 * (i % pixels), 3);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(pixels, 0);
  header.writeUInt32BE(pixels, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
