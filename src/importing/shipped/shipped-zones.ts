import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readKind, type ZoneKind } from '#domain/zones/kind.ts';
import { openCoast, type SeaDistance } from '#domain/zones/sea-distance.ts';
import type { Box } from '#tools/geo/box.ts';
import { readShippedMap } from './map.ts';

const kindFolder = fileURLToPath(new URL('../../../data/zone-kinds', import.meta.url));

/** The kinds of zones that ship, by name. They have no zones: those are imported. */
export function readShippedKinds(): ZoneKind[] {
  return readdirSync(kindFolder)
    .filter(name => name.endsWith('.json'))
    .sort()
    .map(name => readKind(readFileSync(join(kindFolder, name), 'utf8'), name));
}

/** Where the coast that ships has all its points. */
const aroundGreece: Box = { west: 18.5, south: 34, east: 30.5, north: 42.5 };

/** Opens the coast that ships when it is first asked for. */
export function openShippedCoast(): () => Promise<SeaDistance> {
  let opened: Promise<SeaDistance> | undefined;
  return () => {
    opened ??= readShippedMap()
      .then(({ land }) =>
        land.coordinates.length > 0 ? openCoast(land, aroundGreece) : () => undefined,
      )
      .catch(error => {
        // The next call reads it again.
        opened = undefined;
        throw error;
      });
    return opened;
  };
}
