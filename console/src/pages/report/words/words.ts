import type { FieldName, ValuationName } from '#domain/property/valuation-fields.ts';
import { type Words, words } from '#tools/notation/languages.ts';

import { inLanguages, wordsHook } from '../../../tools/language/language.ts';

/** The texts of the report. */
export const { el, en } = inLanguages({
  details: words('Στοιχεία εγγράφου και εκτίμησης', 'Details of document and valuation'),
  missing: (missing: number, of: number) =>
    words(`λείπουν ${missing} από ${of}`, `${missing} of ${of} missing`),
  complete: (of: number) => words(`πλήρη, ${of} από ${of}`, `complete, ${of} of ${of}`),
  notStated: words('δεν δηλώθηκε', 'not stated'),
  incomplete: (missing: number, of: number) =>
    words(
      `Ελλιπές σχέδιο: λείπουν ${missing} από τα ${of} απαιτούμενα στοιχεία. Δεν φέρει δήλωση συμμόρφωσης ούτε υπογραφή.`,
      `Incomplete draft: ${missing} of ${of} required statements are missing. It has no statement of compliance and no signature.`,
    ),
  amountFault: words(
    'Γράψτε ποσό σε ευρώ, όπως 165.000 ή 165.000,50.',
    'Write an amount in euro, such as 165,000 or 165,000.50.',
  ),
  pricesOf: words('Τιμές της', 'Prices of'),
  includes: words('Η τιμή μονάδας περιλαμβάνει', 'The rate includes'),
  vat: {
    in: words('ΦΠΑ: περιλαμβάνεται', 'VAT: included'),
    out: words('ΦΠΑ: δεν περιλαμβάνεται', 'VAT: not included'),
  },
  plotArea: words('Εμβαδόν γεωτεμαχίου', 'Area of the plot'),
  buildingData: words('Κτίριο ή ιδιοκτησία', 'Building or unit'),
  preparer: words('Συντάκτης', 'Prepared by'),
  reference: words('Αριθμός αναφοράς', 'Reference'),
  purpose: words('Σκοπός', 'Purpose'),
  registration: words('Αρ. μητρώου εκτιμητή', 'Valuer’s registration number'),
  remark: words('Παρατηρήσεις', 'Remark'),
  photos: words('Φωτογραφίες', 'Photographs'),
  photo: (number: number) => words(`Φωτογραφία ${number}`, `Photograph ${number}`),
  addPhotos: words('Προσθήκη φωτογραφιών', 'Add photographs'),
  removePhoto: words('Αφαίρεση', 'Remove'),
  confirmPhoto: (name: string) => words(`Να αφαιρεθεί η εικόνα «${name}»;`, `Remove “${name}”?`),
  caption: words('Λεζάντα', 'Caption'),
  earlier: words('Πιο μπροστά:', 'Move forward:'),
  later: words('Πιο πίσω:', 'Move back:'),
  logo: words('Λογότυπο', 'Logo'),
  chooseLogo: words('Επιλογή λογοτύπου', 'Choose a logo'),
  removeLogo: words('Αφαίρεση λογοτύπου', 'Remove the logo'),
  photosKeptHere: (most: number) =>
    words(
      `Έως ${most} φωτογραφίες (JPEG, PNG, WebP). Μένουν σε αυτόν τον περιηγητή και σχεδιάζονται εκ νέου, χωρίς στοιχεία θέσης και κάμερας.`,
      `Up to ${most} photographs (JPEG, PNG, WebP). They stay in this browser and are drawn anew: position and camera data are removed.`,
    ),
  noImage: (name: string) =>
    words(
      `Το «${name}» δεν είναι εικόνα που μπορεί να εμφανιστεί.`,
      `“${name}” is not an image that can be shown.`,
    ),
  tooManyPhotos: (most: number) =>
    words(
      `Ένα ακίνητο έχει έως ${most} φωτογραφίες.`,
      `A property has at most ${most} photographs.`,
    ),
  notStored: words(
    'Ο περιηγητής δεν μπόρεσε να αποθηκεύσει τις φωτογραφίες.',
    'This browser could not store the photographs.',
  ),
  keptHere: words(
    'Μένουν μόνο σε αυτόν τον περιηγητή και τυπώνονται αν συμπληρωθούν.',
    'Kept in this browser only, and printed if filled in.',
  ),
  dataOf: words('Φόρτωση δεδομένων', 'Data loaded on'),
  today: words('Ημερομηνία έκθεσης', 'Date of the report'),
  asked: words('Ζητήθηκε', 'Asked for'),

  summary: words('Σύνοψη', 'Summary'),
  building: words('Κτίριο', 'Building'),
  accuracy: words('Ακρίβεια θέσης', 'Position'),
  accuracyOf: {
    parcel: words('το γεωτεμάχιο του κωδικού', 'the parcel of the code'),
    coordinates: words('το σημείο που δόθηκε', 'the point that was given'),
  },
  restsOn: words('Βασίζεται σε', 'Rests on'),
  locator: words('Χάρτης θέσης', 'Map of the location'),
  locatorText: (scale: string) =>
    words(`Η θέση του ακινήτου σε κλίμακα ${scale}.`, `Where the property is, at ${scale}.`),
  comparablesMap: words('Χάρτης των συγκριτικών', 'Map of the comparables'),
  comparablesMapText: (scale: string) =>
    words(
      `Το ακίνητο και τα αριθμημένα συγκριτικά σε κλίμακα ${scale}.`,
      `The subject and the numbered comparables at ${scale}.`,
    ),
  parcelSource: (sources: string) =>
    words(`Πηγή του γεωτεμαχίου: ${sources}.`, `Source of the parcel: ${sources}.`),

  valuationHint: words(
    'Με πρότυπο, τα πεδία με αστερίσκο είναι υποχρεωτικά· το «κανένα» είναι απάντηση. Δήλωση συμμόρφωσης και θέση υπογραφής τυπώνονται μόνο όταν δεν λείπει κανένα.',
    'With a template, fields with an asterisk are required; “none” is an answer. The statement of compliance and the place for a signature are printed only when none is missing.',
  ),
  templates: words('Πρότυπο', 'Template'),
  valuationHeading: words('Στοιχεία του εκτιμητή', 'By the valuer'),
  valuersWords: words(
    'Τα συμπλήρωσε ο συντάκτης. Δεν προέρχονται από το Ktima.',
    'The preparer filled this in. It does not come from Ktima.',
  ),
  placeAndDate: words('Τόπος και ημερομηνία', 'Place and date'),
  signature: words('Υπογραφή', 'Signature'),
  stamp: words('Σφραγίδα', 'Stamp'),
  valuation: {
    client: words('Εντολέας', 'Client'),
    users: words('Άλλοι αποδέκτες', 'Other intended users'),
    interest: words('Δικαίωμα που εκτιμάται', 'Interest valued'),
    basis: words('Βάση αξίας', 'Basis of value'),
    date: words('Ημερομηνία εκτίμησης', 'Date of valuation'),
    inspected: words('Ημερομηνία αυτοψίας', 'Date of inspection'),
    inspector: words('Αυτοψία από', 'Inspected by'),
    inspection: words('Έκταση αυτοψίας', 'Extent of inspection'),
    unit: words('Όροφος και αριθμός ιδιοκτησίας', 'Floor and unit'),
    built: words('Έτος ή περίοδος κατασκευής', 'Year or period of construction'),
    areas: words('Εμβαδά και πηγή τους', 'Areas and their source'),
    includes: words(
      'Τι περιλαμβάνει το ποσό (αμοιβές, άδειες, κατεδάφιση, ΦΠΑ)',
      'What the amount includes (fees, permits, demolition, VAT)',
    ),
    building_terms: words(
      'Πολεοδομικό καθεστώς και όροι δόμησης',
      'Planning status and building terms',
    ),
    legality: words('Άδειες και νομιμότητα', 'Permits and legality'),
    energy_class: words('Ενεργειακή κλάση', 'Energy class'),
    occupancy: words('Χρήση και μισθωτική κατάσταση', 'Use and occupancy'),
    documents: words('Έγγραφα που εξετάστηκαν', 'Documents seen'),
    reasoning: words('Μέθοδος και αιτιολόγηση', 'Approach and reasoning'),
    evidence: words('Σχόλιο για τα συγκριτικά στοιχεία', 'Comment on the market evidence'),
    value: words('Αξία κατά τον εκτιμητή (€)', 'Value stated by the valuer (€)'),
    marketability: words('Εμπορευσιμότητα και χρόνος πώλησης', 'Marketability and time to sell'),
    assumptions: words('Παραδοχές', 'Assumptions'),
    special_assumptions: words('Ειδικές παραδοχές', 'Special assumptions'),
    uncertainty: words('Ουσιώδης αβεβαιότητα', 'Material uncertainty'),
    limits: words('Περιορισμοί χρήσης και ευθύνης', 'Limits of use and liability'),
    compliance: words(
      'Δήλωση συμμόρφωσης και ανεξαρτησίας',
      'Statement of compliance and independence',
    ),
  } satisfies Record<ValuationName, Words> as Record<ValuationName, Words>,
  template: {
    none: {
      label: words('Χωρίς: στοιχεία ακινήτου', 'None: property data'),
      title: words('Αναφορά στοιχείων ακινήτου', 'Property report'),
    },
    insurance: {
      label: words('Ασφάλιση (κόστος)', 'Insurance (cost)'),
      title: words(
        'Έκθεση κόστους ανακατασκευής για ασφάλιση',
        'Reinstatement cost report for insurance',
      ),
      purpose: words('Ασφάλιση κτιρίου', 'Insurance of the building'),
      interest: words('Πλήρης κυριότητα', 'Full ownership'),
      basis: words('Κόστος ανακατασκευής', 'Reinstatement cost as new'),
      assumptions: words(
        'Το κτίριο ανακατασκευάζεται στην ίδια θέση, με το ίδιο εμβαδόν και χρήση, με σημερινά υλικά και κανονισμούς. Η αξία του οικοπέδου δεν περιλαμβάνεται.',
        'The building is rebuilt at the same place, with the same area and use, with materials and rules of today. The value of the land is not included.',
      ),
      limits: words(
        'Για την ασφάλιση του κτιρίου από τον εντολέα. Δεν είναι αγοραία αξία. Δεν δημοσιεύεται και δεν χρησιμοποιείται από τρίτους χωρίς τη συγκατάθεση του εκτιμητή.',
        'For the insurance of the building by the client. It is no market value. It is not published, and not used by others without the consent of the valuer.',
      ),
      compliance: words(
        'Η εκτίμηση ακολουθεί τα Ευρωπαϊκά Εκτιμητικά Πρότυπα (EVS 2025). Ο εκτιμητής είναι ανεξάρτητος και δεν έχει συμφέρον στο ακίνητο.',
        'The valuation follows the European Valuation Standards (EVS 2025). The valuer is independent and has no interest in the property.',
      ),
    },
    collateral: {
      label: words('Εμπράγματη εξασφάλιση', 'Secured lending'),
      title: words(
        'Έκθεση εκτίμησης για εμπράγματη εξασφάλιση',
        'Valuation report for secured lending',
      ),
      purpose: words('Εμπράγματη εξασφάλιση', 'Secured lending'),
      interest: words('Πλήρης κυριότητα', 'Full ownership'),
      basis: words('Αγοραία αξία', 'Market value'),
      assumptions: words(
        'Το ακίνητο είναι ελεύθερο από βάρη και από μισθώσεις που δεν δηλώθηκαν. Τα έγγραφα που δόθηκαν είναι ακριβή και πλήρη.',
        'The property is free of charges, and of leases that were not declared. The documents that were given are exact and complete.',
      ),
      limits: words(
        'Για την εξασφάλιση δανείου από τον εντολέα. Δεν δημοσιεύεται και δεν χρησιμοποιείται από τρίτους χωρίς τη συγκατάθεση του εκτιμητή.',
        'For secured lending by the client. It is not published, and not used by others without the consent of the valuer.',
      ),
      compliance: words(
        'Η εκτίμηση ακολουθεί τα Ευρωπαϊκά Εκτιμητικά Πρότυπα (EVS 2025). Ο εκτιμητής είναι ανεξάρτητος και δεν έχει συμφέρον στο ακίνητο.',
        'The valuation follows the European Valuation Standards (EVS 2025). The valuer is independent and has no interest in the property.',
      ),
    },
  },

  notes: words('Επισημάνσεις', 'Please note'),
  note: {
    rough: (level: string, distance: string) =>
      words(
        `Η διεύθυνση βρέθηκε ως εξής: ${level}. Η θέση μπορεί να απέχει έως ${distance}.`,
        `What was found of the address: ${level}. The position may be off by up to ${distance}.`,
      ),
    unit: (code: string) =>
      words(
        `Ο ΚΑΕΚ ${code} είναι οριζόντια ή κάθετη ιδιοκτησία. Τα στοιχεία αφορούν το γεωτεμάχιό της.`,
        `The KAEK ${code} is that of a unit. The data are those of its parcel.`,
      ),
    postalCode: (used: string, found: string) =>
      words(
        `Το κόστος υπολογίστηκε με τον ταχυδρομικό κώδικα ${used} που δόθηκε. Η θέση έχει ${found}.`,
        `The cost was calculated with the postal code ${used} that was given. The location has ${found}.`,
      ),
    noLocation: words(
      'Σε αυτό το σημείο δεν είναι γνωστή διεύθυνση στην Ελλάδα.',
      'No address in Greece is known at this point.',
    ),
    noParcel: words(
      'Στα δεδομένα δεν υπάρχει γεωτεμάχιο σε αυτό το σημείο.',
      'The data have no parcel at this point.',
    ),
    parcelTooRough: words(
      'Η θέση της διεύθυνσης δεν είναι αρκετά ακριβής για να προσδιοριστεί το γεωτεμάχιο.',
      'The position of the address is not exact enough to find the parcel.',
    ),
    noBuilding: words(
      'Δεν δόθηκαν στοιχεία κτιρίου, οπότε δεν υπολογίστηκε κόστος.',
      'No building was given, so no cost was calculated.',
    ),
    noPostalCode: words(
      'Ο ταχυδρομικός κώδικας της θέσης δεν είναι γνωστός, οπότε δεν υπολογίστηκε κόστος.',
      'The postal code of the location is not known, so no cost was calculated.',
    ),
    wrongPostalCode: words(
      'Ο ταχυδρομικός κώδικας που δόθηκε δεν ταιριάζει με τη θέση, οπότε δεν υπολογίστηκε κόστος.',
      'The postal code that was given does not fit the location, so no cost was calculated.',
    ),
    guessedAddress: words(
      'Η διεύθυνση βρέθηκε με μικρή βεβαιότητα και μπορεί να είναι άλλη, οπότε δεν υπολογίστηκε κόστος. Αποφασίζει ο ταχυδρομικός κώδικας του ακινήτου.',
      'The address was found with little confidence and may be another one, so no cost was calculated. The postal code of the property decides.',
    ),
    noRate: words(
      'Για αυτόν τον ταχυδρομικό κώδικα και είδος δεν υπάρχει τιμή κόστους στα δεδομένα.',
      'The data have no cost for this postal code and type.',
    ),
    noCostOutside: words(
      'Κόστος υπολογίζεται μόνο στην Ελλάδα.',
      'Costs are calculated in Greece only.',
    ),
    noPlaces: words(
      'Δεν υπάρχουν γνωστά σημεία ενδιαφέροντος στις αποστάσεις αναζήτησης.',
      'No points of interest are known within the search distances.',
    ),
    cornersFailed: words(
      'Οι συντεταγμένες των κορυφών δεν φορτώθηκαν, οπότε λείπει το διάγραμμα.',
      'The coordinates of the corners could not be loaded, so the plan is missing.',
    ),
    backgroundFailed: words(
      'Οι δρόμοι και τα κτίρια του διαγράμματος δεν φορτώθηκαν.',
      'The streets and buildings of the plan could not be loaded.',
    ),
    parcelsFailed: words(
      'Τα όρια των γειτονικών γεωτεμαχίων δεν φορτώθηκαν.',
      'The boundaries of the neighbouring parcels could not be loaded.',
    ),
  },

  parcelPlan: words('Διάγραμμα γεωτεμαχίου', 'Plan of the parcel'),
  parcelPlanText: (scale: string, corners: number) =>
    words(
      `Το γεωτεμάχιο σε κλίμακα ${scale} με τους δρόμους, τα κτίρια και τα γειτονικά του. Έχει ${corners} κορυφές, με τον ίδιο αριθμό στον πίνακα.`,
      `The parcel at ${scale} with its streets, buildings and neighbours. It has ${corners} corners, which have the same numbers in the table.`,
    ),
  aerialPlan: words('Το γεωτεμάχιο σε αεροφωτογραφίες.', 'The parcel on aerial images.'),
  aerialPlanText: (scale: string) =>
    words(
      `Το περίγραμμα του γεωτεμαχίου σε αεροφωτογραφίες, σε κλίμακα ${scale}.`,
      `The outline of the parcel on aerial images, at ${scale}.`,
    ),
  neighbourhoodPlan: words('Διάγραμμα γειτονιάς', 'Plan of the neighbourhood'),
  neighbourhoodPlanText: (scale: string, numbered: number) =>
    words(
      `Η γειτονιά σε κλίμακα ${scale} με ${numbered} αριθμημένα σημεία, που έχουν τον ίδιο αριθμό στον πίνακα.`,
      `The neighbourhood at ${scale} with ${numbered} numbered places, which have the same numbers in the table.`,
    ),
  zonesPlanText: (scale: string) =>
    words(
      `Οι ζώνες γύρω από το ακίνητο σε κλίμακα ${scale}, με τα χρώματα του υπομνήματος.`,
      `The zones around the property at a scale of ${scale}, in the colours of the legend.`,
    ),
  north: words('Β', 'N'),
  gridNorth: words(
    'Βορράς κανάβου ΕΓΣΑ ’87. Κλίμακα σε χαρτί Α4 χωρίς προσαρμογή μεγέθους.',
    'North of the Greek Grid. True to scale on A4 paper if printed at 100%.',
  ),
  trueNorth: words('Ο βορράς είναι επάνω.', 'North is up.'),
  beyondPlan: words(
    'Αριθμός με βέλος: το σημείο είναι εκτός του διαγράμματος.',
    'A number with an arrow: the place lies beyond the plan.',
  ),
  othersOnPlan: words(
    'Τελεία χωρίς αριθμό: άλλο σημείο του ίδιου πίνακα.',
    'A dot without a number: another place of the same table.',
  ),
  corners: words(
    'Κορυφές στο ΕΓΣΑ ’87 (EPSG:2100)',
    'Corners in the Greek Grid (GGRS87, EPSG:2100)',
  ),
  annex: words(
    'Παράρτημα: το γεωτεμάχιο με όλες τις κορυφές του',
    'Annex: the parcel with all its corners',
  ),
  seeAnnex: words(
    'Στο παράρτημα υπάρχει μεγαλύτερο διάγραμμα με όλες τις κορυφές.',
    'The annex has a larger plan with all corners.',
  ),
  lengths: words(
    'Τα μήκη είναι στο έδαφος, από κάθε κορυφή στην επόμενη του ίδιου πολυγώνου.',
    'Lengths are on the ground, from each corner to the next of the same boundary.',
  ),

  disclaimer: words('Όροι χρήσης', 'Disclaimer'),
  disclaimerText: words(
    'Όσα δεν έγραψε ο συντάκτης προέκυψαν αυτόματα από τα δεδομένα που αναφέρονται στις πηγές, όπως ήταν όταν φορτώθηκαν. Δεν είναι εκτίμηση πιστοποιημένου εκτιμητή, απόσπασμα κτηματολογικού διαγράμματος ή τοπογραφικό διάγραμμα και δεν τα αντικαθιστούν. Το κόστος ανακατασκευής δεν είναι αγοραία αξία. Θέσεις, όρια και αποστάσεις (σε ευθεία γραμμή) έχουν την ακρίβεια των πηγών τους. Ελέγξτε τα στοιχεία πριν στηρίξετε σε αυτά αποφάσεις.',
    'What the preparer did not write was made automatically from the data named under sources, as they were when they were loaded. It is no valuation by a certified valuer, no extract of the cadastral diagram and no land survey, and replaces none of them. The reconstruction cost is no market value. Positions, boundaries and distances (in a straight line) are as exact as their sources. Check the data before you base decisions on them.',
  ),
});

export type ReportWords = typeof el;

/** The texts in the language of the page. */
export const useReportWords = wordsHook({ el, en });

/** The name of a field of the document. */
export function fieldLabel({ valuation, ...others }: ReportWords, name: FieldName): string {
  const labels: Readonly<Record<FieldName, string>> = { ...others, ...valuation };
  return labels[name];
}
