import { buildGeocoder } from '../../../geocoder/build.ts';
import { type MunicipalityOf, municipalityOf } from '../../../geocoder/municipality-of.ts';
import { readGazetteer } from './gazetteer.ts';

/** Finds municipalities by the national gazetteer; `folder` is that of what ships. */
export async function gazetteerMunicipalities(folder: string): Promise<MunicipalityOf> {
  const rows = await readGazetteer(folder);
  return municipalityOf(buildGeocoder({ ...rows, streets: [] }));
}
