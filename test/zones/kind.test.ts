import assert from 'node:assert/strict';
import test from 'node:test';
import { classNamed, readKind, severityOf } from '#domain/zones/kind.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import { casesIn, messageHas } from '../cases.ts';

const good = {
  kind: 'own-kind-2',
  name: { el: 'Δικό μου', en: 'My own' },
  meaning: { el: 'Κάτι', en: 'Something' },
  fields: [{ field: 'risk', name: { el: 'Κίνδυνος', en: 'Risk' }, columns: ['RISK'] }],
  severity: { field: 'risk', order: ['High', 'Low'] },
  link: 'https://example.org/data',
  colours: ['#aabbcc'],
};
const read = (change: object) => readKind(JSON.stringify({ ...good, ...change }), 'own.json');

test('the kinds that ship can be read, and each has the name of its file', () => {
  const names = readShippedKinds().map(({ kind }) => kind);
  const shipped = `archaeological burnt coast earthquake flood forest landslide noise
    objective-values planning protected school-districts shore wildfire`;
  assert.deepEqual(names, shipped.split(/\s+/));
});

test('a field that is not given has its default', () => {
  const kind = read({ severity: undefined, link: undefined, fields: undefined });
  const none = { licence: null, link: null, severity: null };
  const defaults = { distanceLimitMetres: 0, ...none, fields: [] };
  assert.deepEqual({ ...kind, ...defaults }, kind);
  for (const metres of [0, 20_000]) {
    assert.equal(read({ distance_limit_m: metres }).distanceLimitMetres, metres);
  }
});

test('a kind is refused with the field, what was expected and what was there', () => {
  const field = good.fields[0]!;
  const long = { el: 'x', en: 'y'.repeat(501) };
  const severity = (more: object) => ({ severity: { ...good.severity, ...more } });
  const twice = (one: string, got: string) =>
    `[0]: expected a text that does not mean ${one}, got "${got}"`;
  const both = { H: ['1'], L: ['1'] };
  const rows: [change: object, message: string][] = [
    [{ kind: 'Own' }, 'own.json: kind: expected 1 to 40 of a-z, 0-9 and -, got "Own"'],
    [{ kind: 'a/b' }, ': kind: '],
    [{ kind: 'a'.repeat(41) }, ': kind: '],
    [{ kind: undefined }, ': kind: … got nothing'],
    [{ name: 'x' }, ': name: expected an object'],
    [{ name: { el: 'x' } }, ': name.en: expected a text'],
    [{ name: long }, ': name.en: '],
    [{ name: { el: 'x', en: 'a\u0000b' } }, ': name.en: '],
    [{ meaning: { el: ' ', en: 'y' } }, ': meaning.el: '],
    [{ colours: [] }, ': colours: expected a list of 1 to 50'],
    [{ colours: ['red'] }, ': colours[0]: expected such as #08306b, got "red"'],
    [{ colours: ['#aabbcc;}'] }, ': colours[0]'],
    [{ link: 'javascript:alert(1)' }, ': link: expected a link that begins with https'],
    [{ link: 'https://a:b@example.org/' }, ': link'],
    [{ fields: [{ ...field, field: 'Risk' }] }, ': fields[0].field: '],
    [{ fields: [{ ...field, field: 'share' }] }, ': fields[0].field: '],
    [{ fields: [field, field] }, ': fields: expected each field once'],
    [{ fields: [{ ...field, type: 'colour' }] }, ': fields[0].type: expected text, number, date'],
    [{ fields: Array(21).fill(field) }, ': fields: expected a list of 0 to 20'],
    [{ severity: { field: 'depth', order: ['a'] } }, ': severity.field: expected risk'],
    [severity({ order: 'worst' }), ': severity.order, or ascending'],
    [
      severity({ order: ['High'], spellings: { Low: ['l'] } }),
      ': severity.spellings: expected the fields High, got "Low"',
    ],
    [severity({ spellings: { High: ['LOW'] } }), `: severity.spellings.High${twice('Low', 'LOW')}`],
    [severity({ order: ['H', 'L'], spellings: both }), `: severity.spellings.L${twice('H', '1')}`],
    [{ distance_limit_m: 20_001 }, ': distance_limit_m: expected a number from 0 to 20000'],
    [{ distance_limit_m: '5' }, ': distance_limit_m'],
    [{ other: 1 }, ': the file: expected the fields kind, name, … got "other"'],
  ];
  for (const [change, message] of rows) assert.throws(() => read(change), messageHas(message));
  assert.throws(() => readKind('{', 'own.json'), messageHas('own.json: the file: expected JSON'));
  assert.throws(() => readKind('[]', 'own.json'), messageHas('the file: expected an object'));
});

