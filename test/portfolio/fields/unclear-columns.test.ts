import assert from 'node:assert/strict';
import test from 'node:test';
import { greekKey } from '#domain/geocoder/text/phonetic.ts';
import { stem } from '#domain/geocoder/text/stem.ts';
import type { Known } from '#features/portfolio/fields/column-signs.ts';
import { unclearColumns } from '#features/portfolio/fields/unclear-columns.ts';

const known: Known = {
  thisYear: 2026,
  postalCodes: () => new Set(['38221', '38222']),
  townStems: () => new Set(['βολου', 'λαρισαιων'].map(name => stem(greekKey(name)))),
  streetSounds: () => new Set(['ερμου', 'ιασονοσ', 'αθηνασ', 'σταδιου'].map(greekKey)),
};

/** What is asked about a file; what only its values show is in brackets. */
function askedAbout(lines: string, ...map: string[]): string {
  const [header = [], ...rows] = lines.split('\n').map(line => line.trim().split(';'));
  const unclear = unclearColumns(header, map, rows, known);
  return unclear
    .map(one => `${one.column} = ${one.field}`)
    .map((text, at) => (unclear[at]!.isLikely ? text : `(${text})`))
    .join(', ');
}

const base = 'Οδός;Αριθμός;ΤΚ;Είδος;Εμβαδόν;Έτος κατασκευής;Ασφ. κεφ.';
const row = 'Ερμού;5;38221;Κατάστημα;80;1990;90000';
/** The file with a column in place of one that is read. */
function instead(of: string, name: string, cells: string): string {
  const at = base.split(';').indexOf(of);
  const put = (line: string, cell: string) => line.split(';').with(at, cell).join(';');
  return [put(base, name), ...cells.split(', ').map(cell => put(row, cell))].join('\n');
}

