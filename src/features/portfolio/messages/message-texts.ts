/**
 * The messages of a portfolio by code, in English and Greek; `{name}` is a value. A part in brackets
 * has values of the row, and is left out where rows are counted by kind. If the kind needs other
 * words, it stands before ` | `.
 */
export const messageTexts = {
  // The file.
  encoding_guessed: [
    'read as {encoding}: a guess by its letters',
    'διαβάστηκε ως {encoding}: εικασία από τα γράμματά του',
  ],
  lines_above: [
    'lines above the header that were left out: {lines}',
    'γραμμές πάνω από τις επικεφαλίδες που παραλείφθηκαν: {lines}',
  ],
  rows_above: [
    'rows above the header that were left out: {rows}',
    'γραμμές πάνω από τις επικεφαλίδες που παραλείφθηκαν: {rows}',
  ],
  sheet_chosen: ['sheet {sheet}; not read: {others}', 'φύλλο {sheet}· δεν διαβάστηκαν: {others}'],
  hidden_rows: [
    'hidden rows, which are read as the others: {rows}',
    'κρυφές γραμμές, που διαβάζονται όπως οι άλλες: {rows}',
  ],
  merged_cells: [
    'merged cells, of which only the first has the value: {cells}',
    'συγχωνευμένα κελιά, από τα οποία μόνο το πρώτο έχει τιμή: {cells}',
  ],
  cells_beside: [
    'cells beside the columns of the header, which are left out: {cells}',
    'κελιά δίπλα στις στήλες με επικεφαλίδα, που παραλείπονται: {cells}',
  ],
  broken_greek: [
    'cells with Greek that an earlier program lost or read in a wrong encoding (????, Áèçíá): {cells}',
    'κελιά με ελληνικά που ένα πρόγραμμα έχασε ή διάβασε με λάθος κωδικοποίηση (????, Áèçíá): {cells}',
  ],
  column_not_valid: [
    'column {number}: not valid in the encoding of the file',
    'στήλη {number}: άκυρη στην κωδικοποίηση του αρχείου',
  ],
  column_without_name: [
    'column {number} has no name: it is called {name}',
    'η στήλη {number} δεν έχει όνομα: ονομάζεται {name}',
  ],
  column_name_cut: [
    'column {number}: its name is cut after {most} characters',
    'στήλη {number}: το όνομά της κόπηκε μετά από {most} χαρακτήρες',
  ],
  column_name_taken: [
    'column {number} has the name of another, {name}: it is called {unique}',
    'η στήλη {number} έχει το όνομα άλλης, {name}: ονομάζεται {unique}',
  ],
  more_exact_column: [
    '{field} is read from the column {column}, whose name is more exact than {than}',
    '{field}: διαβάζεται από τη στήλη {column}, της οποίας το όνομα είναι ακριβέστερο από {than}',
  ],
  bare_year: [
    '{field} is read from the column {column}, which may be another year',
    '{field}: διαβάζεται από τη στήλη {column}, που μπορεί να είναι άλλο έτος',
  ],
  like_values: [
    'the column {column} looks like {field} and is not used',
    'η στήλη {column} μοιάζει με {field} και δεν χρησιμοποιείται',
  ],
  sum_added: [
    '{field} has the sums of the column {column} too',
    '{field}: περιέχει και τα ποσά της στήλης {column}',
  ],
  sum_multiplied: [
    '{field} ({column}) is in units of {multiple} euro',
    '{field} ({column}): τα ποσά είναι σε μονάδες των {multiple} ευρώ',
  ],
  columns_not_used: ['columns not used: {columns}', 'στήλες που δεν χρησιμοποιούνται: {columns}'],
  use_read: [
    '{field} ({column}) gives the property type of rows that have no other',
    '{field} ({column}): δίνει το είδος των γραμμών που δεν έχουν άλλο',
  ],
  only_kept: ['{field} ({column}) changes no cost', '{field} ({column}): δεν αλλάζει το κόστος'],
  reference_read: [
    '{field} ({column}) names the row in the lists of the summary',
    '{field} ({column}): ονομάζει τη γραμμή στις λίστες της σύνοψης',
  ],
  no_building_columns: [
    'no column for {fields}: no costs',
    'καμία στήλη για {fields}: δεν υπολογίζεται κόστος',
  ],
  no_cost_table: [
    'no cost table is loaded: no costs',
    'δεν έχει φορτωθεί πίνακας κόστους: δεν υπολογίζεται κόστος',
  ],
  no_parcels: [
    'no parcels are loaded: the parcel columns stay empty',
    'δεν έχουν φορτωθεί γεωτεμάχια: οι στήλες τους μένουν κενές',
  ],
  no_places: [
    'no places are loaded: none counted',
    'δεν έχουν φορτωθεί σημεία: δεν μετρήθηκε κανένα',
  ],
  sample_data: ['sample data, for trying out: {layers}', 'δεδομένα δείγματος: {layers}'],
  no_rows: [
    'the file has no rows below its header',
    'το αρχείο δεν έχει γραμμές κάτω από τις επικεφαλίδες',
  ],
  data_changed: [
    'other data were loaded while this ran: rows may come from either',
    'κατά την εκτέλεση φορτώθηκαν άλλα δεδομένα: οι γραμμές μπορεί να προέρχονται και από τα δύο',
  ],
  rows_corrected: [
    'rows with cells that were corrected after the file was sent: {rows} ({lines})',
    'γραμμές με κελιά που διορθώθηκαν μετά την αποστολή του αρχείου: {rows} ({lines})',
  ],
  corrections_lost: [
    'rows whose corrections name no column: {rows} ({lines})',
    'γραμμές των οποίων οι διορθώσεις δεν ονομάζουν στήλη: {rows} ({lines})',
  ],
  and_more: ['and {count} more', 'και {count} ακόμη'],
  // Why a run fails.
  no_location_column: [
    'no column shows where a property is. Columns: {columns}',
    'καμία στήλη δεν δείχνει πού είναι ένα ακίνητο. Στήλες: {columns}',
  ],
  two_columns: [
    'two columns may be {field}: {used} and {rival}',
    'δύο στήλες μπορεί να είναι {field}: {used} και {rival}',
  ],
  unclear_columns: [
    'columns that are not read, but seem to have what is missing: {questions}',
    'στήλες που δεν διαβάζονται, αλλά φαίνεται ότι έχουν αυτό που λείπει: {questions}',
  ],
  may_be: ['{field} may be in {columns}', '{field}: ίσως στη στήλη {columns}'],
  several_sheets: [
    'several sheets show where properties are: {sheets}; choose one',
    'πολλά φύλλα δείχνουν πού είναι ακίνητα: {sheets}· επιλέξτε ένα',
  ],
  no_sheet: [
    'no sheet shows where properties are: {sheets}; choose one',
    'κανένα φύλλο δεν δείχνει πού είναι ακίνητα: {sheets}· επιλέξτε ένα',
  ],
  sheets_too_large: [
    'the first rows of the sheets have too many cells; choose one',
    'οι πρώτες γραμμές των φύλλων έχουν πάρα πολλά κελιά· επιλέξτε ένα',
  ],
  unknown_sheet: [
    'no sheet has the name or number {sheet}: {sheets}',
    'κανένα φύλλο δεν έχει όνομα ή αριθμό {sheet}: {sheets}',
  ],
  sheet_of_no_workbook: [
    'a sheet was named, but this is no workbook',
    'επιλέχθηκε φύλλο, αλλά το αρχείο δεν είναι βιβλίο εργασίας',
  ],
  no_sheet_with_rows: [
    'the workbook has no sheet with rows',
    'κανένα φύλλο του βιβλίου δεν έχει γραμμές',
  ],
  unknown_column: [
    'expected a column of the file for {field}, got {column}. Columns: {columns}',
    'αναμένεται στήλη του αρχείου για {field}, δόθηκε {column}. Στήλες: {columns}',
  ],
  no_header: [
    'expected a header, the file is empty',
    'αναμένονται επικεφαλίδες, το αρχείο είναι κενό',
  ],
  header_unreadable: ['header: {reason}', 'επικεφαλίδες: {reason}'],
  header_no_text: [
    'header: expected text, got bytes that are not text',
    'επικεφαλίδες: αναμένεται κείμενο, δόθηκαν bytes που δεν είναι κείμενο',
  ],
  header_too_wide: [
    'a header of {columns} columns, more than {most}',
    'επικεφαλίδες {columns} στηλών, πάνω από {most}',
  ],
  header_name_too_long: [
    'header: column {number} has a name of {length} characters, more than {most}',
    'επικεφαλίδες: η στήλη {number} έχει όνομα {length} χαρακτήρων, πάνω από {most}',
  ],
  too_many_rows: [
    'more than {most} rows; send the file in parts',
    'πάνω από {most} γραμμές· στείλτε το αρχείο σε μέρη',
  ],
  run_too_long: [
    'the run took longer than {minutes} minutes; send the file in parts',
    'η εκτέλεση κράτησε πάνω από {minutes} λεπτά· στείλτε το αρχείο σε μέρη',
  ],
  reading_too_long: [
    'reading the file took more than {seconds} seconds of processor time',
    'η ανάγνωση του αρχείου χρειάστηκε πάνω από {seconds} δευτερόλεπτα',
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
  cancelled: ['the operator has cancelled this run', 'ο διαχειριστής ακύρωσε αυτή την εκτέλεση'],
  interrupted: [
    'the run was interrupted {times} times; send the file again, or in parts',
    'η εκτέλεση διακόπηκε {times} φορές· στείλτε το αρχείο ξανά, ή σε μέρη',
  ],
  internal: [
    'an error inside the service; report the id of the portfolio to the operator',
    'σφάλμα της υπηρεσίας· αναφέρετε τον κωδικό του χαρτοφυλακίου στον διαχειριστή',
  ],
  // The row and its cells.
  row_unreadable: [
    'the row cannot be read | line {line} cannot be read: {reason}',
    'η γραμμή δεν διαβάζεται | η γραμμή {line} δεν διαβάζεται: {reason}',
  ],
  too_few_cells: [
    'too few cells | line {line} has {cells} cells instead of {width}: not enriched',
    'λίγα κελιά | η γραμμή {line} έχει {cells} κελιά αντί για {width}: δεν εμπλουτίστηκε',
  ],
  too_many_cells: [
    'too many cells | line {line} has {cells} cells instead of {width}: not enriched, and the last left out',
    'πολλά κελιά | η γραμμή {line} έχει {cells} κελιά αντί για {width}: δεν εμπλουτίστηκε, και τα τελευταία παραλείφθηκαν',
  ],
  totals: [
    'a row of totals, or only of amounts | line {line}: a row of totals, or only of amounts; not enriched, and in no sum',
    'γραμμή συνόλων, ή μόνο ποσών | γραμμή {line}: σύνολα, ή μόνο ποσά· δεν εμπλουτίστηκε, και δεν είναι σε άθροισμα',
  ],
  repeated_row: [
    'the same as an earlier one | the same as line {line}',
    'ίδια με προηγούμενη | ίδια με τη γραμμή {line}',
  ],
  not_valid_in_encoding: [
    'not valid in the encoding of the file',
    'άκυρο στην κωδικοποίηση του αρχείου',
  ],
  not_in_output_encoding: [
    '{encoding} lacks a character, which is written as ?[ (U+{character}); UTF-8 keeps it]',
    'το {encoding} δεν έχει έναν χαρακτήρα, που γράφεται ως ?[ (U+{character})· το UTF-8 τον κρατά]',
  ],
  cell_not_usable: ['the cell cannot be used | {reason}', 'το κελί δεν χρησιμοποιείται | {reason}'],
  formula_as_text: [
    "a spreadsheet would run it; a ' makes it text",
    "ένα λογιστικό φύλλο θα το εκτελούσε· ένα ' το κάνει κείμενο",
  ],
  text_cut: [
    'cut after {most} characters, the most of a cell',
    'κόπηκε μετά από {most} χαρακτήρες, το μέγιστο ενός κελιού',
  ],
  // Values that cannot be read. Each has the text of the cell as `got`.
  not_an_area: [
    'expected square metres such as 85.5 or 85,5[, got {got}]',
    'αναμένονται τετραγωνικά μέτρα, όπως 85,5[· δόθηκε {got}]',
  ],
  number_ambiguous: [
    'expected square metres[, got {got}{hint}]',
    'αναμένονται τετραγωνικά μέτρα[· δόθηκε {got}{hint}]',
  ],
  area_not_plausible: [
    'expected {least} to {most} m²[, got {got}{hint}]',
    'αναμένονται {least} έως {most} m²[· δόθηκε {got}{hint}]',
  ],
  area_not_of_type: [
    'does not fit the type {type}, which has {least} to {most} m² | {area} m² does not fit the type {type}, which has {least} to {most} m²',
    'δεν ταιριάζει στο είδος {type}, που έχει {least} έως {most} m² | τα {area} m² δεν ταιριάζουν στο είδος {type}, που έχει {least} έως {most} m²',
  ],
  not_an_amount: [
    'expected an amount of {least} to {most} euro[, got {got}{hint}]',
    'αναμένεται ποσό {least} έως {most} ευρώ[· δόθηκε {got}{hint}]',
  ],
  not_a_day: [
    'expected a day as YYYY-MM-DD or day/month/year, not later than {today}[, got {got}]',
    'αναμένεται ημερομηνία όπως ΕΕΕΕ-ΜΜ-ΗΗ ή ημέρα/μήνας/έτος, όχι μετά τις {today}[· δόθηκε {got}]',
  ],
  not_floors: [
    'expected a number of floors from 1 to {most}[, got {got}]',
    'αναμένεται αριθμός ορόφων από 1 έως {most}[· δόθηκε {got}]',
  ],
  not_a_year: [
    'expected a year from {least} to {most}[, got {got}{hint}]',
    'αναμένεται έτος από {least} έως {most}[· δόθηκε {got}{hint}]',
  ],
  year_open: [
    'a year before or after which it was built: no value as is[, got {got}]',
    'έτος πριν ή μετά από το οποίο κατασκευάστηκε: χωρίς αποσβεσμένο κόστος[· δόθηκε {got}]',
  ],
  year_of_contract: [
    'its column names no construction, and a recent year may be that of the contract: not used[, got {got}]',
    'η στήλη δεν αναφέρει κατασκευή, και ένα πρόσφατο έτος μπορεί να είναι του συμβολαίου: δεν χρησιμοποιείται[· δόθηκε {got}]',
  ],
  not_degrees: [
    'expected degrees from -{most} to {most}[, got {got}{hint}]',
    'αναμένονται μοίρες από -{most} έως {most}[· δόθηκε {got}{hint}]',
  ],
  not_numbers: ['expected two numbers[, got {got}]', 'αναμένονται δύο αριθμοί[· δόθηκε {got}]'],
  system_unknown: [
    'expected degrees, or metres with the number of their system: 2100 is the Greek Grid, 32634 and 32635 UTM[, got {got}]',
    'αναμένονται μοίρες, ή μέτρα με τον αριθμό του συστήματός τους: 2100 είναι το ΕΓΣΑ ’87, 32634 και 32635 το UTM[· δόθηκε {got}]',
  ],
  not_in_system: [
    'expected a point in Greece in EPSG:{epsg}[, got {got}]',
    'αναμένεται σημείο στην Ελλάδα στο EPSG:{epsg}[· δόθηκε {got}]',
  ],
  not_a_postal_code: [
    'expected five digits[, got {got}]',
    'αναμένονται πέντε ψηφία[· δόθηκε {got}]',
  ],
  not_a_type: [
    'expected apartment, house or maisonette, or a type such as shop[, got {got}]',
    'αναμένεται διαμέρισμα, μονοκατοικία ή μεζονέτα, ή είδος όπως κατάστημα[· δόθηκε {got}]',
  ],
  several_types: ['{word} may mean {types}[, got {got}]', '{word}: ίσως {types}[· δόθηκε {got}]'],
  not_a_kaek: [
    'expected 12 characters such as 050095701001 or 12098ΕΚ00029, optionally a unit such as /0/1[, got {got}]',
    'αναμένονται 12 χαρακτήρες όπως 050095701001 ή 12098ΕΚ00029, ίσως με ιδιοκτησία όπως /0/1[· δόθηκε {got}]',
  ],
  text_too_long: [
    'expected at most {most} characters[, got {got}]',
    'αναμένονται το πολύ {most} χαρακτήρες[· δόθηκε {got}]',
  ],
  length_not_usable: [
    'expected {least} to {most} characters[, got {got}]',
    'αναμένονται {least} έως {most} χαρακτήρες[· δόθηκε {got}]',
  ],
  no_house_number: [
    'the address has no number, although most rows have one',
    'η διεύθυνση δεν έχει αριθμό, ενώ οι περισσότερες γραμμές έχουν',
  ],
  two_addresses: ['expected one address[, got {got}]', 'αναμένεται μία διεύθυνση[· δόθηκε {got}]'],
  number_is_date: [
    'expected a house number[, got {got} (a spreadsheet makes a date of a number such as 12-14)]',
    'αναμένεται αριθμός οδού[· δόθηκε {got} (ένα λογιστικό φύλλο κάνει ημερομηνία έναν αριθμό όπως 12-14)]',
  ],
  two_readings: [
    '{got} is {comma} with a decimal comma and {point} with a decimal point',
    '{got}: {comma} με υποδιαστολή κόμμα, {point} με τελεία',
  ],
  which_year: ['is it {years}?', 'μήπως {years};'],
  write_degrees: ['write {example}', 'γράψτε {example}'],
  maybe_metres: ['metres? read the columns as x and y', 'μέτρα; διαβάστε τις στήλες ως Χ και Υ'],
  // Values that were read, with a remark.
  empty_date: [
    'the date that programs write for an empty cell; it counts as empty',
    'η ημερομηνία που γράφουν προγράμματα σε κενό κελί· θεωρείται κενό',
  ],
  axes_swapped: [
    'x and y are swapped; read the other way round',
    'τα Χ και Υ είναι αντίστροφα· διαβάστηκαν με αντίστροφη σειρά',
  ],
  zero_restored: ['a first zero was put back', 'το πρώτο μηδέν συμπληρώθηκε'],
  one_coordinate: [
    'expected {one} and {other}, got one of them',
    'αναμένονται {one} και {other}, δόθηκε μόνο το ένα',
  ],
  use_is_type: [
    'is used as the property type | {use} is used as the property type',
    'χρησιμοποιείται ως είδος ακινήτου | {use}: χρησιμοποιείται ως είδος ακινήτου',
  ],
  use_no_type: [
    'is no property type: not used | {use} is no property type: not used',
    'δεν είναι είδος ακινήτου: δεν χρησιμοποιείται | {use}: δεν είναι είδος ακινήτου, δεν χρησιμοποιείται',
  ],
  use_other_type: [
    'is another type than property_type: not used | {use} is another type than property_type: not used',
    'είναι άλλο είδος από αυτό της γραμμής: δεν χρησιμοποιείται | {use}: είναι άλλο είδος από αυτό της γραμμής, δεν χρησιμοποιείται',
  ],
  second_number: [
    'not used, because the address has another number[: {got}]',
    'δεν χρησιμοποιείται, γιατί η διεύθυνση έχει άλλον αριθμό[: {got}]',
  ],
  classes_not_loaded: [
    'not used, because no classes are loaded',
    'δεν χρησιμοποιείται, γιατί δεν έχουν φορτωθεί κατηγορίες',
  ],
  // Where the property is.
  no_location: ['the row has no location', 'η γραμμή δεν έχει θέση'],
  no_such_parcel: [
    'no such parcel is loaded | no parcel {kaek} is loaded',
    'δεν έχει φορτωθεί τέτοιο γεωτεμάχιο | δεν έχει φορτωθεί γεωτεμάχιο {kaek}',
  ],
  no_such_prefecture: [
    'not the number of a prefecture | {number} is not the number of a prefecture (01 to 51)',
    'δεν είναι αριθμός νομού | {number}: δεν είναι αριθμός νομού (01 έως 51)',
  ],
  nothing_found: ['nothing was found for it', 'δεν βρέθηκε τίποτα'],
  too_many_fit: [
    'too many streets or towns fit its words | its words fit too many streets or towns to compare them all; expected a street, a number and a town, with fewer words and abbreviations',
    'στις λέξεις της ταιριάζουν πάρα πολλοί δρόμοι ή πόλεις | στις λέξεις της ταιριάζουν πάρα πολλοί δρόμοι ή πόλεις· αναμένεται οδός, αριθμός και πόλη, με λιγότερες λέξεις και συντομογραφίες',
  ],
  code_not_known: ['not known | {code} is not known', 'άγνωστος | ο {code} είναι άγνωστος'],
  town_not_known: ['not known | {town} is {fault}', 'άγνωστη | {town}: {fault}'],
  unit_not_known: [
    'not known | {unit} is not known, and not compared',
    'άγνωστη | {unit}: άγνωστη, δεν συγκρίθηκε',
  ],
  contradicts: [
    'contradicts {where} | {what} lies {distance} from {where}',
    'αντιφάσκει με {where} | {what} απέχει {distance} από {where}',
  ],
  unit_contradicts: [
    'contradicts {where} | {unit} is not the unit of {where}, which is {found}',
    'αντιφάσκει με {where} | {unit}: δεν είναι η ενότητα για {where}, που είναι {found}',
  ],
  town_contradicts: [
    'the town that is written contradicts the result[: {fault}]',
    'η πόλη που γράφεται αντιφάσκει με το αποτέλεσμα[: {fault}]',
  ],
  address_contradicts: [
    'contradicts the postal code or town | by itself it is {address}, {distance} away',
    'αντιφάσκει με τον ταχ. κώδικα ή την πόλη | μόνη της είναι {address}, {distance} μακριά',
  ],
  low_confidence: [
    'found with a confidence below {least} | found with a confidence of {confidence} only{also}',
    'βρέθηκε με βεβαιότητα κάτω από {least} | βρέθηκε με βεβαιότητα μόνο {confidence}{also}',
  ],
  several_towns: [
    'found in several towns | found with a confidence of {confidence} only{also}',
    'βρέθηκε σε πολλές πόλεις | βρέθηκε με βεβαιότητα μόνο {confidence}{also}',
  ],
  without_street: [
    'found without its street[, which is not known there]',
    'βρέθηκε χωρίς την οδό της[, που δεν είναι γνωστή εκεί]',
  ],
  no_streets: [
    'no streets are known there[; the position is that of {address}]',
    'δεν υπάρχουν γνωστοί δρόμοι εκεί[· η θέση είναι αυτή για {address}]',
  ],
  coordinates_zero: [
    'both are 0 | {latitude}, {longitude}: both are 0; {outcome}',
    'και οι δύο είναι 0 | {latitude}, {longitude}: και οι δύο είναι 0· {outcome}',
  ],
  coordinates_swapped: [
    'latitude and longitude are swapped | {latitude}, {longitude}: latitude and longitude are swapped; {outcome}',
    'πλάτος και μήκος είναι αντίστροφα | {latitude}, {longitude}: πλάτος και μήκος είναι αντίστροφα· {outcome}',
  ],
  coordinates_abroad: [
    'they lie outside Greece | {latitude}, {longitude}: they lie outside Greece; {outcome}',
    'είναι εκτός Ελλάδας | {latitude}, {longitude}: είναι εκτός Ελλάδας· {outcome}',
  ],
  its_parcel: ['its parcel', 'το γεωτεμάχιό του'],
  it: ['it', 'το σημείο της'],
  the_prefecture: ['the prefecture {number}, {name},', 'ο νομός {number}, {name}'],
  coordinates_not_used: ['not used', 'δεν χρησιμοποιούνται'],
  coordinates_turned: ['read the other way round', 'διαβάστηκαν με αντίστροφη σειρά'],
  coordinates_used: ['used as they are', 'χρησιμοποιούνται όπως είναι'],
  // What is known of the property.
  rough_places: [
    'counted around a rough position | counted around a position that is known to about {metres} m only',
    'μετρήθηκαν γύρω από θέση κατά προσέγγιση | μετρήθηκαν γύρω από θέση γνωστή μόνο με ακρίβεια περίπου {metres} m',
  ],
  priced_by_town: [
    'priced by the rate that all postal codes of the town share',
    'με την τιμή που έχουν όλοι οι ταχ. κώδικες της πόλης',
  ],
  value_not_in_cost_data: [
    'a value does not fit the cost data | {faults}',
    'μια τιμή δεν ταιριάζει στα δεδομένα κόστους | {faults}',
  ],
  one_of: ['{field}: expected one of {allowed}', '{field}: αναμένεται ένα από: {allowed}'],
  none_loaded: [
    '{field}: the cost data have none',
    '{field}: τα δεδομένα κόστους δεν έχουν κανένα',
  ],
  year_between: [
    '{field}: expected a year from {least} to {most}',
    '{field}: αναμένεται έτος από {least} έως {most}',
  ],
  year_until: ['{field}: expected at most {most}', '{field}: αναμένεται το πολύ {most}'],
  not_priced: [
    '{field}: no cost can be computed with it',
    '{field}: δεν υπολογίζεται κόστος με αυτό',
  ],
  larger_than_buildings: [
    'larger than all that stands on the parcel | {area} m² is larger than all that stands on the parcel, at most {most} m²',
    'μεγαλύτερο από τα κτίρια του γεωτεμαχίου | {area} m²: μεγαλύτερο από τα κτίρια του γεωτεμαχίου, το πολύ {most} m²',
  ],
  over_insured: [
    'insured for more than {mostRatio} times the cost as new | insured for {ratio} times the cost as new, more than {mostRatio}',
    'ασφαλισμένο για πάνω από {mostRatio} φορές το κόστος ανακατασκευής | ασφαλισμένο για {ratio} φορές το κόστος ανακατασκευής, πάνω από {mostRatio}',
  ],
  sum_per_m2: [
    'expected {least} to {most} euro for each m²[, got {got}]',
    'αναμένονται {least} έως {most} ευρώ ανά m²[· δόθηκαν {got}]',
  ],
  large_share: [
    '{percent} % of all that the file insures',
    '{percent} % όλων των ασφαλιζόμενων του αρχείου',
  ],
  nothing_insured: [
    'a sum of 0, and no other coverage is insured',
    'κεφάλαιο 0, και καμία άλλη κάλυψη δεν ασφαλίζεται',
  ],
  insured_below: [
    'insured for {percent} % of the cost as new',
    'ασφαλισμένο για το {percent} % του κόστους ανακατασκευής',
  ],
} as const satisfies Readonly<Record<string, readonly [en: string, el: string]>>;
