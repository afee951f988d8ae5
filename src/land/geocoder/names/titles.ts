import { fold } from '../text/fold.ts';
import { greekKey } from '../text/phonetic.ts';

/** Titles that make the name: Αγίου Γεωργίου is not Γεωργίου. */
const naming = keysOf(`
  Αγ Αγίου Άγιος Άγιο Αγίας Αγία Αγίων Άγιοι Άγιες Οσίου Όσιος Οσίας Μεγάλου Μέγας Μέγα Μονής Μονή
  Ιεράς Ιερά Νέας Νέα Νέου Νέο Άνω Κάτω Αδελφών Αδελφοί Ηρώων Οικογενείας
`);

/** Titles of rulers, with and without which the same street is called: Βασιλίσσης Αμαλίας. */
const ruler = keysOf(`
  Βασ Βασιλέως Βασιλιά Βασιλεύς Βασιλίσσης Βασίλισσας Βασίλισσα Διαδόχου Διάδοχος Πριγκιπίσσης
  Πριγκίπισσας Πρίγκιπος Αυτοκράτορος Αυτοκράτορα Αυτοκρατόρων Πατριάρχου Πατριάρχη
`);

/** Ranks and offices that people leave out. */
const optional = keysOf(`
  Στρ Στρατηγού Στρατηγός Στρατάρχου Στρατάρχη Συνταγματάρχου Συνταγματάρχη Αντισυνταγματάρχου
  Αντισυνταγματάρχη Ταγματάρχου Ταγματάρχη Λοχαγού Λοχαγός Υπολοχαγού Ανθυπολοχαγού Λοχία
  Ανθυπασπιστού Υποστρατήγου Αντιστρατήγου Ταξιάρχου Ναυάρχου Ναύαρχος Αντιναυάρχου Υποναυάρχου
  Πλοιάρχου Υποπλοιάρχου Ανθυποπλοιάρχου Πλωτάρχου Σμηναγού Σμηνάρχου Υποσμηναγού Ανθυποσμηναγού
  Αεροπόρου Ιατρού Γιατρού Καθηγητού Καθηγητή Γυμνασιάρχου Δημάρχου Προέδρου Καπετάν Καπετάνιου
  Εθνάρχου Εθνάρχη Μητροπολίτου Μητροπολίτη Αρχιεπισκόπου Επισκόπου Ιερέως Αρχιμανδρίτου
  Οπλαρχηγού Μακεδονομάχου Ολυμπιονίκη Πρωθυπουργού Υπουργού Βουλευτού Νομάρχου Κυβερνήτη
  Γεροντος Οσιομάρτυρος Αγωνιστού Ήρωος
`);

function keysOf(words: string): ReadonlySet<string> {
  return new Set(
    words
      .trim()
      .split(/\s+/)
      .map(word => greekKey(fold(word))),
  );
}

/** Whether a phonetic key is that of a title, and of which sort. */
export function titleKind(key: string): 'naming' | 'ruler' | 'optional' | undefined {
  if (naming.has(key)) return 'naming';
  if (ruler.has(key)) return 'ruler';
  return optional.has(key) ? 'optional' : undefined;
}
