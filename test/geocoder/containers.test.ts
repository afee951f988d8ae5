import assert from 'node:assert/strict';
import test from 'node:test';
import { metresBetween } from '../../src/geo/earth.ts';
import { find, rows } from './national.ts';

/** The first result as `name, municipality`: the settlement, or the municipality alone. */
async function placeFound(address: string, hints: { city?: string; postalCode?: string } = {}) {
  const [first] = await find(address, hints);
  const { street, locality, municipality } = first?.components ?? {};
  return street ? `street ${street}` : [locality, municipality].filter(Boolean).join(', ');
}

test('a place with what holds it is the place, not a street of either', async () => {
  for (const [typed, place] of [
    ['Άβδηρα Ξάνθης', 'Άβδηρα'],
    ['Περιστέρι, Αθήνα', 'Περιστέρι'],
    ['Καλαμαριά Θεσσαλονίκη', 'Καλαμαριά'],
    ['Φάρσαλα Λάρισας', 'Φάρσαλα'],
    ['Κορινός Πιερίας', 'Κορινός, Κατερίνη'],
    ['Λίνδος Ρόδου', 'Λίνδος, Ρόδος'],
    ['Lindos Rhodes', 'Λίνδος, Ρόδος'],
    ['Αγία Γαλήνη Ρεθύμνου', 'Αγία Γαλήνη, Άγιος Βασίλειος'],
    ['Αγία Γαλήνη, Ρέθυμνο, Κρήτη', 'Αγία Γαλήνη, Άγιος Βασίλειος'],
    ['ATSIPOPOULO, RETHYMNO', 'Ατσιπόπουλο, Ρέθυμνο'],
    ['Ν. Ξάνθης, Άβδηρα', 'Άβδηρα'],
    ['Δήμος Αποκορώνου, Καλύβες', 'Καλύβες, Αποκόρωνας'],
    // The list of postal codes has the unit or municipality in the names of some villages.
    ['Σταυρός, Καρδίτσα', 'Σταυρός, Καρδίτσα'],
    ['Agia Paraskevi Rethymnis', 'Αγία Παρασκευή, Ρέθυμνο'],
    ['Ασή Γωνιά', 'Ασή Γωνιά, Ρέθυμνο'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
});

test('landscapes and larger areas hold the places that lie in them', async () => {
  for (const [typed, place] of [
    ['Τσαγκαράδα Πηλίου', 'Τσαγκαράδα, Ζαγορά - Μουρέσι'],
    ['Τσαγκαράδα, Πήλιο', 'Τσαγκαράδα, Ζαγορά - Μουρέσι'],
    ['Tsagarada Pelion', 'Τσαγκαράδα, Ζαγορά - Μουρέσι'],
    ['Αρεόπολη Μάνης', 'Αρεόπολη, Ανατολική Μάνη'],
    ['Μήλος Κυκλάδες', 'Μήλος'],
    ['Ερμούπολη, Ν. Κυκλάδων', 'Ερμούπολη, Σύρος - Ερμούπολη'],
    ['Κως, Δωδεκάνησα', 'Κως'],
    ['Λαμία, Στερεά Ελλάδα', 'Λαμία'],
    ['Πάτρα, Δυτική Ελλάδα', 'Πάτρα'],
    ['Πάτρα Πελοπόννησος', 'Πάτρα'],
    ['Καβάλα Μακεδονία', 'Καβάλα'],
    ['Thessaloniki Macedonia Greece', 'Θεσσαλονίκη'],
    ['Αράχοβα Παρνασσού', 'Αράχοβα, Δίστομο - Αράχοβα - Αντίκυρα'],
    // Streets are named after them too.
    ['Μακεδονίας, Καβάλα', 'street Μακεδονίας'],
    ['Κυκλάδων, Αθήνα', 'street Κυκλάδων'],
    ['Μάνης 3, Πειραιάς', 'street Μάνης'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
  assert.deepEqual((await find('Ερμού 5, Καβάλα, Μακεδονία'))[0]?.match.faults.length, 1);
  const [pelion] = await find('Πήλιο');
  assert.ok(pelion!.match.confidence < 0.3, 'Volos is hardly meant');
});

test('the region beside a city does not bring its suburbs', async () => {
  for (const typed of ['Σκουφά 24, Αθήνα, Αττική', 'Σκουφά 24 Αθήνα Αττικής']) {
    const found = await find(typed);
    assert.deepEqual(
      found.map(({ components }) => components.municipality),
      ['Αθήνα'],
      typed,
    );
    assert.ok(found[0]!.match.confidence > 0.9, typed);
  }
});

test('an unknown container does not cost the village, and is a fault', async () => {
  for (const typed of ['Αρεόπολη, Ξψζκλ', 'Αρεόπολη Ξψζκλ']) {
    const [first] = await find(typed);
    assert.equal(first?.components.locality, 'Αρεόπολη', typed);
    const fault = { field: 'locality', problem: 'part of the address is not known' };
    assert.deepEqual(first?.match.faults, [fault], typed);
  }
});

test('the main town of an island may be called Chora, in either order and script', async () => {
  for (const [typed, place] of [
    ['Χώρα Μυκόνου', 'Μύκονος'],
    ['Μύκονος Χώρα', 'Μύκονος'],
    ['Χώρα, Άνδρος', 'Άνδρος'],
    ['Σέριφος, Χώρα', 'Σέριφος'],
    ['ΧΩΡΑ ΝΑΞΟΥ', 'Νάξος'],
    ['Chora Ios', 'Ίος'],
    // The genitive of a short name, also of one that sounds like a larger island.
    ['Χώρα Ίου', 'Ίος'],
    ['Χώρα, Ίου', 'Ίος'],
    ['ΧΩΡΑ ΙΟΥ', 'Ίος'],
    ['Χώρα Χίου', 'Χίος'],
    ['Δήμος Ίου', 'Ίος'],
    // A village that is called so comes first.
    ['Χώρα Σάμου', 'Χώρα, Ανατολική Σάμος'],
    ['Χώρα Σφακίων', 'Χώρα Σφακίων, Σφακιά'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
});

test('Ν. before an island in the nominative is the island, and before a genitive the regional unit', async () => {
  for (const [typed, place] of [
    ['Ν. Πάρος', 'Πάρος'],
    ['Νάουσα, Ν. Πάρος', 'Νάουσα, Πάρος'],
    ['N. Paros', 'Πάρος'],
    ['Νησ. Κέα', 'Κέα'],
    ['Ν. Κέρκυρα', 'Κέρκυρα'],
    ['Ν. Ιωνία', 'Νέα Ιωνία'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
    assert.deepEqual((await find(typed))[0]!.match.faults, [], typed);
  }
  const [unit] = await find('Ν. Κέρκυρας');
  assert.equal(unit!.match.faults[0]!.field, 'address');
  const [town] = await find('Ερμού 5', { city: 'Ν. Πάρος' });
  assert.equal(town!.components.municipality, 'Πάρος');
  assert.deepEqual(town!.match.faults, [{ field: 'street', problem: 'not known in Πάρος' }]);
});

test('an area alone is its largest town, with a fault and the share of those who live there', async () => {
  for (const [typed, town, area, least, most] of [
    ['Νομός Θεσσαλονίκης', 'Θεσσαλονίκη', 'regional unit Θεσσαλονίκη', 0.3, 0.6],
    ['Νομός Αχαΐας', 'Πάτρα', 'regional unit Αχαΐα', 0.6, 0.9],
    ['Π.Ε. Αχαΐας', 'Πάτρα', 'regional unit Αχαΐα', 0.6, 0.9],
    ['Αχαΐα', 'Πάτρα', 'regional unit Αχαΐα', 0.6, 0.9],
    ['Περιφέρεια Κρήτης', 'Ηράκλειο', 'region Κρήτη', 0.3, 0.6],
  ] as const) {
    const [first, second] = await find(typed);
    const problem = `the ${area} was asked for; this is its largest town`;
    assert.equal(first!.components.municipality, town, typed);
    assert.deepEqual(first!.match.faults, [{ field: 'address', problem }], typed);
    const { confidence } = first!.match;
    assert.ok(confidence > least && confidence < most, `${typed}: ${confidence}`);
    assert.equal(second, undefined, typed);
  }
});

test('in Latin letters a name that is spelled as one exists is that name', async () => {
  assert.equal(await placeFound('Ios'), 'Ίος');
  assert.equal(await placeFound('Hios'), 'Χίος');
});

test('a village whose postal code is that of a neighbour is found in its own municipality', async () => {
  const [first] = await find('Γυρτώνη, Τέμπη');
  assert.equal(first!.components.locality, 'Γυρτώνη');
  assert.deepEqual(first!.match.faults, []);
});

test('a village that is not known there leaves the container, not its namesake elsewhere', async () => {
  const [first] = await find('Μοσχάτο, Λίμνη Πλαστήρα');
  assert.equal(first!.components.municipality, 'Λίμνη Πλαστήρα');
});

test('in Latin letters too a village with its regional unit is not a street', async () => {
  assert.equal(await placeFound('Elliniko Chanion'), 'Ελληνικό, Πλατανιάς');
});

test('the hint city chooses among namesakes', async () => {
  assert.equal(await placeFound('Πέραμα'), 'Πέραμα');
  assert.equal(await placeFound('Πέραμα', { city: 'Ρέθυμνο' }), 'Πέραμα, Μυλοπόταμος');
  assert.equal(await placeFound('Πέραμα', { city: 'Ιωάννινα' }), 'Πέραμα, Ιωάννινα');
  assert.equal(await placeFound('Νέα Ιωνία', { city: 'Βόλος' }), 'Νέα Ιωνία, Βόλος');
});

test('a container that does not hold the place is named, and costs most of the confidence', async () => {
  const [first] = await find('Λίνδος, Ξάνθη');
  assert.ok(first!.match.faults.some(({ field }) => field === 'city' || field === 'street'));
  assert.ok(first!.match.confidence < 0.5, `${first!.match.confidence}`);
});

test('the accent decides where it is typed, inhabitants where it is not', async () => {
  assert.equal(await placeFound('Χανιά'), 'Χανιά');
  assert.equal(await placeFound('ΧΑΝΙΑ'), 'Χανιά');
  assert.match(await placeFound('Χάνια'), /^Χάνια, /);
});

test('islands are found by name, in either script', async () => {
  for (const island of rows.localities.filter(({ kind }) => kind === 'island')) {
    for (const name of [island.name, ...island.otherNames].filter(n => n.length >= 3)) {
      const results = await find(name);
      const near = results.some(
        found => metresBetween(found, island) <= Math.max(15_000, island.accuracyMetres),
      );
      assert.ok(near, `${name}: ${results[0]?.formatted_address}`);
    }
  }
});

test('a street that is not known in the town asked for gives the town', async () => {
  const towns = rows.localities.filter(
    ({ kind, population }) => kind === 'settlement' && (population ?? 0) >= 5_000,
  );
  assert.ok(towns.length > 150);
  const wrong: string[] = [];
  for (const town of towns) {
    const [first] = await find(`Ελευθερίου Βενιζέλου 12, ${town.name}`);
    const isThere =
      first && metresBetween(first, town) <= 5_000 + Math.min(5_000, first.match.accuracy_m);
    if (!isThere && first && first.match.confidence >= 0.5) {
      wrong.push(`${town.name}: ${first.formatted_address} ${first.match.confidence}`);
    }
  }
  assert.ok(wrong.length <= 0.05 * towns.length, wrong.join('\n'));
});

test('a street is not claimed in a small namesake of the town, nor in a street nearly called so', async () => {
  for (const [typed, place] of [
    ['25ης Μαρτίου 5, Άγιος Νικόλαος', 'Άγιος Νικόλαος'],
    ['Αγίου Νικολάου 7, Κατερίνη', 'Κατερίνη'],
    ['Λ. Κηφισίας 124, Αμπελόκηποι', 'street Λεωφ. Κηφισιάς'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
});

test('a city is not lost in a street of another town that is called after it', async () => {
  const [first] = await find('Σέρρες Μεραρχίας 30');
  assert.equal(first!.components.municipality, 'Σέρρες');
});

test('a street of the town that is called just as typed comes before a suburb in another form', async () => {
  for (const [typed, place] of [
    ['Κηφισίας, Αθήνα', 'street Λεωφ. Κηφισιάς'],
    ['Πεντέλης, Αθήνα', 'street Πεντέλης'],
    ['Βουλιαγμένης, Αθήνα', 'street Λεωφ. Βουλιαγμένης'],
    ['Κηφισιά, Αθήνα', 'Κηφισιά'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
});

test('a place called so today comes before one that was', async () => {
  const [first] = await find('Γιούρα');
  assert.ok(metresBetween(first!, { latitude: 39.39, longitude: 24.17 }) < 5_000);
});

test('a street of the suburbs too is not sure in the city', async () => {
  const [first] = await find('Σκουφά, Θεσσαλονίκη');
  assert.equal(first?.components.municipality, 'Θεσσαλονίκη');
  assert.ok(first!.match.confidence < 1);
});

test('nothing is found for places outside Greece, prices and web addresses', async () => {
  for (const typed of [
    'Ερμού 5, Λεμεσός 3025',
    'Λήδρας 12, Λευκωσία 1011',
    'Ermou 5, Limassol 3025',
    'Athens, Ohio',
    'Λεωφόρος Μακαρίου 5, Λευκωσία',
    'Λεμεσός, Κύπρος',
    'Makarios Avenue 5, Nicosia, Cyprus',
    'Oxford Street 100, London, UK',
    'Λεμεσός, Μακαρίου 5',
    'Κύπρος, Ερμού 5, Λευκωσία',
    'Κύπρος, Λεμεσός, Άγιος Νικόλαος',
    'Ερμού 5, Αθήνα, Italia',
    'Αγία Νάπα',
    '150.000 ευρώ',
    'https://maps.example/?q=37.98,23.72',
    'info@example.gr',
  ]) {
    assert.deepEqual(await find(typed), [], typed);
  }
  assert.match(await placeFound('Κύπρου 8, Αθήνα'), /Κύπρου/);
});

test('the name of a shop may be that of a place abroad, if its street and town follow', async () => {
  for (const [typed, municipality] of [
    ['Italia, Ερμού 5, Αθήνα', 'Αθήνα'],
    ['Boston, Κηφισίας 44, Μαρούσι', 'Μαρούσι'],
    ['Μιλάνο, Τσιμισκή 10 Θεσσαλονίκη', 'Θεσσαλονίκη'],
  ] as const) {
    const [first] = await find(typed);
    assert.equal(first?.components.municipality, municipality, typed);
    assert.equal(first?.match.level, 'street', typed);
    assert.ok(
      first?.match.faults.some(({ field }) => field === 'locality'),
      typed,
    );
  }
});

test('of towns of one name that have the street, each has its share of the inhabitants', async () => {
  const found = await find('Ερμού 5 Νέα Ιωνία');
  const shares = ['Νέα Ιωνία', 'Βόλος'].map(
    town => found.find(({ components }) => components.municipality === town)!.match.confidence,
  );
  assert.ok(shares[0]! > shares[1]! && shares[1]! > 0.2, `${shares}`);
  assert.ok(shares[0]! + shares[1]! <= 1, `${shares}`);
});

test('a street outside the postal codes of a quarter does not outweigh a town of that name', async () => {
  const [first] = await find('Ερμού 5, Νεάπολη');
  assert.equal(first?.components.municipality, 'Νεάπολη - Συκιές');
  assert.ok(first!.match.confidence < 0.5 && first!.match.partial);
});

test('of two streets of a town, the one that was typed comes first', async () => {
  assert.equal((await find('Ερμού 59, Μυτιλήνη'))[0]?.components.street, 'Ερμού');
  assert.equal((await find('Ερμείου 59, Μυτιλήνη'))[0]?.components.street, 'Ερμείου');
});

test('the word for a building asks for no village and no street', async () => {
  for (const [typed, municipality, most] of [
    ['Νοσοκομείο Πάτρα', 'Πάτρα', 0.4],
    ['Αεροδρόμιο Ηρακλείου', 'Ηράκλειο', 0.1],
    ['Αεροδρόμιο Αθηνών', 'Αθήνα', 0.1],
    ['Σπάτα αεροδρόμιο', 'Σπάτα - Αρτέμιδα', 0.1],
    ['ΚΕΠ Χαλανδρίου', 'Χαλάνδρι', 0.6],
    ['ΒΙΠΕ Πάτρας', 'Πάτρα', 0.1],
    ['ΒΙ.ΠΕ.Θ. Σίνδος', 'Δέλτα', 0.1],
    ['Βιομηχανική Περιοχή Βόλου', 'Βόλος', 0.1],
    ['Πανεπιστήμιο Πατρών', 'Πάτρα', 0.4],
    ['Dimarcheio Larisa', 'Λάρισα', 0.4],
  ] as const) {
    const [first] = await find(typed);
    assert.equal(first!.components.municipality, municipality, typed);
    assert.ok(first!.match.confidence <= most, `${typed}: ${first!.match.confidence}`);
  }
  const [harbour] = await find('Λιμάνι Ραφήνας');
  assert.ok(harbour!.match.confidence > 0.5, 'a small town is near to all of its buildings');
  assert.deepEqual(harbour!.match.faults, [{ field: 'address', problem: 'not known in Ραφήνα' }]);
});

test('an unknown building or street with a postal code is at that code', async () => {
  const [bank] = await find('Εθνική Τράπεζα, Αθήνα 10563');
  assert.equal(bank?.formatted_address, '105 63 Αθήνα');
  assert.deepEqual(bank?.match.faults, [{ field: 'address', problem: 'not found' }]);
  const [street] = await find('Ξψζκλ 12, Αθήνα 10563');
  assert.equal(street?.formatted_address, '105 63 Αθήνα');
  assert.deepEqual(street?.match.faults, [{ field: 'street', problem: 'not found' }]);
});

test('a town with the postal code of another is not a street', async () => {
  const [first] = await find('Αθήνα 54623');
  assert.equal(first?.match.level, 'postal_code');
  assert.deepEqual(first?.match.faults, [
    { field: 'city', problem: 'the postal code is in another town' },
  ]);
});

test('a place that only shares the stem of the typed name is doubted, and its name is a fault', async () => {
  const [first] = await find('Πεταλίδα');
  assert.ok(first!.match.confidence < 0.3, `${first!.match.confidence}`);
  assert.deepEqual(first!.match.faults, [{ field: 'locality', problem: 'the name is Πεταλιοί' }]);
  // With its regional unit the village of a like name is meant.
  assert.equal(await placeFound('Συκαμινιά Λάρισας'), 'Συκαμινέα, Ελασσόνα');
});

test('words of other scripts are not dropped without a fault', async () => {
  const [first] = await find('БМВ Дилер Ηράκλειο');
  assert.ok(first!.match.confidence < 0.2 && first!.match.partial);
});

test('a street in a town that is typed in the genitive is not claimed elsewhere', async () => {
  for (const [typed, place] of [
    ['Ελευθερίου Βενιζέλου 12, Ναυπλίου', 'Ναύπλιο'],
    ['Κολοκοτρώνη 3, Θήβας', 'Θήβα'],
    ['Κολοκοτρώνη 3, Μεγάρων', 'Μέγαρα'],
    ['Κολοκοτρώνη 3, Λαυρίου', 'Λαύριο, Λαυρεωτική'],
    ['Ερμού 5, Γιαννιτσών', 'Γιαννιτσά, Πέλλα'],
    ['Δημαρχείο Ναυπλίου', 'Ναύπλιο'],
  ] as const) {
    assert.equal(await placeFound(typed), place, typed);
  }
});