const asked = [
  ['Αριθμός', 'Αρ. σπ.', '5, 12Α, 7 β', 'Αρ. σπ. = house_number'],
  ['Αριθμός', 'Num. 2', '5, 12, 7', 'Num. 2 = house_number'],
  ['Αριθμός', 'Στάθμη', '5, 12, 7', 'Στάθμη = house_number'],
  ['Αριθμός', 'Όροφος 2', '5, 12, 7', ''],
  ['Αριθμός', 'Αρ. φακέλου', '51234, 51235', ''],
  ['ΤΚ', 'Ταχ. τομέας', '38221, 382 22', 'Ταχ. τομέας = postal_code'],
  ['ΤΚ', 'Κωδ. πράκτορα', '38221, 38222', ''],
  ['ΤΚ', 'Ασφάλιστρο', '38221, 99999', ''],
  ['Έτος κατασκευής', 'Έτος οικοδ. άδειας', '1980, 2026', 'Έτος οικοδ. άδειας = construction_year'],
  ['Έτος κατασκευής', 'Έτος έκδοσης', '2024, 2025', ''],
  ['Έτος κατασκευής', 'Έτος γέννησης', '1960, 1970', ''],
  ['Έτος κατασκευής', 'Κατασκευάστηκε', '1980, 2027', ''],
  ['Έτος κατασκευής', 'Σειρά', '1980, 1990', 'Σειρά = construction_year'],
  ['Έτος κατασκευής', 'Κατασκευή', '1980-1985, 1990', 'Κατασκευή = construction_year'],
  ['Έτος κατασκευής', 'Έτος', '2025, 2026', ''],
  ['Έτος κατασκευής', 'BAUJAHR', '01/01/1980, 1/1/1990', 'BAUJAHR = construction_year'],
  ['Έτος κατασκευής', 'Ίδρυση', '05/03/1980, 1/1/1990', '(Ίδρυση = construction_year)'],
  ['Έτος κατασκευής', 'Σειρά', '2024, 2025', '(Σειρά = construction_year)'],
  ['Εμβαδόν', 'Επιφ. ορόφου', '80, 120,5, 95 τ.μ.', 'Επιφ. ορόφου = build_area'],
  ['Εμβαδόν', 'Εμβ. οικοπέδου', '80, 120', ''],
  ['Εμβαδόν', 'Επιφ. ορόφου', 'μικρή, μεγάλη', ''],
  ['Είδος', 'Κατηγορία', 'Διαμέρισμα, Γραφείο', 'Κατηγορία = property_type'],
  ['Είδος', 'Κατηγορία', 'Α, Β', ''],
  ['Είδος', 'Κίνδυνος', 'Διαμέρισμα, Γραφείο δικηγόρου', 'Κίνδυνος = property_type'],
  ['Είδος', 'Πού', 'Διαμέρισμα, Κατοικία', 'Πού = property_type'],
  ['Εμβαδόν', 'Μέγεθος', '80, 120,5', 'Μέγεθος = build_area'],
  ['Εμβαδόν', 'Σειρά', '1, 2', ''],
  ['Εμβαδόν', 'Ασφάλιστρο', '80, 120', ''],
  ['Εμβαδόν', 'AGENT_CD', '80, 120', '(AGENT_CD = build_area)'],
  ['Οδός', 'Δρόμος', 'Ερμού, Ιάσονος', 'Δρόμος = street'],
  ['Οδός', 'RISK_PLACE', 'ERMOU, Iasonos', 'RISK_PLACE = street'],
  ['Οδός', 'Περιοχή', 'Ερμού 5, Ιάσονος 7', 'Περιοχή = address'],
  ['Οδός', 'Πού', 'Ερμού 5, Ιάσονος 7 Βόλος', 'Πού = address'],
  ['Οδός', 'Διεύθυνση πελάτη', 'Ερμού 5, Ιάσονος 7', ''],
  ['Οδός', 'Σημείωση', 'ανανέωση, χωρίς 2', ''],
  ['Ασφ. κεφ.', 'Αξία νέου', '90000, 80000', 'Αξία νέου = sum_insured'],
  ['Ασφ. κεφ.', 'Εμπορική αξία', '90000, 80000', ''],
  ['Ασφ. κεφ.', 'Κεφάλαια πυρός', '90000, 80000', 'Κεφάλαια πυρός = sum_insured'],
  ['Ασφ. κεφ.', 'Πυρός', '90.000 €, 1', 'Πυρός = sum_insured'],
  ['Ασφ. κεφ.', 'Ασφάλιστρο', '100 €, 90 €', ''],
] as const;
for (const [of, name, cells, expected] of asked) {
  test(`${name} in place of ${of}: ${expected || 'not asked'}`, () => {
    const field = expected.replace(/.* = |\)/g, '');
    assert.equal(askedAbout(instead(of, name, cells)), expected);
    if (expected !== '') assert.equal(askedAbout(instead(of, name, cells), `${field}=`), '');
  });
}

test('what is held by another column is not asked about', () => {
  assert.equal(askedAbout('Διεύθυνση;Νο;ΤΚ\nΕρμού 5;1;38221\nΑθηνάς 7;2;38221'), '');
  assert.equal(askedAbout('Οδός;Νο 2\nΕρμού 5, 38221;1\nΑθηνάς 7, 38222;2'), '');
  assert.equal(askedAbout('Οδός;lat;lon;No 2\nΕρμού;38;23;1'), '');
  assert.equal(askedAbout('Διεύθυνση;Νο;ΤΚ\nΕρμού;1;38221'), 'Νο = house_number');
});

test('a town or a code under another name is asked about where nothing has it', () => {
  assert.equal(askedAbout('Οδός;Αρ.;Έδρα\nΕρμού;5;ΒΟΛΟΣ\nΑθηνάς;7;Larisa'), 'Έδρα = city');
  assert.equal(askedAbout('Διεύθυνση;ΤΚ / Τόπος\nΕρμού 5;38221 Βόλος'), 'ΤΚ / Τόπος = city');
  assert.equal(askedAbout('Διεύθυνση;Έδρα\nΕρμού 5, Βόλος;Λάρισα'), '');
  assert.equal(askedAbout('Οδός;Αρ.;ΤΚ;Έδρα\nΕρμού;5;38221;ΒΟΛΟΣ'), '');
  assert.equal(askedAbout('Οδός;Αρ.;Πόλη πελάτη\nΕρμού;5;ΒΟΛΟΣ'), '');
});

