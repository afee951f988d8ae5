import { words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../tools/language/language.ts';

/** The texts of the list of properties. */
export const { el, en } = inLanguages({
  privacy: words(
    'Τα ακίνητα και οι σημειώσεις μένουν μόνο σε αυτόν τον περιηγητή και δεν στέλνονται στην υπηρεσία.',
    'Properties and notes stay in this browser only. They are not sent to the service.',
  ),
  saved: words('Αποθηκευμένα', 'Saved'),
  noneSaved: words(
    'Δεν έχετε αποθηκεύσει ακίνητα. Ανοίξτε ένα και πατήστε «Αποθήκευση».',
    'No properties are saved. Open one and press “Save”.',
  ),
  recent: words('Πρόσφατα', 'Recent'),
  noneRecent: words('Δεν υπάρχουν πρόσφατα ακίνητα.', 'There are no recent properties.'),
  clearRecent: words('Διαγραφή πρόσφατων', 'Clear recent'),
  opened: (moment: string) => words(`Άνοιξε στις ${moment}`, `Opened on ${moment}`),
  details: (name: string) => words(`Λεπτομέρειες: ${name}`, `Details: ${name}`),
  remove: words('Διαγραφή', 'Delete'),
  confirmRemove: (name: string) => words(`Να διαγραφεί το «${name}»;`, `Delete “${name}”?`),
  confirmClear: (count: number) =>
    words(`Να διαγραφούν ${count} πρόσφατα ακίνητα;`, `Delete ${count} recent properties?`),
  loses: (photos: number) =>
    words(
      photos === 0
        ? 'Χάνονται και όσα γράψατε γι’ αυτό.'
        : `Χάνονται και όσα γράψατε γι’ αυτό και ${photos === 1 ? 'μία φωτογραφία' : `${photos} φωτογραφίες`}.`,
      photos === 0
        ? 'What you wrote about it is lost too.'
        : `What you wrote about it and ${photos === 1 ? 'one photograph' : `${photos} photographs`} are lost too.`,
    ),
  losesSome: (texts: number) =>
    words(
      `Σε ${texts} από αυτά έχετε γράψει κάτι, που χάνεται.`,
      `You wrote something about ${texts} of them, which is lost too.`,
    ),
  chooseThis: (name: string) => words(`Επιλογή: ${name}`, `Choose: ${name}`),
  search: words('Αναζήτηση στα ακίνητα', 'Search the properties'),
  status: words('Κατάσταση', 'Status'),
  statuses: {
    '': words('Χωρίς', 'None'),
    todo: words('Εκκρεμεί', 'To do'),
    ongoing: words('Σε εξέλιξη', 'In progress'),
    done: words('Ολοκληρώθηκε', 'Done'),
  },
  label: words('Ετικέτα', 'Label'),
  labels: words('Ετικέτες', 'Labels'),
  labelsHint: words('Με κόμματα, όπως: Τράπεζα Α, Βόλος', 'With commas, such as: Bank A, Volos'),
  any: words('Όλα', 'All'),
  shown: (count: number, all: number) =>
    words(`${count} από ${all} ακίνητα`, `${count} of ${all} properties`),
  noneShown: words('Κανένα ακίνητο δεν ταιριάζει.', 'No property matches.'),
  showAll: words('Εμφάνιση όλων', 'Show all'),
  chooseSome: words(
    'Επιλέξτε ακίνητα για να αλλάξετε ετικέτα ή κατάσταση.',
    'Choose properties to change their label or status.',
  ),
  chosen: (count: number) =>
    words(count === 1 ? 'Επιλέχθηκε 1' : `Επιλέχθηκαν ${count}`, `${count} chosen`),
  chooseAll: words('Επιλογή όλων', 'Choose all'),
  chooseNone: words('Καμία επιλογή', 'Choose none'),
  addLabel: words('Προσθήκη ετικέτας', 'Add the label'),
  setStatus: words('Αλλαγή κατάστασης', 'Change the status'),
  order: words('Σειρά', 'Order'),
  orders: {
    opened: words('Τελευταίο άνοιγμα', 'Opened last'),
    name: words('Όνομα', 'Name'),
    cost: words('Κόστος', 'Cost'),
    area: words('Εμβαδόν κτιρίου', 'Build area'),
  },
  total: words('Σύνολο:', 'Total:'),
  totalOf: (count: number, all: number) =>
    words(`(${count} από ${all} ακίνητα με κόστος)`, `(${count} of ${all} properties have a cost)`),
  reference: words('Αριθμός αναφοράς', 'Reference'),

  unreadable: (count: number) =>
    words(
      count === 1
        ? 'Μία αποθηκευμένη εγγραφή δεν διαβάζεται. Μένει όπως είναι.'
        : `${count} αποθηκευμένες εγγραφές δεν διαβάζονται. Μένουν όπως είναι.`,
      count === 1
        ? 'One stored entry cannot be read. It stays as it is.'
        : `${count} stored entries cannot be read. They stay as they are.`,
    ),
  removeUnreadable: words('Διαγραφή τους', 'Delete them'),

  file: words('Αρχείο', 'File'),
  export: (count: number) => words(`Εξαγωγή σε αρχείο (${count})`, `Export to a file (${count})`),
  exporting: words('Γίνεται εξαγωγή…', 'Exporting…'),
  notExported: words(
    'Δεν έγινε εξαγωγή: οι φωτογραφίες δεν διαβάστηκαν.',
    'Nothing was exported: the photographs could not be read.',
  ),
  exportTooLarge: (most: string) =>
    words(
      `Δεν έγινε εξαγωγή: με τις φωτογραφίες το αρχείο ξεπερνά τα ${most} MB. Επιλέξτε λιγότερα ακίνητα με την αναζήτηση ή μια ετικέτα.`,
      `Nothing was exported: with its photographs the file is larger than ${most} MB. Choose fewer properties with the search or a label.`,
    ),
  photosLeftOut: (count: number) =>
    words(
      count === 1 ? 'Μία φωτογραφία δεν αποθηκεύτηκε.' : `${count} φωτογραφίες δεν αποθηκεύτηκαν.`,
      count === 1 ? 'One photograph was not stored.' : `${count} photographs were not stored.`,
    ),
  import: words('Εισαγωγή από αρχείο', 'Import from a file'),
  imported: (added: number, joined: number) =>
    words(
      `Εισήχθησαν ${added} νέα ακίνητα. ${joined} υπήρχαν ήδη: όσα είχατε γράψει έμειναν και οι σημειώσεις ενώθηκαν.`,
      `${added} new properties were imported. ${joined} were here already: what you had written stays, and notes were joined.`,
    ),
  notImported: words(
    'Δεν έγινε εισαγωγή. Το αρχείο δεν είναι όπως αναμένεται:',
    'Nothing was imported. The file is not as expected:',
  ),
  tooLarge: (most: string) =>
    words(
      `Το αρχείο είναι πολύ μεγάλο. Επιτρέπονται έως ${most} MB.`,
      `The file is too large. At most ${most} MB are allowed.`,
    ),
  notRead: words('Το αρχείο δεν διαβάστηκε.', 'The file could not be read.'),
  storedOn: (moment: string) =>
    words(
      `Αποθηκευμένο σε αυτόν τον περιηγητή, όπως ήταν στις ${moment}`,
      `Stored in this browser, as it was on ${moment}`,
    ),
});

export type PropertiesWords = typeof el;

/** The texts in the language of the page. */
export const usePropertiesWords = wordsHook({ el, en });
