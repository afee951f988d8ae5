import { words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../../tools/language/language.ts';

/** The texts of comparables. */
export const { el, en } = inLanguages({
  heading: words('Συγκριτικά στοιχεία αγοράς', 'Market evidence'),
  choose: words('Επιλογή συγκριτικών', 'Choose comparables'),
  type: words('Είδος', 'Type'),
  land: words('Οικόπεδο, αγροτεμάχιο', 'Land'),
  metres: words('Απόσταση', 'Distance'),
  area: words('Εμβαδόν', 'Area'),
  years: words('Έτος κατασκευής', 'Year of construction'),
  age: words('Χρονολογία τιμής', 'Age of the price'),
  kindOf: words('Είδος τιμής', 'Kind of price'),
  any: words('Όλα', 'Any'),
  within: (percent: string) => words(`± ${percent} %`, `± ${percent}%`),
  withinYears: (years: string) => words(`± ${years} έτη`, `± ${years} years`),
  lastYears: (years: string) =>
    words(
      years === '1' ? 'τελευταίο έτος' : `τελευταία ${years} έτη`,
      years === '1' ? 'last year' : `last ${years} years`,
    ),
  kind: {
    asking: words('Ζητούμενη', 'Asking'),
    sold: words('Πώληση', 'Sold'),
  },
  found: (count: number, shown: number) =>
    words(
      count === 0
        ? 'Δεν βρέθηκαν τιμές με αυτά τα όρια.'
        : count > shown
          ? `${count} τιμές· εμφανίζονται οι ${shown} πλησιέστερες.`
          : count === 1
            ? '1 τιμή.'
            : `${count} τιμές.`,
      count === 0
        ? 'No prices were found within these limits.'
        : count > shown
          ? `${count} prices; the nearest ${shown} are shown.`
          : count === 1
            ? '1 price.'
            : `${count} prices.`,
    ),
  most: (count: number) => words(`Το πολύ ${count} γραμμές.`, `At most ${count} rows.`),
  chosen: (count: number) =>
    words(count === 1 ? '1 επιλεγμένη' : `${count} επιλεγμένες`, `${count} chosen`),
  choice: words('Επιλογή', 'Choose'),
  date: words('Ημερομηνία', 'Date'),
  place: words('Θέση, πηγή', 'Place, source'),
  noAddress: words('Χωρίς διεύθυνση', 'No address'),
  year: words('Έτος', 'Year'),
  price: words('Τιμή', 'Price'),
  perM2: words('€/m²', '€/m²'),
  row: (number: number) => words(`γραμμή ${number}`, `row ${number}`),
  count: words('Πλήθος', 'Number'),
  lowerQuartile: words('1ο τεταρτημόριο', 'Lower quartile'),
  median: words('Διάμεσος', 'Median'),
  upperQuartile: words('3ο τεταρτημόριο', 'Upper quartile'),
  plot: (count: number) =>
    words(
      `Οι ${count} τιμές ανά m² σε άξονα, με διάμεσο και τεταρτημόρια.`,
      `The ${count} prices per m² on an axis, with median and quartiles.`,
    ),
  note: words(
    'Οι γραμμές, οι προσαρμογές και τα βάρη είναι του συντάκτη· τα υπόλοιπα είναι πράξεις επ’ αυτών, σε €/m². Το Ktima δεν εκτιμά αξίες.',
    'Rows, adjustments and weights are the preparer’s; the rest is arithmetic on them, in €/m². Ktima makes no estimate of a value.',
  ),
  mixed: words(
    'Στις τιμές υπάρχουν και ζητούμενες, που δεν είναι τιμές πώλησης.',
    'Some of the prices are asked for, which are no sales.',
  ),
  subject: words('Ακίνητο', 'Subject'),
  floorOf: words('Όροφος ακινήτου', 'Floor'),
  adjustment: {
    time: words('Χρόνος', 'Date'),
    location: words('Θέση', 'Location'),
    size: words('Μέγεθος', 'Size'),
    condition: words('Ηλικία, κατάσταση', 'Age and condition'),
    floor: words('Όροφος, θέα', 'Floor and view'),
    parking: words('Στάθμευση', 'Parking'),
    negotiation: words('Περιθώριο διαπραγμάτευσης', 'Negotiation margin'),
  },
  sum: words('Σύνολο προσαρμογών', 'Sum of adjustments'),
  adjusted: words('€/m² μετά τις προσαρμογές', 'Adjusted €/m²'),
  weight: words('Βάρος', 'Weight'),
  range: (least: string, most: string) =>
    words(
      `Εύρος μετά τις προσαρμογές: ${least} έως ${most} €/m².`,
      `Adjusted range: ${least} to ${most} €/m².`,
    ),
  mean: (mean: string) =>
    words(`Σταθμισμένος μέσος: ${mean} €/m².`, `Weighted mean: ${mean} €/m².`),
  weights: (sum: string) =>
    words(
      `Τα βάρη έχουν άθροισμα ${sum}, όχι 100 %: χωρίς σταθμισμένο μέσο.`,
      `The weights sum to ${sum}, not to 100%: no weighted mean.`,
    ),
});

/** The texts in the language of the page. */
export const useComparablesWords = wordsHook({ el, en });
