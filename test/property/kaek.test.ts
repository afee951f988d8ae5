import assert from 'node:assert/strict';
import test from 'node:test';
import { longestKaek, parseKaek, parseKaekStart } from '#domain/property/kaek.ts';
import { casesIn } from '../cases.ts';

test('a KAEK is understood however it is typed', () => {
  const digits = '050681726003|050681726003/0/1|050681726003/0| 05 068 17 26 003 |05-068-17-26-003';
  const codes = {
    '050681726003': `${digits}|05.068.17.26.003/0/0|05–068–1726003|０５０６８１７２６００３`,
    '12098ΕΚ00029': '12098ΕΚ00029|12098EK00029|12098εκ00029|12098 ek 00029',
  };
  for (const [kaek, texts] of Object.entries(codes)) {
    for (const typed of texts.split('|')) assert.equal(parseKaek(typed), kaek, typed);
  }
});

test('other texts are not KAEK codes', () => {
  const lengths = '| |05068172600|0506817260031|12098ΕΚ0002';
  const letters = '05068172600A|EK1209800029|12098QQ00029|٠٥٠٦٨١٧٢٦٠٠٣|12098ΕΪ00029';
  const parts = '/0/1/2|//1|/a|/'.split('|').map(end => `050681726003${end}`);
  const others = ["050681726003' OR 1=1", `050681726003${'-'.repeat(longestKaek)}`];
  for (const typed of [...`${lengths}|${letters}`.split('|'), ...parts, ...others]) {
    assert.equal(parseKaek(typed), undefined, typed);
  }
});

test('the beginning of a KAEK has five characters or more, typed in any way', () => {
  for (const [typed, start] of casesIn(`
    05068        | 05068
    05 068 17    | 0506817
    12098ek      | 12098ΕΚ
    12098ΕΚ000   | 12098ΕΚ000
    050681726003 | 050681726003
  `)) {
    assert.equal(parseKaekStart(typed), start, typed);
  }
  const long = `05068${' '.repeat(longestKaek)}`;
  for (const typed of ['0506', '0506817260031', '12098ΕΚΑ', 'Ερμού 5', '', long]) {
    assert.equal(parseKaekStart(typed), undefined, typed);
  }
});
