import assert from 'node:assert/strict';
import test from 'node:test';
import Type from 'typebox';
import { compileValidator } from '#http/server/validation.ts';

const schema = Type.Object({ latitude: Type.Number(), limit: Type.Optional(Type.Integer()) });
const compiled = (of: Type.TSchema, httpPart: string) =>
  compileValidator({ schema: of, httpPart, method: 'GET', url: '/' });
const validate = compiled(schema, 'querystring');

function read(query: Record<string, string>): unknown {
  const answer = validate(query);
  return answer === true ? query : (answer as { error: Error }).error.message;
}

test('a number of a query has digits, perhaps a point and an exponent, and nothing else', () => {
  for (const text of ['1', '+1.', '-.5', '1.25e-3', '007', '1E2']) {
    assert.deepEqual(read({ latitude: text }), { latitude: Number(text) });
  }
  for (const text of ['', '.', 'e1', '1e', '1.e', ' 1', '1 ', '0x1', '1_0', 'Infinity', '+-1']) {
    assert.equal(read({ latitude: text }), 'latitude: expected a number', text);
  }
});

// A minute and more with a pattern that tries to end the number after each digit.
test('a number of any length is read in one pass', () => {
  const digits = '1'.repeat(300_000);
  for (const text of [`${digits}x`, `${digits}.${digits}x`, `.${digits}x`, `1e${digits}x`]) {
    assert.equal(read({ latitude: text }), 'latitude: expected a number');
    assert.equal(read({ latitude: '1', limit: text }), 'limit: expected a whole number');
  }
});

test('all faults are named, in the order of the schema and at most ten', () => {
  const both = read({ latitude: 'x', limit: '1.5' });
  assert.equal(both, 'latitude: expected a number; limit: expected a whole number');
  const missing = read({ limit: '' });
  assert.equal(missing, 'latitude is missing: expected a number; limit: expected a whole number');
  const names = Array.from({ length: 13 }, (_, i) => `n${i}`);
  const many = Type.Object(Object.fromEntries(names.map(name => [name, Type.Boolean()])));
  const { error } = compiled(many, 'body')({}) as { error: Error };
  const named = names.slice(0, 10).map(name => `${name} is missing: expected true or false`);
  assert.equal(error.message, `${named.join('; ')}; and 3 more`);
});

test('a number with a comma gets the hint to write a point, in queries and bodies', () => {
  const hint = ', with a point for decimals, no other separator';
  const cases: [unknown, string][] = [
    ['85,5', `${hint}: 85.5`],
    ['-0,25', `${hint}: -0.25`],
    // It may be a thousand and more.
    ['1,520', hint],
    ['1.520,50', hint],
    ['1,520.50', hint],
    ['85,5 m', ''],
    [',', hint],
    [`${'1'.repeat(50)},5`, ''],
  ];
  for (const [text, expected] of cases) {
    const message = `latitude: expected a number${expected}`;
    assert.equal(read({ latitude: text as string }), message);
    const { error } = compiled(schema, 'body')({ latitude: text }) as { error: Error };
    assert.equal(error.message, message.replace(hint, `${hint}, no quotes`));
  }
  assert.equal(read({ latitude: '1', limit: '1,5' }), 'limit: expected a whole number');
});

test('unknown names are faults only where the schema forbids them, and are never echoed raw', () => {
  const limit = Type.Optional(Type.Integer());
  const strict = compiled(Type.Object({ limit }, { additionalProperties: false }), 'body');
  assert.equal(strict({ limit: 1 }), true);
  const { error } = strict({ limt: 1, limit: 'x', '<b>': 1 }) as { error: Error };
  const expected = 'limt, unknown field: expected one of limit; limit: expected a whole number';
  assert.equal(error.message, expected);
  assert.equal(compiled(schema, 'body')({ latitude: 1, other: 1 }), true);
});
