import type { PropertyType } from './cost.ts';

/** Accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμερισμα, διαμ, διαμ/σμα, διαμ/μα, οροφοδιαμερισμα, γκαρσονιερα, studio, στουντιο, ρετιρε, diamerisma',
    house:
      'house, detached house, μονοκατοικια, μονοκ, μονοκατ, μον/κια, monokatoikia, villa, βιλα, βιλλα',
    maisonette: 'maisonette, mezonette, μεζονετα, μεζ, mezoneta',
  }).flatMap(([type, names]) => names.split(', ').map(name => [name, type as PropertyType])),
);

/** The floor behind the name of a type: `3ου ορ.`, `(Α΄ ορόφου)`, `ισογείου`. */
const floor =
  /(?<![\s,(-])[\s,(-]+(?:(?:(?:\d{1,2}|[α-ω]{1,2})(?:ου|οσ|ο)?\s*)?ορ(?:\.|οφου|οφοσ|οφο)?|(?:ημι)?υπογειου?|ισογειου?)\)?$/;

/** The property type that a text names; undefined when it is not known. `folded`: as the geocoder folds. */
export function propertyTypeNamed(folded: string): PropertyType | undefined {
  const name = folded.trim().replace(floor, '').replace(/\.$/, '');
  return typeByName.get(name);
}
