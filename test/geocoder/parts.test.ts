import assert from 'node:assert/strict';
import test from 'node:test';
import { geocode } from '../../src/geocoder/geocode.ts';
import { brief, national } from './national.ts';

const inParts = async (street: string, city?: string, postalCode?: string) => {
  const hints = { ...(city && { city }), ...(postalCode && { postalCode }) };
  return (await geocode(national, { address: street, isStreet: street !== '', ...hints }))[0];
};

test('a street given as such is a street, also where a town is called so', async () => {
  for (const [street, city, found] of [
    ['Αγίου Νικολάου 7', 'Πάτρα', 'Αγίου Νικολάου 7, 26221, Πάτρα'],
    ['Κορίνθου', 'Πάτρα', 'Λεωφ. Κορίνθου, 26221, Πάτρα'],
    ['Θεσσαλονίκης 20', 'Αθήνα', 'Θεσσαλονίκης 20, 11854, Αθήνα'],
    ['Skoufa 24', 'Athens', 'Σκουφά Νικολάου 24, 10673, Αθήνα'],
  ] as const) {
    assert.equal(brief(await inParts(street, city)), found, `${street}, ${city}`);
  }
});

test('the town may come with what holds it, and may have two letters', async () => {
  for (const [city, found] of [
    ['Νέα Ιωνία, Βόλος', 'Νέα Ιωνία, Βόλος'],
    ['Νέα Ιωνία Βόλου', 'Νέα Ιωνία, Βόλος'],
    ['Λίνδος Ρόδου', 'Λίνδος, 85107, Ρόδος'],
    ['Κω', 'Κως'],
    ['Athens', 'Αθήνα'],
  ] as const) {
    assert.equal(brief(await inParts('', city)), found, city);
  }
});

test('a street that is not known in the town gives the town, with a fault', async () => {
  const first = await inParts('Ελευθερίου Βενιζέλου 12', 'Ναύπλιο');
  assert.equal(first?.components.municipality, 'Ναύπλιο');
  assert.equal(first?.components.street, null);
  assert.ok(first?.match.faults.some(({ field }) => field === 'street'));
});

test('a postal code that is not of the town is named, an unknown town too', async () => {
  const elsewhere = await inParts('Ερμού 5', 'Αθήνα', '26221');
  assert.ok(elsewhere?.match.faults.some(({ field }) => /postal_code|city/.test(field)));
  const unknown = await inParts('', 'Ξξξξψψψ', '10673');
  assert.equal(unknown?.components.postal_code, '10673');
  assert.deepEqual(unknown?.match.faults, [{ field: 'city', problem: 'not known' }]);
});

test('a street is doubted if only a town that is not known was given with it', async () => {
  const alone = (await inParts('Μπάλσα', ''))!.match;
  const unknown = (await inParts('Μπάλσα', 'Ξξξξψψψ'))!.match;
  assert.deepEqual(unknown.faults, [{ field: 'city', problem: 'not known' }]);
  assert.ok(unknown.confidence <= 0.5 * alone.confidence, `${unknown.confidence}`);
  const withCode = (await inParts('Μπάλσα', 'Ξξξξψψψ', '15349'))!.match;
  assert.ok(withCode.confidence > 0.8, 'the postal code shows the town');
});

test('nothing is found for a town outside Greece', async () => {
  assert.equal(await inParts('Makariou 5', 'Nicosia'), undefined);
  assert.equal(await inParts('', 'London'), undefined);
});

/** What city columns hold, and the municipality or area that is meant. */
const cityColumns = `
  Αθήνα: Αθήνα Κέντρο, Αθήνα (Κέντρο), Κέντρο Αθηνών, Δ. Αθηναίων, Δήμου Αθηναίων, 10557 ΑΘΗΝΑ,
    ΑΘΗΝΑ ΤΚ 10557, Athens Center, Αθήνα Ελλάδα, Κολωνάκι, ΚΥΨΕΛΗ, ΠΑΓΚΡΑΤΙ - ΑΘΗΝΑ
  Θεσσαλονίκη: Θεσσαλονίκη - Κέντρο, Θεσ/νίκη, ΘΕΣΣ/ΚΗ, ΔΗΜΟΣ ΘΕΣ/ΝΙΚΗΣ, ΧΑΡΙΛΑΟΥ ΘΕΣ/ΝΙΚΗ
  Αλεξανδρούπολη: ΑΛΕΞ/ΠΟΛΗ, ΑΛΕΞ/ΛΗ, Αλεξανδρουπόλεως
  Ηράκλειο: Ηράκλειο Κρήτης, HERAKLION CRETE
  Ηράκλειο Αττικής: Ν. Ηράκλειο, Ν.ΗΡΑΚΛΕΙΟ, ΗΡΑΚΛΕΙΟ ΑΤΤΙΚΗΣ
  Αγία Παρασκευή: ΑΓ. ΠΑΡΑΣΚΕΥΗ, ΑΓ.ΠΑΡΑΣΚΕΥΗ, AG. PARASKEVI
  Παλαιό Φάληρο: ΠΑΛΑΙΟ ΦΑΛΗΡΟ, Π. ΦΑΛΗΡΟ, Π.ΦΑΛΗΡΟΥ, P. FALIRO
  Νέα Σμύρνη: Ν. ΣΜΥΡΝΗ, ΝΕΑΣ ΣΜΥΡΝΗΣ, N. SMYRNI
  Μαρούσι: Μαρούσι, Αμαρούσιο, ΑΜΑΡΟΥΣΙΟΥ, ΜΑΡΟΥΣΙ 15125
  Νέα Φιλαδέλφεια - Νέα Χαλκηδόνα: Νέα Φιλαδέλφεια-Χαλκηδόνα, Ν.ΦΙΛΑΔΕΛΦΕΙΑ
  Νίκαια - Άγιος Ιωάννης Ρέντης: ΝΙΚΑΙΑ-ΑΓ.ΡΕΝΤΗΣ, ΡΕΝΤΗΣ, ΝΙΚΑΙΑ ΠΕΙΡΑΙΑ
  Μύκονος: ΜΥΚΟΝΟΣ ΧΩΡΑ, Χώρα Μυκόνου
  Γλυφάδα: ΑΝΩ ΓΛΥΦΑΔΑ, Γλυφάδα Αττικής
  Ραφήνα - Πικέρμι: Τ.Δ. Πικερμίου, Δ.Ε. Πικερμίου
  Ρόδος: Rhodes Town, Πόλη Ρόδου
`;

