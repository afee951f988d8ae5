import assert from 'node:assert/strict';
import test from 'node:test';
import { brief, find, first } from './national.ts';

/** Asserts that every spelling finds the one answer first. */
function allFind(answer: string, spellings: readonly string[]) {
  return async () => {
    for (const spelling of spellings) assert.equal(await first(spelling), answer, spelling);
  };
}

test(
  'one street in every script and spelling is one street',
  allFind('Βασιλίσσης Σοφίας 24, 10676, Αθήνα', [
    'Λεωφ. Βασ. Σοφίας 24, Αθήνα',
    'ΒΑΣΙΛΙΣΣΗΣ ΣΟΦΙΑΣ 24 ΑΘΗΝΑ',
    'Vasilissis Sofias 24, Athina',
    'Vas. Sofias 24, Athina',
    'vasilisis sofias 24 athens',
    'basilissis sofias 24 athina',
    'B. Sofias 24, Athens',
    'Β. Σοφίας 24, Αθήνα',
    'Vasilisshs Sofias 24 A8hna',
    'Βασιλίσσης Σοφίας 24',
  ]),
);

test('abbreviations are understood in their context', async () => {
  for (const [typed, answer] of [
    ['Αγ. Κωνσταντίνου 12, Αθήνα', 'Αγίου Κωνσταντίνου 12, 10431, Αθήνα'],
    ['Λ. Κηφισίας 44, Μαρούσι', 'Λεωφ. Κηφισιάς 44, 15125, Μαρούσι'],
    ['Λ. Κατσώνη 30, 11471', 'Κατσώνη Λάμπρου 30, 11471, Αθήνα'],
    ['Πλ. Βεΐκου', 'Πλατεία Βεΐκου Λάμπρου, 11742, Αθήνα'],
    ['Κων/νου Παλαιολόγου 5, Θεσ/νίκη', 'Παλαιολόγου Κωνσταντίνου 5, 54622, Θεσσαλονίκη'],
    ['Ελ. Βενιζέλου 50, 54631', 'Βενιζέλου Ελευθερίου 50, 54631, Θεσσαλονίκη'],
    ['Εθν. Αντιστάσεως 20, Καλαμαριά', 'Εθνικής Αντιστάσεως 20, 55133, Καλαμαριά'],
    ['Στρ. Μακρυγιάννη 10, Αθήνα', 'Στρατηγού Μακρυγιάννη Ιωάννη 10, 11742, Αθήνα'],
    ['οδός Σκουφά 24, Αθήνα', 'Σκουφά Νικολάου 24, 10673, Αθήνα'],
    ['Οδ. Σκουφά 24, Αθήνα', 'Σκουφά Νικολάου 24, 10673, Αθήνα'],
  ] as const) {
    assert.equal(await first(typed), answer, typed);
  }
});

test('initials of several words and the last word alone find a longer name', async () => {
  const germanou = 'Παλαιών Πατρών Γερμανού 22, 26225, Πάτρα';
  for (const typed of ['Π. Π. Γερμανού', 'Π.Π. Γερμανού', 'ΠΠ Γερμανού', 'P.P. Germanou']) {
    assert.equal(await first(`${typed} 22, Πάτρα`), germanou, typed);
  }
  const [found] = await find('Γερμανού 22, Πάτρα');
  assert.equal(brief(found), germanou);
  assert.ok(found!.match.confidence < 0.6);
  const fault = { field: 'street', problem: 'the name is Παλαιών Πατρών Γερμανού' };
  assert.deepEqual(found!.match.faults[0], fault);
});

test('the nominative finds the genitive, and towns answer to every name', async () => {
  for (const [typed, answer] of [
    ['Ερμής 18, Αθήνα', 'Ερμού 18, 10563, Αθήνα'],
    ['Εγνατία 50, Θεσσαλονίκη', 'Εγνατίας 50, 54624, Θεσσαλονίκη'],
    ['Εγνατία 50, Θεσσαλονίκης', 'Εγνατίας 50, 54624, Θεσσαλονίκη'],
    ['Egnatia 50, Salonica', 'Εγνατίας 50, 54624, Θεσσαλονίκη'],
    ['Εγνατία 50, Δήμος Θεσσαλονίκης', 'Εγνατίας 50, 54624, Θεσσαλονίκη'],
    ['Εθνική Αντίσταση 20, Καλαμαριά', 'Εθνικής Αντιστάσεως 20, 55133, Καλαμαριά'],
    ['Σόλων 30, Αθηναίων', 'Σόλωνος 30, 10673, Αθήνα'],
    ['Solonos 30, Athens', 'Σόλωνος 30, 10673, Αθήνα'],
  ] as const) {
    assert.equal(await first(typed), answer, typed);
  }
});

