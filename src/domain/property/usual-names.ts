import { fold } from '#domain/geocoder/text/fold.ts';

/** Words that headings of several words abbreviate, and the word in another form, folded. */
const wholeWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    αριθμοσ: 'αρ, αριθ, αριθμ',
    κωδικοσ: 'κωδ',
    ταχυδρομικοσ: 'ταχ, ταχυδρ',
    κτιριου: 'κτ, κτιρ, κτηρ, κτηριου',
    κτισματοσ: 'κτισμ',
    κινδυνου: 'κινδ',
    διευθυνση: 'διευθ, δνση',
    ακινητου: 'ακιν',
    κατασκευησ: 'κατασκ',
    ετοσ: 'ετ',
    χρονολογια: 'χρον',
    εμβαδον: 'εμβ, εμβαδο',
    επιφανεια: 'επιφ',
    περιφερειακη: 'περιφ',
    συμβολαιου: 'συμβ, συμβολ',
    ασφαλιστηριου: 'ασφ',
  }).flatMap(([word, short]) => short.split(', ').map(one => [one, word])),
);

/**
 * Usual column names of each field, the most likely first. Comparison ignores accents, case, every
 * character that is not a letter or digit, and then remarks in brackets: `Εμβαδόν (m2)`. A name may
 * also join two of them: `Πόλη / Περιοχή`, `Οδός & Αριθμός` (`joinedField`).
 */
export const usualNames = {
  address: listOf(`
    address, Διεύθυνση, full address, Πλήρης διεύθυνση, property address, Διεύθυνση ακινήτου,
    street address, location address, addr, Δ/νση, Δ/νση ακινήτου, Οδός-Αριθμός,
    Διεύθυνση κινδύνου, Δ/νση κινδύνου, Τόπος ασφάλισης, Τόπος κινδύνου, Τοποθεσία κινδύνου,
    risk address, Ταχ. διεύθυνση, Θέση, diefthynsi, dieythynsi, diefthinsi`),
  street: listOf('street, Οδός, street name, Όνομα οδού, Ονομασία οδού, addr:street, odos'),
  house_number: listOf(`
    house number, Αριθμός οδού, street number, house no, street no, addr:housenumber,
    arithmos`),
  postal_code: listOf(`
    postal code, Ταχυδρομικός κώδικας, Τ.Κ., Ταχυδρομικός κωδικός, postcode, post code, zip, zip code,
    TK, addr:postcode`),
  city: listOf(`
    city, Πόλη, poli, polh, dimos, town, Δήμος, municipality, Οικισμός, settlement, locality, addr:city, Χωριό,
    Κοινότητα, Περιοχή`),
  // Used for a row whose city is empty.
  municipality: listOf('Δήμος, municipality, Οικισμός, Κοινότητα, Περιοχή'),
  regional_unit: listOf(`
    regional unit, Περιφερειακή ενότητα, Π.Ε., Νομός, prefecture, nomos`),
  latitude: listOf('latitude, Γεωγραφικό πλάτος, lat, Πλάτος, gps latitude'),
  longitude: listOf('longitude, Γεωγραφικό μήκος, lon, lng, long, Μήκος, gps longitude'),
  kaek_code: listOf(`
    kaek code, ΚΑΕΚ, kaek, Κωδικός ΚΑΕΚ, Αριθμός ΚΑΕΚ, cadastral code, kaek new, kaek id,
    kaek12, prop kaek`),
  property_type: listOf(`
    property type, Τύπος ακινήτου, Είδος ακινήτου, Κατηγορία ακινήτου, Τύπος κατοικίας,
    Είδος κατοικίας, building type, Είδος κινδύνου, Τύπος κινδύνου, Είδος κτιρίου`),
  build_area: listOf(`
    build area, Εμβαδόν κτίσματος, Εμβαδόν κτιρίου, Επιφάνεια κτίσματος, Επιφάνεια κτιρίου,
    build area m2, built area, building area, floor area,
    living area`),
  construction_year: listOf(`
    construction year, Έτος κατασκευής, year built, year of construction, Έτος ανέγερσης,
    Χρονολογία κατασκευής, Έτος κατ., Έτος κτίσης, Έτος κτιρίου, build year, built,
    etos kataskevis, etos kataskeyis, yoc`),
  renovation_year: listOf('renovation year, Έτος ανακαίνισης, year renovated, year of renovation'),
  condition: listOf(`
    condition, Κατάσταση κτιρίου, Κατάσταση κτίσματος, building condition`),
  quality: listOf(`
    quality, Ποιότητα κατασκευής, Ποιότητα, construction quality, building quality`),
  basement_area_m2: listOf('basement area m2, basement area, Εμβαδόν υπογείου, Επιφάνεια υπογείου'),
  auxiliary_area_m2: listOf(`
    auxiliary area m2, auxiliary area, Εμβαδόν βοηθητικών χώρων, Επιφάνεια βοηθητικών χώρων, Εμβαδόν βοηθητικών`),
  // Headings of sums insured are read by their parts (sum-headings.ts).
  sum_insured: [],
  contents_sum_insured: [],
  interruption_sum_insured: listOf('business interruption, Διακοπή εργασιών, Απώλεια κερδών'),
  valuation_date: listOf(`
    valuation date, Ημερομηνία εκτίμησης, Ημ/νία εκτίμησης, date of valuation`),
  floors: listOf(`
    floors, Αριθμός ορόφων, Πλήθος ορόφων, Όροφοι, number of floors, storeys`),
  floor: listOf('floor, Όροφος, Όροφος ακινήτου'),
  construction_class: listOf(`
    construction class, Κατασκευή, Είδος κατασκευής, Τύπος κατασκευής, Κλάση κατασκευής,
    construction type`),
  use: listOf('use, Χρήση, Χρήση ακινήτου, Χρήση κτιρίου, Χρήση κινδύνου, occupancy'),
  reference: listOf(`
    reference, Κωδικός ακινήτου, Αριθμός συμβολαίου, Συμβόλαιο, policy number, policy no,
    property id, reference number, Κωδικός κινδύνου, Αριθμός ασφαλιστηρίου, Ασφαλιστήριο`),
};

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

