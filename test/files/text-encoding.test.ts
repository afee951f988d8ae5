import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeByTable, isTableEncoding } from '../../src/files/greek-encodings.ts';
import { guessEncoding } from '../../src/files/text-encoding.ts';

function encoded(text: string, encoding: string): Buffer {
  const decode = (byte: number) =>
    isTableEncoding(encoding)
      ? decodeByTable(encoding, Buffer.from([byte]))
      : new TextDecoder(encoding).decode(Buffer.from([byte]));
  const letters = Array.from({ length: 256 }, (_, byte) => decode(byte));
  return Buffer.from(Array.from(text, letter => letters.indexOf(letter)));
}

const encodings = ['windows-1253', 'iso-8859-7', 'cp737', 'MacGreek'] as const;
const texts = [
  'Άγιος Νικόλαος;Ύδρα\nΟδός Ερμού 12;Θήβα',
  'ΑΓΙΟΣ ΔΗΜΗΤΡΙΟΣ\nΛΕΩΦΟΡΟΣ ΒΑΣΙΛΙΣΣΗΣ ΣΟΦΙΑΣ',
  'γυμνάσιο ξάνθης, πλατεία ελευθερίας',
];

test('the encoding of Greek texts is detected', () => {
  for (const text of texts) {
    for (const encoding of encodings) {
      const bytes = encoded(text, encoding);
      const guessed = guessEncoding('x.csv', bytes);
      const read = isTableEncoding(guessed)
        ? decodeByTable(guessed, bytes)
        : new TextDecoder(guessed).decode(bytes);
      assert.equal(read, text, encoding);
    }
  }
});

test('a text with an ambiguous encoding is rejected', () => {
  assert.throws(() => guessEncoding('x.csv', encoded('Νάξος', 'MacGreek')), {
    code: 'BAD_DATA',
    message:
      'x.csv: its encoding is not clear: "Αΐκοχ" (windows-1253) or "Νάξος" (MacGreek)? Save it as UTF-8',
  });
});

test('every byte of the tables is a different character', () => {
  for (const encoding of ['cp737', 'MacGreek'] as const) {
    const all = decodeByTable(encoding, Buffer.from(Array.from({ length: 256 }, (_, i) => i)));
    assert.equal(all.length, 256);
    assert.equal(new Set(all).size, 256);
    assert.match(all, /[Α-Ω]/);
  }
});
