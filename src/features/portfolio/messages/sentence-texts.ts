/**
 * Sentences that other modules make in English, with their values, and the same in Greek. The first
 * that fits a sentence counts. A value called `fault`, `expected` or `where` is a sentence too.
 */
export const sentenceTexts = {
  // Faults of the geocoder.
  town_read_as: ['not known, read as {town}', 'άγνωστη, διαβάστηκε ως {town}'],
  is_not_known: ['not known', 'άγνωστη'],
  nothing_in_town: [
    'nothing of the address is in {town}',
    'τίποτα από τη διεύθυνση δεν είναι σε: {town}',
  ],
  found_elsewhere: ['found in {found}, not in {town}', 'βρέθηκε σε: {found}, όχι σε: {town}'],
  code_in_other_town: ['the postal code is in another town', 'ο ταχ. κώδικας είναι άλλης πόλης'],
  not_in_town: ['not in {town}', 'όχι σε: {town}'],
  code_is_in: ['{code} is in {town}', 'ο {code} είναι σε: {town}'],
  // Sections of a report.
  no_address_here: [
    'no address is known near this point',
    'καμία γνωστή διεύθυνση κοντά σε αυτό το σημείο',
  ],
  no_parcel_at_point: [
    'no loaded parcel holds this point',
    'κανένα φορτωμένο γεωτεμάχιο δεν περιέχει αυτό το σημείο',
  ],
  known_roughly: [
    'the position of the address is known to about {metres} m only (match.level {level}), which is not exact enough to find the parcel',
    'η θέση της διεύθυνσης είναι γνωστή μόνο με ακρίβεια περίπου {metres} m, που δεν αρκεί για το γεωτεμάχιο',
  ],
  needs_type_and_area: [
    'the cost needs property_type and build_area, and at least one was not sent',
    'το κόστος χρειάζεται είδος και εμβαδόν, και λείπει τουλάχιστον ένα',
  ],
  no_postal_code_here: [
    'the postal code of the location is not known',
    'ο ταχ. κώδικας της θέσης είναι άγνωστος',
  ],
  address_against_its_town: [
    'the address contradicts the town in it: {fault}; correct one of them',
    'η διεύθυνση αντιφάσκει με την πόλη της: {fault}· διορθώστε ένα από τα δύο',
  ],
  address_was_guessed: [
    'the address was {guess}; send the postal code of the property, or more of its address',
    'η διεύθυνση είναι αβέβαιη· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή περισσότερα από τη διεύθυνση',
  ],
  code_lies_far: [
    'postal_code: {code} lies {distance} from {where}; send the postal code of the property, or leave it out',
    'ταχ. κώδικας: ο {code} απέχει {distance} από {where}· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή αφήστε τον κενό',
  ],
  code_not_near: [
    'postal_code: {code} is not a known postal code near {where}; send the postal code of the property, or leave it out',
    'ταχ. κώδικας: ο {code} δεν είναι γνωστός κοντά σε: {where}· συμπληρώστε τον ταχ. κώδικα του ακινήτου, ή αφήστε τον κενό',
  ],
  zones_roughly: [
    'the position of the address is known to about {metres} m only, and too many zones may apply',
    'η θέση της διεύθυνσης είναι γνωστή μόνο με ακρίβεια περίπου {metres} m, και ισχύουν ίσως πάρα πολλές ζώνες',
  ],
  zones_around: ['too many zones lie around it', 'γύρω του υπάρχουν πάρα πολλές ζώνες'],
  buildings_around: ['too many buildings lie around it', 'γύρω του υπάρχουν πάρα πολλά κτίρια'],
  the_coordinates: ['the coordinates', 'τις συντεταγμένες'],
  the_parcel: ['the parcel', 'το γεωτεμάχιο'],
  the_address: ['the address', 'τη διεύθυνση'],
  its_parcel: ['its parcel', 'το γεωτεμάχιό του'],
  it: ['it', 'το σημείο της'],
  the_prefecture: ['the prefecture {number}, {name},', 'ο νομός {number}, {name}'],
  coordinates_not_used: ['not used', 'δεν χρησιμοποιούνται'],
  coordinates_turned: ['read the other way round', 'διαβάστηκαν με αντίστροφη σειρά'],
  coordinates_used: ['used as they are', 'χρησιμοποιούνται όπως είναι'],
  // Why a run fails.
  no_location_column: [
    '{file}: no column shows where a property is. Columns: {columns}',
    '{file}: καμία στήλη δεν δείχνει πού είναι ένα ακίνητο. Στήλες: {columns}',
  ],
  two_columns: [
    '{file}: two columns may be {field}: {used} and {rival}',
    '{file}: δύο στήλες μπορεί να είναι {field}: {used} και {rival}',
  ],
  unclear_sums: [
    '{file}: no column is read as a sum insured, but these may be one: {columns}',
    '{file}: καμία στήλη δεν διαβάζεται ως ασφαλιζόμενο κεφάλαιο, αλλά ίσως είναι: {columns}',
  ],
  several_sheets: [
    '{file}: several sheets show where properties are: {sheets}; sheet names one',
    '{file}: πολλά φύλλα δείχνουν πού είναι ακίνητα: {sheets}· επιλέξτε ένα',
  ],
  no_sheet: [
    '{file}: no sheet shows where properties are: {sheets}; sheet names one',
    '{file}: κανένα φύλλο δεν δείχνει πού είναι ακίνητα: {sheets}· επιλέξτε ένα',
  ],
  too_many_rows: [
    'more than {most} rows; send the file in parts',
    'πάνω από {most} γραμμές· στείλτε το αρχείο σε μέρη',
  ],
  run_too_long: [
    'the run took longer than {minutes} minutes; send the file in parts',
    'η εκτέλεση κράτησε πάνω από {minutes} λεπτά· στείλτε το αρχείο σε μέρη',
  ],
  too_much_memory: [
    'the file needs more memory than a portfolio may use',
    'το αρχείο χρειάζεται περισσότερη μνήμη από όση επιτρέπεται',
  ],
  no_room: [
    'no room left for portfolios; delete a run, or try again later',
    'δεν υπάρχει χώρος για χαρτοφυλάκια· διαγράψτε ένα, ή δοκιμάστε αργότερα',
  ],
  no_room_of_user: [
    'the result does not fit: your portfolios would have {used} MB of {most} MB; delete one, or choose another format',
    'το αποτέλεσμα δεν χωρά: τα χαρτοφυλάκιά σας θα είχαν {used} MB από {most} MB· διαγράψτε ένα, ή επιλέξτε άλλη μορφή',
  ],
  packed_file: [
    'expected CSV or XLSX, got a gzipped file; unpack it first',
    'αναμένεται CSV ή XLSX, δόθηκε συμπιεσμένο αρχείο· αποσυμπιέστε το πρώτα',
  ],
  session_ended: [
    'the session that asked for this run was ended',
    'η σύνδεση που ζήτησε αυτή την εκτέλεση έληξε',
  ],
  interrupted: [
    'the run was interrupted {times} times; send the file again, or in parts',
    'η εκτέλεση διακόπηκε {times} φορές· στείλτε το αρχείο ξανά, ή σε μέρη',
  ],
  unforeseen: [
    'an error inside the service; report the id of the portfolio to the operator',
    'σφάλμα της υπηρεσίας· αναφέρετε τον κωδικό του χαρτοφυλακίου στον διαχειριστή',
  ],
  // Rows and cells of a file.
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
  // Costs.
  no_rates_loaded: [
    'no reconstruction cost, because no rates are loaded; ktima import costs loads some',
    'κανένα κόστος ανακατασκευής, γιατί δεν έχουν φορτωθεί τιμές',
  ],
  rates_begin_later: [
    'no reconstruction cost for postal-code prefix {prefix} and property_type {type} on {day}; its rates begin on {first}',
    'κανένα κόστος ανακατασκευής για Τ.Κ. από {prefix} και είδος {type} στις {day}· οι τιμές αρχίζουν στις {first}',
  ],
  no_rate_for_type: [
    'no reconstruction cost for postal-code prefix {prefix} and property_type {type}; the prefix has {known}',
    'κανένα κόστος ανακατασκευής για Τ.Κ. από {prefix} και είδος {type}',
  ],
  index_begins_later: [
    'index: {name} begins in {first}, after {quarter}',
    'δείκτης: ο {name} αρχίζει στο {first}, μετά το {quarter}',
  ],
  dataset_not_loaded: [
    'dataset: the cost data of {dataset} are not loaded, or a part of them was removed; loaded now: {loaded}',
    'τα δεδομένα κόστους {dataset} δεν είναι φορτωμένα, ή μέρος τους αφαιρέθηκε· τώρα είναι φορτωμένα: {loaded}',
  ],
  value_expected: ['{field}: expected {expected}', '{field}: αναμένεται {expected}'],
  one_of: ['one of {known}', 'ένα από: {known}'],
  none_loaded: [
    'nothing, because the cost data have none for {type} on {day}; ktima import costs loads some',
    'τίποτα, γιατί τα δεδομένα κόστους δεν έχουν κανένα για {type} στις {day}',
  ],
  no_index_loaded: [
    'nothing, because no index is loaded; ktima import costs loads one',
    'τίποτα, γιατί δεν έχει φορτωθεί δείκτης',
  ],
  year_since_built: [
    'a year from {built}, that of construction, to {latest}',
    'έτος από {built}, της κατασκευής, έως {latest}',
  ],
  with_year: ['together with construction_year', 'μαζί με έτος κατασκευής'],
  year_until: ['a year not later than {latest}', 'έτος όχι μετά το {latest}'],
  day_until: ['a day not later than {latest}', 'ημερομηνία όχι μετά τις {latest}'],
  smaller_area: [
    'an area of a building in m², much smaller than this',
    'εμβαδόν κτιρίου σε m², πολύ μικρότερο από αυτό',
  ],
  larger_area: ['an area that costs at least a cent', 'εμβαδόν με κόστος τουλάχιστον ένα λεπτό'],
  smaller_amount: [
    'an amount in euro, much smaller than this',
    'ποσό σε ευρώ, πολύ μικρότερο από αυτό',
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, el: string]>>;
