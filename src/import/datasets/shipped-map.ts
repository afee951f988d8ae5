import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { fromWkb, type LineGeometry, readWkb } from '../../geo/wkb.ts';
import type { ShippedMap } from '../../map/base-features.ts';
import { readShippedSettlements } from './gazetteer/shipped-settlements.ts';

/** Where `npm run build` writes the land and the borders (scripts/build-map.ts). */
export const builtMapFolder = fileURLToPath(new URL('../../../build', import.meta.url));
export const landFile = 'land.wkb';
export const borderFile = 'borders.wkb';

/** Borders are Natural Earth's, which is in the public domain. */
const shippedLicences = [
  '© OpenStreetMap contributors, ODbL 1.0',
  'Settlements © GeoNames, CC BY 4.0',
];

/**
 * Reads the map that ships: built land and borders, and the settlements of `dataFolder`. Without a
 * build, which needs the development dependencies, there is no land.
 */
export async function readShippedMap(
  dataFolder: string,
  folder = builtMapFolder,
): Promise<ShippedMap> {
  const [land, borders] = await Promise.all(
    [landFile, borderFile].map(name => readBuilt(`${folder}/${name}`)),
  );
  return {
    version: createHash('sha256')
      .update(land ?? '')
      .update(borders ?? '')
      .digest('hex'),
    licences: shippedLicences,
    land: land ? fromWkb(land) : { type: 'MultiPolygon', coordinates: [] },
    borders: borders
      ? (readWkb(borders) as LineGeometry)
      : { type: 'MultiLineString', coordinates: [] },
    settlements: await readShippedSettlements(dataFolder),
  };
}

async function readBuilt(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
