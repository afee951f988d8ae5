/** The texts of the list of properties and of the comparison in Greek; loaded with these pages. */
export const el = {
  heading: 'Ακίνητα',
  privacy:
    'Τα ακίνητα και οι σημειώσεις μένουν μόνο σε αυτόν τον περιηγητή και δεν στέλνονται στην υπηρεσία.',
  saved: 'Αποθηκευμένα',
  noneSaved: 'Δεν έχετε αποθηκεύσει ακίνητα. Ανοίξτε ένα και πατήστε «Αποθήκευση».',
  recent: 'Πρόσφατα',
  noneRecent: 'Δεν υπάρχουν πρόσφατα ακίνητα.',
  clearRecent: 'Διαγραφή πρόσφατων',
  opened: (moment: string) => `Άνοιξε στις ${moment}`,
  open: 'Άνοιγμα',
  save: 'Αποθήκευση',
  remove: 'Διαγραφή',
  confirmRemove: (name: string) => `Διαγραφή του «${name}» με τη σημείωσή του;`,
  compareThis: 'Σύγκριση',
  compare: 'Σύγκριση',
  chooseSome: 'Για σύγκριση επιλέξτε δύο έως τέσσερα ακίνητα.',
  order: 'Σειρά',
  orders: {
    opened: 'Τελευταίο άνοιγμα',
    name: 'Όνομα',
    cost: 'Κόστος',
    area: 'Επιφάνεια κτίσματος',
  },
  total: 'Σύνολο:',
  totalOf: (count: number, all: number) => `(${count} από ${all} ακίνητα με κόστος)`,
  reference: 'Αριθμός αναφοράς',

  unreadable: (count: number) =>
    count === 1
      ? 'Μία αποθηκευμένη εγγραφή δεν διαβάζεται. Μένει όπως είναι.'
      : `${count} αποθηκευμένες εγγραφές δεν διαβάζονται. Μένουν όπως είναι.`,
  removeUnreadable: 'Διαγραφή τους',

  file: 'Αρχείο',
  export: 'Εξαγωγή σε αρχείο',
  import: 'Εισαγωγή από αρχείο',
  imported: (added: number, joined: number) =>
    `Εισήχθησαν ${added} νέα ακίνητα. ${joined} υπήρχαν ήδη: όσα είχατε γράψει έμειναν και οι σημειώσεις ενώθηκαν.`,
  notImported: 'Δεν έγινε εισαγωγή. Το αρχείο δεν είναι όπως αναμένεται:',
  tooLarge: (most: string) => `Το αρχείο είναι πολύ μεγάλο. Επιτρέπονται έως ${most} MB.`,
  notRead: 'Το αρχείο δεν διαβάστηκε.',

  comparison: 'Σύγκριση ακινήτων',
  comparedOn: 'Ημερομηνία',
  property: (number: number) => `Ακίνητο ${number}`,
  nothingToCompare: 'Επιλέξτε δύο έως τέσσερα ακίνητα από τον κατάλογο.',
  toList: 'Στα ακίνητα',
  signIn: 'Για τη σύγκριση χρειάζεται σύνδεση.',
  differs: 'διαφέρει',
  noValue: '—',
  apart: 'Απόσταση από το πρώτο',
  differenceHint: 'Κάτω από μια τιμή: η διαφορά της από το πρώτο ακίνητο.',
  nearestAndCount: 'Πλησιέστερο (πλήθος)',
  building: 'Κτίσμα',
};

/** The texts of the list of properties in one language. */
export type PropertiesWords = typeof el;
