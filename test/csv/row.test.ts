import assert from 'node:assert/strict';
import test from 'node:test';
import { findDialect } from '#tools/csv/row.ts';

const delimiterOf = (line: string) => findDialect(`${line}\n1,2\n`)?.delimiter;

test('the line of Excel that names the delimiter is obeyed, also in quotes or with empty cells', () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    for (const line of [
      `sep=${delimiter}`,
      `SEP=${delimiter}\r`,
      `"sep=${delimiter}"`,
      `sep=${delimiter}${delimiter.repeat(3)}`,
      `"sep=${delimiter}"${delimiter.repeat(3)} \t`,
    ]) {
      assert.equal(delimiterOf(line), delimiter, line);
    }
  }
});

test('another line that begins alike is a header', () => {
  assert.equal(delimiterOf('sep=;a,b,c'), ',');
  assert.equal(delimiterOf('sep=,;,;;;'), ';');
  assert.equal(delimiterOf('sep=:|||'), '|');
});

// Hours with a pattern in which a tab is both a delimiter and a blank.
test('a first line of any length costs one pass', () => {
  for (const part of ['\t', ' ', ';', '"', ',"']) {
    assert.ok(delimiterOf(`sep=\t${part.repeat(200_000)}x`));
  }
});