test('the label of a main town belongs to its town, and not to the street beside it', async () => {
  for (const [typed, answer] of [
    ['Ερμού, Κέντρο, Αθήνα', 'Ερμού, 10551, Αθήνα'],
    ['Ερμού, Αθήνα (Κέντρο)', 'Ερμού, 10551, Αθήνα'],
    ['Τσιμισκή, Κέντρο, Θεσσαλονίκη', 'Τσιμισκή Ιωάννη, 54621, Θεσσαλονίκη'],
    ['Ερμού, Χώρα, Σύρος', 'Σύρος - Ερμούπολη'],
    ['Χώρα, Ερμού, Σύρος', 'Σύρος - Ερμούπολη'],
    ['Κέντρο, Ερμού 5, Αθήνα', 'Ερμού 5, 10563, Αθήνα'],
    ['Αθήνα, Κέντρο, Ερμού 5', 'Ερμού 5, 10563, Αθήνα'],
  ] as const) {
    const [found] = await find(typed);
    assert.equal(brief(found), answer, typed);
    assert.ok(found!.match.confidence > 0.7, `${typed}: ${found!.match.confidence}`);
  }
  const [village] = await find('Ερμού, Κέντρο');
  assert.deepEqual(village!.match.faults, [{ field: 'street', problem: 'not known in Κέντρο' }]);
});

test('a city may be typed beside its suburb, before or behind it', async () => {
  for (const typed of [
    'Μαρούσι Αθήνα Κηφισίας 44',
    'Αθήνα Μαρούσι Κηφισίας 44',
    'Κηφισίας 44, Μαρούσι, Αθήνα',
  ]) {
    const [found] = await find(typed);
    assert.equal(brief(found), 'Λεωφ. Κηφισιάς 44, 15125, Μαρούσι', typed);
    assert.ok(!found!.match.faults.some(({ field }) => field === 'city'), typed);
  }
  assert.equal(brief((await find('Naoussa Paros'))[0]), 'Νάουσα, 84401, Πάρος');
});

test('a postal code that does not exist is a fault, and hides no street', async () => {
  const [found] = await find('Ερμού 5, 99999 Αθήνα');
  assert.equal(brief(found), 'Ερμού 5, 10563, Αθήνα');
  assert.deepEqual(found!.match.faults[0], { field: 'postal_code', problem: '99999 is not known' });
});

test('a street name that others have is not read as a typing error', async () => {
  const [found] = await find('Ερμού 5, Περιστέρι');
  assert.equal(brief(found), 'Περιστέρι');
});

test('of the neighbours of a city that have the street, the nearest is first', async () => {
  const [found] = await find('25ης Μαρτίου 5, Αθήνα');
  assert.equal(found!.components.municipality, 'Μοσχάτο - Ταύρος');
});

test('a street of a suburb is doubted if the city that was typed has one of a similar name', async () => {
  const [first, second] = await find('Σοφίας 10 Θεσσαλονίκη');
  assert.ok(first!.match.confidence < 0.6, `${first!.match.confidence}`);
  assert.equal(brief(second), 'Αγίας Σοφίας 10, 54622, Θεσσαλονίκη');
});

test('a similar street in a small town does not stand for the street of a larger namesake', async () => {
  const [town] = await find('Ιωνίας 5 Νέα Ιωνία');
  assert.equal(brief(town), 'Νέα Ιωνία');
  assert.deepEqual(town!.match.faults, [{ field: 'street', problem: 'not known in Νέα Ιωνία' }]);
});

