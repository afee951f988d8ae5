import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Municipality } from '#domain/geocoder/country/municipality.ts';
import { dataFolder } from '../shipped-table.ts';

/** GeoJSON, gzipped, which scripts/municipalities/write-borders.ts writes into the folder of shipped data. */
export const bordersFile = 'municipalities.geojson.gz';

/** The attribution of the borders. */
export const borderLicence = 'borders of municipalities: geodata.gov.gr, CC BY';

/**
 * The municipalities of today with the borders of 2010. Those that were split in 2019 have the ground
 * that is nearest to their seat.
 */
export async function readMunicipalities(): Promise<Municipality[]> {
  const text = gunzipSync(await readFile(join(dataFolder, bordersFile))).toString();
  const { features } = JSON.parse(text) as {
    readonly features: readonly (Pick<Municipality, 'geometry'> & {
      readonly properties: Omit<Municipality, 'geometry'>;
    })[];
  };
  return features.map(({ properties, geometry }) => ({ ...properties, geometry }));
}
