import assert from 'node:assert/strict';
import test from 'node:test';
import { writeHouseNumber } from '#domain/geocoder/query/house-number.ts';
import { parse } from '#domain/geocoder/query/parse.ts';

const codes = new Set(['10673', '11634']);
const read = (address: string) => {
  const { groups, postalCode } = parse(address, code => codes.has(code));
  const words = groups.map(group => group.words.map(word => word.text).join(' ')).filter(Boolean);
  const numbers = groups.flatMap(group => group.numbers.map(writeHouseNumber));
  return { words: words.join(' | '), numbers: numbers.join(' '), postalCode };
};

test('house numbers come with letters, ranges and labels', () => {
  for (const [address, number] of [
    ['Σκουφά 24', '24'],
    ['Σκουφά 24Α', '24Α'],
    ['Skoufa 24A', '24Α'],
    ['Σκουφά 24 Α', '24Α'],
    ['Σκουφά 24β', '24Β'],
    ['Σκουφά 24-26', '24-26'],
    ['Σκουφά 24 - 26', '24-26'],
    ['Σκουφά 24/26', '24-26'],
    ['Σκουφά αρ. 24', '24'],
    ['Σκουφά, 24', '24'],
    ['24 Σκουφά', '24'],
    ['24, Skoufa', '24'],
    ['Skoufa No 24', '24'],
  ] as const) {
    assert.deepEqual(read(address).numbers, number, address);
    assert.match(read(address).words, /^(σκουφα|skoufa)$/, address);
  }
  assert.equal(read('Σκουφά 24 & 26').numbers, '24 26');
});

test('a postal code is five digits together or three and two, with or without a label', () => {
  for (const address of [
    'Σκουφά 24, 106 73',
    'Σκουφά 24 10673',
    'Σκουφά 24, ΤΚ 106 73',
    'Σκουφά 24 Τ.Κ. 10673',
    'Skoufa 24, T.K. 10673',
    '10673 Σκουφά 24',
    'Σκουφά 24, GR-10673',
  ]) {
    assert.deepEqual(read(address).postalCode, '10673', address);
    assert.equal(read(address).numbers, '24', address);
  }
  // No such code: then these are two numbers.
  assert.equal(read('Σκουφά 106 99').postalCode, null);
  assert.equal(read('Σκουφά ΤΚ 106 99').postalCode, '10699');
});

test('ordinals are words of a name', () => {
  for (const address of ['25ης Μαρτίου 10', '25η Μαρτίου 10', '25 Μαρτίου 10', '25ΗΣ ΜΑΡΤΙΟΥ 10']) {
    assert.deepEqual(read(address), { words: '25ο μαρτιου', numbers: '10', postalCode: null });
  }
  assert.equal(read('25is Martiou 10').words, '25ο martiou');
  assert.equal(read('28hs Oktwvriou 3').words, '28ο oktwvriou');
  assert.equal(read('Οκτωβρίου 28').numbers, '28');
});

test('commas, numbers and corners part the words', () => {
  assert.equal(read('Σκουφά 24, Κολωνάκι, Αθήνα').words, 'σκουφα | κολωνακι | αθηνα');
  assert.equal(read('Σκουφά 24 Αθήνα').words, 'σκουφα | αθηνα');
  assert.equal(read('Δούριδος 24 & Ζηνοδότου 9').words, 'δουριδοσ | ζηνοδοτου');
  assert.equal(read('γωνία Δούριδος και Ζηνοδότου').words, 'δουριδοσ | ζηνοδοτου');
  assert.equal(read('Δούριδος/Ζηνοδότου').words, 'δουριδοσ | ζηνοδοτου');
  assert.equal(read('Κων/νου Παλαιολόγου').words, 'κων/νου παλαιολογου');
});

test('the country is ignored', () => {
  assert.equal(read('Σκουφά 24, Αθήνα, Ελλάδα').words, 'σκουφα | αθηνα');
  assert.equal(read('Skoufa 24, Athens, Greece').words, 'skoufa | athens');
});
