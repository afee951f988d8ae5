import type { LayerRows } from '../../store/store.ts';
import type { LayerFeed } from '../import.ts';
import type { Harvested, OsmHarvest, OsmLayerName } from './harvest.ts';
import type { MapTaker } from './map/draw-map.ts';

/**
 * The rows of a layer of a harvest, for an import. An object that should have been a row and could
 * not be assembled counts as a refused row.
 */
export function osmFeed<L extends OsmLayerName>(
  layer: L,
  harvest: () => Promise<OsmHarvest>,
): LayerFeed<L> {
  return {
    layer,
    async feed(add, tally) {
      const { rows, lost, noted }: Harvested<L> = (await harvest())[layer];
      for (const row of rows) await add(row, idOf(row) ?? 'an object');
      tally.refuseAll(lost);
      tally.noteAll(noted);
    },
  };
}

/**
 * The rows of the map, which are made while the files are read. So this feed runs first, and the
 * others use the result of `harvest`.
 */
export function osmMapFeed(harvest: (map: MapTaker) => Promise<OsmHarvest>): LayerFeed<'map'> {
  return {
    layer: 'map',
    async feed(add, tally) {
      await harvest({ add: row => add(row, row.externalId), tally });
    },
  };
}

function idOf(row: LayerRows[OsmLayerName]): string | null {
  return 'external_id' in row ? row.external_id : row.externalId;
}
