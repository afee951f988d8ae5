import { fold } from '#domain/geocoder/text/fold.ts';
import { headingReader } from '#domain/geocoder/text/heading-words.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import type { PropertyType } from './building.ts';

/** Property types by folded words. A word without a type is not one of them. */
export type TypeWords = ReadonlyMap<string, PropertyType | undefined>;

/** Accepted names of property types, folded. Other names are reported, never guessed. */
const typeByName: TypeWords = new Map(
  Object.entries({
    apartment:
      'apartment, flat, apt, διαμερισμα, διαμερισματα, οροφοδιαμερισμα, γκαρσονιερα, studio, στουντιο, ρετιρε, πολυκατοικια, block of flats',
    house: 'house, detached house, μονοκατοικια, μονοκατοικιεσ, villa, βιλα, βιλλα, επαυλη',
    maisonette: 'maisonette, mezonette, μεζονετα, μεζ',
    office:
      'office, offices, γραφειο, γραφεια, γραφειακοσ χωροσ, χωροσ γραφειων, κτιριο γραφειων, κτηριο γραφειων, ιατρειο',
    shop: 'shop, store, retail, καταστημα, καταστηματα, μαγαζι, εμπορικο καταστημα, φαρμακειο, pharmacy, εστιατοριο, restaurant, ταβερνα, καφετερια, αρτοποιειο, κομμωτηριο, σουπερ μαρκετ, supermarket',
    warehouse:
      'warehouse, storage warehouse, αποθηκη εμπορευματων, εμπορικη αποθηκη, επαγγελματικη αποθηκη, αποθηκευτικο κτιριο, αποθηκευτικο κτηριο, logistics',
    industrial:
      'industrial, factory, βιομηχανικο, βιοτεχνικο, βιομηχανικο κτιριο, βιομηχανικο κτηριο, βιομηχανικοσ χωροσ, βιομηχανοστασιο, βιομηχανια, βιοτεχνια, βιοτεχνικοσ χωροσ, βιοτεχνικο κτιριο, εργοστασιο',
    hotel: 'hotel, ξενοδοχειο, ξενοδοχειακη μοναδα',
    parking:
      'parking, parking space, garage, θεση σταθμευσησ, θεση παρκινγκ, παρκινγκ, πυλωτη, πιλοτη, πυλωτη σταθμευσησ, γκαραζ, χωροσ σταθμευσησ, θεση σταθμ, θ.σ, θσ, κλειστη θεση σταθμευσησ, ανοικτη θεση σταθμευσησ, υπογεια θεση σταθμευσησ',
    // A bare `αποθηκη` may be a storage room or a warehouse.
    storage:
      'storage, storage room, αποθηκευτικοσ χωροσ, υπογεια αποθηκη, αποθηκη υπογειου, αποθηκη διαμερισματοσ, αποθηκη κατοικιασ, βοηθητικη αποθηκη',
    basement: 'basement, υπογειο, υπογειοσ χωροσ',
    auxiliary: 'auxiliary, βοηθητικοσ χωροσ, βοηθητικοι χωροι, βοηθητικα',
  }).flatMap(([type, names]) => names.split(', ').map(name => [name, type as PropertyType])),
);

/** A word that may mean several types. */
export interface AmbiguousWord {
  /** As people write it. */
  readonly word: string;
  readonly types: readonly PropertyType[];
  /** Its folded forms. */
  readonly forms: readonly string[];
}

const ambiguousWords: readonly AmbiguousWord[] = [
  {
    word: 'Κατοικία',
    types: ['apartment', 'house', 'maisonette'],
    forms:
      'κατοικια, κατοικιεσ, οικια, κυρια κατοικια, μονιμη κατοικια, δευτερευουσα κατοικια, εξοχικη κατοικια, residence, dwelling, residential, home'.split(
        ', ',
      ),
  },
  {
    word: 'Κτίριο',
    types: ['apartment', 'house', 'office', 'shop', 'warehouse', 'industrial', 'hotel'],
    forms: ['κτιριο', 'κτηριο', 'ακινητο', 'building'],
  },
  { word: 'Αποθήκη', types: ['warehouse', 'storage'], forms: ['αποθηκη', 'αποθηκεσ'] },
  {
    word: 'Επαγγελματικός χώρος',
    types: ['office', 'shop', 'warehouse', 'industrial'],
    forms:
      'επαγγελματικοσ χωροσ, επαγγελματικη στεγη, επαγγελματικο, εμπορικο, χωροσ, commercial'.split(
        ', ',
      ),
  },
];

const wordsOf = headingReader(
  [...typeByName.keys(), ...ambiguousWords.flatMap(({ forms }) => forms)].join(' '),
);
/** A text with its Greek words in Greek letters: `KATASTHMA`. */
const inGreek = (folded: string) => (/[a-z]/.test(folded) ? wordsOf(folded).join(' ') : folded);

/** The word with several meanings that a text is, or that its sentence is about. */
export function ambiguousWordIn(folded: string): AmbiguousWord | undefined {
  const parts = partsOf(plainOf(inGreek(typeWord(folded)).replace(besides, '')));
  return (
    ambiguousWords.find(({ forms }) => forms.some(form => isNameOf(parts, form))) ??
    openWordIn(namedIn(parts)) ??
    codeIn(parts)
  );
}

