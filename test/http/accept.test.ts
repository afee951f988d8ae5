import assert from 'node:assert/strict';
import test from 'node:test';
import { preferredCoding, preferredType } from '#http/server/accept.ts';

test('the type with the highest quality wins; the first on a tie or without a match', () => {
  const offered = ['application/json', 'application/geo+json'];
  const cases: [string | undefined, number][] = [
    [undefined, 0],
    ['', 0],
    ['*/*', 0],
    ['text/html', 0],
    ['application/geo+json', 1],
    ['APPLICATION/GEO+JSON', 1],
    ['application/geo+json, application/json', 0],
    ['application/json;q=0.5, application/geo+json', 1],
    ['application/geo+json;q=0.9, */*;q=0.8', 1],
    ['application/geo+json; q=0.1, application/*', 0],
    ['application/geo+json;charset=utf-8', 1],
    ['application/json;q=0, */*', 1],
    ['application/geo+json;q=nonsense', 0],
    [',;,;q=', 0],
  ];
  for (const [accept, index] of cases)
    assert.equal(preferredType(accept, offered), offered[index], accept);
});

test('a coding that the client rejects is not sent', () => {
  const cases: [string | undefined, string][] = [
    [undefined, 'identity'],
    ['br;q=0, *', 'gzip'],
    ['GZIP', 'gzip'],
    ['gzip;q=0.5, *;q=0', 'gzip'],
    ['gzip; q=0.5, br; q=0.5', 'br'],
  ];
  for (const [accepted, coding] of cases)
    assert.equal(preferredCoding(accepted, ['br', 'gzip', 'identity']), coding, accepted);
});
