import { wordsHook } from '../../tools/language/language.ts';

/** The texts of the list of properties and of the comparison in Greek; loaded with these pages. */
export const el = {
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
  compareThis: (name: string) => `Επιλογή: ${name}`,
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
  chosen: (count: number) => (count === 1 ? 'Επιλέχθηκε 1' : `Επιλέχθηκαν ${count}`),
  chooseAll: 'Επιλογή όλων',
  chooseNone: 'Καμία επιλογή',
  addLabel: 'Προσθήκη ετικέτας',
  setStatus: 'Αλλαγή κατάστασης',
  order: 'Σειρά',
  orders: {
    opened: 'Τελευταίο άνοιγμα',
    name: 'Όνομα',
    cost: 'Κόστος',
    area: 'Εμβαδόν κτιρίου',
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
  building: 'Κτίριο',
  storedOn: (moment: string) => `Αποθηκευμένο σε αυτόν τον περιηγητή, όπως ήταν στις ${moment}`,
};

/** The texts of the list of properties in one language. */
export type PropertiesWords = typeof el;

/** The texts of the list of properties and of the comparison in English. */
export const en: PropertiesWords = {
  privacy: 'Properties and notes stay in this browser only. They are not sent to the service.',
  saved: 'Saved',
  noneSaved: 'No properties are saved. Open one and press “Save”.',
  recent: 'Recent',
  noneRecent: 'There are no recent properties.',
  clearRecent: 'Clear recent',
  opened: moment => `Opened on ${moment}`,
  details: name => `Details: ${name}`,
  remove: 'Delete',
  confirmRemove: name => `Delete “${name}”?`,
  confirmClear: count => `Delete ${count} recent properties?`,
  loses: photos =>
    photos === 0
      ? 'What you wrote about it is lost too.'
      : `What you wrote about it and ${photos === 1 ? 'one photograph' : `${photos} photographs`} are lost too.`,
  losesSome: texts => `You wrote something about ${texts} of them, which is lost too.`,
  compareThis: name => `Choose: ${name}`,
  search: 'Search the properties',
  status: 'Status',
  statuses: { '': 'None', todo: 'To do', ongoing: 'In progress', done: 'Done' },
  label: 'Label',
  labels: 'Labels',
  labelsHint: 'With commas, such as: Bank A, Volos',
  any: 'All',
  shown: (count, all) => `${count} of ${all} properties`,
  noneShown: 'No property matches.',
  showAll: 'Show all',
  compare: 'Compare',
  chooseSome: 'Choose two to four properties to compare them.',
  chosen: count => `${count} chosen`,
  chooseAll: 'Choose all',
  chooseNone: 'Choose none',
  addLabel: 'Add the label',
  setStatus: 'Change the status',
  order: 'Order',
  orders: { opened: 'Opened last', name: 'Name', cost: 'Cost', area: 'Build area' },
  total: 'Total:',
  totalOf: (count, all) => `(${count} of ${all} properties have a cost)`,
  reference: 'Reference',

  unreadable: count =>
    count === 1
      ? 'One stored entry cannot be read. It stays as it is.'
      : `${count} stored entries cannot be read. They stay as they are.`,
  removeUnreadable: 'Delete them',

  file: 'File',
  export: count => `Export to a file (${count})`,
  exporting: 'Exporting…',
  notExported: 'Nothing was exported: the photographs could not be read.',
  exportTooLarge: most =>
    `Nothing was exported: with its photographs the file is larger than ${most} MB. Choose fewer properties with the search or a label.`,
  photosLeftOut: count =>
    count === 1 ? 'One photograph was not stored.' : `${count} photographs were not stored.`,
  import: 'Import from a file',
  imported: (added, joined) =>
    `${added} new properties were imported. ${joined} were here already: what you had written stays, and notes were joined.`,
  notImported: 'Nothing was imported. The file is not as expected:',
  tooLarge: most => `The file is too large. At most ${most} MB are allowed.`,
  notRead: 'The file could not be read.',

  comparison: 'Comparison of properties',
  comparedOn: 'Date',
  property: number => `Property ${number}`,
  nothingToCompare: 'Choose two to four properties from the list.',
  toList: 'To the properties',
  signIn: 'Sign in to compare.',
  differs: 'differs',
  noValue: '—',
  apart: 'Distance from the first',
  differenceHint: name => `Below a value: its difference to ${name}.`,
  nearestAndCount: 'Nearest (count)',
  building: 'Building',
  storedOn: moment => `Stored in this browser, as it was on ${moment}`,
};

/** The texts of the list of properties in the language of the page. */
export const usePropertiesWords = wordsHook<PropertiesWords>(el, en);
