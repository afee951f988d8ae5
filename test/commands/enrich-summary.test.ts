import assert from 'node:assert/strict';
import test from 'node:test';
import { summaryText } from '#app/commands/portfolios/enrich-summary.ts';
import { summaryExample } from '#features/portfolio/summary/summary-example.ts';
import { plainText } from '#tools/terminal/print.ts';

const zonesNamed = (names: readonly string[]) => ({
  ...summaryExample,
  by_zone_class: [
    {
      ...{ kind: 'flood', name_gr: 'Ζώνες κατάκλυσης', name_en: 'Flood zones' },
      classes: names.map(name => ({ ...summaryExample.total, name })),
    },
  ],
});

test('classes of zones have the words of the language, in English those of the columns', () => {
  const zones = zonesNamed(['T50 (partly_inside)', 'not_covered', '']);
  const linesIn = (language: 'el' | 'en') =>
    [
      ...plainText(summaryText(zones, language)).matchAll(
        /^.* zones: .*?(?= {2})|^Ζώνες.*?(?= {2})/gm,
      ),
    ].map(([line]) => line);
  assert.deepEqual(linesIn('en'), [
    'Flood zones: T50 (partly_inside)',
    'Flood zones: not_covered',
    'Flood zones: unknown',
  ]);
  assert.deepEqual(linesIn('el'), [
    'Ζώνες κατάκλυσης: T50 (εν μέρει)',
    'Ζώνες κατάκλυσης: δεν ελέγχθηκε',
    'Ζώνες κατάκλυσης: χωρίς θέση',
  ]);
});

test('of each kind of zones the first twenty classes are shown', () => {
  const names = Array.from({ length: 23 }, (_, i) => `Z${i}`);
  const text = plainText(summaryText(zonesNamed(names)));
  assert.match(text, /Flood zones: Z19 .*\nand 3 more zones: --summary writes all\n/);
  assert.doesNotMatch(text, /Z20/);
  assert.doesNotMatch(plainText(summaryText(zonesNamed(names.slice(0, 20)))), /more zones/);
});