test('city columns are understood: labels, quarters, short forms, postal codes', async () => {
  const rows = cityColumns.trim().split(/\n {2}(?! )/);
  for (const [municipality, list] of rows.map(row => row.split(': ', 2) as [string, string])) {
    for (const city of list.split(/,\s+/)) {
      const found = await inParts('', city);
      assert.equal(found?.components.municipality, municipality, city);
      assert.ok(!found.match.faults.some(({ problem }) => problem === 'not known'), city);
    }
  }
});

test('a regional unit as city holds streets of all its towns, without a fault', async () => {
  for (const city of ['Ν. ΑΤΤΙΚΗΣ', 'Νομός Αττικής', 'Περιφέρεια Αττικής', 'ΑΤΤΙΚΗ']) {
    const found = await inParts('Χαριλάου Τρικούπη 5, Κηφισιά', city);
    assert.equal(found?.components.municipality, 'Κηφισιά', city);
    assert.deepEqual(
      found.match.faults.map(({ field }) => field),
      ['house_number'],
      city,
    );
  }
  const other = await inParts('Χαριλάου Τρικούπη 5', 'Νομός Θεσσαλονίκης');
  assert.equal(other?.components.regional_unit, 'Θεσσαλονίκης');
  const alone = await inParts('', 'Νομός Αχαΐας');
  assert.equal(alone?.components.municipality, 'Πάτρα');
  assert.deepEqual(
    alone.match.faults.map(({ field }) => field),
    ['address'],
  );
});

const numbered = async (street: string, houseNumber: string, city: string) =>
  (await geocode(national, { address: street, isStreet: true, houseNumber, city }))[0];

test('the house number given beside the street counts, and a second one is a fault', async () => {
  const first = await numbered('Ερμού 15', '17', 'Αθήνα');
  assert.equal(first?.components.house_number, '17');
  assert.ok(first.match.faults.some(({ problem }) => problem === '15 is not part of its name'));
  for (const street of ['Ερμού', 'Ερμού 17', '25ης Μαρτίου', '3ης Σεπτεμβρίου']) {
    const found = await numbered(street, '17', 'Αθήνα');
    assert.equal(found?.components.house_number, '17', street);
    assert.ok(!found.match.faults.some(({ field }) => field === 'street'), street);
  }
});

test('a house number beside the street is read as one in the text', async () => {
  for (const number of ['12', '12-14', '12Α', '12 a', '12/14', '12–14', '12Α-14Β']) {
    const inText = await inParts(`Ερμού ${number}`, 'Αθήνα');
    assert.deepEqual(await numbered('Ερμού', number, 'Αθήνα'), inText, number);
  }
  const saints = 'Αγίων Κωνσταντίνου & Ελένης';
  const inText = await inParts(`${saints} 6`, 'Αχαρνές');
  assert.equal(inText?.components.street, saints);
  assert.deepEqual(await numbered(saints, '6', 'Αχαρνές'), inText);
});

test('a street without a name gives the town, with a fault', async () => {
  for (const street of ['--', '  ', '???']) {
    for (const found of [await inParts(street, 'Βόλος'), await numbered(street, '5', 'Βόλος')]) {
      assert.equal(found?.components.municipality, 'Βόλος', street);
      assert.deepEqual(found.match.faults, [{ field: 'street', problem: 'has no name' }]);
      assert.ok(found.match.confidence < 1);
    }
  }
});

test('a postal code in the place of the town, or before it, is a postal code', async () => {
  for (const city of ['38333', '383 33', '383 33 Βόλος', 'Τ.Κ. 38333 Βόλος']) {
    const found = await inParts('Ερμού', city);
    assert.equal(found?.components.postal_code, '38333', city);
    assert.deepEqual(found.match.faults, [], city);
  }
  assert.equal((await inParts('', '38333'))?.components.postal_code, '38333');
  const contradicted = await inParts('Ερμού', '38333', '10563');
  assert.ok(contradicted?.match.faults.some(({ problem }) => problem === 'the city says 38333'));
});
