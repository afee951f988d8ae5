import assert from 'node:assert/strict';
import test from 'node:test';
import { writeHouseNumber } from '#domain/geocoder/query/house-number.ts';
import { parse } from '#domain/geocoder/query/parse.ts';
import { casesIn } from '../cases.ts';

const codes = new Set(['10673', '11634']);
const read = (address: string) => {
  const { groups, postalCode } = parse(address, code => codes.has(code));
  const words = groups.map(group => group.words.map(word => word.text).join(' ')).filter(Boolean);
  const numbers = groups.flatMap(group => group.numbers.map(writeHouseNumber));
  return { words: words.join(' | '), numbers: numbers.join(' '), postalCode };
};

/** Asserts what is read: words, numbers and the postal code, of which a row may leave out some. */
const testRead = (rule: string, rows: string) =>
  test(rule, () => {
    for (const [address, words, numbers, code] of casesIn(rows)) {
      const found = read(address);
      if (words !== '') assert.equal(found.words, words.replaceAll('/', ' | '), address);
      if (numbers !== '') assert.equal(found.numbers, numbers, address);
      if (code !== '') assert.equal(`${found.postalCode}`, code, address);
    }
  });

testRead(
  'house numbers come with letters, ranges and labels',
  `
  Σκουφά 24         | σκουφα | 24
  Σκουφά 24Α        | σκουφα | 24Α
  Skoufa 24A        | skoufa | 24Α
  Σκουφά 24 Α       | σκουφα | 24Α
  Σκουφά 24β        | σκουφα | 24Β
  Σκουφά 24-26      | σκουφα | 24-26
  Σκουφά 24 - 26    | σκουφα | 24-26
  Σκουφά 24/26      | σκουφα | 24-26
  Σκουφά αρ. 24     | σκουφα | 24
  Σκουφά, 24        | σκουφα | 24
  24 Σκουφά         | σκουφα | 24
  24, Skoufa        | skoufa | 24
  Skoufa No 24      | skoufa | 24
  Σκουφά 24 & 26    |        | 24 26
`,
);

testRead(
  'a postal code is five digits together or three and two, with or without a label',
  `
  Σκουφά 24, 106 73       | | 24 | 10673
  Σκουφά 24 10673         | | 24 | 10673
  Σκουφά 24, ΤΚ 106 73    | | 24 | 10673
  Σκουφά 24 Τ.Κ. 10673    | | 24 | 10673
  Skoufa 24, T.K. 10673   | | 24 | 10673
  10673 Σκουφά 24         | | 24 | 10673
  Σκουφά 24, GR-10673     | | 24 | 10673
  # No such code: then these are two numbers.
  Σκουφά 106 99           | |    | null
  Σκουφά ΤΚ 106 99        | |    | 10699
`,
);

testRead(
  'ordinals are words of a name',
  `
  25ης Μαρτίου 10   | 25ο μαρτιου    | 10 | null
  25η Μαρτίου 10    | 25ο μαρτιου    | 10 | null
  25 Μαρτίου 10     | 25ο μαρτιου    | 10 | null
  25ΗΣ ΜΑΡΤΙΟΥ 10   | 25ο μαρτιου    | 10 | null
  25is Martiou 10   | 25ο martiou
  28hs Oktwvriou 3  | 28ο oktwvriou
  Οκτωβρίου 28      |                | 28
`,
);

testRead(
  'commas, numbers and corners part the words, and the country is ignored',
  `
  Σκουφά 24, Κολωνάκι, Αθήνα   | σκουφα/κολωνακι/αθηνα
  Σκουφά 24 Αθήνα              | σκουφα/αθηνα
  Δούριδος 24 & Ζηνοδότου 9    | δουριδοσ/ζηνοδοτου
  γωνία Δούριδος και Ζηνοδότου | δουριδοσ/ζηνοδοτου
  Δούριδος/Ζηνοδότου           | δουριδοσ/ζηνοδοτου
  Σκουφά 24, Αθήνα, Ελλάδα     | σκουφα/αθηνα
  Skoufa 24, Athens, Greece    | skoufa/athens
`,
);

test('a short form with a slash is one word', () => {
  assert.equal(read('Κων/νου Παλαιολόγου').words, 'κων/νου παλαιολογου');
});
