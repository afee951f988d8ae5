import { coverageWords, rowCount, zoneResultWords } from '#domain/property/summary-terms.ts';
import { terms } from '#domain/property/terms.ts';
import { type Words, words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../../tools/language/language.ts';
import type { CellFault } from './check-cell.ts';

/** The fields of a row. */
const fields: Readonly<Record<string, Words>> = {
  address: words('Διεύθυνση', 'Address'),
  street: words('Οδός', 'Street'),
  house_number: words('Αριθμός', 'House number'),
  postal_code: words('Ταχ. κώδικας', 'Postal code'),
  city: words('Πόλη', 'City'),
  municipality: words('Δήμος', 'Municipality'),
  regional_unit: words('Περιφερειακή ενότητα', 'Regional unit'),
  kaek_code: words('ΚΑΕΚ', 'KAEK'),
  latitude: words('Γεωγρ. πλάτος', 'Latitude'),
  longitude: words('Γεωγρ. μήκος', 'Longitude'),
  x: words('Χ (π.χ. ΕΓΣΑ ’87)', 'X (such as GGRS87)'),
  y: words('Υ (π.χ. ΕΓΣΑ ’87)', 'Y (such as GGRS87)'),
  property_type: words('Είδος ακινήτου', 'Property type'),
  build_area: words('Εμβαδόν', 'Build area'),
  construction_year: words('Έτος κατασκευής', 'Year of construction'),
  sum_insured: words('Ασφαλιζόμενο κεφάλαιο', 'Sum insured'),
  renovation_year: words('Έτος ανακαίνισης', 'Year of renovation'),
  condition: words('Κατάσταση', 'Condition'),
  quality: words('Ποιότητα κατασκευής', 'Quality of construction'),
  basement_area_m2: words('Εμβαδόν υπογείου', 'Basement area'),
  auxiliary_area_m2: words('Εμβαδόν βοηθητικών χώρων', 'Auxiliary area'),
  valuation_date: words('Ημερομηνία εκτίμησης', 'Valuation date'),
  contents_sum_insured: words('Κεφάλαιο περιεχομένου', 'Sum insured of the contents'),
  interruption_sum_insured: words('Κεφάλαιο διακοπής εργασιών', 'Sum insured of interruption'),
  floors: words('Αριθμός ορόφων', 'Floors'),
  floor: words('Όροφος ακινήτου', 'Floor'),
  construction_class: words('Τύπος κατασκευής', 'Construction'),
  use: words('Χρήση και μισθωτική κατάσταση', 'Use'),
  reference: words('Κωδικός ακινήτου', 'Reference'),
};

/** The texts of portfolios. */
export const { el, en } = inLanguages({
  intro: words(
    'Στείλτε ένα αρχείο CSV ή Excel (.xlsx) με ένα ακίνητο ανά γραμμή. Η υπηρεσία προσθέτει θέση, γεωτεμάχιο και κόστος, και το αποτέλεσμα φυλάσσεται μία ημέρα, μόνο για εσάς.',
    'Send a CSV or Excel file (.xlsx) with one property a row. The service adds position, parcel and cost, and keeps the result for a day, for you only.',
  ),
  signIn: words(
    'Για να στείλετε χαρτοφυλάκιο πρέπει να συνδεθείτε.',
    'Sign in to send a portfolio.',
  ),
  choose: words('Επιλογή αρχείου', 'Choose a file'),
  drop: words('ή σύρετε εδώ το αρχείο', 'or drop the file here'),
  format: words('Μορφή αποτελέσματος', 'Format of the result'),
  decimals: words('Υποδιαστολή', 'Decimal sign'),
  decimalSigns: {
    '': words('(όπως στο αρχείο)', '(as in the file)'),
    comma: words('Κόμμα (85,5)', 'Comma (85,5)'),
    point: words('Τελεία (85.5)', 'Point (85.5)'),
  },
  sheet: words('Φύλλο του Excel, αν έχει πολλά', 'Sheet of Excel, if there are several'),
  sending: words('Το αρχείο αποστέλλεται…', 'Sending the file…'),
  reading: words('Ανάγνωση του αρχείου', 'Reading the file'),
  queueIsFull: words(
    'Πολλά αρχεία σας περιμένουν ή εκτελούνται. Περιμένετε, ή διαγράψτε ένα.',
    'Too many files of yours wait or run. Wait for one, or delete it.',
  ),
  start: words('Έναρξη', 'Start'),
  print: words('Εκτύπωση', 'Print'),
  printLists: words('Εκτύπωση και των καταλόγων', 'Print the lists too'),
  own: words('Τα αρχεία σας', 'Your files'),
  none: words('Δεν έχετε στείλει αρχείο.', 'You have sent no file.'),
  states: {
    queued: words('Σε αναμονή', 'Waiting'),
    running: words('Σε εξέλιξη', 'Running'),
    read: words('Διαβάστηκε, περιμένει την έναρξη', 'Read, waits to be started'),
    done: words('Έτοιμο', 'Done'),
    failed: words('Απέτυχε', 'Failed'),
  },
  queuePlace: (place: string) => words(`θέση ${place} στην ουρά`, `place ${place} in the queue`),
  rowsOf: (rows: string, all: string) =>
    words(`${rows} από ${all} γραμμές`, `${rows} of ${all} rows`),
  rate: (rows: string) => words(`${rows} γραμμές/δευτ.`, `${rows} rows/s`),
  left: (seconds: string) => words(`περίπου ${seconds} δευτ. ακόμη`, `about ${seconds} s left`),
  rows: rowCount,
  remove: words('Διαγραφή', 'Delete'),
  cancel: words('Ακύρωση', 'Cancel'),
  result: words('Λήψη αποτελέσματος', 'Download the result'),
  summary: words('Λήψη σύνοψης (HTML)', 'Download the summary (HTML)'),
  columns: words('Πώς διαβάστηκαν οι στήλες', 'How the columns were read'),
  columnsHint: (read: number, unread: number) =>
    words(
      `Στήλες που διαβάζονται: ${read}, που δεν διαβάζονται: ${unread}. Διορθώστε ό,τι δεν είναι σωστό.`,
      `${read} ${read === 1 ? 'column is' : 'columns are'} read, ${unread} ${unread === 1 ? 'is' : 'are'} not. Correct what is not right.`,
    ),
  samples: words('Τιμές', 'Values'),
  field: words('Πεδίο', 'Field'),
  column: words('Στήλη του αρχείου', 'Column of the file'),
  unclearColumns: words(
    'Από το όνομα αυτών των στηλών δεν είναι σαφές τι έχουν, αλλά οι τιμές τους ταιριάζουν. Επιλέχθηκε η πιθανή στήλη κάθε πεδίου: ελέγξτε τη στον πίνακα.',
    'The names of these columns do not show what they have, but their values fit. The likely column of each field is chosen: check it in the table.',
  ),
  without: (columns: string) => words(`χωρίς (${columns})`, `without (${columns})`),
  unclearTypes: words(
    'Λέξεις με πολλές σημασίες. Τι είναι στο αρχείο αυτό;',
    'Words with several meanings. What are they in this file?',
  ),
  noCost: words('Δεν είναι γνωστό: χωρίς κόστος', 'Not known: no cost'),
  notRead: words('(δεν διαβάζεται)', '(not read)'),
  again: words('Νέα εκτέλεση με αυτές τις ρυθμίσεις', 'Run again with these'),
  fields,
  allRows: words('Όλες οι γραμμές', 'All rows'),
  textFilter: words('Διεύθυνση ή κωδικός', 'Address or reference'),
  level: words('Ακρίβεια θέσης', 'Accuracy of the position'),
  levelShort: words('Ακρίβεια', 'Accuracy'),
  levels: {
    coordinates: words('Συντεταγμένες', 'Coordinates'),
    parcel: words('Γεωτεμάχιο', 'Parcel'),
    house_number: words('Αριθμός', 'House'),
    interpolated: words('Ανάμεσα σε αριθμούς', 'Between houses'),
    street: words('Δρόμος', 'Street'),
    place: words('Τόπος', 'Place'),
    postal_code: words('Τ.Κ.', 'Postal code'),
    locality: words('Οικισμός', 'Settlement'),
    municipality: words('Δήμος', 'Municipality'),
  } as Readonly<Record<string, Words>>,
  type: words('Είδος', 'Type'),
  year: words('Έτος', 'Year'),
  insured: words('Κεφάλαιο κτιρίου', 'Sum of the building'),
  exposure: words('Ασφαλιζόμενα κεφάλαια', 'Sums insured'),
  exposureAsCost: words('Κόστος στη θέση κεφαλαίων', 'Cost in place of sums'),
  coverage: words('Κάλυψη', 'Coverage'),
  coverages: coverageWords,
  bases: {
    sum_insured: words(
      'Ό,τι δεν είναι ασφαλισμένο δεν μετρά.',
      'What is not insured does not count.',
    ),
    cost_as_new: words(
      'Το αρχείο δεν έχει ασφαλιζόμενα κεφάλαια: στη θέση τους είναι το κόστος ανακατασκευής.',
      'The file has no sums insured: the cost as new stands in for them.',
    ),
  },
  ranked: (what: string) => words(`Κατάταξη: ${what}.`, `Ranked by: ${what}.`),
  lowerBound: words(
    'Κέντρο είναι πάντα μια γραμμή, άρα το ποσό των 200 μ. είναι κάτω όριο: γύρω από άλλο σημείο μπορεί να είναι μεγαλύτερο.',
    'A centre is always a row, so the sum of 200 m is a lower bound: around another point it may be larger.',
  ),
  zoneResults: {
    '': words('(άγνωστο)', '(unknown)'),
    ...zoneResultWords,
  } as Readonly<Record<string, Words>>,
  zoneClass: words('Κατηγορία ζώνης', 'Class of the zone'),
  shownColumns: words('Στήλες', 'Columns'),
  onlyOnMap: words('Μόνο το σημείο του χάρτη', 'Only the dot of the map'),
  tabsLabel: words('Περισσότερα από το αποτέλεσμα', 'More of the result'),
  tabs: {
    circles: terms.accumulation,
    sums: words('Κεφάλαια', 'Sums'),
    check: words('Για έλεγχο', 'To check'),
    terms: words('Αρχείο και όροι', 'File and terms'),
  },
  any: words('(όλα)', '(all)'),
  unknown: words('(άγνωστο)', '(unknown)'),
  onlyProblems: words('Μόνο με πρόβλημα', 'Only with a problem'),
  onlyCorrected: words('Μόνο διορθωμένες', 'Only corrected'),
  noRows: words('Καμία γραμμή δεν ταιριάζει στα φίλτρα.', 'No row matches the filters.'),
  ratio: words('Κεφ./κόστος', 'Insured/cost'),
  correctLine: (line: number) => words(`Διόρθωση της γραμμής ${line}`, `Correct line ${line}`),
  viewLine: (line: number) => words(`Προβολή της γραμμής ${line}`, `View line ${line}`),
  lineOf: (line: number) => words(`Γραμμή ${line}`, `Line ${line}`),
  isWaiting: words('Περιμένει νέα εκτέλεση', 'Waits for a new run'),
  isCorrected: words('Διορθωμένη', 'Corrected'),
  waiting: (count: string) =>
    words(
      `Γραμμές με διορθώσεις που δεν έχουν εφαρμοστεί: ${count}. Τα ποσά αλλάζουν με νέα εκτέλεση.`,
      `Rows with corrections that are not applied yet: ${count}. A new run changes the amounts.`,
    ),
  runCorrected: words('Νέα εκτέλεση με τις διορθώσεις', 'Run again with the corrections'),
  inFile: (column: string, text: string) =>
    words(
      `Στο αρχείο, ${column}: ${text || '(κενό)'}`,
      `In the file, ${column}: ${text || '(empty)'}`,
    ),
  correctInFile: words(
    'Η γραμμή δεν μπορεί να διαβαστεί. Διορθώστε την στο αρχείο και στείλτε το ξανά.',
    'This row cannot be read. Correct it in the file, and send the file again.',
  ),
  saveNext: words('Αποθήκευση και επόμενη', 'Save and next'),
  next: words('Επόμενη', 'Next'),
  otherFields: words('Άλλα πεδία', 'Other fields'),
  candidates: words(
    'Μήπως εννοείτε κάποια από αυτές; Επιλέξτε εδώ ή στον χάρτη.',
    'Did you mean one of these? Choose it here or on the map.',
  ),
  undo: words('Αναίρεση διορθώσεων', 'Undo the corrections'),
  totals: words('Σύνολα', 'Totals'),
  asNew: terms.asNew,
  asIs: terms.asIs,
  buildings: (count: string) =>
    words(
      count === '1' ? '1 κτίριο' : `${count} κτίρια`,
      count === '1' ? '1 building' : `${count} buildings`,
    ),
  ofRows: (all: string) => words(`από ${all}`, `of ${all}`),
  underinsured: words('Υπασφαλισμένα', 'Underinsured'),
  underinsuredOf: (low: string, compared: string) =>
    words(
      `${low} από ${compared} που συγκρίνονται: κάτω από 90 % του κόστους`,
      `${low} of ${compared} that can be compared: below 90% of the cost`,
    ),
  tooFewCompared: (compared: string, all: string) =>
    words(
      `συγκρίνονται με κόστος μόνο ${compared} από ${all}`,
      `only ${compared} of ${all} can be compared with a cost`,
    ),
  toLookAt: terms.toCheck,
  toLookAtHint: words('με πρόβλημα ή κάτω από 50 %', 'with a problem or below 50%'),
  charts: words(
    'Κόστος και κεφάλαιο των γραμμών που έχουν και τα δύο',
    'Cost and sum insured of the rows that have both',
  ),
  exposureCharts: words('Κεφάλαια ανά ομάδα', 'Sums by group'),
  chart: words('Γράφημα', 'Chart'),
  groups: {
    region: words('Ανά περιφερειακή ενότητα', 'By regional unit'),
    type: words('Ανά είδος', 'By type'),
    age: words('Ανά ηλικία', 'By age'),
  },
  otherGroups: (count: string) => words(`άλλα ${count}`, `${count} others`),
  noProblems: words('Καμία γραμμή δεν έχει πρόβλημα.', 'No row has a problem.'),
  moreProblems: (count: string) => words(`και ${count} ακόμη`, `and ${count} more`),
  cureInFile: words(
    'Οι γραμμές φαίνονται στον πίνακα. Διορθώστε τες μία μία, ή στο αρχείο.',
    'The table shows the rows. Correct them one by one, or in the file.',
  ),
  cureHint: (column: string) =>
    words(
      `Ένας κανόνας για όλες τις γραμμές με την ίδια τιμή στη στήλη «${column}», ή διόρθωση μίας γραμμής στον πίνακα.`,
      `One rule for all rows with the same value in the column “${column}”, or correct a row in the table.`,
    ),
  cureFirst: (most: string, all: string) =>
    words(
      `Μετρήθηκαν οι πρώτες ${most} από ${all} γραμμές: τόσες διορθώνονται εδώ. Τις άλλες διορθώστε τες στο αρχείο.`,
      `Counted are the first ${most} of ${all} rows, as many as can be corrected here. Correct the others in the file.`,
    ),
  ruleFor: (rows: string, value: string) =>
    words(`${rows}: «${value}» είναι`, `${rows}: “${value}” is`),
  ruleForWord: (rows: string, value: string) =>
    words(`${rows} με τη λέξη «${value}»: είναι`, `${rows} with the word “${value}”: it is`),
  emptyCell: words('(κενό)', '(empty)'),
  chooseType: words('(είδος)', '(type)'),
  applyRule: (rows: string) => words(`Διόρθωση: ${rows}`, `Correct ${rows}`),
  colourBy: words('Χρώμα', 'Colour'),
  colours: {
    certainty: words('Βεβαιότητα θέσης', 'Certainty of places'),
    insurance: words('Υπασφάλιση', 'Underinsurance'),
  },
  colourSteps: {
    certainty: [
      words('ακριβής θέση', 'exact place'),
      words('εν μέρει', 'in part'),
      words('κατά προσέγγιση', 'approximate'),
    ],
    insurance: [
      words('από 90 %', '90% and more'),
      words('70–89 %', '70–89%'),
      words('κάτω από 70 %', 'below 70%'),
      words('άγνωστο', 'not known'),
    ],
    zone: [
      words('εκτός ζώνης ή άγνωστο', 'in no zone, or not known'),
      words('εν μέρει', 'in part'),
      words('εντός ή ίσως εντός', 'inside or perhaps inside'),
    ],
  } as Readonly<Record<string, readonly Words[]>>,
  notes: words('Σημειώσεις για το αρχείο', 'Notes on the file'),
  kinds: words('Προβλήματα ανά είδος', 'Problems by kind'),
  kind: words('Πρόβλημα', 'Problem'),
  count: words('Γραμμές', 'Rows'),
  mapLabel: words(
    'Χάρτης του χαρτοφυλακίου. Με τα βέλη μετακινείται, με + και − μεγεθύνεται· οι κύκλοι επιλέγονται και από τη λίστα.',
    'Map of the portfolio. Arrow keys move it, + and − zoom; circles can also be chosen in the list.',
  ),
  dots: words(
    'Μέγεθος: το ποσό. Μια κουκκίδα δείχνει τις γραμμές της.',
    'Size: the amount. A dot shows its rows.',
  ),
  wholeMap: words('Όλο το χαρτοφυλάκιο', 'The whole portfolio'),
  circles: terms.accumulation,
  circlesHint: words(
    'Επιλέξτε έναν κύκλο: ο χάρτης τον δείχνει με τις γραμμές του.',
    'Choose a circle: the map shows it with its rows.',
  ),
  sharedPoints: (shared: string, all: string) =>
    words(
      `Για ${shared} από ${all} γραμμές είναι γνωστός μόνο ο δρόμος, ο Τ.Κ. ή η περιοχή, και το σημείο τους είναι κοινό: τα αθροίσματά τους σε μικρούς κύκλους είναι αβέβαια.`,
      `For ${shared} of ${all} rows only the street, postal code or area is known, so they share its point: their sums within small circles are uncertain.`,
    ),
  rough: terms.rough,
  roughHint: words(
    'Κατά προσέγγιση: γραμμές με θέση λιγότερο ακριβή από την ακτίνα· μπορεί να είναι έξω από τον κύκλο.',
    'Approximate: rows whose position is less accurate than the radius; they may be outside the circle.',
  ),
  showCircle: (radius: string, sum: string) =>
    words(
      `Κύκλος ${radius}, ${sum}: προβολή στον χάρτη`,
      `Circle of ${radius}, ${sum}: show on the map`,
    ),
  chosen: (radius: string, line: string, sum: string) =>
    words(
      `${sum} σε απόσταση έως ${radius} από τη γραμμή ${line}`,
      `${sum} within ${radius} of the row in line ${line}`,
    ),
  onlyLargest: (count: string) => words(`εδώ οι ${count} μεγαλύτερες`, `here the largest ${count}`),
  circleRows: words('Γραμμές του κύκλου', 'Rows of the circle'),
  openCentre: words('Άνοιγμα του κέντρου ως ακίνητο', 'Open the centre as a property'),
  outliers: words('Απίθανα ή πολύ μεγάλα κεφάλαια', 'Implausible or very large sums'),
  outliersHint: (all: string, rest: string) =>
    words(
      `Κεφάλαιο πολύ πάνω από το κόστος, απίθανο ανά m², ή πάνω από το ένα δέκατο του αρχείου. Σύνολο ${all}, χωρίς αυτές τις γραμμές ${rest}.`,
      `A sum far above the cost, implausible for each m², or more than a tenth of the file. Total ${all}, without these rows ${rest}.`,
    ),
  leftOut: (rows: string) => words(`Εκτός συνόλων: ${rows}.`, `Left out of the totals: ${rows}.`),
  singleRows: (count: string, sum: string, line: string) =>
    words(
      `Κύκλοι μίας μόνο γραμμής: ${count}. Ο μεγαλύτερος έχει ${sum}, στη γραμμή ${line}.`,
      `Circles of a single row: ${count}. The largest has ${sum}, in line ${line}.`,
    ),
  unplaced: terms.unplaced,
  unplacedHint: (rows: string, sum: string) =>
    words(
      `${rowCount(rows).el} με ${sum}: σε κανέναν κύκλο ούτε στον χάρτη. Η θέση δεν βρέθηκε, είναι εικασία ή αντιφάσκει με την πόλη ή τον Τ.Κ. της γραμμής.`,
      `${rowCount(rows).en} with ${sum}: in no circle and not on the map. The place was not found, is a guess, or contradicts the town or postal code of the row.`,
    ),
  reference: words('Κωδικός', 'Reference'),
  radius: words('Ακτίνα', 'Radius'),
  sum: words('Άθροισμα', 'Sum'),
  centre: words('Γραμμή στο κέντρο', 'Row at the centre'),
  line: words('Γραμμή', 'Line'),
  amount: words('Ποσό', 'Amount'),
  faults: {
    number: words('Δεν διαβάζεται ως αριθμός.', 'This cannot be read as a number.'),
    twoNumbers: words(
      'Μπορεί να σημαίνει δύο αριθμούς. Γράψτε τον χωρίς διαχωριστικό χιλιάδων.',
      'This may mean two numbers. Write it without a thousands separator.',
    ),
    area: words(
      'Κανένα ακίνητο δεν έχει τέτοιο εμβαδόν σε m².',
      'No property has such an area in m².',
    ),
    year: words(
      'Αναμένεται έτος, όπως 1998 ή 1960-1970.',
      'A year is expected, such as 1998 or 1960-1970.',
    ),
    day: words(
      'Αναμένεται ημερομηνία, όπως 31/12/2025.',
      'A date is expected, such as 31/12/2025.',
    ),
    degrees: words('Αναμένονται μοίρες, όπως 37,9755.', 'Degrees are expected, such as 37.9755.'),
    postalCode: words('Ο ταχυδρομικός κώδικας έχει πέντε ψηφία.', 'A postal code has five digits.'),
    kaek: words('Ο ΚΑΕΚ έχει 12 χαρακτήρες.', 'A KAEK has 12 characters.'),
    type: words('Αυτό το είδος ακινήτου δεν είναι γνωστό.', 'This property type is not known.'),
  } satisfies Record<CellFault, Words>,
  removeNamed: (name: string) => words(`Να διαγραφεί το «${name}»;`, `Delete “${name}”?`),
  removeLoses: (corrected: string) =>
    words(
      corrected === '0'
        ? 'Χάνονται το αρχείο και το αποτέλεσμά του.'
        : `Χάνονται το αρχείο, το αποτέλεσμά του και οι διορθώσεις σε ${rowCount(corrected).el}.`,
      corrected === '0'
        ? 'The file and its result are lost.'
        : `The file, its result and the corrections of ${rowCount(corrected).en} are lost.`,
    ),
  isGone: (name: string) =>
    words(
      `Το «${name}» διαγράφηκε σε άλλη καρτέλα ή έληξε.`,
      `“${name}” was deleted in another tab, or has expired.`,
    ),
  isUnknown: words(
    'Αυτό το αρχείο διαγράφηκε ή ανήκει σε άλλον χρήστη.',
    'This file was deleted, or belongs to another user.',
  ),
  /** A message of the service without the names of its interface. */
  inWords: (text: string) =>
    words(
      text,
      text.replace(/[a-z_]+/g, name => (name.includes('_') && fields[name]?.en) || name),
    ),
});

export type PortfolioWords = typeof el;

/** The texts in the language of the page. */
export const usePortfolioWords = wordsHook({ el, en });

/** The id of the box that decides whether a print has the lists; portfolio.css reads it. */
export const annexChoice = 'portfolio-annex';
