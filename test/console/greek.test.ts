import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import test from 'node:test';

/** The Greek that people read, as sources: the console, messages, summaries, zone kinds, the guide. */
const files = globSync([
  'console/src/**/*.{ts,tsx}',
  'src/domain/property/{,summary-}terms.ts',
  'src/domain/grids/kind.ts',
  'src/features/portfolio/{messages,summary}/*.ts',
  'data/zone-kinds/*.json',
  'docs/el/*.md',
]);

/** Words that the trade does not use for a thing, or Greek that is wrong, each with the right one. */
const wrong: readonly (readonly [RegExp, string])[] = [
  [/[Ββ]ορράς του δικτύου/, 'Βορράς κανάβου ΕΓΣΑ ’87'],
  [/Εμβαδόν σχεδίου/, 'Εμβαδόν από συντεταγμένες'],
  [/Κενό στο μέρος/, 'Εσωτερικό κενό'],
  [/Καλυμμένη έκταση/, 'Επιφάνεια κάλυψης'],
  [/[Αα]ποτύπωμα/, 'Ίχνος κτιρίου'],
  [/[Ωω]ς έχει(?!\p{L})/u, 'Αποσβεσμένο κόστος'],
  [/[Κκ]όστο(?:ς|υς)(?: τους)? ως νέο/, 'Κόστος ανακατασκευής'],
  [/[Υυ]πολειμματική/, 'Ελάχιστο ποσοστό αξίας'],
  [/[Εε]ναπομένουσα/, 'Ποσοστό αξίας σήμερα'],
  [/[Αα]παξίωση|(?<!\p{L})[Ππ]αλαίωση/u, 'Απομείωση λόγω παλαιότητας'],
  [/[Αα]σφαλισμέν(?:ο|ου|α) κεφ[άα]λ/, 'Ασφαλιζόμενο κεφάλαιο'],
  [/Κτίριο αποθηκών|Αποθήκη εμπορευμάτων/, 'Επαγγελματική αποθήκη'],
  [/Ζώνες πλημμύρας|Βάθος πλημμύρας/, 'Ζώνες κατάκλυσης'],
  [/Πρόθεμα Τ/, 'Πρώτα ψηφία Τ.Κ.'],
  [/Χρήση και κατοχή/, 'Χρήση και μισθωτική κατάσταση'],
  [/Άλλοι χρήστες/, 'Άλλοι αποδέκτες'],
  [/'Αστυνομία'|'Αθλητισμός'/, 'Αστυνομικό τμήμα, Αθλητικές εγκαταστάσεις'],
  [/άρα δεν ξέρουμε|[Κκ]ανείς δεν έλεγξε/, 'Δεν ελέγχθηκε'],
  [/[Κκ]τίσμα/, 'κτίριο'],
  [/[Ττ]οποθεσία/, 'θέση'],
  [/\$\{\w+\} σειρές|'σειρά|`σειρά/, 'γραμμή'],
  [/[Δδ]οκιμαστικά δεδομένα/, 'δεδομένα δείγματος'],
  [/(?<!\p{L})Κτήμα(?!\p{L})/u, 'Ktima'],
  [/ΕΓΣΑ ?87|ΕΓΣΑ-87/, 'ΕΓΣΑ ’87'],
  [/\d%[^"'`]*[α-ω]|[α-ω][^"'`\n]*\d%/, '76,4 %'],
  [/ως ακίνητου|κανέναν? προσαύξηση|από της γραμμής|αντεστραμμέν|ανάποδα/, 'the grammar'],
  [/(?<!\p{L})μετρά ως|χωρίς κόστη|έφτασε το όριο|σε σύνδεση(?!\p{L})/u, 'the grammar'],
  [/`\$\{\w+\} γραμμές[` ]/, 'rowCount, which knows one row'],
];

for (const [pattern, right] of wrong) {
  test(`Greek texts have no ${pattern.source}, but ${right}`, () => {
    assert.ok(files.length > 100);
    for (const file of files) {
      // A count of rows is made in one place.
      if (file.endsWith('summary-terms.ts') && right.startsWith('rowCount')) continue;
      for (const line of readFileSync(file, 'utf8').split('\n')) {
        if (/[α-ω]/.test(line)) assert.doesNotMatch(line, pattern, file);
      }
    }
  });
}
