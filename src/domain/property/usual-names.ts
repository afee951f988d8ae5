import { fold, memoized } from '#domain/geocoder/text/fold.ts';
import {
  abbreviates,
  headingReader,
  isShortOf,
  leastLetters,
} from '#domain/geocoder/text/heading-words.ts';

const usual = {
  address: `
    address, Διεύθυνση, full address, Πλήρης διεύθυνση, property address, Διεύθυνση ακινήτου,
    street address, location address, addr, Δ/νση, Οδός-Αριθμός, Διεύθυνση κινδύνου,
    Τόπος ασφάλισης, Τόπος κινδύνου, Τοποθεσία κινδύνου, risk address, location of risk,
    Ταχυδρομική διεύθυνση, Θέση`,
  street: 'street, Οδός, street name, Όνομα οδού, Ονομασία οδού, Οδ., addr:street',
  house_number: 'house number, Αριθμός οδού, street number, addr:housenumber',
  postal_code: `
    postal code, Ταχυδρομικός κώδικας, Τ.Κ., Ταχυδρομικός κωδικός, postcode, post code, zip, zip code,
    addr:postcode`,
  city: `
    city, Πόλη, town, Δήμος, municipality, Οικισμός, settlement, locality, addr:city, Χωριό,
    Κοινότητα, Περιοχή, Δημ.`,
  // Used for a row whose city is empty.
  municipality: 'Δήμος, municipality, Οικισμός, Κοινότητα, Περιοχή',
  regional_unit: 'regional unit, Περιφερειακή ενότητα, Π.Ε., Νομός, Νομ., prefecture',
  latitude: 'latitude, Γεωγραφικό πλάτος, lat, Πλάτος, gps latitude',
  longitude: 'longitude, Γεωγραφικό μήκος, lon, lng, long, Μήκος, gps longitude',
  kaek_code: `
    kaek code, ΚΑΕΚ, kaek, Κωδικός ΚΑΕΚ, Αριθμός ΚΑΕΚ, cadastral code, kaek new, kaek id,
    kaek12, prop kaek`,
  property_type: `
    property type, Τύπος ακινήτου, Είδος ακινήτου, Κατηγορία ακινήτου, Τύπος κατοικίας,
    Είδος κατοικίας, building type, Είδος κινδύνου, Τύπος κινδύνου, Είδος κτιρίου,
    Κατηγορία κινδύνου`,
  build_area: `
    build area, Εμβαδόν κτίσματος, Εμβαδόν κτιρίου, Επιφάνεια κτίσματος, Επιφάνεια κτιρίου,
    built area, building area, floor area, living area, gross floor area, GFA`,
  construction_year: `
    construction year, Έτος κατασκευής, year built, year of construction, Έτος ανέγερσης,
    Χρονολογία κατασκευής, Έτος κτίσης, Έτος κτιρίου, build year, built, yoc`,
  renovation_year: 'renovation year, Έτος ανακαίνισης, year renovated, year of renovation',
  condition: 'condition, Κατάσταση κτιρίου, Κατάσταση κτίσματος, building condition',
  quality: 'quality, Ποιότητα κατασκευής, Ποιότητα, construction quality, building quality',
  basement_area_m2: 'basement area m2, basement area, Εμβαδόν υπογείου, Επιφάνεια υπογείου',
  auxiliary_area_m2: `
    auxiliary area m2, auxiliary area, Εμβαδόν βοηθητικών χώρων, Επιφάνεια βοηθητικών χώρων,
    Εμβαδόν βοηθητικών`,
  // Headings of sums insured are read by their parts (sum-headings.ts).
  sum_insured: '',
  contents_sum_insured: '',
  interruption_sum_insured: 'business interruption, Διακοπή εργασιών, Απώλεια κερδών',
  valuation_date: 'valuation date, Ημερομηνία εκτίμησης, Ημ/νία εκτίμησης, date of valuation',
  floors: 'floors, Αριθμός ορόφων, Πλήθος ορόφων, Όροφοι, number of floors, storeys',
  floor: 'floor, Όροφος, Όροφος ακινήτου',
  construction_class: `
    construction class, Κατασκευή, Είδος κατασκευής, Τύπος κατασκευής, Κλάση κατασκευής,
    construction type`,
  use: 'use, Χρήση, Χρήση ακινήτου, Χρήση κτιρίου, Χρήση κινδύνου, occupancy',
  reference: `
    reference, Κωδικός ακινήτου, Αριθμός συμβολαίου, Συμβόλαιο, policy number,
    property id, reference number, Κωδικός κινδύνου, Αριθμός ασφαλιστηρίου, Ασφαλιστήριο`,
} as const;