test('a street of the town is found with a title that only one side has', async () => {
  for (const [typed, answer] of [
    ['Βασιλίσσης Αμαλίας 10 Αθήνα', 'Λεωφ. Αμαλίας 10, 10557, Αθήνα'],
    ['Λεωφόρος Βασιλίσσης Αμαλίας 10, Αθήνα', 'Λεωφ. Αμαλίας 10, 10557, Αθήνα'],
    ['Όλγας 5, Αθήνα', 'Βασιλίσσης Όλγας 5, 10557, Αθήνα'],
    ['Γεωργίου Α 5, Μαρούσι', 'Βασιλέως Γεωργίου Α 5, 15122, Μαρούσι'],
    ['Στρατηγού Βελισαρίου 5, Κέρκυρα', 'Βελισαρίου 5, 49131, Κέρκυρα'],
  ] as const) {
    assert.equal(await first(typed), answer, typed);
  }
});

test('a word that is a name is hardly another name of the same stem', async () => {
  for (const [typed, wrong] of [
    ['Αλεξάνδρου 5, Κηφισιά', 'Αλεξάνδρας'],
    ['Σοφίας 5, Λάρισα', 'Σοφάδων'],
    ['Χρυσής 5, Ίλιον', 'Χρυσηίδος'],
  ] as const) {
    const [found] = await find(typed);
    assert.notEqual(found!.components.street, wrong, typed);
  }
});

test('a street called just as typed is not made doubtful by streets of like names', async () => {
  for (const [typed, street] of [
    ['Κρίτωνος 5, Αθήνα', 'Κρίτωνος'],
    ['Παμφίλης 5, Αθήνα', 'Παμφίλης'],
    ['Ιάσονος 155, Βόλος', 'Ιάσονος'],
    ['Θεσσαλονίκης 5, Αθήνα', 'Θεσσαλονίκης'],
  ] as const) {
    const [found, ...others] = await find(typed);
    assert.equal(found!.components.street, street, typed);
    assert.ok(found!.match.confidence > 0.8, `${typed}: ${found!.match.confidence}`);
    assert.deepEqual(
      others.filter(({ components }) => components.street !== street).map(brief),
      [],
    );
  }
});

test('a street that only sounds like the typed one comes after it, with a fault', async () => {
  const [found, other] = await find('Κλυτίου 5, Πάτρα');
  assert.equal(found!.components.street, 'Κλυτίου');
  assert.equal(other!.components.street, 'Κλειτίου');
  assert.ok(other!.match.confidence < 0.3, `${other!.match.confidence}`);
  assert.deepEqual(other!.match.faults[0], { field: 'street', problem: 'the name is Κλειτίου' });
});

test(
  'numbers with letters, ranges, labels and a postal code find the same stretch',
  allFind('Σκουφά Νικολάου 24, 10673, Αθήνα', [
    'Σκουφά 24, 106 73',
    'Σκουφά 24, 10673 Αθήνα',
    'Σκουφά αρ. 24, ΤΚ 106 73, Αθήνα',
    'Σκουφά 24 Τ.Κ. 10673',
    '24 Skoufa, 10673 Athens, Greece',
  ]),
);

test('a letter or a range stays with the number', async () => {
  assert.equal(await first('Σκουφά 24Α, 10673'), 'Σκουφά Νικολάου 24Α, 10673, Αθήνα');
  assert.equal(await first('Skoufa 24A, 10673'), 'Σκουφά Νικολάου 24Α, 10673, Αθήνα');
  assert.equal(await first('Σκουφά 24-26, 10673'), 'Σκουφά Νικολάου 24-26, 10673, Αθήνα');
});

test('dates are names of streets', async () => {
  for (const typed of ['25ης Μαρτίου 10', '25η Μαρτίου 10', '25 Μαρτίου 10', '25is Martiou 10']) {
    assert.equal(
      await first(`${typed}, Θεσσαλονίκη`),
      '25ης Μαρτίου 10, 54646, Θεσσαλονίκη',
      typed,
    );
  }
  assert.equal(await first('3ης Σεπτεμβρίου 80, Αθήνα'), '3ης Σεπτεμβρίου 80, 10434, Αθήνα');
  assert.equal(await first('3hs Septemvriou 80, Athina'), '3ης Σεπτεμβρίου 80, 10434, Αθήνα');
});

