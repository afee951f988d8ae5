import assert from 'node:assert/strict';
import test from 'node:test';
import Type from 'typebox';
import { compileValidator } from '../../src/http/validation.ts';

const schema = Type.Object({ latitude: Type.Number(), limit: Type.Optional(Type.Integer()) });
const validate = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: '/' });

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