/**
 * Names that leave open what they describe: `Εμβαδόν` may be that of the plot. They count where no
 * column has a usual name of the field. A bare `Έτος` may be the year of the contract.
 */
const general = {
  property_type: 'Τύπος, Είδος, type',
  construction_year: 'Έτος, year, Χρονολογία',
  reference: 'Κωδικός, Κωδ., id, Α/Α, A/A, Αύξων αριθμός',
  build_area: `
    Εμβαδόν, Τετραγωνικά μέτρα, Τετραγωνικά, Τ.μ., Επιφάνεια, Εμβαδό, Εμβ., Μικτά τ.μ.,
    Μικτό εμβαδόν, Μικτή επιφάνεια, area, sqm, sq m, m2, square metres, square meters`,
} as const;

/**
 * Ambiguous names of the house number, accepted only when the file has a street column. Beside a
 * whole address only the Greek ones are: `no` is more often the number of the row.
 */
const besideAddress = 'Αριθμός, Αρ.';
const besideStreet = `${besideAddress}, Αριθ., Αριθμ., Αρ/μός, Νούμερο, number, no, Νο, num, nr`;

/** Beginnings of words by which a heading names what is insured, and not its owner. */
const riskWords: readonly string[] =
  'κινδυν ακινητ κτιρι κτισμ οικοδομ μισθιου risk property building location object site asset'.split(
    ' ',
  );
/** Whether a word of a heading is one of them, perhaps abbreviated. */
const isRiskWord = (word: string) =>
  riskWords.some(risk => word.startsWith(risk) || isShortOf(word, risk, leastLetters));
/** What may stand beside them; alone they are its owner. */
const insured: ReadonlySet<string> = new Set('ασφαλιζομενου ασφαλισμενου insured'.split(' '));

/** Further words of headings: of sums, and of what is no field. */
const otherWords = `
  κινδύνου, ακινήτου, κτιρίου, κτίσματος, οικοδομής, κεφάλαιο, ασφαλισμένο, ασφαλιζόμενο, ασφαλιζόμενη, ασφάλισης, αξία, ποσό, περιεχομένου,
  περιεχόμενο, εμπορευμάτων, εξοπλισμού, οικοσκευής, χιλιάδες, ασφάλιστρο, ασφάλιστρα, απαλλαγή,
  φόροι, πελάτη, λήπτη, ιδιοκτήτη, συμβαλλόμενου, ασφαλισμένου, έκδοσης, λήξης, έναρξης, γέννησης,
  αγοράς, άδειας, οικοπέδου, αποθήκης, ακιν, πράκτορα, τηλέφωνο, ταχ,
  sum, sums, insured, insurance, value, amount, limit, contents, cont, stock, equipment, building, tax,
  business, interruption, total, eur, euro`;

/** The words of a heading, folded; Greek ones also if they are written in Latin letters. */
export const headingWords = memoized(
  headingReader(
    [...Object.values(usual), ...Object.values(general), besideStreet, riskWords.join(' ')]
      .concat(otherWords)
      .join(' '),
  ),
);

/** The keys of names in a list with commas. */
export function listOf(names: string): readonly string[] {
  return names
    .trim()
    .split(/,\s+/)
    .map(name => headingWords(name).join(''));
}

type Names<Of> = Readonly<Record<keyof Of, readonly string[]>>;

/**
 * Usual column names of each field, the most likely first. Comparison ignores accents, case, every
 * character that is not a letter or digit, and then remarks in brackets: `Εμβαδόν (m2)`. A name may
 * also join two of them: `Πόλη / Περιοχή`, `Οδός & Αριθμός` (`joinedField`).
 */
export const usualNames = keysOf(usual);
export const generalNames: Readonly<Partial<Record<Field, readonly string[]>>> = keysOf(general);
export const namesBesideAddress = listOf(besideAddress);
export const namesBesideStreet = listOf(besideStreet);

function keysOf<Of extends object>(lists: Of): Names<Of> {
  const entries = Object.entries(lists).map(([field, names]) => [
    field,
    names ? listOf(names) : [],
  ]);
  return Object.fromEntries(entries);
}

/** The fields that are found by usual names. */
export const namedFields = Object.keys(usualNames) as (keyof typeof usualNames)[];

/** Projected coordinates. Their names may have a mark of the Greek Grid (`X_EGSA`). */
export const axes = ['x', 'y'] as const;

/** The fields of a property, by the names that `--map` accepts. */
export const fields = [...namedFields, ...axes] as const;
export type Field = (typeof fields)[number];

/** The fields of what is insured. */
export const insuredFields = [
  'sum_insured',
  'contents_sum_insured',
  'interruption_sum_insured',
] as const satisfies readonly Field[];

