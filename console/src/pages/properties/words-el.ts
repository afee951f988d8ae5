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
  details: (name: string) => `Λεπτομέρειες: ${name}`,
  remove: 'Διαγραφή',
  confirmRemove: (name: string) => `Να διαγραφεί το «${name}»;`,
  confirmClear: (count: number) => `Να διαγραφούν ${count} πρόσφατα ακίνητα;`,
  loses: (photos: number) =>
    photos === 0
      ? 'Χάνονται και όσα γράψατε γι’ αυτό.'
      : `Χάνονται και όσα γράψατε γι’ αυτό και ${photos === 1 ? 'μία φωτογραφία' : `${photos} φωτογραφίες`}.`,
  losesSome: (texts: number) => `Σε ${texts} από αυτά έχετε γράψει κάτι, που χάνεται.`,
  compareThis: (name: string) => `Σύγκριση: ${name}`,
  search: 'Αναζήτηση στα ακίνητα',
  status: 'Κατάσταση',
  statuses: { '': 'Χωρίς', todo: 'Εκκρεμεί', ongoing: 'Σε εξέλιξη', done: 'Ολοκληρώθηκε' },
  label: 'Ετικέτα',
  labels: 'Ετικέτες',
  labelsHint: 'Με κόμματα, όπως: Τράπεζα Α, Βόλος',
  any: 'Όλα',
  shown: (count: number, all: number) => `${count} από ${all} ακίνητα`,
  noneShown: 'Κανένα ακίνητο δεν ταιριάζει.',
  showAll: 'Εμφάνιση όλων',
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
  export: (count: number) => `Εξαγωγή σε αρχείο (${count})`,
  exporting: 'Γίνεται εξαγωγή…',
  notExported: 'Δεν έγινε εξαγωγή: οι φωτογραφίες δεν διαβάστηκαν.',
  exportTooLarge: (most: string) =>
    `Δεν έγινε εξαγωγή: με τις φωτογραφίες το αρχείο ξεπερνά τα ${most} MB. Επιλέξτε λιγότερα ακίνητα με την αναζήτηση ή μια ετικέτα.`,
  photosLeftOut: (count: number) =>
    count === 1 ? 'Μία φωτογραφία δεν αποθηκεύτηκε.' : `${count} φωτογραφίες δεν αποθηκεύτηκαν.`,
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
  differenceHint: (name: string) => `Κάτω από μια τιμή: η διαφορά της από: ${name}.`,
  nearestAndCount: 'Πλησιέστερο (πλήθος)',
  building: 'Κτίσμα',
  storedOn: (moment: string) => `Αποθηκευμένο σε αυτόν τον περιηγητή, όπως ήταν στις ${moment}`,
};

/** The texts of the list of properties in one language. */
export type PropertiesWords = typeof el;
