import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

/** A list of strings that break programs, when it is there; it is not part of the project. */
const naughtyFile =
  process.env.KTIMA_TEST_NAUGHTY_STRINGS ??
  new URL('../../../../shared/data/naughty/blns.json', import.meta.url).pathname;

export const naughtyStrings: readonly string[] = existsSync(naughtyFile)
  ? JSON.parse(readFileSync(naughtyFile, 'utf8'))
  : [];

const ourStrings = [
  ...['', ' ', '\0', 'demo\0', '\ufeff10563', '\ud800', 'a\udc00b', '\uffff', '٠٥٠٠٩٩٩٠١٠٠١'],
  // The same name composed and decomposed, and with look-alikes.
  ...['Ερμού 15'.normalize('NFC'), 'Ερμού 15'.normalize('NFD'), 'Ｅｒｍｏｕ 15', '0500999010０1'],
  ...['\u202eΣκουφά\u200f', '‮100901990050', '👩‍👩‍👧‍👦'.repeat(20), 'İıſßﬀŉ'.repeat(20)],
  ...['a\u0301'.repeat(120), `e${'\u0301'.repeat(250)}`, 'α/'.repeat(120)],
  ...['\r\nSet-Cookie: a=b\r\n\r\n', '..\\..\\windows\\win.ini', '[object Object]'],
  ...['((((((((((((((((((((((((((((((a', `${'a'.repeat(200)}!`, `${'0'.repeat(200)}x`],
  ...[`${'1 '.repeat(120)}-`, `${' '.repeat(200)}x`, '050099901001'.repeat(5)],
  ...`' OR 1=1 --
"; DROP TABLE users; --
../../../../etc/passwd
<script>alert(1)</script>
{{7*7}}<%= 7*7 %>
$(id)\`id\`|id;id
%s%s%n%x
*)(uid=*))(|(uid=*
__proto__
constructor
toString
null
undefined
NaN
true
{"a":1}`.split('\n'),
];

/** Texts that programs stumble over. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ourStrings),
  fc.constantFrom(...ourStrings, ...naughtyStrings),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 100 }),
  fc.stringMatching(/^[Ͱ-Ͽἀ-῾0-9 ,.&/-]{0,120}$/),
);

/** What no decimal number is written as, in a query; nor is it valid in JSON. */
export const noNumbers = [
  ...'NaN Infinity -Infinity 0x10 0b11 1e 1e+ --1 1,5 1_000 1.2.3 . - 1f ½ ١٢ １２ null1'.split(
    ' ',
  ),
  '1 2',
];

/** What is a number, and yet may be read wrongly or be out of range. */
export const oddNumbers = [
  ...'0 -0 0.0 1e400 -1e400 1e-400 1e308 5e-324 90 -90 90.0000000001 -90.0000000001 180'.split(' '),
  ...'180.00000000000003 12345678901234567890 9007199254740993 -1 1.50 1E2 2026.0 0.1e1'.split(' '),
  `0.${'3'.repeat(200)}`,
  `1${'0'.repeat(300)}`,
];

/** Texts of numbers that JSON does not have and a query does, or neither. */
export const numbersOutsideJson = ['+1', '1.', '.5', '01', '-01', '0x1', 'NaN', '1e', 'Infinity'];

/** Values of a query that are no proper percent-encoding of UTF-8, or look like more. */
export const rawQueryValues = [
  ...'% %z %zz %1 %C3%28 %FF%FE %00 %ED%A0%80 %F0%80%80%80 %C0%AF %EF%BB%BF1 %u0041'.split(' '),
  ...'%2525 %0d%0aSet-Cookie:%20a=b + 1+1 %2B1 10563%20 10563#x a=b=c ? ;b=1 []'.split(' '),
  '\xff\xfe',
  '\xce\x95\xcf\x81',
  "'%22<>",
];

/** Texts that are no JSON. */
export const noJson = [
  ...String.raw`{ | } | [ | [1,] | {"a":1,} | {a:1} | {'a':1} | {"a" 1} | {"a":} | {"a":1 "b":2} |
    {"a":1}} | {"a":1}{"a":1} | {"a":01} | {"a":+1} | {"a":.5} | {"a":1.} | {"a":NaN} |
    {"a":Infinity} | {"a":undefined} | {"a":"\x41"} | {"a":"\u12"} | {"a":"unclosed |
    {} /* comment */ | <a/> | latitude=1 | nul | truefalse | {"a":tru} | " | \ | - | 1e |
    {"a":1e}`.split(/ \|\s+/),
  ...['{"a":"\n"}', '// comment\n{}', '\0', '{}\0', '\x01', ' '],
];