const fieldOfKey: ReadonlyMap<string, Field> = new Map(
  namedFields
    .flatMap((field): [string, Field][] =>
      [...usualNames[field], ...(generalNames[field] ?? [])].map(key => [key, field]),
    )
    .concat(namesBesideStreet.map(key => [key, 'house_number']))
    // The first field that has a name keeps it.
    .reverse(),
);

/** A name with its words, and its key. */
const fullNames = [...Object.values(usual), ...Object.values(general)]
  .flatMap(names => names.trim().split(/,\s+/))
  .map(name => ({ words: headingWords(name), key: headingWords(name).join('') }));

/** Units behind a name. */
const units = /^(?:τμ|μ2|m2|tm|sqm)$/;

/**
 * The key by which names of columns are compared: only letters and digits, folded as in the
 * geocoder, so that `m²` equals `m2`. Words may be abbreviated, be in Latin letters and have a unit
 * behind them, if that means one name: `EMB. KTISM. (M2)` is `Εμβαδόν κτίσματος`.
 */
export const columnKey: (name: string) => string = memoized(name =>
  keyOf(headingWords(name), leastLetters + 1),
);

/** `least`: letters of an abbreviation that is alone. */
function keyOf(words: readonly string[], least: number): string {
  const key = words.join('');
  if (fieldOfKey.has(key) || key === '') return key;
  const fits = fullNames.filter(({ words: of }) => abbreviates(words, of, least));
  const meant = new Set(fits.map(one => fieldOfKey.get(one.key)));
  if (meant.size === 1) return fits[0]!.key;
  const plain = units.test(words.at(-1)!) ? keyOf(words.slice(0, -1), least) : key;
  return fieldOfKey.has(plain) ? plain : key;
}

/**
 * The key of a heading of the insured property, without the word for it if the rest is a name;
 * undefined for others.
 */
export function riskKey(name: string): string | undefined {
  const words = headingWords(name);
  const others = words.filter(word => !isRiskWord(word));
  if (others.length === words.length || others.length === 0) return undefined;
  const rest = keyOf(
    others.filter(word => !insured.has(word)),
    leastLetters,
  );
  return fieldOfKey.has(rest) ? rest : columnKey(name);
}

/** The words of a heading without those for what is insured. */
export const plainWords = (name: string) => headingWords(name).filter(word => !isRiskWord(word));

/** What may be in brackets without a change of meaning: units, the system of coordinates, remarks. */
const remarks: ReadonlySet<string> = new Set(
  [
    ...['m2', 'μ2', 'τ.μ.', 'tm', 'sqm', 'sq. m.', 'τετρ. μέτρα', 'τετραγωνικά μέτρα'],
    ...['square metres', 'square meters', 'WGS84', 'EPSG:4326', 'degrees', 'μοίρες'],
    ...['ευρώ', 'σε ευρώ', 'EUR', 'euro', 'in euro'],
    ...['πλήρης', 'full', 'Οδός, Αριθμός', 'προαιρετικό', 'optional', 'υποχρεωτικό', 'required'],
  ].map(columnKey),
);

/** The same without remarks in brackets. `Επιφάνεια (οικοπέδου)` keeps its brackets: it is another thing. */
export function keyWithoutRemarks(name: string): string {
  const lastEnd = { '(': name.lastIndexOf(')'), '[': name.lastIndexOf(']') };
  let plain = '';
  let from = 0;
  for (const { 0: bracket, index } of name.matchAll(/[([]/g)) {
    // Only a bracket with an end is searched for it, so that `[[[[` costs nothing.
    if (index < from || index > lastEnd[bracket as '(' | '[']) continue;
    const end = name.indexOf(bracket === '(' ? ')' : ']', index) + 1;
    const isRemark = remarks.has(columnKey(name.slice(index + 1, end - 1)));
    plain += name.slice(from, isRemark ? index : end);
    from = end;
  }
  return columnKey(plain + name.slice(from));
}

const addressParts: readonly Field[] = ['address', 'street', 'house_number', 'postal_code', 'city'];

/**
 * The field of a column whose name joins usual names: `Πόλη / Περιοχή` is the city, `Οδός & Αριθμός`
 * an address. Undefined if a part is unknown, or if the parts are different fields.
 */
export function joinedField(name: string): Field | undefined {
  const parts = fold(name).split(/[&/,+]|\s(?:και|and|-|–)\s/);
  if (parts.length < 2) return undefined;
  const found = parts.map(part => fieldOfKey.get(columnKey(part)));
  const [first] = found;
  if (found.every(field => field === first)) return first;
  const isAddress = found.every(field => field !== undefined && addressParts.includes(field));
  const hasStreet = found.includes('street') || found.includes('address');
  return isAddress && hasStreet ? 'address' : undefined;
}