/**
 * Names that leave open what they describe: `Εμβαδόν` may be that of the plot. They count where no
 * column has a usual name of the field. A bare `Έτος` may be the year of the contract: recent years
 * in it are not used.
 */
export const generalNames: Readonly<Partial<Record<Field, readonly string[]>>> = {
  property_type: listOf('Τύπος, Είδος, type, typos, eidos'),
  construction_year: listOf('Έτος, year, Χρονολογία'),
  reference: listOf('Κωδικός, Κωδ., id, Α/Α, A/A, Αύξων αριθμός'),
  build_area: listOf(`
    Εμβαδόν, Εμβαδόν (τ.μ.), Τετραγωνικά μέτρα, Τετραγωνικά, Τ.μ., Επιφάνεια, Επιφάνεια (τ.μ.),
    Εμβαδό, Εμβ., Επιφ., Τετρ. μέτρα, Μικτά τ.μ., Μικτό εμβαδόν, Μικτή επιφάνεια, Εμβαδόν m2, area m2, area sqm, area, sqm, m2, square metres,
    square meters, emvadon, emvado, embadon`),
};

/**
 * Ambiguous names of the house number, accepted only when the file has a street column. Beside a
 * whole address only the Greek ones are: `no` is more often the number of the row.
 */
export const namesBesideAddress = listOf('Αριθμός, Αρ.');
export const namesBesideStreet = [
  ...namesBesideAddress,
  // `Νο` in Greek letters too.
  ...listOf('Αριθ., Αριθμ., Αρ/μός, Νούμερο, number, no, Νο, num, nr'),
];

/** The keys of names in a list with commas. */
export function listOf(names: string): readonly string[] {
  return names.trim().split(/,\s+/).map(columnKey);
}

/**
 * Only letters and digits, folded as in the geocoder, so that `m²` equals `m2`. Among several words
 * an abbreviation is its word: `Αρ. Συμβ.` is `Αριθμός συμβολαίου`.
 */
export function columnKey(name: string): string {
  return wordsIn(name).join('');
}

function wordsIn(name: string): string[] {
  const words = fold(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.map(word => (words.length > 1 && wholeWords.get(word)) || word);
}

/** Words by which a heading names what is insured, and not its owner. */
const riskWords: ReadonlySet<string> = new Set(['κινδυνου', 'ακινητου', 'risk', 'property']);

/** The key of a heading of the insured property without the word for it; undefined for others. */
export function riskKey(name: string): string | undefined {
  const words = wordsIn(name);
  const rest = words.filter(word => !riskWords.has(word));
  return rest.length < words.length && rest.length > 0 ? rest.join('') : undefined;
}

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

const fieldOfKey: ReadonlyMap<string, Field> = new Map(
  namedFields
    .flatMap((field): [string, Field][] =>
      [...usualNames[field], ...(generalNames[field] ?? [])].map(key => [key, field]),
    )
    .concat(namesBesideStreet.map(key => [key, 'house_number']))
    // The first field that has a name keeps it.
    .reverse(),
);

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
