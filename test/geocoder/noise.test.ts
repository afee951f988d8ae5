import assert from 'node:assert/strict';
import test from 'node:test';
import { withoutNoise } from '../../src/geocoder/query/noise.ts';
import { find } from './national.ts';

const around = [
  'ADDRESS, 2ος όρ.',
  'ADDRESS, 3ος όροφος',
  'ADDRESS, ισόγειο',
  'ADDRESS ΙΣ',
  'ADDRESS (ημιυπόγειο)',
  'ADDRESS, διαμ. Β3',
  'ADDRESS, διαμέρισμα 12',
  'ADDRESS, γραφείο 305',
  'ADDRESS, κτίριο Α',
  'επί της οδού ADDRESS',
  'επί ADDRESS',
  'στην ADDRESS',
  'οδός ADDRESS',
  'ADDRESS έναντι πάρκου',
  'ADDRESS, πλησίον σταθμού',
  'έναντι ADDRESS',
  'κοντά στην ADDRESS',
  'ADDRESS τηλ. 210 1234567',
  'ADDRESS, τηλ: 2101234567',
  'ADDRESS 6971234567',
  'ADDRESS, Τ.Θ. 123',
  'Τ.Θ. 4567, ADDRESS',
  'ADDRESS, Ο.Τ. 45',
  'ADDRESS, ΟΤ 45',
  'ADDRESS, α΄ όροφος',
  'ADDRESS (πρώην Άλφα)',
  'ADDRESS, ΚΑΕΚ 050370102003/0/0',
  'ΚΑΕΚ: 050370102003 ADDRESS',
  'ΑΦΜ 123456789, ADDRESS',
  'ADDRESS info@example.gr',
  'www.example.gr, ADDRESS',
  'ADDRESS, 80 τ.μ., 150.000 €',
  'Τράπεζα Πειραιώς, ADDRESS',
  'Φαρμακείο Άλφα, ADDRESS',
  'Άλφα ΟΕ ADDRESS',
  'Alpha AE ADDRESS',
  'ADDRESS, 99999',
  'ΑΛΦΑ Α.Ε., ADDRESS',
  'ΒΗΤΑ ΕΠΕ, ADDRESS',
  'Γάμμα Ι.Κ.Ε. ADDRESS',
  'υπόψη κ. Παπαδόπουλου, ADDRESS',
  'c/o Maria, ADDRESS',
  'ADDRESS, Ελλάδα',
  'ADDRESS, Greece',
] as const;

const addresses = [
  ['Σκουφά 24', 'Αθήνα'],
  ['Ερμού 12', 'Αθήνα'],
  ['Τσιμισκή 20', 'Θεσσαλονίκη'],
  ['Κορίνθου 100', 'Πάτρα'],
  ['Κούμα 15', 'Λάρισα'],
] as const;

test('words around an address do not change the street that is found', async () => {
  const wrong: string[] = [];
  for (const [street, town] of addresses) {
    const [plain] = await find(`${street}, ${town}`);
    for (const noise of around) {
      const typed = `${noise.replace('ADDRESS', street)}, ${town}`;
      const [first] = await find(typed);
      const isSame =
        first?.components.street === plain!.components.street &&
        first?.components.municipality === plain!.components.municipality &&
        first?.components.house_number === plain!.components.house_number;
      if (!isSame) wrong.push(`${typed}: ${first?.formatted_address}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('what might have mattered is named in the faults', async () => {
  for (const typed of [
    'Σκουφά 24 έναντι πάρκου, Αθήνα',
    'Τ.Θ. 123, Σκουφά 24, Αθήνα',
    'ΚΑΕΚ 050370102003, Σκουφά 24, Αθήνα',
    'Σκουφά (πρώην Άλφα) 24, Αθήνα',
    'Τράπεζα Πειραιώς, Σκουφά 24, 106 73 Αθήνα',
    'Φαρμακείο Άλφα, 28ης Οκτωβρίου, Θεσσαλονίκη',
  ]) {
    const [first] = await find(typed);
    assert.ok(
      first?.match.faults.some(({ field }) => field === 'address'),
      typed,
    );
  }
});

test('a field may be a village, and else the town is doubted; a second number is set aside', async () => {
  for (const typed of ['Θέση Λάκκα, Μαραθώνας', 'Τοποθεσία Κάμπος, Σύρος']) {
    const [first] = await find(typed);
    assert.ok(first!.match.confidence < 0.5 && first!.match.partial, typed);
  }
  for (const typed of ['Σκουφά 24, θέση Καμάρα, Αθήνα', 'Θέση Καμάρα, Σκουφά 24, Αθήνα']) {
    const [first] = await find(typed);
    assert.equal(first?.components.street, 'Σκουφά Νικολάου', typed);
    assert.match(first!.match.faults[0]!.problem, /^"θεση καμαρα" was set aside/, typed);
  }
  for (const typed of ['Θέση Ορνός, Μύκονος', 'Μύκονος, θέση Ορνός']) {
    assert.equal((await find(typed))[0]?.components.locality, 'Ορνός', typed);
  }
  const [street] = await find('Σκουφά 24 Αθήνα 1067');
  assert.deepEqual(street?.match.faults[0], {
    field: 'house_number',
    problem: '"1067" was set aside',
  });
});

test('a bank or shop without a street is not ignored: a postal code or a telephone is no house number', async () => {
  for (const typed of [
    'Εθνική Τράπεζα, Αθήνα 10563',
    'Τράπεζα Πειραιώς, Αθήνα 105 63',
    'Τράπεζα Πειραιώς, Τ.Κ. 105-63 Αθήνα',
    'Φαρμακείο Παπαδόπουλος, 26221 Πάτρα',
    'Τράπεζα Πειραιώς, 26221',
    'Τράπεζα Πειραιώς, Αθήνα τηλ. 210 1234567',
  ]) {
    const [first] = await find(typed);
    assert.notDeepEqual(first?.match.faults, [], typed);
    assert.ok(first!.match.confidence <= 0.6, `${typed}: ${first!.match.confidence}`);
  }
});

test('glued numbers, a glued postal code and Greek numerals are read', async () => {
  for (const [typed, street] of [
    ['Ερμού12, Αθήνα', 'Ερμού'],
    ['Τσιμισκή 20 TK54624', 'Τσιμισκή Ιωάννη'],
    ['Γ΄ Σεπτεμβρίου 12, Αθήνα', '3ης Σεπτεμβρίου'],
  ] as const) {
    const [first] = await find(typed);
    assert.equal(first?.components.street, street, typed);
    assert.notEqual(first?.components.house_number, null, typed);
  }
});

// Minutes with patterns that are not linear; an address of 256 characters once took 40 ms.
test('text that is almost an email address, a code or a bank costs one pass', () => {
  for (const part of ['@...', 'a@', '@.', 'kaek ', 'αφμ:', '(πρωην ', 'τραπεζα ']) {
    const { setAside } = withoutNoise(part.repeat(2_000));
    assert.deepEqual(setAside, [], part);
  }
  assert.deepEqual(withoutNoise('ερμου 5 a@b@c.d1@x.gr;1 αθηνα').text, 'ερμου 5  ;1 αθηνα');
  assert.deepEqual(withoutNoise('@a.gr ερμου').text, '@a.gr ερμου');
});
