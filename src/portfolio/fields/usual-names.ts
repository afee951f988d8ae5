/** The fields that are found by usual names. */
export const namedFields = [
  'address',
  'street',
  'house_number',
  'postal_code',
  'city',
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
 * Usual column names of each field, the most likely first. Comparison ignores accents, case and
 * every character that is not a letter or digit.
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
  ],
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
    'Τύπος',
    'Είδος',
    'type',
  ],
  build_area: [
    'build area',
    'Εμβαδόν',
    'Εμβαδόν κτίσματος',
    'Εμβαδόν κτιρίου',
    'Εμβαδόν (τ.μ.)',
    'Τετραγωνικά μέτρα',
    'Τετραγωνικά',
    'Τ.μ.',
    'Επιφάνεια',
    'Επιφάνεια (τ.μ.)',
    'build area m2',
    'built area',
    'building area',
    'floor area',
    'living area',
    'area m2',
    'area sqm',
    'area',
    'sqm',
    'm2',
    'square metres',
    'square meters',
  ],
  construction_year: [
    'construction year',
    'Έτος κατασκευής',
    'year built',
    'year of construction',
    'Έτος ανέγερσης',
    'Χρονολογία κατασκευής',
    'build year',
    'built',
    'Έτος',
    'year',
  ],
};

/** Ambiguous names of the house number, accepted only when the file has a street column. */
export const namesBesideStreet: readonly string[] = ['Αριθμός', 'number', 'Αρ.', 'no', 'num'];
