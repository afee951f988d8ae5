import assert from 'node:assert/strict';
import test from 'node:test';
import { mutantsOf } from '../scripts/mutate/mutants.ts';

/** The text of a statement after each of its changes. */
const changesOf = (text: string) =>
  mutantsOf('x.ts', text).map(
    ({ start, end, changed }) => text.slice(0, start) + changed + text.slice(end),
  );

test('each operator, number, condition, statement and result is changed by itself', () => {
  const cases: [text: string, ...changes: string[]][] = [
    ['let a = b < 5;', 'let a = b <= 5;', 'let a = b < (5 + 1);'],
    ['let a = (b + c) * d;', 'let a = (b + c) / d;', 'let a = (b - c) * d;'],
    ['let a = b && !c;', 'let a = b || !c;', 'let a = b && c;'],
    ['let a = b ?? -c;', 'let a = b && -c;', 'let a = b ?? c;'],
    ['let a = Math.min(b, c);', 'let a = Math.max(b, c);'],
    ['let a = true;', 'let a = false;'],
    ['let a = b ? c : d;', 'let a = !(b) ? c : d;'],
    ['a += b;', ';', 'a -= b;'],
    ['if (a) throw b;', 'if (!(a)) throw b;', 'if (a) ;'],
    ['for (;;) { if (a) break; }', 'for (;;) { if (!(a)) break; }', 'for (;;) { if (a) ; }'],
    ['function f() { return a; }', 'function f() { return undefined; }'],
  ];
  for (const [text, ...changes] of cases) {
    assert.deepEqual(changesOf(text).toSorted(), changes.toSorted(), text);
  }
});

test('types, imports, joined texts and what would not be valid stay as they are', () => {
  for (const text of [
    'type A = 1 | 2;',
    'interface A { readonly b: 5 }',
    "import a from 'a';",
    "let a = 'b' + c;",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a test
    'let a = `${b}` + c;',
    'let a: 5 = b!;',
    'function f() { return undefined; }',
  ]) {
    assert.deepEqual(changesOf(text), [], text);
  }
  assert.deepEqual(changesOf('let a = b as 5 | 6;\nlet c = (d as 7) > e;'), [
    'let a = b as 5 | 6;\nlet c = (d as 7) >= e;',
  ]);
  assert.equal(mutantsOf('x.ts', 'let a;\n\nlet b = 1;')[0]!.line, 3);
});