test('texts of a kind are kept as they are: pages escape them', () => {
  const name = { el: '<script>alert(1)</script>', en: '"&' };
  assert.deepEqual(read({ name }).name, name);
});

test('the severest zones have the smallest number', () => {
  const order = read({});
  const of = (risk?: string | number) => severityOf(order, risk === undefined ? {} : { risk });
  assert.ok(of('high ') < of('LOW'));
  assert.ok(of('low') < of('other'));
  assert.ok(of('other') < of());
  const numbers = read({ severity: { field: 'risk', order: 'descending' } });
  assert.ok(severityOf(numbers, { risk: 9 }) < severityOf(numbers, { risk: 2 }));
  assert.ok(severityOf(numbers, { risk: '2024-01-02' }) < severityOf(numbers, { risk: '2023' }));
  assert.ok(severityOf(numbers, { risk: 2 }) < severityOf(numbers, { risk: 'none' }));
});

test('classes are recognised in their usual spellings, and other values are not', () => {
  const kinds = new Map(readShippedKinds().map(kind => [kind.kind, kind.severity!]));
  for (const [kind, name, values] of casesIn(`
    flood          | T50   | T50, T=50, t 50, T-50, T_50, Τ50, 50, 50.0, 1/50
    flood          | T50   | T050, T=50 ετών, 50-year flood, 50ετία, 0.02, AEP 2 %, HPH
    flood          | T100  | T = 100, 1 / 100, 1:100, RP100, 100 έτη, 100 years, 0.01
    flood          | T100  | HQ100, 1 in 100 years, Μέση πιθανότητα, Περίοδος επαναφοράς 100 έτη
    flood          | T1000 | Τ=1000, 1000, Q1000, 1/1000, T1000 ΕΤΗ
    flood          | T1000 | T=1.000, 1.000 έτη, 0.1%, low probability, ΧΑΜΗΛΗΣ ΠΙΘΑΝΟΤΗΤΑΣ
    earthquake     | III   | iii, ΙΙΙ, Ⅲ, Ζ3, 3, Ζώνη ΙΙΙ
    wildfire       | very high | Very-High, ΠΟΛΥ ΥΨΗΛΗ, πολύ υψηλός
    archaeological | Α1    | A1, Α1, Α'1, Ζώνη Α-1
    # A hazard may be high for its depth: the word alone is no return period.
    flood          |       | υψηλή, T1, 1, T200, T5, T500, -50, high, 50-100, 1-50, 5 0, T10000
    earthquake     |       | IV, 4
  `)) {
    for (const value of values.split(', ')) {
      assert.equal(classNamed(kinds.get(kind)!, value) ?? '', name, `${kind} ${value}`);
    }
  }
  const flood = kinds.get('flood')!;
  const found = [50, 1000, '0,02', '0,1%'].map(value => classNamed(flood, value));
  assert.equal(found.join(), 'T50,T1000,T50,T1000');
  for (const kind of ['flood', 'earthquake'])
    assert.equal(classNamed(kinds.get(kind)!, ''), undefined);
});

test('a value as the list has it goes before one that is spelt alike', () => {
  const { severity } = read({ severity: { field: 'risk', order: ['A-1', 'A1', 'constructor'] } });
  const found = ['a1', 'A-1', 'A 1', 'Constructor'].map(value => classNamed(severity!, value));
  assert.equal(found.join(), 'A1,A-1,A-1,constructor');
});
