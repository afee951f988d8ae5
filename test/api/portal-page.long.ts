import assert from 'node:assert/strict';
import test from 'node:test';
import { portOf } from '#http/server/lifecycle.ts';
import { startChromium } from '../chromium.ts';
import { startLocalServer } from '../local-server.ts';
import { openTestService } from '../service.ts';

test('a page of a listed origin calls the API in a browser, one of another origin cannot', async t => {
  const html = (_: unknown, response: { end(text: string): void }) => response.end('<p>portal');
  const [portal, stranger] = [await startLocalServer(t, html), await startLocalServer(t, html)];
  const { api, token } = await openTestService({ origins: [portal.url] });
  await api.listen({ port: 0, host: '127.0.0.1' });
  t.after(() => api.close());
  const statuses: string[] = [];
  api.server.on('request', (request, response) =>
    response.once('finish', () => statuses.push(`${request.method} ${response.statusCode}`)),
  );
  const browser = await startChromium();
  t.after(() => browser.close());
  const page = await browser.newPage();
  const base = `http://127.0.0.1:${portOf(api)}`;
  const call = (path: string, headers: object, body?: object) =>
    page.evaluate(
      async ([url, init]) => {
        const answer = await fetch(url as string, init as RequestInit).catch(() => undefined);
        const { status = 0, headers } = answer ?? {};
        const text = await answer?.text();
        return { status, etag: headers?.get('etag'), id: headers?.get('x-request-id'), text };
      },
      [
        base + path,
        { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) },
      ] as const,
    );
  const bearer = { authorization: `Bearer ${token}` };
  const point = { latitude: 38, longitude: 23 };
  const places = () =>
    call('/api/points-of-interest/', { ...bearer, 'content-type': 'application/json' }, point);
  const report = () => call('/api/property-report/?kaek_code=050681726003', bearer);

  await page.goto(portal.url);
  const found = await places();
  assert.equal(found.status, 200);
  assert.equal(JSON.parse(found.text!).length, 3);
  assert.ok(found.id);
  const first = await report();
  assert.match(first.etag!, /^W\//);
  // The browser asks again with the tag and shows its own copy.
  const again = await report();
  assert.deepEqual([again.status, again.text], [200, first.text]);
  assert.ok(statuses.includes('GET 304'), statuses.join());
  const refused = await call('/api/reconstruction-cost/', {});
  assert.equal(refused.status, 400);
  assert.match(refused.text!, /postal_code is missing/);

  await page.goto(stranger.url);
  assert.equal((await places()).status, 0);
  assert.equal((await report()).status, 0);
});
