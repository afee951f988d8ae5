import assert from 'node:assert/strict';
import test from 'node:test';
import {
  readArea,
  readEuro,
  readPostalCode,
  readYear,
} from '#features/portfolio/fields/cell-values.ts';
import { kindIn, type Message, textIn } from '#features/portfolio/messages/row-messages.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import { readRows } from '../../geocoder/rows.ts';

/** What was expected, and the hint. */
function faultText(fault: Message): string {
  const hint = fault.values?.hint as Message | undefined;
  return [kindIn('en', fault).replace('expected ', ''), hint && textIn('en', hint)].join(' | ');
}

type Sign = DecimalSign | undefined;
const reads: Readonly<Record<string, (text: string, sign: Sign, isGiven: boolean) => unknown>> = {
  area: (text, sign, isGiven) =>
    readArea(text, decimalsOf(sign, isGiven), { least: 10, most: 2000 }),
  wide: (text, sign, isGiven) =>
    readArea(text, decimalsOf(sign, isGiven), { least: 1, most: 20_000 }),
  year: text => readYear(text, { least: 1800, most: 2026 }),
  'postal code': text => ({ value: readPostalCode(text) }),
  amount: text => readEuro(text, decimalsOf(',', false)),
};

function decimalsOf(sign: Sign, isGiven: boolean) {
  return isGiven
    ? { decimals: sign, usualDecimals: undefined }
    : { decimals: undefined, usualDecimals: sign };
}

// `read` is what is read: an area also with the usual sign of the file, or with the given one, and
// within wide bounds. Texts are apart by ` | `; the fault is what was expected, or the note.
const table = readRows('test/portfolio/fields/cell-values.tsv', ['read', 'text', 'value', 'fault']);
for (const [rule, rows] of Map.groupBy(table, ({ rule }) => rule)) {
  test(rule, () => {
    for (const { at, read, text, value, fault } of rows) {
      const [, name, given, sign, wide] = /^(.*?)( given)?(?: ([.,]))?( wide)?$/.exec(read)!;
      const parse = reads[wide ? 'wide' : name!]!;
      for (const one of text.split(' | ')) {
        const parsed = parse(one, sign as Sign, given !== undefined) as
          | { value: unknown; note?: Message }
          | { fault: Message };
        const got =
          'fault' in parsed
            ? ['', faultText(parsed.fault)]
            : [`${parsed.value}`, parsed.note?.code];
        assert.equal(got[0], value, `${at}: ${one}`);
        const parts = fault.split('…').map(RegExp.escape);
        assert.match(got[1] ?? '', new RegExp(`^${parts.join('.*')}$`), `${at}: ${one}`);
      }
    }
  });
}
