/** In Greek. */
export const el = {
  heading: 'Συγκριτικά στοιχεία αγοράς',
  choose: 'Επιλογή συγκριτικών',
  type: 'Τύπος',
  land: 'Οικόπεδο, αγροτεμάχιο',
  metres: 'Απόσταση',
  area: 'Εμβαδόν',
  years: 'Έτος κατασκευής',
  age: 'Παλαιότητα τιμής',
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
  most: (count: number) => `Το πολύ ${count} σειρές.`,
  chosen: (count: number) => (count === 1 ? '1 επιλεγμένη' : `${count} επιλεγμένες`),
  choice: 'Επιλογή',
  date: 'Ημερομηνία',
  place: 'Θέση, πηγή',
  noAddress: 'Χωρίς διεύθυνση',
  year: 'Έτος',
  distance: 'Απόσταση',
  price: 'Τιμή',
  perM2: '€/m²',
  row: (number: number) => `σειρά ${number}`,
  count: 'Πλήθος',
  lowerQuartile: '1ο τεταρτημόριο',
  median: 'Διάμεσος',
  upperQuartile: '3ο τεταρτημόριο',
  plot: (count: number) => `Οι ${count} τιμές ανά m² σε άξονα, με διάμεσο και τεταρτημόρια.`,
  note: 'Οι σειρές επιλέχθηκαν από τον συντάκτη. Διάμεσος και τεταρτημόρια αφορούν μόνο αυτές, σε €/m². Οι ζητούμενες τιμές δεν είναι τιμές πώλησης. Το Ktima δεν εκτιμά αξίες.',
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
  distance: 'Distance',
  price: 'Price',
  perM2: '€/m²',
  row: number => `row ${number}`,
  count: 'Number',
  lowerQuartile: 'Lower quartile',
  median: 'Median',
  upperQuartile: 'Upper quartile',
  plot: count => `The ${count} prices per m² on an axis, with median and quartiles.`,
  note: 'The preparer chose these rows. Median and quartiles are of these only, in €/m². Asking prices are no sales. Ktima makes no estimate of a value.',
};
