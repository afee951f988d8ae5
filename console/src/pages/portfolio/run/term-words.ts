import { certaintyWords, leftOutWords, rateWords } from '#domain/property/summary-terms.ts';
import { terms } from '#domain/property/terms.ts';
import { words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../../tools/language/language.ts';

/** The texts of the terms of a portfolio. */
export const { el, en } = inLanguages({
  /** Of the form. */
  ofRun: words('Όροι της εκτέλεσης', 'Terms of the run'),
  heading: words('Όροι', 'Terms'),
  /** Parameters of the service. */
  fields: {
    valuation_date: terms.valuationDate,
    rates: words('Τιμές μονάδας', 'Rates'),
    index: words('Δείκτης (όνομα)', 'Index (name)'),
    addons: words('Προσαυξήσεις (όνομα)', 'Add-ons (name)'),
    ageing: words(
      'Απομείωση λόγω παλαιότητας (ross, straight_line ή πίνακας)',
      'Ageing (ross, straight_line or a table)',
    ),
    dataset: terms.dataset,
    places: words(
      'Τόποι γύρω (metro_station,hospital ή all)',
      'Places around (metro_station,hospital or all)',
    ),
    zones: words(
      'Ζώνες (flood,earthquake, ή false για καμία)',
      'Zones (flood,earthquake, or false for none)',
    ),
    parcel: words('Γεωτεμάχια', 'Parcels'),
    min_confidence: words(
      'Ελάχιστη βεβαιότητα διεύθυνσης (0 έως 1)',
      'Least confidence of an address (0 to 1)',
    ),
    year_range: words(
      'Έτη κατασκευής από–έως (1800-2026)',
      'Years of construction from–to (1800-2026)',
    ),
    years: words('Έτη που είναι διάστημα (1960-1970)', 'Years that are a range (1960-1970)'),
    area_range_m2: words('Εμβαδά από–έως σε m² (5-20000)', 'Areas from–to in m² (5-20000)'),
    duplicates: words('Γραμμές ίδιες με προηγούμενες', 'Rows the same as earlier ones'),
    implausible: words('Γραμμές με απίθανο κεφάλαιο', 'Rows with an implausible sum'),
    most_insured_ratio: words('Μέγιστο κεφάλαιο προς κόστος (3)', 'Most of sum insured ÷ cost (3)'),
    sum_range_eur_m2: words(
      'Κεφάλαια από–έως σε € ανά m² (500-4000)',
      'Sums from–to in € for each m² (500-4000)',
    ),
    accumulate: words('Κατάταξη κύκλων κατά', 'Circles are ranked by'),
    srid: words(
      'Σύστημα των στηλών x και y (EPSG, ΕΓΣΑ ’87: 2100)',
      'System of the columns x and y (EPSG, GGRS87: 2100)',
    ),
    encoding: words('Κωδικοποίηση του αρχείου', 'Encoding of the file'),
    output_encoding: words('Κωδικοποίηση του αποτελέσματος CSV', 'Encoding of a CSV result'),
    decimal_comma: words('Κόμμα ή τελεία στο αποτέλεσμα CSV', 'Comma or point in a CSV result'),
    bom: words('Σήμα Unicode (BOM) στο αποτέλεσμα CSV', 'Byte order mark in a CSV result'),
  },
  detected: words('(αυτόματα)', '(detected)'),

  ...rateWords,
  ranges: words('μετρά το μέσο', 'the middle counts'),
  strict: words('πρόβλημα της γραμμής', 'a problem of the row'),
  keep: words('στα σύνολα', 'in the totals'),
  drop: words('εκτός συνόλων', 'left out of the totals'),
  yes: words('Ναι', 'Yes'),
  no: words('Όχι', 'No'),
  nothing: words('κανένα', 'none'),
  sample: terms.sample,
  otherDate: words('Με άλλη ημερομηνία', 'With another date'),
  program: words('Πρόγραμμα', 'Program'),
  leftOut: leftOutWords,
  certainty: words('Βεβαιότητα θέσης', 'Certainty of locations'),
  certainties: certaintyWords,
  roughSum: words(`${terms.rough.el} (€)`, `${terms.rough.en} (€)`),
});

/** The texts in the language of the page. */
export const useTermWords = wordsHook({ el, en });
