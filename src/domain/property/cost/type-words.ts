import { recentlyUsed } from '#tools/recently-used.ts';
import type { PropertyType } from './building.ts';

/** Property types by folded words. A word without a type is not one of them. */
export type TypeWords = ReadonlyMap<string, PropertyType | undefined>;

/** Accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: TypeWords = new Map(
  Object.entries({
    apartment:
      'apartment, flat, διαμερισμα, διαμερισματα, οροφοδιαμερισμα, γκαρσονιερα, studio, στουντιο, ρετιρε, diamerisma',
    house:
      'house, detached house, μονοκατοικια, μονοκατοικιεσ, monokatoikia, villa, βιλα, βιλλα, επαυλη',
    maisonette: 'maisonette, mezonette, μεζονετα, μεζ, mezoneta',
    office:
      'office, offices, γραφειο, γραφεια, γραφειακοσ χωροσ, χωροσ γραφειων, κτιριο γραφειων, κτηριο γραφειων, ιατρειο, grafeio',
    shop: 'shop, store, retail, καταστημα, καταστηματα, μαγαζι, εμπορικο καταστημα, katastima, φαρμακειο, pharmacy, εστιατοριο, restaurant, ταβερνα, καφετερια, αρτοποιειο, κομμωτηριο, σουπερ μαρκετ, supermarket',
    warehouse:
      'warehouse, αποθηκη εμπορευματων, εμπορικη αποθηκη, επαγγελματικη αποθηκη, αποθηκευτικο κτιριο, αποθηκευτικο κτηριο, logistics',
    industrial:
      'industrial, factory, βιομηχανικο κτιριο, βιομηχανικο κτηριο, βιομηχανικοσ χωροσ, βιομηχανοστασιο, βιομηχανια, βιοτεχνια, βιοτεχνικοσ χωροσ, βιοτεχνικο κτιριο, εργοστασιο',
    hotel: 'hotel, ξενοδοχειο, ξενοδοχειακη μοναδα, xenodocheio',
    parking:
      'parking, parking space, garage, θεση σταθμευσησ, θεση παρκινγκ, παρκινγκ, πυλωτη, πιλοτη, πυλωτη σταθμευσησ, γκαραζ, χωροσ σταθμευσησ, θεση σταθμ, θ.σ, θσ, κλειστη θεση σταθμευσησ, ανοικτη θεση σταθμευσησ, υπογεια θεση σταθμευσησ',
    // A bare `αποθηκη` may be a storage room or a warehouse.
    storage:
      'storage, storage room, αποθηκευτικοσ χωροσ, υπογεια αποθηκη, αποθηκη υπογειου, αποθηκη διαμερισματοσ, αποθηκη κατοικιασ, βοηθητικη αποθηκη',
    basement: 'basement, υπογειο, υπογειοσ χωροσ, ypogeio',
    auxiliary: 'auxiliary, βοηθητικοσ χωροσ, βοηθητικοι χωροι, βοηθητικα',
  }).flatMap(([type, names]) => names.split(', ').map(name => [name, type as PropertyType])),
);

/** The floor behind the name of a type: `3ου ορ.`, `2ου`, `(Α΄ ορόφου)`, `ισογείου`. */
const floor =
  /(?<![\s,(-])[\s,(-]+(?:(?:(?:\d{1,2}|[α-ω]{1,2})(?:ου|οσ|ο)?\s*)?ορ(?:\.|οφου|οφοσ|οφο)?|(?:ημι)?υπογειου?|ισογειου?|\d{1,2}(?:ου|οσ|ο))\)?$/;
/** How many floors a building has, or where a unit lies, before the name: `Ισόγεια μονοκατοικία`. */
const storeys = /^(?:(?:ημι)?ισογει[αο]|(?:μον|δι|τρι|τετρα)ωροφ[ηο])\s+/;

/** A word for a property type as it is compared. `folded`: as the geocoder folds. */
export function typeWord(folded: string): string {
  return folded.trim().replace(/\.$/, '');
}

/** What a property has besides: `με πισίνα`. */
const besides = / (?:με|with) (.{1,100})$/;

/**
 * The property type that a text names; undefined when it is not known. Words of the operator come
 * before those that ship, of which each may be abbreviated: `Διαμ/σμα 2ου`, `Βιομ. κτίριο`.
 */
export function propertyTypeNamed(folded: string, own?: TypeWords): PropertyType | undefined {
  const whole = typeWord(folded);
  if (own?.has(whole)) return own.get(whole);
  const known = read.get(whole) ?? { type: shippedType(whole) };
  read.set(whole, known);
  return known.type;
}

/** Columns repeat their words. */
const read = recentlyUsed<{ readonly type: PropertyType | undefined }>(1_000);

function shippedType(whole: string): PropertyType | undefined {
  const [, added = ''] = besides.exec(whole) ?? [];
  const type = typeByName.get(whole) ?? byParts(whole.replace(besides, ''));
  const other = added === '' ? type : byParts(added);
  // A shop with a flat is both.
  return other === undefined || other === type ? type : undefined;
}

function byParts(text: string): PropertyType | undefined {
  const plain = typeWord(text.replace(floor, '').replace(storeys, ''));
  const exact = typeByName.get(plain);
  if (exact) return exact;
  const parts = plain.split(/\.\s*|\s+/);
  const types = new Set<PropertyType | undefined>();
  for (const [name, type] of typeByName) {
    const words = name.split(' ');
    if (words.length !== parts.length) continue;
    if (parts.every((part, at) => isShortOf(part, words[at]!))) types.add(type);
  }
  const [type, other] = types;
  return other === undefined ? type : undefined;
}

/** The fewest letters of a word that stand for it. */
const leastLetters = 4;

/** Whether a part is a word, its beginning, or its beginning and end: `ξενοδ`, `διαμ/σμα`. */
function isShortOf(part: string, word: string): boolean {
  if (part === word) return true;
  const [start = '', end = ''] = part.split('/');
  const isLong = start.length + end.length >= leastLetters && word.length > part.length;
  return isLong && word.startsWith(start) && word.endsWith(end);
}
