import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Box } from '#tools/geo/box.ts';
import type { ZoneColours } from '../../../property/zones/zone-legend.tsx';
import { getTile, getTileJson } from '../../../tools/requests/tile-token.ts';
import { useRequest } from '../../../tools/requests/use-request.ts';
import type { LoadedTile } from './background.ts';
import { tilesOf } from './tile-numbers.ts';

/** The tiles that plans show. */
export type TilesName = 'base' | 'parcels' | `zones/${string}`;

/** The tiles of a box that are at hand; undefined if they could not be read. */
type GivenTiles = (name: TilesName, box: Box) => PlanTiles | undefined;

/** For a report that is made at once, on the server: its tiles were read before. */
export const TilesContext = createContext<GivenTiles | undefined>(undefined);

const noTiles: PlanTiles = { tiles: [], attribution: '' };

/** The tiles below a plan: none until they are loaded, nor if that fails. */
export function useTiles(name: TilesName, box: Box) {
  const given = useContext(TilesContext);
  const key = given ? undefined : JSON.stringify([name, box]);
  const [request] = useRequest(key, signal => loadTiles(name, box, signal));
  const atHand = given?.(name, box);
  const answer = request.state === 'answered' ? request.answer : atHand;
  return {
    ...(answer ?? noTiles),
    isLoading: request.state === 'waiting',
    isFailed: request.state === 'failed' || (given !== undefined && !atHand),
  };
}

/** The tiles of a plan, and the attribution that must be printed with them. */
export interface PlanTiles extends Partial<ZoneColours> {
  readonly tiles: readonly LoadedTile[];
  readonly attribution: string;
}

/** Loads the tiles of a box. */
async function loadTiles(name: TilesName, box: Box, signal: AbortSignal): Promise<PlanTiles> {
  const description = await getTileJson(name, signal);
  // From far away there are no parcels.
  const wanted = tilesOf(box, description.maxzoom).filter(({ z }) => z >= description.minzoom);
  const tiles = await Promise.all(
    wanted.map(async ({ z, x, y }) => {
      const response = await getTile(`${name}/${z}/${x}/${y}.mvt`, signal);
      return { z, x, y, bytes: await response.arrayBuffer() };
    }),
  );
  const isEmpty = tiles.every(({ bytes }) => bytes.byteLength === 0);
  if (isEmpty) return noTiles;
  const { attribution, ktima_legend: legend, ktima_legend_field: field } = description;
  return { tiles, attribution, legend, field };
}
