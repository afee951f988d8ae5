import type { InvalidReason } from '#features/signing/signed-report.ts';
import { wordsHook } from '../../tools/language/language.ts';

/** The texts of the check of signed reports in Greek. */
export const el = {
  intro:
    'Επιλέξτε το αρχείο μιας αναφοράς ή επικολλήστε το κείμενο του κωδικού QR. Ο έλεγχος γίνεται στον περιηγητή σας: τίποτα δεν αποστέλλεται.',
  choose: 'Επιλογή αρχείου',
  paste: 'Κείμενο του κωδικού QR ή της αναφοράς',
  check: 'Έλεγχος',
  headings: {
    valid: 'Η υπογραφή είναι έγκυρη',
    'summary only': 'Η υπογραφή είναι έγκυρη, μόνο για την περίληψη',
    leaked: 'Δεν αποδεικνύεται: το κλειδί έχει διαρρεύσει',
  },
  leakedText: (day: string) =>
    `Το κλειδί που υπέγραψε έχει διαρρεύσει από ${day}. Όποιος το έχει μπορεί να γράψει οποιαδήποτε ημερομηνία.`,
  invalid: 'Η υπογραφή δεν είναι έγκυρη',
  compare: 'Συγκρίνετε τα στοιχεία με το έγγραφο που έχετε.',
  compareSummary:
    'Υπογεγραμμένα είναι μόνο τα παρακάτω στοιχεία, όχι άλλο κείμενο ή η εκτυπωμένη σελίδα. Συγκρίνετέ τα με το έγγραφο, ή επιλέξτε το αρχείο της αναφοράς.',
  onlyCode: 'Μόνο ο κωδικός',
  onlyCodeText:
    'Ο κωδικός μόνος του δεν αποδεικνύει τίποτα. Σαρώστε τον κωδικό QR, ή επιλέξτε το αρχείο της αναφοράς.',
  reasons: {
    'not a report': 'Το αρχείο δεν είναι αναφορά ακινήτου.',
    'not signed': 'Η αναφορά δεν έχει υπογραφή.',
    'damaged signature': 'Η υπογραφή είναι κομμένη ή κατεστραμμένη.',
    'unknown key': 'Το κλειδί που υπέγραψε δεν ανήκει σε αυτήν την υπηρεσία.',
    changed: 'Το περιεχόμενο άλλαξε μετά την υπογραφή, ή η υπογραφή είναι πλαστή.',
    'summary of another report': 'Η περίληψη ανήκει σε άλλη αναφορά.',
  } satisfies Record<InvalidReason, string> as Record<InvalidReason, string>,
  code: 'Κωδικός',
  signedAt: 'Υπογράφηκε',
  address: 'Διεύθυνση που βρέθηκε',
  query: 'Ζητήθηκε ως',
  position: 'Θέση',
  asNew: 'Κόστος ανακατασκευής',
  asIs: 'Αποσβεσμένο κόστος ανακατασκευής',
  key: 'Κλειδί',
  data: 'Εκδόσεις δεδομένων',
  tooLarge: 'Το αρχείο είναι πολύ μεγάλο για αναφορά.',
  notJson: 'Το αρχείο δεν είναι αναφορά σε μορφή JSON.',
  proof: 'Επαλήθευση',
  proofText: (place: string) =>
    `Η υπηρεσία υπέγραψε τα δεδομένα αυτής της αναφοράς. Ελέγξτε τα σαρώνοντας τον κωδικό ή στο ${place}. Όσα συμπλήρωσε ο συντάκτης δεν υπογράφονται.`,
  save: 'Υπογεγραμμένο αρχείο',
};

type VerifyWords = typeof el;

/** The texts of the check of signed reports in English. */
export const en: VerifyWords = {
  intro:
    'Choose the file of a report, or paste the text of its QR code. Your browser does the check: nothing is sent.',
  choose: 'Choose a file',
  paste: 'Text of the QR code or of the report',
  check: 'Check',
  headings: {
    valid: 'The signature is valid',
    'summary only': 'The signature is valid, for the summary only',
    leaked: 'Not proved: the key has leaked',
  },
  leakedText: day =>
    `The key that signed has leaked, since ${day}. Whoever has it can write any date.`,
  invalid: 'The signature is not valid',
  compare: 'Compare these with the document that you have.',
  compareSummary:
    'Only the facts below are signed, no other text and not the printed page. Compare them with the document, or choose the file of the report.',
  onlyCode: 'Only the code',
  onlyCodeText:
    'The code alone proves nothing. Scan the QR code, or choose the file of the report.',
  reasons: {
    'not a report': 'The file is not a property report.',
    'not signed': 'The report has no signature.',
    'damaged signature': 'The signature is cut or damaged.',
    'unknown key': 'The key that signed does not belong to this service.',
    changed: 'The content was changed after it was signed, or the signature is forged.',
    'summary of another report': 'The summary belongs to another report.',
  },
  code: 'Code',
  signedAt: 'Signed',
  address: 'Address found',
  query: 'Asked for as',
  position: 'Position',
  asNew: 'Cost as new',
  asIs: 'Depreciated cost',
  key: 'Key',
  data: 'Versions of the data',
  tooLarge: 'The file is too large for a report.',
  notJson: 'The file is not a report in JSON.',
  proof: 'Verification',
  proofText: place =>
    `The service signed the data of this report. Check them by scanning the code, or at ${place}. What the preparer filled in is not signed.`,
  save: 'Signed file',
};

/** The texts of the check of signed reports in the language of the page. */
export const useVerifyWords = wordsHook<VerifyWords>(el, en);
