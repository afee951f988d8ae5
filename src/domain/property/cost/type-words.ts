import type { PropertyType } from './building.ts';

/** Property types by folded words. A word without a type is not one of them. */
export type TypeWords = ReadonlyMap<string, PropertyType | undefined>;

/** Accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: TypeWords = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμερισμα, διαμερισματα, διαμ, διαμ/σμα, διαμ/μα, οροφοδιαμερισμα, γκαρσονιερα, studio, στουντιο, ρετιρε, diamerisma',
    house:
      'house, detached house, μονοκατοικια, μονοκατοικιεσ, μονοκ, μονοκατ, μον/κια, monokatoikia, villa, βιλα, βιλλα, επαυλη',
    maisonette: 'maisonette, mezonette, μεζονετα, μεζ, mezoneta',
    office:
      'office, offices, γραφειο, γραφεια, γραφ, γραφειακοσ χωροσ, χωροσ γραφειων, κτιριο γραφειων, κτηριο γραφειων, ιατρειο, grafeio',
    shop: 'shop, store, retail, καταστημα, καταστηματα, καταστ, κατ/μα, μαγαζι, εμπορικο καταστημα, katastima',
    warehouse:
      'warehouse, αποθηκη εμπορευματων, εμπορικη αποθηκη, επαγγελματικη αποθηκη, αποθηκευτικο κτιριο, αποθηκευτικο κτηριο, logistics',
    industrial:
      'industrial, factory, βιομηχανικο κτιριο, βιομηχανικο κτηριο, βιομηχανικοσ χωροσ, βιομηχανοστασιο, βιομηχανια, βιοτεχνια, βιοτεχνικοσ χωροσ, βιοτεχνικο κτιριο, εργοστασιο',
    hotel: 'hotel, ξενοδοχειο, ξενοδοχειακη μοναδα, xenodocheio',
    parking:
      'parking, parking space, garage, θεση σταθμευσησ, θεση παρκινγκ, παρκινγκ, πυλωτη, πιλοτη, πυλωτη σταθμευσησ, γκαραζ, χωροσ σταθμευσησ, θεση σταθμ, θ.σ, θσ, κλειστη θεση σταθμευσησ, ανοικτη θεση σταθμευσησ, υπογεια θεση σταθμευσησ',
    storage: 'storage, storage room, αποθηκη, αποθ, αποθηκευτικοσ χωροσ, υπογεια αποθηκη, apothiki',
    basement: 'basement, υπογειο, υπογειοσ χωροσ, ypogeio',
    auxiliary: 'auxiliary, βοηθητικοσ χωροσ, βοηθητικοι χωροι, βοηθητικα',
  }).flatMap(([type, names]) => names.split(', ').map(name => [name, type as PropertyType])),
);

/** The floor behind the name of a type: `3ου ορ.`, `(Α΄ ορόφου)`, `ισογείου`; a shop's loft. */
const floor =
  /(?<![\s,(-])[\s,(-]+(?:(?:(?:\d{1,2}|[α-ω]{1,2})(?:ου|οσ|ο)?\s*)?ορ(?:\.|οφου|οφοσ|οφο)?|(?:ημι)?υπογειου?|ισογειου?|με παταρι)\)?$/;
/** How many floors a building has, or where a unit lies, before the name: `Ισόγεια μονοκατοικία`. */
const storeys = /^(?:(?:ημι)?ισογει[αο]|(?:μον|δι|τρι|τετρα)ωροφ[ηο])\s+/;

/** A word for a property type as it is compared. `folded`: as the geocoder folds. */
export function typeWord(folded: string): string {
  return folded.trim().replace(/\.$/, '');
}

/**
 * The property type that a text names; undefined when it is not known. Words of the operator come
 * before those that ship.
 */
export function propertyTypeNamed(folded: string, own?: TypeWords): PropertyType | undefined {
  const whole = typeWord(folded);
  if (own?.has(whole)) return own.get(whole);
  return (
    typeByName.get(whole) ?? typeByName.get(typeWord(whole.replace(floor, '').replace(storeys, '')))
  );
}
