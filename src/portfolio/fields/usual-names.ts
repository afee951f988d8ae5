/** The fields that are found by usual names. */
export const namedFields = [
  'address',
  'street',
  'house_number',
  'postal_code',
  'city',
  'municipality',
  'latitude',
  'longitude',
  'kaek_code',
  'property_type',
  'build_area',
  'construction_year',
] as const;

/** Projected coordinates. Their names may have a mark of the Greek Grid (`X_EGSA`). */
export const axes = ['x', 'y'] as const;

/** The fields of a property, by the names that `--map` accepts. */
export const fields = [...namedFields, ...axes] as const;
export type Field = (typeof fields)[number];

/**
 * Usual column names of each field, the most likely first. Comparison ignores accents, case, every
 * character that is not a letter or digit, and then remarks in brackets: `Εμβαδόν (m2)`. A name may
 * also join two of them: `Πόλη / Περιοχή`, `Οδός & Αριθμός` (joined-names.ts).
 */
export const usualNames: Readonly<Record<(typeof namedFields)[number], readonly string[]>> = {
  address: [
    'address',
    'Διεύθυνση',
    'full address',
    'Πλήρης διεύθυνση',
    'property address',
    'Διεύθυνση ακινήτου',
    'street address',
    'location address',
    'addr',
    'Δ/νση',
    'Δ/νση ακινήτου',
    'Οδός-Αριθμός',
  ],
  street: ['street', 'Οδός', 'street name', 'Όνομα οδού', 'Ονομασία οδού', 'addr:street', 'odos'],
  house_number: [
    'house number',
    'Αριθμός οδού',
    'street number',
    'Αρ. οδού',
    'house no',
    'street no',
    'addr:housenumber',
  ],
  postal_code: [
    'postal code',
    'Ταχυδρομικός κώδικας',
    'Τ.Κ.',
    'Ταχ. κώδικας',
    'postcode',
    'post code',
    'zip',
    'zip code',
    'TK',
    'addr:postcode',
  ],
  city: [
    'city',
    'Πόλη',
    'town',
    'Δήμος',
    'municipality',
    'Οικισμός',
    'settlement',
    'locality',
    'addr:city',
    'Χωριό',
    'Κοινότητα',
    'Περιοχή',
  ],
  // Used for a row whose city is empty.
  municipality: ['Δήμος', 'municipality', 'Οικισμός', 'Κοινότητα', 'Περιοχή'],
  latitude: ['latitude', 'Γεωγραφικό πλάτος', 'lat', 'Πλάτος', 'gps latitude'],
  longitude: ['longitude', 'Γεωγραφικό μήκος', 'lon', 'lng', 'long', 'Μήκος', 'gps longitude'],
  kaek_code: [
    'kaek code',
    'ΚΑΕΚ',
    'kaek',
    'Κωδικός ΚΑΕΚ',
    'Αριθμός ΚΑΕΚ',
    'cadastral code',
    'kaek new',
    'kaek id',
    'kaek12',
    'prop kaek',
  ],
  property_type: [
    'property type',
    'Τύπος ακινήτου',
    'Είδος ακινήτου',
    'Κατηγορία ακινήτου',
    'Τύπος κατοικίας',
    'Είδος κατοικίας',
    'building type',
  ],
  build_area: [
    'build area',
    'Εμβαδόν κτίσματος',
    'Εμβαδόν κτιρίου',
    'Εμβαδόν κτηρίου',
    'Επιφάνεια κτίσματος',
    'Επιφάνεια κτιρίου',
    'Εμβ. κτίσματος',
    'build area m2',
    'built area',
    'building area',
    'floor area',
    'living area',
  ],
  construction_year: [
    'construction year',
    'Έτος κατασκευής',
    'year built',
    'year of construction',
    'Έτος ανέγερσης',
    'Χρονολογία κατασκευής',
    'Έτος κατ.',
    'Έτος κατασκ.',
    'Έτος κτίσης',
    'Έτ. κατασκευής',
    'build year',
    'built',
  ],
};

/**
 * Names that leave open what they describe: `Εμβαδόν` may be that of the plot. They count where no
 * column has a usual name of the field. A bare `Έτος` is none: it may be the year of the contract.
 */
export const generalNames: Readonly<Partial<Record<Field, readonly string[]>>> = {
  property_type: ['Τύπος', 'Είδος', 'type'],
  build_area: [
    'Εμβαδόν',
    'Εμβαδόν (τ.μ.)',
    'Τετραγωνικά μέτρα',
    'Τετραγωνικά',
    'Τ.μ.',
    'Επιφάνεια',
    'Επιφάνεια (τ.μ.)',
    'Εμβαδό',
    'Εμβ.',
    'Εμβ. τ.μ.',
    'Εμβαδόν m2',
    'area m2',
    'area sqm',
    'area',
    'sqm',
    'm2',
    'square metres',
    'square meters',
  ],
};

/**
 * Ambiguous names of the house number, accepted only when the file has a street column. Beside a
 * whole address only the Greek ones are: `no` is more often the number of the row.
 */
export const namesBesideAddress: readonly string[] = ['Αριθμός', 'Αρ.'];
export const namesBesideStreet: readonly string[] = [...namesBesideAddress, 'number', 'no', 'num'];
