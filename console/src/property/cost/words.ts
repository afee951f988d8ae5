import { type Words, words } from '#tools/notation/languages.ts';
import { inLanguages, wordsHook } from '../../tools/language/language.ts';

/** The texts of the terms and the basis of a cost. */
export const { el, en } = inLanguages({
  more: words('Περισσότερα στοιχεία', 'More details'),
  inUse: (count: number) =>
    words(count === 1 ? '1 σε χρήση' : `${count} σε χρήση`, `${count} in use`),
  groups: {
    rate: words('Τιμή μονάδας', 'Rate'),
    building: words('Κτίριο', 'Building'),
    age: words('Ηλικία', 'Age'),
    insurance: words('Ασφάλιση', 'Insurance'),
  },
  needsYear: words(
    'Συμπληρώστε πρώτα το έτος κατασκευής.',
    'Enter the year of construction first.',
  ),
  fields: {
    valuationDate: words('Ημερομηνία εκτίμησης', 'Valuation date'),
    rates: words('Η αναλυτικότερη τιμή της περιοχής', 'The finest rate of the area'),
    index: words('Δείκτης κόστους', 'Cost index'),
    addons: words('Προσαυξήσεις', 'Add-ons'),
    quality: words('Ποιότητα κατασκευής', 'Quality of construction'),
    basementArea: words('Υπόγειο (m²)', 'Basement (m²)'),
    auxiliaryArea: words('Βοηθητικοί χώροι (m²)', 'Auxiliary spaces (m²)'),
    renovationYear: words('Έτος ανακαίνισης', 'Year of renovation'),
    ageing: words('Μέθοδος απομείωσης', 'Depreciation method'),
    condition: words('Κατάσταση', 'Condition'),
    sumInsured: words('Ασφαλιζόμενο κεφάλαιο (€)', 'Sum insured (€)'),
  },
  hints: {
    valuationDate: words('Αν δεν γραφτεί: σήμερα.', 'Empty: today.'),
    otherArea: words('Επιπλέον του εμβαδού.', 'Besides the build area.'),
    renovationYear: words(
      'Πλήρης: η ηλικία μετρά από τότε.',
      'Complete: the age counts from then.',
    ),
  },
  none: words('Κανένας', 'None'),
  noneAddons: words('Καμία', 'None'),
  notGiven: words('Δεν δηλώνεται', 'Not stated'),
  usualOfType: words('Η συνήθης', 'Usual for the type'),
  faults: {
    valuationDate: words(
      'Γράψτε ολόκληρη ημερομηνία, όχι μετά τη σημερινή.',
      'Enter a whole date, not later than today.',
    ),
    sumInsured: words(
      'Γράψτε ποσό σε ευρώ, όπως 150000.',
      'Enter an amount in euro, such as 150000.',
    ),
    renovationYear: (from: string, to: number) =>
      words(`Γράψτε έτος από ${from} έως ${to}.`, `Enter a year from ${from} to ${to}.`),
    oneOf: (names: string) =>
      words(
        `Δεν υπάρχει στα δεδομένα για αυτό το είδος. Υπάρχουν: ${names}.`,
        `The data do not have it for this type. They have: ${names}.`,
      ),
    noneLoaded: words(
      'Τα δεδομένα δεν έχουν τέτοια τιμή για αυτό το είδος και αυτή την ημέρα.',
      'The data have none for this type on this day.',
    ),
    expected: (text: string) =>
      words(
        `Δεν έγινε δεκτό. Η υπηρεσία περιμένει: ${text}.`,
        `Not accepted. The service expects: ${text}.`,
      ),
    noRate: (type: string) =>
      words(
        `Για αυτόν τον ταχ. κώδικα δεν υπάρχει τιμή στα δεδομένα (${type}).`,
        `The data have no rate for this postal code (${type}).`,
      ),
    noRateOn: (first: string) =>
      words(
        `Για αυτόν τον ταχ. κώδικα υπάρχουν τιμές από ${first}.`,
        `The rates for this postal code begin on ${first}.`,
      ),
    otherTypes: (types: string) => words(`Υπάρχουν: ${types}.`, `They have: ${types}.`),
    indexBegins: (year: string, quarter: string) =>
      words(
        `Ο δείκτης αρχίζει από το ${quarter}ο τρίμηνο του ${year}.`,
        `The index begins in quarter ${quarter} of ${year}.`,
      ),
  },
  names: {
    very_good: words('πολύ καλή', 'very good'),
    good: words('καλή', 'good'),
    intermediate: words('μέτρια', 'fair'),
    small_repairs: words('μικρές επισκευές', 'needs small repairs'),
    repairs: words('επισκευές', 'needs repairs'),
    large_repairs: words('μεγάλες επισκευές', 'needs large repairs'),
    very_large_repairs: words('πολύ μεγάλες επισκευές', 'needs very large repairs'),
    usual: words('συνήθης', 'usual'),
    fine: words('καλή', 'fine'),
    luxury: words('πολυτελής', 'luxury'),
    objective_values: words('αντικειμενικές αξίες', 'objective values'),
    reinstatement: words('αποκατάσταση', 'reinstatement'),
    'new dwellings': words('νέες κατοικίες', 'new dwellings'),
    finish: words('τελειώματα', 'finish'),
    heidecke: words('Heidecke', 'heidecke'),
    'ENFIA rebate': words('Έκπτωση ΕΝΦΙΑ', 'ENFIA rebate'),
    'law 5116/2024': words('ν. 5116/2024', 'law 5116/2024'),
  } as Readonly<Record<string, Words>>,
  seeFields: (labels: readonly string[]) =>
    words(
      `Δεν υπολογίστηκε κόστος. Δείτε: ${labels.join(', ')}.`,
      `No cost was calculated. See: ${labels.join(', ')}.`,
    ),
  chart: words('Αξία ανά ηλικία κτιρίου', 'Value over the building’s age'),
  chartText: (today: string, asIs: string, end: string, life: string) =>
    words(
      `Η αξία ξεκινά από το κόστος ανακατασκευής, είναι σήμερα ${asIs} σε ηλικία ${today} και φτάνει ${end} στα ${life}.`,
      `The value starts at the as-new cost, is ${asIs} today at an age of ${today}, and comes down to ${end} at ${life}.`,
    ),
  chartTable: words('Τα στοιχεία σε πίνακα', 'The figures as a table'),
  chartValue: words('Αξία', 'Value'),
  unusual: {
    buildArea: (least: string, most: string) =>
      words(
        `Ασυνήθιστο εμβαδόν: συνήθως είναι ${least} έως ${most} m². Είναι σωστό;`,
        `An unusual area: most are ${least} to ${most} m². Is it right?`,
      ),
    parcel: (area: string) =>
      words(
        `Το γεωτεμάχιο έχει μόνο ${area}. Είναι σωστό το εμβαδόν του κτιρίου;`,
        `The parcel has only ${area}. Is the area of the building right?`,
      ),
    buildings: (area: string) =>
      words(
        `Τα γνωστά κτίρια στο γεωτεμάχιο έχουν το πολύ ${area}. Είναι σωστό το εμβαδόν;`,
        `The known buildings on the parcel have at most ${area}. Is the area right?`,
      ),
    constructionYear: (first: number) =>
      words(
        `Ασυνήθιστο έτος: συνήθως είναι από το ${first} και μετά. Είναι σωστό;`,
        `An unusual year: most are ${first} or later. Is it right?`,
      ),
  },
  sampleText: words(
    'Η τιμή μονάδας είναι ενδεικτική και δεν αποτελεί προσφορά ή εκτίμηση.',
    'The rate is illustrative. It is no quotation and no valuation.',
  ),
  asIsOn: (day: string) => words(`Αποσβεσμένο, ${day}`, `As it stood, ${day}`),
  steps: words('Υπολογισμός', 'Calculation'),
  addon: (name: string, percent: string) =>
    words(`Προσαύξηση: ${name}, ${percent}`, `Add-on: ${name}, ${percent}`),
  without: (names: string) => words(`χωρίς: ${names}`, `without: ${names}`),
  ageOf: (age: string, life: string, least: string) =>
    words(
      `${age} από ${life} έτη ωφέλιμης ζωής, ελάχιστο ${least}`,
      `${age} of ${life} years of useful life, at least ${least}`,
    ),
  share: (share: string) =>
    words(`${share} του κόστους ανακατασκευής`, `${share} of the as-new cost`),
  municipality: words('Δήμος', 'Municipality'),
  valuationDate: words('Τιμές της', 'Prices of'),
  index: words('Δείκτης', 'Index'),
  quality: words('Ποιότητα', 'Quality'),
  addonBases: {
    works: words('των εργασιών', 'of the works'),
    before: words('όλων των προηγούμενων', 'of all lines before it'),
  },
  onlyNew: words('μόνο στο κόστος ανακατασκευής', 'only in the cost as new'),
  addonsIncluded: (names: string) =>
    words(`${names}: ήδη στην τιμή, δεν προστίθεται`, `${names}: in the rate already, not added`),
  source: (source: string, from?: string) =>
    words(
      from === undefined ? `πηγή: ${source}` : `πηγή: ${source}, από ${from}`,
      from === undefined ? `source: ${source}` : `source: ${source}, from ${from}`,
    ),
  effectiveAge: words('Ηλικία από την ανακαίνιση', 'Age since renovation'),
  conditionLost: (name: string, percent: string) =>
    words(`${name}, −${percent}`, `${name}, −${percent}`),
  dataset: words('Έκδοση δεδομένων', 'Version of the data'),
  insurance: words('Ασφαλιζόμενο κεφάλαιο', 'Sum insured'),
  ratio: (percent: string) =>
    words(`${percent} του κόστους ανακατασκευής`, `${percent} of the as-new cost`),
  below: (amount: string) => words(`Υπολείπεται κατά ${amount}.`, `${amount} below it.`),
  above: (amount: string) => words(`Υπερβαίνει κατά ${amount}.`, `${amount} above it.`),
  exact: words('Όσο το κόστος ανακατασκευής.', 'Equal to the as-new cost.'),
  met: words('Πληρούται', 'Met'),
  notMet: words('Δεν πληρούται', 'Not met'),
  rules: {
    least_eur_m2: (limit: string) =>
      words(`τουλάχιστον ${limit} ανά m²`, `at least ${limit} for each m²`),
    least_ratio: (limit: string) =>
      words(
        `τουλάχιστον ${limit} του κόστους ανακατασκευής`,
        `at least ${limit} of the as-new cost`,
      ),
    most_ratio: (limit: string) =>
      words(`έως ${limit} του κόστους ανακατασκευής`, `at most ${limit} of the as-new cost`),
  } as Readonly<Record<string, (limit: string) => Words>>,
  noRules: words(
    'Δεν υπάρχουν κανόνες ασφάλισης για αυτό το είδος στα δεδομένα.',
    'The data have no insurance rules for this type.',
  ),
});

export type CostWords = typeof el;

/** The texts in the language of the page. */
export const useCostWords = wordsHook({ el, en });
