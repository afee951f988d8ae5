/** The types of the interface. A request may always name them. */
export const dwellingTypes = ['apartment', 'house', 'maisonette'] as const;
export type DwellingType = (typeof dwellingTypes)[number];

/** All types that a cost table may have rates for. */
export const propertyTypes = [
  ...dwellingTypes,
  'office',
  'shop',
  'warehouse',
  'industrial',
  'hotel',
  'parking',
  'storage',
  'basement',
  'auxiliary',
] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** Accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: ReadonlyMap<string, PropertyType> = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμερισμα, διαμ, διαμ/σμα, διαμ/μα, οροφοδιαμερισμα, γκαρσονιερα, studio, στουντιο, ρετιρε, diamerisma',
    house:
      'house, detached house, μονοκατοικια, μονοκ, μονοκατ, μον/κια, monokatoikia, villa, βιλα, βιλλα',
    maisonette: 'maisonette, mezonette, μεζονετα, μεζ, mezoneta',
    office: 'office, offices, γραφειο, γραφεια, γραφειακοσ χωροσ, χωροσ γραφειων, ιατρειο, grafeio',
    shop: 'shop, store, retail, καταστημα, καταστ, κατ/μα, μαγαζι, εμπορικο καταστημα, ισογειο καταστημα, katastima',
    warehouse: 'warehouse, αποθηκη εμπορευματων, εμπορικη αποθηκη, αποθηκευτικο κτιριο, logistics',
    industrial:
      'industrial, factory, βιομηχανικο κτιριο, βιομηχανικοσ χωροσ, βιομηχανοστασιο, βιομηχανια, βιοτεχνια, εργοστασιο',
    hotel: 'hotel, ξενοδοχειο, ξενοδοχειακη μοναδα, xenodocheio',
    parking:
      'parking, parking space, garage, θεση σταθμευσησ, θεση παρκινγκ, παρκινγκ, πυλωτη σταθμευσησ, γκαραζ, χωροσ σταθμευσησ, θεση σταθμ, κλειστη θεση σταθμευσησ, ανοικτη θεση σταθμευσησ, υπογεια θεση σταθμευσησ',
    storage: 'storage, storage room, αποθηκη, αποθ, αποθηκευτικοσ χωροσ, υπογεια αποθηκη, apothiki',
    basement: 'basement, υπογειο, υπογειοσ χωροσ, ypogeio',
    auxiliary: 'auxiliary, βοηθητικοσ χωροσ, βοηθητικοι χωροι, βοηθητικα',
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
