import assert from 'node:assert/strict';
import test from 'node:test';
import { readRows } from '../geocoder/rows.ts';
import { openTestService } from '../service.ts';

/*
 * What each operation refuses. A heading of wrong-requests.tsv is a method and the beginning of a
 * URL, a row its end or the body: `{101 x}` is x 101 times, `{a|b}` is two requests. The message
 * begins with the pattern of the row; the status is 400 if none is given.
 */

const { api, token } = await openTestService();
const operations = Map.groupBy(
  readRows('test/api/wrong-requests.tsv', ['request', 'message', 'status'] as const),
  ({ rule }) => rule,
);

for (const [operation, rows] of operations) {
  const [method, start] = operation.split(' ') as ['GET' | 'POST', string];
  test(`${operation} refuses what is wrong, with its name`, async () => {
    const wrong = rows.flatMap(row => requestsOf(row.request).map(text => ({ ...row, text })));
    for (const { at, text, message, status } of wrong) {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      };
      const sent = method === 'POST' ? { url: start, payload: text } : { url: start + text };
      const response = await api.inject({ method, headers, ...sent });
      const error = Number(status || '400');
      const body = response.json();
      assert.deepEqual([response.statusCode, Object.keys(body)], [error, ['error', 'message']], at);
      assert.equal(body.error, error, at);
      assert.match(body.message, new RegExp(`^(?:${message})`), at);
    }
  });
}

function requestsOf(row: string): string[] {
  const text = row.replaceAll(/\{(\d+) ([^}]*)\}/g, (_, n, part) => part.repeat(Number(n)));
  const [list, choices] = /\{([^{}]*\|[^{}]*)\}/.exec(text) ?? [];
  if (list === undefined) return [text];
  return choices!.split('|').map(choice => text.replace(list, () => choice));
}