/** Three letters that names of types begin with: `ΞΕΝ` may be a hotel. */
function codeIn([code = '', ...others]: readonly string[]): AmbiguousWord | undefined {
  if (others.length > 0 || !/^\p{L}{3}$/u.test(code)) return undefined;
  const named = [...typeByName].flatMap(([name, type]) => (name.startsWith(code) ? type! : []));
  const open = ambiguousWords.filter(({ forms }) => forms.some(form => form.startsWith(code)));
  const types = [...new Set([...named, ...open.flatMap(({ types }) => types)])];
  return types.length > 0 ? { word: code.toUpperCase(), types, forms: [code] } : undefined;
}

function openWordIn(named: readonly Named[]): AmbiguousWord | undefined {
  const [first] = named;
  return named.every(one => one === first || one.word === first!.word) ? first?.word : undefined;
}

/** The floor behind the name of a type: `3ου ορ.`, `2ου`, `(Α΄ ορόφου)`, `ισογείου`. */
const floor =
  /(?<![\s,(-])[\s,(-]+(?:(?:(?:\d{1,2}|[α-ω]{1,2})(?:ου|οσ|ο)?\s*)?ορ(?:\.|οφου|οφοσ|οφο)?|(?:ημι)?υπογειου?|ισογειου?|\d{1,2}(?:ου|οσ|ο))\)?$/;
/** How many floors a building has, or where a unit lies, before the name: `Ισόγεια μονοκατοικία`. */
const storeys =
  /^(?:(?:ημι)?ισογει[αο]|(?:μον|δι|τρι|τετρα)ωροφ[ηο])\s+|(?<!\s)\s+(?:(?:ημι)?ισογει[αο]|(?:μον|δι|τρι|τετρα)ωροφ[ηο])$/;

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
  const known = read.get(whole) ?? { type: shippedType(whole) ?? shippedType(inGreek(whole)) };
  read.set(whole, known);
  if (known.type !== undefined || !own?.size) return known.type;
  const several = ambiguousWordIn(whole);
  return several && own.get(fold(several.word));
}

/** Columns repeat their words. */
const read = recentlyUsed<{ readonly type: PropertyType | undefined }>(1_000);

function shippedType(whole: string): PropertyType | undefined {
  const [, added = ''] = besides.exec(whole) ?? [];
  const plain = whole.replace(besides, '');
  const type = typeByName.get(whole) ?? byParts(plain) ?? typeIn(namedIn(partsOf(plainOf(plain))));
  const other = added === '' ? type : byParts(added);
  // A shop with a flat is both.
  return other === undefined || other === type ? type : undefined;
}

function byParts(text: string): PropertyType | undefined {
  const plain = plainOf(text);
  const exact = typeByName.get(plain);
  if (exact) return exact;
  const parts = partsOf(plain);
  const types = new Set<PropertyType | undefined>();
  for (const [name, type] of typeByName) if (isNameOf(parts, name)) types.add(type);
  const [type, other] = types;
  return other === undefined ? type : undefined;
}

/** A name of a type, or a word with several meanings, in a sentence. */
interface Named {
  readonly type?: PropertyType | undefined;
  readonly word?: AmbiguousWord;
}

/** What is no building, whatever else is named beside it. */
const noBuilding = /^(?:οικοπεδ|αγρο|γηπεδ|plot$|land$)/;

/**
 * The names in a sentence, the longest at each place. A word in the genitive is what the property is
 * of, and no name: `Αποθήκη καταστήματος`.
 */
function namedIn(parts: readonly string[]): readonly Named[] {
  const named: Named[] = [];
  if (parts.some(part => noBuilding.test(part))) return named;
  for (let at = 0; at < parts.length; ) {
    const start = at++;
    for (let length = Math.min(mostWords, parts.length - start); length > 0; length--) {
      const found = nameOf(parts.slice(start, start + length).join(' '));
      if (found === undefined) continue;
      named.push(found);
      at = start + length;
      break;
    }
  }
  return named;
}

function nameOf(text: string): Named | undefined {
  const type = typeByName.get(text) ?? typeBySuffix(text);
  if (type !== undefined) return { type };
  const word = ambiguousWords.find(({ forms }) => forms.includes(text));
  return word && { word };
}

/** `Κρεοπωλείο`, `Οδοντιατρείο`. */
function typeBySuffix(text: string): PropertyType | undefined {
  if (/^\p{L}+πωλειο$/u.test(text)) return 'shop';
  return /^\p{L}+ιατρειο$/u.test(text) ? 'office' : undefined;
}

/** No name of a type has more. */
const mostWords = 3;

/** The one type that names mean; words with several meanings must allow it. */
function typeIn(named: readonly Named[]): PropertyType | undefined {
  const types = new Set(named.flatMap(({ type }) => type ?? []));
  const [type] = types;
  const isAllowed = ({ word }: Named) => word === undefined || word.types.includes(type!);
  return types.size === 1 && named.every(isAllowed) ? type : undefined;
}

/** The name of a type without its floor. */
const plainOf = (text: string) => typeWord(text.replace(floor, '').replace(storeys, ''));
const partsOf = (plain: string) =>
  plain
    .replace(tail, '')
    .replace(/(?<!\p{L})κτ(?!\p{L})/u, 'κτιριο')
    .split(/\.\s*|[\s,()&+-]+/)
    .filter(part => /\p{L}/u.test(part));
/** Where a property lies, which is another name often: `σε πολυκατοικία`. */
const tail = /(?<=\p{L}) (?:σε|στο|στον|στη|στην|εντοσ|επι|in|within) .*/u;

/** Whether parts are the words of a name, each perhaps abbreviated. */
function isNameOf(parts: readonly string[], name: string): boolean {
  const words = name.split(' ');
  return words.length === parts.length && parts.every((part, at) => isShortOf(part, words[at]!));
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