test(
  'surname and given name come in either order, short, or alone',
  allFind('Τρικούπη Χαριλάου 12, 10679, Αθήνα', [
    'Χαριλάου Τρικούπη 12, Αθήνα',
    'Τρικούπη Χαριλάου 12, Αθήνα',
    'Χ. Τρικούπη 12, Αθήνα',
    'Τρικούπη Χ. 12, Αθήνα',
    'Χαρ. Τρικούπη 12, Αθήνα',
    'Harilaou Trikoupi 12, Athens',
    'Ch. Trikoupi 12, Athens',
    'Τρικούπη 12, 10679',
  ]),
);

test('a given name that contradicts counts against', async () => {
  assert.equal(await first('Μπενάκη Εμ. 10, Αθήνα'), 'Μπενάκη Εμμανουήλ 10, 10564, Αθήνα');
  assert.equal(await first('Μπενάκη Παναγή 10, Αθήνα'), 'Μπενάκη Παναγή 10, 11471, Αθήνα');
  const results = await find('Μπενάκη Παναγή 10, Αθήνα');
  const other = results.find(result => result.components.street === 'Μπενάκη Εμμανουήλ');
  assert.ok(other === undefined || other.match.confidence < 0.7);
});

test('the plain street wins over a square or arcade unless that was typed', async () => {
  assert.equal(await first('Βεΐκου, 11742'), 'Βεΐκου Λάμπρου, 11742, Αθήνα');
  assert.equal(await first('Πλατεία Βεΐκου, 11742'), 'Πλατεία Βεΐκου Λάμπρου, 11742, Αθήνα');
  assert.equal(await first('Plateia Veikou, 11742'), 'Πλατεία Βεΐκου Λάμπρου, 11742, Αθήνα');
  assert.equal(
    await first('Στοά Χαριλάου Τρικούπη, 10679'),
    'Στοά Τρικούπη Χαριλάου, 10679, Αθήνα',
  );
});

test('a street found for a square or park of its name has a fault', async () => {
  const [first] = await find('Πλατεία Ερμού, Αθήνα');
  assert.deepEqual(first!.match.faults, [{ field: 'street', problem: 'the name is Ερμού' }]);
});

test('of a street and the avenue of its name, the street is first unless the other was typed', async () => {
  assert.equal(await first('Δωδεκανήσου, Θεσσαλονίκη'), 'Δωδεκανήσου, 54655, Θεσσαλονίκη');
  const avenue = 'Λεωφ. Δωδεκανήσου, 54625, Θεσσαλονίκη';
  assert.equal(await first('Λεωφ. Δωδεκανήσου, Θεσσαλονίκη'), avenue);
});

test('a name that joins two is no corner', async () => {
  const address = 'Αλεξανδροπούλου Α. & Κ. 4, 26225, Πάτρα';
  assert.equal(await first('Αλεξανδροπούλου Α. & Κ. 4, 262 25 Πάτρα'), address);
});

test('a corner is both streets where both are known, else the first', async () => {
  const [corner] = await find('Δούριδος 24 & Ζηνοδότου 9');
  assert.equal(corner?.formatted_address, 'Δούριδος 24 & Ζηνοδότου, 116 34 Αθήνα');
  const [second] = await find('Ιπποκράτους 67 και Αράχωβας, Αθήνα');
  assert.equal(second?.formatted_address, 'Ιπποκράτους 67 & Αραχόβης, 106 80 Αθήνα');
  const [unknown] = await find('Ιπποκράτους 67 γωνία Ανύπαρκτης, Αθήνα');
  assert.equal(brief(unknown), 'Ιπποκράτους 67, 10680, Αθήνα');
  assert.ok(unknown!.match.faults.some(({ field }) => field === 'corner'));
  assert.equal(await first('Καραολή & Δημητρίου 5, 10675'), 'Καραολή & Δημητρίου 5, 10675, Αθήνα');
});

