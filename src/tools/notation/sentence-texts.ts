/**
 * Sentences that several layers make, by code, in English and Greek; `{name}` is a value, and a
 * number the place of a value in a list. Where rows are counted by kind, the part before ` | ` counts.
 */
export const sentenceTexts = {
  // Faults of an address.
  not_known: ['not known', 'άγνωστο'],
  read_as: ['not known, read as {0}', 'άγνωστο, διαβάστηκε ως {0}'],
  part_not_known: ['part of the address is not known', 'μέρος της διεύθυνσης είναι άγνωστο'],
  word_not_known: ['"{0}" is not known', 'άγνωστο: «{0}»'],
  is_not_known: ['{0} is not known', 'ο {0} είναι άγνωστος'],
  not_in_name: ['not part of the name: {0}', 'δεν είναι μέρος του ονόματος: {0}'],
  number_not_in_name: ['{0} is not part of its name', 'το {0} δεν είναι μέρος του ονόματος'],
  called: ['the name is {0}', 'το όνομα είναι {0}'],
  without_name: ['has no name', 'δεν έχει όνομα'],
  set_aside: ['"{0}" was set aside', 'παραλείφθηκε: «{0}»'],
  parcel_set_aside: [
    '"{0}" was set aside; kaek-search finds parcels',
    'παραλείφθηκε: «{0}»· το kaek-search βρίσκει γεωτεμάχια',
  ],
  position_of_address: [
    '"{0}" was set aside: the position is that of the address',
    'παραλείφθηκε: «{0}»· η θέση είναι αυτή της διεύθυνσης',
  ],
  position_of_neighbour: [
    '"{0}": the position is that of what it is near',
    '«{0}»: η θέση είναι αυτή του γειτονικού σημείου',
  ],
  not_on_road: ['"{0}" is not known on the road', 'άγνωστο στον δρόμο: «{0}»'],
  not_there: ['{0} is not there', 'ο {0} δεν είναι εκεί'],
  not_found: ['not found', 'δεν βρέθηκε'],
  not_known_in: ['not known in {0}', 'άγνωστο σε: {0}'],
  no_streets_in: ['no streets are known in {0}', 'δεν υπάρχουν γνωστοί δρόμοι σε: {0}'],
  no_streets_there: ['no streets are known there', 'δεν υπάρχουν γνωστοί δρόμοι εκεί'],
  not_in: ['not in {0}', 'όχι σε: {0}'],
  nothing_in: ['nothing of the address is in {0}', 'τίποτα από τη διεύθυνση δεν είναι σε: {0}'],
  found_elsewhere: ['found in {0}, not in {1}', 'βρέθηκε σε: {0}, όχι σε: {1}'],
  found_near: ['found in {0}, near {1}', 'βρέθηκε σε: {0}, κοντά σε: {1}'],
  found_km_away: ['found in {0}, {1} km from {2}', 'βρέθηκε σε: {0}, {1} km από: {2}'],
  only_its: ['not found; this is only its {0}', 'δεν βρέθηκε· αυτό είναι μόνο: {0}'],
  seat_of_area: [
    'the {0} {1} was asked for; this is its {2}',
    'ζητήθηκε: {0} {1}· αυτό είναι: {2}',
  ],
  street_has_code: ['the street has {0}, not {1}', 'ο δρόμος έχει {0}, όχι {1}'],
  code_is_in: ['{0} is in {1}', 'ο {0} είναι σε: {1}'],
  code_in_other_town: ['the postal code is in another town', 'ο ταχ. κώδικας είναι άλλης πόλης'],
  part_says_code: ['the {0} says {1}', 'γράφεται ({0}) {1}'],
  number_between: [
    'not in the data, placed between known numbers',
    'δεν είναι στα δεδομένα, τοποθετήθηκε ανάμεσα σε γνωστούς αριθμούς',
  ],
  number_in_range: [
    'not in the data, but the street has such numbers here',
    'δεν είναι στα δεδομένα, αλλά ο δρόμος έχει εδώ τέτοιους αριθμούς',
  ],
  number_not_known: [
    'not known; the position is that of the street',
    'άγνωστος· η θέση είναι αυτή του δρόμου',
  ],
  number_outside: [
    'outside the numbers that the street is known to have',
    'έξω από τους γνωστούς αριθμούς του δρόμου',
  ],
  corner_not_known: [
    'the second street is not known there',
    'ο δεύτερος δρόμος είναι άγνωστος εκεί',
  ],
  placed_in: [
    'placed in {0}, on the road from {1} to {2}',
    'τοποθετήθηκε σε: {0}, στον δρόμο {1}–{2}',
  ],
  placed_towards: ['placed {0} km from {1} towards {2}', 'τοποθετήθηκε {0} km από: {1} προς: {2}'],
  by_one_position: [
    'chosen by one position of each street, as no line of a street is known here',
    'επιλέχθηκε από μία θέση κάθε δρόμου, γιατί εδώ δεν είναι γνωστή η γραμμή κανενός',
  ],
  // Sections of a report.
  no_address_near: [
    'no address is known near this point',
    'καμία γνωστή διεύθυνση κοντά σε αυτό το σημείο',
  ],
  no_parcel_here: [
    'no loaded parcel holds this point',
    'κανένα φορτωμένο γεωτεμάχιο δεν περιέχει αυτό το σημείο',
  ],
  too_rough_for_parcel: [
    'the position is too rough to find the parcel | the position of the address is known to about {metres} m only (match.level {level}), which is not exact enough to find the parcel',
    'η θέση δεν είναι αρκετά ακριβής για το γεωτεμάχιο | η θέση της διεύθυνσης είναι γνωστή μόνο με ακρίβεια περίπου {metres} m, που δεν αρκεί για το γεωτεμάχιο',
  ],
  too_rough: [
    'the position of the address is known to about {metres} m only',
    'η θέση της διεύθυνσης είναι γνωστή μόνο με ακρίβεια περίπου {metres} m',
  ],
  building_missing: [
    'property_type or build_area is missing | the cost needs property_type and build_area, and at least one was not sent',
    'λείπει το είδος ή το εμβαδόν | το κόστος χρειάζεται είδος και εμβαδόν, και λείπει τουλάχιστον ένα',
  ],
  postal_code_missing: [
    'the postal code of the location is not known',
    'ο ταχ. κώδικας της θέσης είναι άγνωστος',
  ],
  address_against_town: [
    'the address contradicts its town | the address contradicts the town in it: {fault}; correct one of them',
    'η διεύθυνση αντιφάσκει με την πόλη της | η διεύθυνση αντιφάσκει με την πόλη της: {fault}· διορθώστε ένα από τα δύο',
  ],
  address_guessed: [
    'the address is a guess | the address was {guess}; send the postal code of the property, or more of its address',
    'η διεύθυνση είναι αβέβαιη | η διεύθυνση {guess}· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή περισσότερα από τη διεύθυνση',
  ],
  guess_in_town: ['found with a fault in its town: {fault}', 'βρέθηκε με λάθος πόλη: {fault}'],
  guess_without_street: [
    'found without its street, which is not known there',
    'βρέθηκε χωρίς την οδό της, που δεν είναι γνωστή εκεί',
  ],
  guess_unsure: [
    'found with a confidence of {confidence} only{also}',
    'βρέθηκε με βεβαιότητα μόνο {confidence}{also}',
  ],
  may_also_be: ['; it may also be {names}{more}', '· μπορεί να είναι και {names}{more}'],
  and_others: [' and others', ' κ.ά.'],
  postal_code_far: [
    'the postal code contradicts the position | postal_code: {code} lies {distance} from {where}{known}; send the postal code of the property, or leave it out',
    'ο ταχ. κώδικας αντιφάσκει με τη θέση | ταχ. κώδικας: ο {code} απέχει {distance} από {where}{known}· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή αφήστε τον κενό',
  ],
  postal_code_not_near: [
    'the postal code contradicts the position | postal_code: {code} is not a known postal code near {where}{known}; send the postal code of the property, or leave it out',
    'ο ταχ. κώδικας αντιφάσκει με τη θέση | ταχ. κώδικας: ο {code} δεν είναι γνωστός κοντά σε: {where}{known}· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή αφήστε τον κενό',
  ],
  the_coordinates: ['the coordinates', 'τις συντεταγμένες'],
  the_parcel: ['the parcel', 'το γεωτεμάχιο'],
  the_address: ['the address', 'τη διεύθυνση'],
  too_many_zones: [
    'too many zones may apply | too many zones lie around it',
    'ισχύουν ίσως πάρα πολλές ζώνες | γύρω του υπάρχουν πάρα πολλές ζώνες',
  ],
  too_rough_for_zones: [
    'too many zones may apply | the position of the address is known to about {metres} m only, and too many zones may apply',
    'ισχύουν ίσως πάρα πολλές ζώνες | η θέση της διεύθυνσης είναι γνωστή μόνο με ακρίβεια περίπου {metres} m, και ισχύουν ίσως πάρα πολλές ζώνες',
  ],
  too_many_buildings: ['too many buildings lie around it', 'γύρω του υπάρχουν πάρα πολλά κτίρια'],
  not_asked_for: ['it was not asked for', 'δεν ζητήθηκε'],
  needs_scope: [
    'the token does not have the scope {scope}',
    'το token δεν έχει το δικαίωμα {scope}',
  ],
  // Costs.
  no_rates_loaded: [
    'no cost for this postal-code prefix and property type | no reconstruction cost, because no rates are loaded; ktima import costs loads some',
    'κανένα κόστος για τα πρώτα ψηφία του Τ.Κ. και το είδος | κανένα κόστος ανακατασκευής, γιατί δεν έχουν φορτωθεί τιμές',
  ],
  rates_begin_later: [
    'no cost for this postal-code prefix and property type | no reconstruction cost for postal-code prefix {prefix} and property_type {type} on {day}; its rates begin on {first}',
    'κανένα κόστος για τα πρώτα ψηφία του Τ.Κ. και το είδος | κανένα κόστος ανακατασκευής για Τ.Κ. από {prefix} και είδος {type} στις {day}· οι τιμές αρχίζουν στις {first}',
  ],
  no_rate: [
    'no cost for this postal-code prefix and property type | no reconstruction cost for postal-code prefix {prefix} and property_type {type}; the prefix has {known}',
    'κανένα κόστος για τα πρώτα ψηφία του Τ.Κ. και το είδος | κανένα κόστος ανακατασκευής για Τ.Κ. από {prefix} και είδος {type}· υπάρχουν: {known}',
  ],
  index_begins_later: [
    'index: {name} begins in {first}, after {quarter}',
    'δείκτης: ο {name} αρχίζει στο {first}, μετά το {quarter}',
  ],
  dataset_not_loaded: [
    'dataset: the cost data of {dataset} are not loaded, or a part of them was removed; loaded now: {loaded}',
    'τα δεδομένα κόστους {dataset} δεν είναι φορτωμένα, ή μέρος τους αφαιρέθηκε· τώρα είναι φορτωμένα: {loaded}',
  ],
  none: ['none', 'κανένα'],
  // A file and its rows and cells.
  of_file: ['{file}: {problem}', '{file}: {problem}'],
  in_line: ['line {line}: {problem}', 'γραμμή {line}: {problem}'],
  formula_without_value: [
    '{cell}: a formula without a stored value; open the file in Excel and save it',
    '{cell}: τύπος χωρίς αποθηκευμένη τιμή· ανοίξτε το αρχείο στο Excel και αποθηκεύστε το',
  ],
  cell_error: ['{cell}: the error {error}', '{cell}: το σφάλμα {error}'],
  date_or_year: [
    '{cell}: the date {date} is stored as {number}, which may be a year; format the cell as a number or write the date again',
    '{cell}: η ημερομηνία {date} είναι αποθηκευμένη ως {number}, που μπορεί να είναι έτος· μορφοποιήστε το κελί ως αριθμό ή γράψτε ξανά την ημερομηνία',
  ],
  delimiter_expected: [
    'column {number}: expected a delimiter after the closing quote',
    'στήλη {number}: αναμένεται διαχωριστικό μετά το εισαγωγικό που κλείνει',
  ],
  cell_too_long: [
    'column {number}: longer than {most} characters',
    'στήλη {number}: πάνω από {most} χαρακτήρες',
  ],
  row_too_long: ['longer than {most} characters', 'πάνω από {most} χαρακτήρες'],
  quote_not_closed_on_line: [
    'a quote opens here and is not closed on its line',
    'ένα εισαγωγικό ανοίγει εδώ και δεν κλείνει στη γραμμή του',
  ],
  quote_not_closed: [
    'a quote opens here and is not closed',
    'ένα εισαγωγικό ανοίγει εδώ και δεν κλείνει',
  ],
  quote_missing: [
    'goes over several lines and has {cells} cells instead of {width}: a quote may be missing',
    'εκτείνεται σε πολλές γραμμές και έχει {cells} κελιά αντί για {width}: ίσως λείπει ένα εισαγωγικό',
  ],
  // A text that has no code.
  text: ['{text}', '{text}'],
} as const satisfies Readonly<Record<string, readonly [en: string, el: string]>>;
