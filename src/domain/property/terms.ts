import { type Words, words } from '#tools/notation/languages.ts';
import type { PropertyType } from './cost/building.ts';

/** Terms of the trade that the console, messages and summaries share: one word for one thing. */
export const terms = {
  asNew: words('Κόστος ανακατασκευής', 'Cost as new'),
  asIs: words('Αποσβεσμένο κόστος', 'Depreciated cost'),
  ageing: words('Απομείωση λόγω παλαιότητας', 'Depreciation'),
  sumInsured: words('Ασφαλιζόμενο κεφάλαιο', 'Sum insured'),
  accumulation: words('Συγκέντρωση κινδύνου', 'Accumulation'),
  dataset: words('Έκδοση δεδομένων κόστους', 'Version of the cost data'),
  valuationDate: words('Ημερομηνία εκτίμησης', 'Valuation date'),
  addons: words('Προσαυξήσεις', 'Add-ons'),
  rough: words('Κατά προσέγγιση', 'Approximate'),
  toCheck: words('Για έλεγχο', 'To check'),
  unplaced: words('Γραμμές χωρίς βέβαιη θέση', 'Rows without a reliable location'),
  sample: words('δεδομένα δείγματος', 'sample data'),
  illustrative: words('Ενδεικτικές τιμές του Ktima', 'Illustrative rates of Ktima'),
  notLoaded: words('δεν ελέγχθηκε (δεν έχουν φορτωθεί δεδομένα)', 'not checked (no data loaded)'),
} as const;

/** Property types in words. */
export const propertyTypeWords: Readonly<Record<PropertyType, Words>> = {
  apartment: words('Διαμέρισμα', 'Apartment'),
  house: words('Μονοκατοικία', 'House'),
  maisonette: words('Μεζονέτα', 'Maisonette'),
  office: words('Γραφείο', 'Office'),
  shop: words('Κατάστημα', 'Shop'),
  warehouse: words('Επαγγελματική αποθήκη', 'Warehouse'),
  industrial: words('Βιομηχανικό κτίριο', 'Industrial building'),
  hotel: words('Ξενοδοχείο', 'Hotel'),
  parking: words('Θέση στάθμευσης', 'Parking space'),
  storage: words('Αποθήκη (βοηθητικός χώρος)', 'Storage room'),
  basement: words('Υπόγειο', 'Basement'),
  auxiliary: words('Βοηθητικός χώρος', 'Auxiliary space'),
};
