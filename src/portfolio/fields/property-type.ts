import { fold } from '../../geocoder/text/fold.ts';
import type { PropertyType } from '../../property/cost.ts';

/** All accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμέρισμα, διαμ, διαμ., οροφοδιαμέρισμα, γκαρσονιέρα, studio, στούντιο, ρετιρέ, diamerisma',
    house: 'house, detached house, μονοκατοικία, monokatoikia, villa, βίλα, βίλλα',
    maisonette: 'maisonette, mezonette, μεζονέτα, μεζονετα, mezoneta',
  }).flatMap(([type, names]) => names.split(', ').map(name => [fold(name), type as PropertyType])),
);

/** The property type that a text names; undefined when it is not known. */
export function readPropertyType(text: string): PropertyType | undefined {
  return typeByName.get(fold(text));
}