test('a corner may be written with a hyphen or a word', async () => {
  const corner = 'Αιόλου & Ερμού, 105 51 Αθήνα';
  for (const typed of [
    'Αιόλου-Ερμού',
    'Αιόλου - Ερμού, Αθήνα',
    'ΑΙΟΛΟΥ – ΕΡΜΟΥ ΑΘΗΝΑ',
    'Aiolou-Ermou, Athens',
    'Αιόλου με Ερμού, Αθήνα',
    'Αιόλου γωνία Ερμού, Αθήνα',
    'Συμβολή των οδών Αιόλου & Ερμού, Αθήνα',
    'στη διασταύρωση Αιόλου και Ερμού, Αθήνα',
  ]) {
    assert.equal((await find(typed))[0]?.formatted_address, corner, typed);
  }
  const [kifisias] = await find('Αλεξάνδρας - Κηφισίας, Αθήνα');
  assert.equal(kifisias?.formatted_address, 'Λεωφ. Αλεξάνδρας & Λεωφ. Κηφισιάς, 115 23 Αθήνα');
});

test('a hyphen also joins double names, towns with streets and the ends of a road', async () => {
  for (const [typed, found] of [
    ['Καραολή-Δημητρίου 5, Πειραιάς', 'Καραολή & Δημητρίου 5, 185 31 Πειραιάς'],
    ['Λυκόβρυση - Πεύκη', 'Λυκόβρυση - Πεύκη'],
    ['Ερμού 5, Λυκόβρυση-Πεύκη', 'Ερμού 5, 151 21 Πεύκη'],
    ['Ερμού - Κηφισιά', 'Ερμού, 145 64 Κηφισιά'],
    ['Ερμού - Κηφισιά, Αττική', 'Ερμού, 145 64 Κηφισιά'],
    ['Εθνική Οδός Αθηνών - Λαμίας', 'Λαμία'],
  ] as const) {
    assert.equal((await find(typed))[0]?.formatted_address, found, typed);
  }
});

test('what the second street of a corner does not have is a fault', async () => {
  const [found] = await find('Ερμού & Αιόλου Κ. 5, Αθήνα');
  assert.deepEqual(found?.match.faults, [
    { field: 'corner', problem: 'not part of the name: κ' },
    { field: 'corner', problem: '"5" was set aside' },
  ]);
  const [whole] = await find('Ερμού & Αιόλου, Αθήνα');
  assert.deepEqual(whole?.match.faults, []);
  assert.ok(found!.match.confidence < whole!.match.confidence);
});

test('spelling drifts of registers are met', async () => {
  assert.equal(await first('ΛΥΚΑΒΗΤΟΥ 5, ΑΘΗΝΑ'), 'Λυκαβηττού 5, 10672, Αθήνα');
  assert.equal(await first('Στουρνάρη 20, Αθήνα'), 'Στουρνάρα Νικολάου 20, 10682, Αθήνα');
  assert.equal(await first('ΒΕΪΚΟΥ 10, 11742'), 'Βεΐκου Λάμπρου 10, 11742, Αθήνα');
  assert.equal(await first('ΒΕΙΚΟΥ 10, 11742'), 'Βεΐκου Λάμπρου 10, 11742, Αθήνα');
});

test('Athens means the city first, and its basin where the city has no such street', async () => {
  const [city] = await find('Ερμού 18, Αθήνα');
  assert.equal(city?.components.municipality, 'Αθήνα');
  assert.ok(!city!.match.faults.some(({ field }) => field === 'city'));
  const [basin] = await find('Γρηγορίου Λαμπράκη 100, Αθήνα');
  assert.notEqual(basin?.components.municipality, 'Αθήνα');
  assert.ok(basin!.match.faults.some(({ field }) => field === 'city'));
  assert.ok(basin!.match.confidence < city!.match.confidence);
  const [salonica] = await find('Μεταμορφώσεως 20, Θεσσαλονίκη');
  assert.equal(salonica?.components.regional_unit, 'Θεσσαλονίκης');
  assert.notEqual(salonica?.components.municipality, 'Θεσσαλονίκη');
  assert.ok(salonica!.match.faults.some(({ field }) => field === 'city'));
});

