import type { InvalidReason } from '#features/signing/signed-report.ts';
import { type Words, words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../tools/language/language.ts';

/** The texts of the check of signed reports. */
export const { el, en } = inLanguages({
  intro: words(
    'Επιλέξτε το αρχείο μιας αναφοράς ή επικολλήστε το κείμενο του κωδικού QR. Ο έλεγχος γίνεται στον περιηγητή σας: τίποτα δεν αποστέλλεται.',
    'Choose the file of a report, or paste the text of its QR code. Your browser does the check: nothing is sent.',
  ),
  choose: words('Επιλογή αρχείου', 'Choose a file'),
  paste: words('Κείμενο του κωδικού QR ή της αναφοράς', 'Text of the QR code or of the report'),
  check: words('Έλεγχος', 'Check'),
  headings: {
    valid: words('Η υπογραφή είναι έγκυρη', 'The signature is valid'),
    'summary only': words(
      'Η υπογραφή είναι έγκυρη, μόνο για την περίληψη',
      'The signature is valid, for the summary only',
    ),
    leaked: words('Δεν αποδεικνύεται: το κλειδί έχει διαρρεύσει', 'Not proved: the key has leaked'),
  },
  leakedText: (day: string) =>
    words(
      `Το κλειδί που υπέγραψε έχει διαρρεύσει από ${day}. Όποιος το έχει μπορεί να γράψει οποιαδήποτε ημερομηνία.`,
      `The key that signed has leaked, since ${day}. Whoever has it can write any date.`,
    ),
  invalid: words('Η υπογραφή δεν είναι έγκυρη', 'The signature is not valid'),
  compare: words(
    'Συγκρίνετε τα στοιχεία με το έγγραφο που έχετε.',
    'Compare these with the document that you have.',
  ),
  compareSummary: words(
    'Υπογεγραμμένα είναι μόνο τα παρακάτω στοιχεία, όχι άλλο κείμενο ή η εκτυπωμένη σελίδα. Συγκρίνετέ τα με το έγγραφο, ή επιλέξτε το αρχείο της αναφοράς.',
    'Only the facts below are signed, no other text and not the printed page. Compare them with the document, or choose the file of the report.',
  ),
  onlyCode: words('Μόνο ο κωδικός', 'Only the code'),
  onlyCodeText: words(
    'Ο κωδικός μόνος του δεν αποδεικνύει τίποτα. Σαρώστε τον κωδικό QR, ή επιλέξτε το αρχείο της αναφοράς.',
    'The code alone proves nothing. Scan the QR code, or choose the file of the report.',
  ),
  reasons: {
    'not a report': words(
      'Το αρχείο δεν είναι αναφορά ακινήτου.',
      'The file is not a property report.',
    ),
    'not signed': words('Η αναφορά δεν έχει υπογραφή.', 'The report has no signature.'),
    'damaged signature': words(
      'Η υπογραφή είναι κομμένη ή κατεστραμμένη.',
      'The signature is cut or damaged.',
    ),
    'unknown key': words(
      'Το κλειδί που υπέγραψε δεν ανήκει σε αυτήν την υπηρεσία.',
      'The key that signed does not belong to this service.',
    ),
    changed: words(
      'Το περιεχόμενο άλλαξε μετά την υπογραφή, ή η υπογραφή είναι πλαστή.',
      'The content was changed after it was signed, or the signature is forged.',
    ),
    'summary of another report': words(
      'Η περίληψη ανήκει σε άλλη αναφορά.',
      'The summary belongs to another report.',
    ),
  } satisfies Record<InvalidReason, Words> as Record<InvalidReason, Words>,
  code: words('Κωδικός', 'Code'),
  signedAt: words('Υπογράφηκε', 'Signed'),
  address: words('Διεύθυνση που βρέθηκε', 'Address found'),
  query: words('Ζητήθηκε ως', 'Asked for as'),
  position: words('Θέση', 'Position'),
  asNew: words('Κόστος ανακατασκευής', 'Cost as new'),
  asIs: words('Αποσβεσμένο κόστος ανακατασκευής', 'Depreciated cost'),
  key: words('Κλειδί', 'Key'),
  data: words('Εκδόσεις δεδομένων', 'Versions of the data'),
  tooLarge: words(
    'Το αρχείο είναι πολύ μεγάλο για αναφορά.',
    'The file is too large for a report.',
  ),
  notJson: words('Το αρχείο δεν είναι αναφορά σε μορφή JSON.', 'The file is not a report in JSON.'),
  proof: words('Επαλήθευση', 'Verification'),
  proofText: (place: string | undefined) =>
    place === undefined
      ? words(
          'Η υπηρεσία υπέγραψε τα δεδομένα αυτής της αναφοράς. Ελέγξτε τα στη σελίδα ελέγχου της υπηρεσίας, με το κείμενο του κωδικού QR. Όσα συμπλήρωσε ο συντάκτης δεν υπογράφονται.',
          'The service signed the data of this report. Check them on the service’s page that checks reports, with the text of the QR code. What the preparer filled in is not signed.',
        )
      : words(
          `Η υπηρεσία υπέγραψε τα δεδομένα αυτής της αναφοράς. Ελέγξτε τα σαρώνοντας τον κωδικό ή στο ${place}. Όσα συμπλήρωσε ο συντάκτης δεν υπογράφονται.`,
          `The service signed the data of this report. Check them by scanning the code, or at ${place}. What the preparer filled in is not signed.`,
        ),
  save: words('Υπογεγραμμένο αρχείο', 'Signed file'),
});

/** The texts in the language of the page. */
export const useVerifyWords = wordsHook({ el, en });