test('a sum beside another one that is read is noted', () => {
  const own = base.replace('Ασφ. κεφ.', 'Ασφ. κεφ. κτιρίου');
  const lines = `${own};Κεφ. εμπορευμάτων;Συνολικό κεφάλαιο;Ασφάλιστρο\n${row};900000;990000;100`;
  assert.equal(askedAbout(lines), '(Συνολικό κεφάλαιο = sum_insured)');
  const two = `${own};Κεφ. εμπορευμάτων;Κεφ. εξοπλισμού\n${row};900000;5000`;
  assert.equal(askedAbout(two), '');
  const contents = `${base};Κεφ. περιεχ.\n${row};5000`;
  assert.equal(askedAbout(contents), 'Ασφ. κεφ. = sum_insured');
});

test('each answer opens the next question, the likeliest column first', () => {
  const rows = ['Ερμού 5;Κατάστημα;80;900;90000;1990', 'Αθηνάς 7;Γραφείο;95;100;99000;1970'];
  const asked = askedAbout(`Πού;Τι;Πόσο;Άλλο;Αξία πυρός;Από\n${rows.join('\n')}`);
  const fields = ['Πού = address', 'Τι = property_type', 'Πόσο = build_area', 'Άλλο = build_area'];
  assert.equal(
    asked,
    [...fields, 'Αξία πυρός = sum_insured', 'Από = construction_year'].join(', '),
  );
});

test('an empty column, or one of something else, does not hold its field', () => {
  const empty = `${base.replace('Εμβαδόν', 'Εμβαδόν;Μέτρα')}\n${row.replace(';80;', ';;80;')}`;
  assert.equal(askedAbout(empty), 'Μέτρα = build_area');
  const other = `${base.replace('Είδος', 'Είδος;Περιγραφή')}\n${row.replace(';Κατ', ';Νέο;Κατ')}`;
  assert.equal(askedAbout(other), 'Περιγραφή = property_type');
});

test('two columns that are equally good are asked with all others', () => {
  const two = `${base};Επιφάνεια\n${row};90`.replace('Είδος', 'Κίνδυνος');
  assert.equal(
    askedAbout(two),
    'Εμβαδόν = build_area, Επιφάνεια = build_area, Κίνδυνος = property_type',
  );
});

test('a book of forty columns that has its fields is not asked about any', () => {
  const others = `Α/Α;Αρ. Συμβ.;Ημ. έναρξης;Ημ. λήξης;Έτος έκδοσης;Ασφάλιστρο;Καθαρά ασφάλιστρα;Φόροι;
    ΑΦΜ;ΔΟΥ;Τηλέφωνο;Κινητό;Email;Όροφος;Αρ. διαμ.;Κωδ. πράκτορα;Κωδ. κλάδου;Κωδ. υποκ.;
    Επωνυμία;Όνομα;Πατρώνυμο;Απαλλαγή;Ποσοστό;Ενυπόθηκος δανειστής;Τράπεζα;Αρ. δανείου;
    Ημ. γέννησης;Έτος γέννησης;Παρατηρήσεις;Αρ. ζημιών;Ζημιές €;Bonus;Εμβ. οικοπέδου`;
  const cells = `1;123/45;1/1/2026;31/12/2026;2025;120,50;100,00;20,50;
    012345678;ΒΟΛΟΥ;2421012345;6971234567;a@b.gr;2;12;38221;16;3;
    ΑΛΦΑ ΑΕ;Μαρία;Ιωάννης;300;50;;ΕΤΕ;7;5/5/1970;1970;-;0;0 €;Β;500`;
  const plain = (text: string) => text.replace(/\n\s+/g, '');
  const lines = [`${base};${plain(others)}`, `${row};${plain(cells)}`];
  assert.equal(lines[0]!.split(';').length, 40);
  assert.equal(askedAbout(lines.join('\n')), '');
});