test('towns come in nominative, genitive, old, joint and foreign names', async () => {
  for (const [typed, town] of [
    ['Αθήνα', 'Αθήνα'],
    ['Αθηναίων', 'Αθήνα'],
    ['Athens', 'Αθήνα'],
    ['Athina', 'Αθήνα'],
    ['Θεσσαλονίκη', 'Θεσσαλονίκη'],
    ['Salonica', 'Θεσσαλονίκη'],
    ['Thessaloniki', 'Θεσσαλονίκη'],
    ['Σπατών-Λούτσας', 'Σπάτα - Αρτέμιδα'],
    ['Μενίδι', 'Αχαρνές'],
    ['Γιάννενα', 'Ιωάννινα'],
    ['Corfu', 'Κέρκυρα'],
    ['Rhodes', 'Ρόδος'],
    ['Piraeus', 'Πειραιάς'],
    ['Πειραιά', 'Πειραιάς'],
    ['Ν. Ιωνία', 'Νέα Ιωνία'],
    ['Αγ. Παρασκευή', 'Αγία Παρασκευή'],
    ['Π. Φάληρο', 'Παλαιό Φάληρο'],
    ['Santorini', 'Θήρα'],
    ['Heraklion', 'Ηράκλειο'],
    ['Λαρίσης', 'Λάρισα'],
  ] as const) {
    const [place] = await find(typed);
    assert.equal(place?.components.municipality, town, typed);
    assert.equal(place?.match.level, 'municipality', typed);
  }
});

test(
  'order is free',
  allFind('Σκουφά Νικολάου 24, 10673, Αθήνα', [
    'Αθήνα, Σκουφά 24',
    'Αθήνα Σκουφά 24',
    '24 Σκουφά Αθήνα',
    'Σκουφά 24 Αθήνα',
    'Σκουφά 24, Κολωνάκι, Αθήνα',
    'Σκουφά 24, Κολωνάκι',
    '10673 Αθήνα, Σκουφά 24',
    'Αθήνα 10673 Σκουφά 24, Ελλάδα',
    'Greece, Athens, Skoufa 24',
  ]),
);

test('a quarter narrows the town, and an unknown quarter lowers the score only a little', async () => {
  for (const [typed, answer] of [
    ['Φωκίωνος Νέγρη 10, Κυψέλη, Αθήνα', 'Νέγρη Φωκίωνος 10, 11257, Αθήνα'],
    ['Φωκίωνος Νέγρη 10, Κυψέλη', 'Νέγρη Φωκίωνος 10, 11257, Αθήνα'],
    ['Σκουφά 24, Λόφος Χωρίς Όνομα, Αθήνα', 'Σκουφά Νικολάου 24, 10673, Αθήνα'],
  ] as const) {
    assert.equal(await first(typed), answer, typed);
  }
});

test('a typing error in the town is forgiven', async () => {
  for (const typed of [
    'Κούμα 15, Λάρσα',
    'Κούμα 15, Λάιρσα',
    'Kouma 15, Larisaa',
    'Κούμα 15 Λάρισσα',
  ]) {
    assert.equal(await first(typed), 'Κούμα Κωνσταντίνου 15, 41222, Λάρισα', typed);
  }
});

test('a long street gives one result for each postal code that fits', async () => {
  const results = await find('Βασιλίσσης Σοφίας, Αθήνα');
  const codes = results.map(({ components }) => components.postal_code);
  assert.equal(new Set(codes).size, results.length);
  assert.ok(results.length >= 5);
  assert.ok(results.every(({ components }) => components.street === 'Βασιλίσσης Σοφίας'));
});

test('the written address follows the Greek post, and ELOT 743 in Latin', async () => {
  const [found] = await find('Skoufa 24A, 10673');
  assert.equal(found?.formatted_address, 'Σκουφά Νικολάου 24Α, 106 73 Αθήνα');
  assert.equal(found?.formatted_address_en, 'Skoufa Nikolaou 24A, 106 73 Athina');
  const [avenue] = await find('Συγγρού 80, 11741');
  assert.equal(avenue?.formatted_address, 'Λεωφ. Συγγρού Ανδρέα 80, 117 41 Αθήνα');
  assert.equal(avenue?.formatted_address_en, 'Leof. Syngrou Andrea 80, 117 41 Athina');
});
