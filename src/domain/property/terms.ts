import type { PropertyType } from './cost/building.ts';

/** A text in Greek and in English. */
export interface Words {
  readonly el: string;
  readonly en: string;
}

export const words = (el: string, en: string): Words => ({ el, en });

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

/** What is insured, and its sums, in words. */
export const coverageWords = {
  building: words('Κτίριο', 'Building'),
  contents: words('Περιεχόμενο', 'Contents'),
  interruption: words('Διακοπή εργασιών', 'Interruption'),
  property: words('Χωρίς διακοπή εργασιών', 'Without interruption'),
  total: words('Σύνολο', 'Total'),
} as const;

/** How exactly the place of a row is known, in words. */
export const certaintyWords = {
  house: words('Αριθμός, γεωτεμάχιο ή συντεταγμένες', 'House, parcel or coordinates'),
  street: words('Δρόμος', 'Street'),
  postal_code: words('Ταχυδρομικός κώδικας', 'Postal code'),
  town: words('Οικισμός ή δήμος', 'Town or municipality'),
  none: words('Χωρίς βέβαιη θέση', 'No reliable location'),
} as const;

/** Results of zones in words. */
export const zoneResultWords = {
  inside: words('εντός', 'inside'),
  possibly_inside: words('ίσως εντός', 'perhaps inside'),
  partly_inside: words('εν μέρει', 'in part'),
  outside: words('εκτός', 'outside'),
  partly_covered: words('εν μέρει άγνωστο', 'partly unknown'),
  not_covered: words('δεν ελέγχθηκε', 'not checked'),
  coverage_unknown: words('άγνωστο', 'unknown'),
  not_loaded: terms.notLoaded,
  'other zones': words('άλλες ζώνες', 'other zones'),
} as const;

/** The texts of a table in one language: each pair, and what makes one, is a text. */
export type TextsOf<Table> = Table extends Words
  ? string
  : Table extends (...values: infer Values) => Words
    ? (...values: Values) => string
    : { readonly [Name in keyof Table]: TextsOf<Table[Name]> };

/** The words of a table in one language. */
export function wordsIn<Table>(language: keyof Words, table: Table): TextsOf<Table>;
export function wordsIn(language: keyof Words, table: unknown): unknown {
  if (typeof table === 'function') return (...values: unknown[]) => table(...values)[language];
  if (typeof table !== 'object' || table === null) return table;
  if (language in table) return (table as Words)[language];
  if (Array.isArray(table)) return table.map(one => wordsIn(language, one));
  const texts = Object.entries(table).map(([name, one]) => [name, wordsIn(language, one)]);
  return Object.fromEntries(texts);
}

/** A source of rates, with the rows that have them. */
interface RateSource {
  readonly source: string;
  readonly valid_from: string;
  readonly is_sample: boolean;
  readonly rows: number;
}

/** Sources of rates for readers. Those that ship have English names of regions: they become one. */
export function rateSources(
  sources: readonly RateSource[],
  language: keyof Words,
): readonly RateSource[] {
  const named = sources.map(one =>
    /^Ktima, illustrative/.test(one.source)
      ? { ...one, source: terms.illustrative[language] }
      : one,
  );
  const groups = Map.groupBy(named, one => [one.source, one.valid_from, one.is_sample].join());
  return [...groups.values()].map(all => {
    return { ...all[0]!, rows: all.reduce((sum, { rows }) => sum + rows, 0) };
  });
}

/** Rows counted in words. */
export const rowCount = (count: string): Words =>
  count === '1' ? words('1 γραμμή', '1 row') : words(`${count} γραμμές`, `${count} rows`);

/** By which rates costs are computed. */
export const rateWords = {
  prefix: words('των δύο πρώτων ψηφίων του Τ.Κ.', 'of the first two digits of the postal code'),
  finest: words('οι λεπτομερέστερες του τόπου', 'the finest of the place'),
} as const;

/** From which figures rows are left out. */
export const leftOutWords = {
  not_read: words('Γραμμές που δεν διαβάστηκαν, σε κανένα ποσό', 'Rows not read, in no sum'),
  without_cost: words('Γραμμές χωρίς κόστος', 'Rows without a cost'),
  without_place: words('Γραμμές σε κανέναν κύκλο ή χάρτη', 'Rows in no circle and on no map'),
} as const;
