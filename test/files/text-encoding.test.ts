import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenLetter, decodeByTable, isTableEncoding } from '#tools/files/chunk-decoder.ts';
import { decodeText, guessEncoding } from '#tools/files/text-encoding.ts';

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

test('a euro sign in a text of Latin letters is one', () => {
  assert.equal(guessEncoding('x.csv', encoded('KEF (€);EMB (m²)', 'windows-1253')), 'windows-1253');
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

/** Decodes bytes in chunks of some length. */
async function decoded(bytes: Buffer, length: number): Promise<string> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
  }
  return (await Array.fromAsync(decodeText('x.csv', chunks()))).join('');
}

const asUtf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

test('a wrong byte costs its own letter only, wherever the chunks end', async () => {
  const rows = 'όνομα;πόλη\n1;Αθήνα\ufffd ∑𝔸\n2;Πάτρα\n';
  const wrong = (marked: Buffer, ...bytes: number[]) =>
    Buffer.concat([marked, Buffer.from(bytes), Buffer.from(rows)]);
  for (let length = 1; length < 40; length++) {
    for (const bad of [[0xff], [0xce], [0xe2, 0x88], [0xf0, 0x9d, 0x94], [0x91]]) {
      const text = await decoded(wrong(Buffer.from(rows), ...bad), length);
      const broken = new RegExp(`^${rows}${brokenLetter}+${rows}$`);
      assert.match(text, broken, `${bad} in chunks of ${length}`);
    }
    const lone = await decoded(asUtf16(`${rows}\ud835;${rows}`), length);
    assert.equal(lone, `${rows}${brokenLetter};${rows}`, `UTF-16 in chunks of ${length}`);
    assert.equal(await decoded(asUtf16(rows).swap16(), length), rows);
  }
});

test('one wrong byte before the first Greek letters does not decide the encoding', async () => {
  const ascii = 'a;b\n'.repeat(50);
  const bytes = Buffer.concat([Buffer.from(`${ascii}\xff\n`, 'latin1'), Buffer.from(ascii)]);
  const text = await decoded(Buffer.concat([bytes, Buffer.from('Αθήνα;Πάτρα\n'.repeat(4))]), 100);
  assert.equal(text, `${ascii}${brokenLetter}\n${ascii}${'Αθήνα;Πάτρα\n'.repeat(4)}`);
});
