import assert from 'node:assert/strict';
import test from 'node:test';
import { readQuarter } from '#tools/notation/quarters.ts';

const quarters: Readonly<Record<string, readonly (string | [string, string])[]>> = {
  '2025 2': [
    ...['2025-Q2', '2025Q2', '2025 q2', 'Q2 2025', 'Q2-2025', '2025/2', 'Β΄ τρίμηνο 2025'],
    ...['Β’ ΤΡΙΜΗΝΟ 2025', "Β' τρίμ. 2025", '2ο τρίμηνο 2025', '2025 Β΄ τρίμηνο', '2025 Τ2'],
    ...([
      ['2', '2025'],
      ['Β΄', '2025'],
      ['Q2', '2025.0'],
      ['2025-Q2', '2025'],
    ] as [string, string][]),
  ],
  '1999 4': ['1999-Q4', 'Δ΄ τρίμηνο 1999', '4o τρίμηνο 1999'],
  undefined: [
    ...['2025-Q5', '2025', 'Q2', 'Β΄ τρίμηνο', 'Ε΄ τρίμηνο 2025', '2025-06-01', 'Q', ''],
    ...([
      ['Q2', ''],
      ['Q2', '25'],
      ['2025-Q2', '2024'],
    ] as [string, string][]),
  ],
};
for (const [expected, texts] of Object.entries(quarters)) {
  test(`quarters that are ${expected}`, () => {
    for (const text of texts) {
      const [own, beside] = [text].flat() as [string, string?];
      assert.equal(String(readQuarter(own, beside)?.join(' ')), expected, String(text));
    }
  });
}
