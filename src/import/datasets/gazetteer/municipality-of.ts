import { buildGeocoder } from '../../../geocoder/build.ts';
import { type MunicipalityOf, municipalityOf } from '../../../geocoder/municipality-of.ts';
import { readGazetteer } from './gazetteer.ts';

/** Finds municipalities with the national gazetteer; `folder` contains the shipped data. */
export async function gazetteerMunicipalities(folder: string): Promise<MunicipalityOf> {
  const rows = await readGazetteer(folder);
  return municipalityOf(buildGeocoder({ ...rows, streets: [] }));
}
