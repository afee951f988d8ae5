import { fold } from '../../geocoder/text/fold.ts';
import type { PropertyType } from '../../property/cost.ts';

/** Every name of a kind of dwelling, folded; anything else is a problem, not a guess. */
const typeByName: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμέρισμα, διαμ, διαμ., οροφοδιαμέρισμα, γκαρσονιέρα, studio, στούντιο, ρετιρέ, diamerisma',
    house: 'house, detached house, μονοκατοικία, monokatoikia, villa, βίλα, βίλλα',
    maisonette: 'maisonette, mezonette, μεζονέτα, μεζονετα, mezoneta',
  }).flatMap(([type, names]) => names.split(', ').map(name => [fold(name), type as PropertyType])),
);

/** The kind of dwelling that a text names; undefined for any other. */
export function readPropertyType(text: string): PropertyType | undefined {
  return typeByName.get(fold(text));
}
