import assert from 'node:assert/strict';
import test, { suite } from 'node:test';
import { openTestService } from '../service.ts';

const { api, token } = await openTestService();
const headers = { authorization: `Bearer ${token}` };
const building = { property_type: 'apartment', build_area: 85.5, construction_year: 1998 };

const operations = [
  {
    path: '/api/property-report/',
    answer: 'report',
    // Each kind of answer: found, not found, wrong, and wrong for a batch only.
    entries: [
      { kaek_code: '050681726003', ...building, postal_code: '10563' },
      { kaek_code: '050681726099' },
      { address: 'Μεγάλης Οδού 5' },
      { address: 'xyzzy qwerty' },
      { latitude: 38.0005, longitude: 23 },
      { latitude: 38 },
      { latitude: 91, longitude: 23 },
      { address: 'Μεγάλης Οδού 5', kaek_code: '050681726003' },
      { kaek_code: 'x' },
      { kaek_code: '050681726003', construction_year: 2999 },
      {},
    ],
    statuses: [200, 404, 200, 404, 200, 400, 400, 400, 400, 400, 400],
    number: { latitude: '38,5', longitude: 23 },
    expected: 'latitude: expected a number from -90 to 90',
  },
  {
    path: '/api/reconstruction-cost/',
    answer: 'cost',
    entries: [
      { postal_code: '10563', ...building },
      { postal_code: '10563', ...building, explain: true },
      { postal_code: '99999', ...building },
      { postal_code: '10563', ...building, build_area: 0 },
      { postal_code: '10563', ...building, property_type: 'castle' },
      { postal_code: '10563', ...building, construction_year: 2999 },
      {},
    ],
    statuses: [200, 200, 422, 400, 400, 400, 400],
    number: { postal_code: '10563', property_type: 'house', build_area: '38,5' },
    expected: 'build_area: expected a number greater than 0',
  },
] as const;

for (const { path, answer, entries, statuses, number, expected } of operations) {
  suite(`POST ${path}batch/`, () => {
    const batch = (payload: object) =>
      api.inject({ method: 'POST', url: `${path}batch/`, headers, payload });
    const failureOf = async (entry: unknown) => {
      const response = await batch({ requests: [entry] });
      assert.equal(response.statusCode, 200, response.body);
      assert.equal(response.json().answers[0][answer], null);
      return response.json().answers[0].failure;
    };

    test('each entry has the answer or the error that it has alone, in the order sent', async () => {
      const response = await batch({ requests: entries });
      assert.equal(response.statusCode, 200, response.body);
      const { answers } = response.json();
      assert.equal(answers.length, entries.length);
      for (const [i, entry] of entries.entries()) {
        const texts = Object.entries(entry).map(([name, value]) => [name, String(value)]);
        const url = `${path}?${new URLSearchParams(Object.fromEntries(texts))}`;
        const alone = await api.inject({ url, headers });
        const body = alone.json();
        assert.equal(alone.statusCode, statuses[i], url);
        const both = alone.statusCode === 200 ? [body, null] : [null, body];
        assert.deepEqual([answers[i][answer], answers[i].failure], both, url);
      }
    });

    test('an entry must be an object of known fields, with numbers as numbers', async () => {
      const hint = ', with a point for decimals, no other separator, no quotes: 38.5';
      assert.deepEqual(await failureOf(number), { error: 400, message: expected + hint });
      const unknown = await batch({ requests: [entries[0], { ...entries[0], buildarea: 5 }] });
      assert.equal(unknown.statusCode, 400);
      const message = /^requests\[1\]\.buildarea: expected one of .*property_type/;
      assert.match(unknown.json().message, message);
      const odd = await batch({ requests: [{ ...entries[0], '<b>': 5 }] });
      assert.equal(odd.statusCode, 400);
      assert.ok(!odd.body.includes('<b>'));
      for (const wrong of [null, 'x', 5, [entries[0]]]) {
        assert.match((await failureOf(wrong)).message, /^request: expected an object with /);
      }
    });

    test('the list has up to 100 entries, and the body up to 256 KB', async () => {
      const [one] = entries;
      assert.equal((await batch({ requests: Array(100).fill(one) })).json().answers.length, 100);
      assert.equal((await batch({ requests: [one], more: 'x'.repeat(262_144) })).statusCode, 413);
    });
  });
}

test('a batch of reports has no places if they are not wanted', async () => {
  const requests = [{ latitude: 38.0005, longitude: 23 }];
  const ask = async (more: object) => {
    const payload = { requests, ...more };
    const url = '/api/property-report/batch/';
    return (await api.inject({ method: 'POST', url, headers, payload })).json().answers[0].report;
  };
  assert.ok((await ask({})).neighbourhood.length > 0);
  assert.deepEqual(await ask({ neighbourhood: true }), await ask({}));
  const { neighbourhood, missing } = await ask({ neighbourhood: false });
  assert.equal(neighbourhood, null);
  const reason = 'it was not asked for';
  assert.deepEqual(missing.at(-1), { section: 'neighbourhood', code: 'not_asked_for', reason });
});

test('reports beyond 16 MB are not made, and each says so', async () => {
  const places = Array.from({ length: 4_000 }, (_, i) => ({
    external_id: `bank/${i}`,
    name_en: 'x'.repeat(200),
    name_gr: null,
    place_category: null,
    place_type: 'bank' as const,
    latitude: 38,
    longitude: 23,
  }));
  const dense = await openTestService({ places });
  const response = await dense.api.inject({
    method: 'POST',
    url: '/api/property-report/batch/',
    headers: { authorization: `Bearer ${dense.token}` },
    payload: { requests: Array(16).fill({ latitude: 38, longitude: 23 }) },
  });
  assert.ok(response.rawPayload.length < 18 * 2 ** 20, `${response.rawPayload.length}`);
  const { answers } = response.json();
  const made = answers.findIndex((one: { report: unknown }) => one.report === null);
  assert.ok(made > 5);
  for (const { report, failure } of answers.slice(made)) {
    assert.equal(report, null);
    assert.equal(failure.error, 503);
    assert.match(failure.message, /^not looked up, .* 16 MB; send it again in another batch$/);
  }
});
