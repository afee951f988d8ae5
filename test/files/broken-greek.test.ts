import assert from 'node:assert/strict';
import test from 'node:test';
import { brokenGreek } from '#tools/files/broken-greek.ts';

/** Greek in windows-1253 as a program shows it that takes it for another encoding. */
function asLatin(text: string): string {
  const decoder = new TextDecoder('windows-1253');
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const bytes = Uint8Array.from(text, letter => letters.indexOf(letter));
  return new TextDecoder('windows-1252').decode(bytes);
}

const names = [
  'Τ.Σ. Ευκαρπίας',
  'Άγιος Νικόλαος, Ύδρα 12',
  'ΔΗΜΟΤΙΚΟ ΣΧΟΛΕΙΟ «Η ΑΓΑΠΗ»',
  'Στρ. Παπάγου 5, Patra',
  'ΓΥΜΝΆΣΙΟ ΡΑΪΚΟΥ',
];

test('Greek that was read as Latin letters is corrected', () => {
  assert.equal(asLatin(names[0]!), 'Ô.Ó. Åõêáñðßáò');
  for (const name of names) {
    assert.deepEqual(brokenGreek(asLatin(name)), { kind: 'greek as latin', mended: name });
  }
});

test('UTF-8 that was read as windows-1252, Latin-1 or windows-1253 is corrected', () => {
  for (const name of [...names, 'Αθήνα', 'α']) {
    const bytes = Buffer.from(name);
    const readings = [new TextDecoder('windows-1252').decode(bytes), bytes.toString('latin1')];
    const asGreek = new TextDecoder('windows-1253').decode(bytes).replaceAll('\ufffd', 'ª');
    if (name.length > 1) readings.push(asGreek);
    for (const reading of readings) {
      assert.deepEqual(brokenGreek(reading), { kind: 'utf-8 as bytes', mended: name }, reading);
    }
  }
  assert.deepEqual(brokenGreek('Ξ‘ΞΈΞ®Ξ½Ξ±'), { kind: 'utf-8 as bytes', mended: 'Αθήνα' });
  const cut = 'Î‘Î¸Î®Î½Î';
  assert.deepEqual(brokenGreek(cut), { kind: 'utf-8 as bytes', mended: 'Αθήν' });
});

test('lost and doubtful letters are recognised', () => {
  for (const lost of ['?.?. ?????????', '????', 'Αθ\ufffdνα', '\ufffd']) {
    assert.deepEqual(brokenGreek(lost), { kind: 'lost' }, lost);
  }
  for (const few of ['12Á', 'Á', '5º']) assert.deepEqual(brokenGreek(few), { kind: 'few letters' });
});

test('valid text of any language is not changed', () => {
  const sound = [
    ...names,
    '',
    'Why???',
    '??',
    '?? 5',
    'Ποιος;',
    'Málaga',
    'Hôtel Égalité',
    'Çeşme',
    'ÖBB Österreich',
    'Kraków, Łódź',
    'Nº 5',
    '1º ΔΗΜΟΤΙΚΟ',
    'ΠΟΊΗΣΗ ΚΑΙ ΞΌΑΝΑ',
    'ΟΎ',
    'Москва',
    '東京',
    'ÎLE DE LA CITÉ',
    '½ στρέμμα',
  ];
  for (const text of sound) assert.equal(brokenGreek(text), undefined, text);
});
