/** In Greek. */
export const el = {
  heading: 'Συγκριτικά στοιχεία αγοράς',
  choose: 'Επιλογή συγκριτικών',
  type: 'Είδος',
  land: 'Οικόπεδο, αγροτεμάχιο',
  metres: 'Απόσταση',
  area: 'Εμβαδόν',
  years: 'Έτος κατασκευής',
  age: 'Χρονολογία τιμής',
  kindOf: 'Είδος τιμής',
  any: 'Όλα',
  within: (percent: string) => `± ${percent} %`,
  withinYears: (years: string) => `± ${years} έτη`,
  lastYears: (years: string) => (years === '1' ? 'τελευταίο έτος' : `τελευταία ${years} έτη`),
  kind: { asking: 'Ζητούμενη', sold: 'Πώληση' },
  found: (count: number, shown: number) =>
    count === 0
      ? 'Δεν βρέθηκαν τιμές με αυτά τα όρια.'
      : count > shown
        ? `${count} τιμές· εμφανίζονται οι ${shown} πλησιέστερες.`
        : count === 1
          ? '1 τιμή.'
          : `${count} τιμές.`,
  most: (count: number) => `Το πολύ ${count} γραμμές.`,
  chosen: (count: number) => (count === 1 ? '1 επιλεγμένη' : `${count} επιλεγμένες`),
  choice: 'Επιλογή',
  date: 'Ημερομηνία',
  place: 'Θέση, πηγή',
  noAddress: 'Χωρίς διεύθυνση',
  year: 'Έτος',
  price: 'Τιμή',
  perM2: '€/m²',
  row: (number: number) => `γραμμή ${number}`,
  count: 'Πλήθος',
  lowerQuartile: '1ο τεταρτημόριο',
  median: 'Διάμεσος',
  upperQuartile: '3ο τεταρτημόριο',
  plot: (count: number) => `Οι ${count} τιμές ανά m² σε άξονα, με διάμεσο και τεταρτημόρια.`,
  note: 'Οι γραμμές, οι προσαρμογές και τα βάρη είναι του συντάκτη· τα υπόλοιπα είναι πράξεις επ’ αυτών, σε €/m². Το Ktima δεν εκτιμά αξίες.',
  mixed: 'Στις τιμές υπάρχουν και ζητούμενες, που δεν είναι τιμές πώλησης.',
  subject: 'Ακίνητο',
  floorOf: 'Όροφος ακινήτου',
  adjustment: {
    time: 'Χρόνος',
    location: 'Θέση',
    size: 'Μέγεθος',
    condition: 'Ηλικία, κατάσταση',
    floor: 'Όροφος, θέα',
    parking: 'Στάθμευση',
    negotiation: 'Περιθώριο διαπραγμάτευσης',
  },
  sum: 'Σύνολο προσαρμογών',
  adjusted: '€/m² μετά τις προσαρμογές',
  weight: 'Βάρος',
  range: (least: string, most: string) => `Εύρος μετά τις προσαρμογές: ${least} έως ${most} €/m².`,
  mean: (mean: string) => `Σταθμισμένος μέσος: ${mean} €/m².`,
  weights: (sum: string) => `Τα βάρη έχουν άθροισμα ${sum}, όχι 100 %: χωρίς σταθμισμένο μέσο.`,
};

/** In English. */
export const en: typeof el = {
  heading: 'Market evidence',
  choose: 'Choose comparables',
  type: 'Type',
  land: 'Land',
  metres: 'Distance',
  area: 'Area',
  years: 'Year of construction',
  age: 'Age of the price',
  kindOf: 'Kind of price',
  any: 'Any',
  within: percent => `± ${percent}%`,
  withinYears: years => `± ${years} years`,
  lastYears: years => (years === '1' ? 'last year' : `last ${years} years`),
  kind: { asking: 'Asking', sold: 'Sold' },
  found: (count, shown) =>
    count === 0
      ? 'No prices were found within these limits.'
      : count > shown
        ? `${count} prices; the nearest ${shown} are shown.`
        : count === 1
          ? '1 price.'
          : `${count} prices.`,
  most: count => `At most ${count} rows.`,
  chosen: count => `${count} chosen`,
  choice: 'Choose',
  date: 'Date',
  place: 'Place, source',
  noAddress: 'No address',
  year: 'Year',
  price: 'Price',
  perM2: '€/m²',
  row: number => `row ${number}`,
  count: 'Number',
  lowerQuartile: 'Lower quartile',
  median: 'Median',
  upperQuartile: 'Upper quartile',
  plot: count => `The ${count} prices per m² on an axis, with median and quartiles.`,
  note: 'Rows, adjustments and weights are the preparer’s; the rest is arithmetic on them, in €/m². Ktima makes no estimate of a value.',
  mixed: 'Some of the prices are asked for, which are no sales.',
  subject: 'Subject',
  floorOf: 'Floor',
  adjustment: {
    time: 'Date',
    location: 'Location',
    size: 'Size',
    condition: 'Age and condition',
    floor: 'Floor and view',
    parking: 'Parking',
    negotiation: 'Negotiation margin',
  },
  sum: 'Sum of adjustments',
  adjusted: 'Adjusted €/m²',
  weight: 'Weight',
  range: (least, most) => `Adjusted range: ${least} to ${most} €/m².`,
  mean: mean => `Weighted mean: ${mean} €/m².`,
  weights: sum => `The weights sum to ${sum}, not to 100%: no weighted mean.`,
};
