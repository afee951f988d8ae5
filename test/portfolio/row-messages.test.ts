import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import test from 'node:test';
import { languages, messageTexts } from '#features/portfolio/messages/message-texts.ts';
import {
  kindIn,
  type MessageCode,
  rowMessage,
  sentence,
  textIn,
} from '#features/portfolio/messages/row-messages.ts';
import { sentenceTexts } from '#features/portfolio/messages/sentence-texts.ts';

const all = Object.entries({ ...messageTexts, ...sentenceTexts }) as [
  MessageCode,
  readonly [string, string],
][];

/** Values that a language may leave out, because its words do not need them. */
const spared: Readonly<Record<string, readonly string[]>> = {
  known_roughly: ['level'],
  address_was_guessed: ['guess'],
  no_rate_for_type: ['known'],
};

test('both languages have every message, and every value of it', () => {
  for (const [code, texts] of all) {
    assert.equal(texts.length, languages.length, code);
    const [english, greek] = texts.map(text => new Set(text.match(/\{\w+\}/g)));
    for (const name of spared[code] ?? []) greek!.add(`{${name}}`);
    assert.deepEqual(greek, english, code);
    if (code !== 'text') assert.match(texts[1].replace(/\{\w+\}/g, ''), /\p{Script=Greek}/u, code);
    assert.equal(texts[0].includes(' | '), texts[1].includes(' | '), code);
    assert.doesNotMatch(texts.join(), /--[a-z]/, `${code} names an option of a command`);
  }
  const codes = [...Object.keys(messageTexts), ...Object.keys(sentenceTexts)];
  assert.equal(new Set(codes).size, codes.length);
});

test('every code of the table is used', async () => {
  const files = await Array.fromAsync(glob('src/**/*.ts'));
  const isTable = (file: string) => /(message|sentence)-texts\.ts$/.test(file);
  const sources = files.filter(file => !isTable(file)).map(file => readFileSync(file, 'utf8'));
  const source = sources.join('\n');
  const built = /^(coordinates_(zero|swapped|abroad))$/;
  for (const code of Object.keys(messageTexts)) {
    assert.ok(built.test(code) || source.includes(`'${code}'`), code);
  }
});

test('a message has one text in each language, and a kind without the values of its row', () => {
  const area = rowMessage('build_area', 'area_not_plausible', {
    ...{ area: 0.85, least: 10, most: 2000, got: '0.85' },
    hint: { code: 'two_readings', values: { got: '0.850', comma: 850, point: 0.85 } },
  });
  assert.equal(
    textIn('en', area),
    'build_area: expected 10 to 2000 m², got 0.85 (0.850 is 850 with a decimal comma and 0.85 with a decimal point)',
  );
  assert.equal(
    textIn('el', area),
    'εμβαδόν: αναμένονται 10 έως 2000 m²· δόθηκε 0.85 (0.850: 850 με υποδιαστολή κόμμα, 0,85 με τελεία)',
  );
  assert.equal(kindIn('en', area), 'build_area: expected 10 to 2000 m²');
  assert.equal(kindIn('el', area), 'εμβαδόν: αναμένονται 10 έως 2000 m²');
  const names = ['Ερμού 1', 'Ερμού 2'];
  const also = { code: 'may_also_be', values: { names, more: { code: 'and_others' } } } as const;
  const guess = rowMessage('address', 'low_confidence', { least: 0.5, confidence: 0.45, also });
  assert.equal(
    textIn('el', guess),
    'διεύθυνση: βρέθηκε με βεβαιότητα μόνο 0,45· μπορεί να είναι και Ερμού 1 ή Ερμού 2 κ.ά.',
  );
  assert.equal(kindIn('en', guess), 'address: found with a confidence below 0.5');
});

test('a sentence of another room is read back as a message, and keeps its English text', () => {
  for (const [text, greek] of [
    ['not known, read as Σοφικό', 'άγνωστη, διαβάστηκε ως Σοφικό'],
    [
      'quality: expected one of basic, luxury',
      'ποιότητα κατασκευής: αναμένεται ένα από: basic, luxury',
    ],
    [
      'the address contradicts the town in it: found in Βόλος, not in Λάρισα; correct one of them',
      'η διεύθυνση αντιφάσκει με την πόλη της: βρέθηκε σε: Βόλος, όχι σε: Λάρισα· διορθώστε ένα από τα δύο',
    ],
    ['column 3: expected a delimiter after the closing quote', undefined],
    ['B7: the error #N/A', 'B7: το σφάλμα #N/A'],
    ['words that no table has', 'words that no table has'],
  ] as const) {
    assert.equal(textIn('en', sentence(text)), text);
    if (greek) assert.equal(textIn('el', sentence(text)), greek);
  }
  assert.equal(sentence('{fault}: {fault}').code, 'text');
  assert.equal(sentence(' is in '.repeat(10_000)).code, 'code_is_in');
});

test('the sentences of other rooms are those of their sources', async () => {
  const rooms = [
    'domain/geocoder',
    'domain/property',
    'features/report',
    'tools/csv',
    'tools/xlsx',
  ];
  rooms.push('app/services/portfolios');
  const parts = [
    'run',
    'input/open-sheet',
    'row/locate',
    'row/claims',
    'row/report-contradictions',
  ];
  const files = [
    ...(await Array.fromAsync(glob(rooms.map(room => `src/${room}/**/*.ts`)))),
    ...parts.map(part => `src/features/portfolio/${part}.ts`),
  ];
  // Strings that were broken at the end of a line are joined.
  const source = files
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
    .replace(/[`']\s*\+\s*[`']/g, '');
  for (const [code, [english]] of Object.entries(sentenceTexts)) {
    for (const part of english.split(/\{\w+\}/)) {
      const words = part.replace(/^[:;,.() ]+|[:;,.() ]+$/g, '');
      const known = words
        .split(/; |: expected| \(|, which |(?<=is)\. |(?<=show|shows) /)
        .filter(one => one.length > 3);
      for (const one of known) assert.ok(source.includes(one), `${code}: ${one}`);
    }
  }
});
