import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Box } from '#tools/geo/box.ts';
import { useRequest } from '../../../tools/requests/use-request.ts';
import { loadTiles, type PlanTiles } from './load-tiles.ts';

/** The tiles of a box that are at hand; undefined if they could not be read. */
type GivenTiles = (name: 'base' | 'parcels', box: Box) => PlanTiles | undefined;

/** For a report that is made at once, on the server: its tiles were read before. */
export const TilesContext = createContext<GivenTiles | undefined>(undefined);

const noTiles: PlanTiles = { tiles: [], attribution: '' };

/** The tiles below a plan: none until they are loaded, nor if that fails. */
export function useTiles(name: 'base' | 'parcels', box: Box) {
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
