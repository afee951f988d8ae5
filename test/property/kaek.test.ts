import assert from 'node:assert/strict';
import test from 'node:test';
import { longestKaek, parseKaek, parseKaekStart } from '#domain/property/kaek.ts';

test('a KAEK is understood however it is typed', () => {
  const cases: [string, string][] = [
    ['050681726003', '050681726003'],
    ['050681726003/0/1', '050681726003'],
    ['050681726003/0', '050681726003'],
    [' 05 068 17 26 003 ', '050681726003'],
    ['05-068-17-26-003', '050681726003'],
    ['05.068.17.26.003/0/0', '050681726003'],
    ['05–068–1726003', '050681726003'],
    ['０５０６８１７２６００３', '050681726003'],
    ['12098ΕΚ00029', '12098ΕΚ00029'],
    ['12098EK00029', '12098ΕΚ00029'],
    ['12098εκ00029', '12098ΕΚ00029'],
    ['12098 ek 00029', '12098ΕΚ00029'],
  ];
  for (const [typed, kaek] of cases) assert.equal(parseKaek(typed), kaek, typed);
});

test('other texts are not KAEK codes', () => {
  const cases = [
    '',
    ' ',
    '05068172600',
    '0506817260031',
    '05068172600A',
    'EK1209800029',
    '12098QQ00029',
    '12098ΕΚ0002',
    '050681726003/0/1/2',
    '050681726003//1',
    '050681726003/a',
    '050681726003/',
    "050681726003' OR 1=1",
    '٠٥٠٦٨١٧٢٦٠٠٣',
    '12098ΕΪ00029',
    `050681726003${'-'.repeat(longestKaek)}`,
  ];
  for (const typed of cases) assert.equal(parseKaek(typed), undefined, typed);
});

test('the beginning of a KAEK has five characters or more, typed in any way', () => {
  const cases: [string, string | undefined][] = [
    ['05068', '05068'],
    ['05 068 17', '0506817'],
    ['12098ek', '12098ΕΚ'],
    ['12098ΕΚ000', '12098ΕΚ000'],
    ['050681726003', '050681726003'],
    ['0506', undefined],
    ['0506817260031', undefined],
    ['12098ΕΚΑ', undefined],
    ['Ερμού 5', undefined],
    ['', undefined],
    [`05068${' '.repeat(longestKaek)}`, undefined],
  ];
  for (const [typed, start] of cases) assert.equal(parseKaekStart(typed), start, typed);
});
