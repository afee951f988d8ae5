import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { decodeJwt } from 'jose';
import { portOf } from '#http/server/lifecycle.ts';
import { startChromium } from '../chromium.ts';
import { assertAccessible, openPage, smallWindow } from '../console/pages.ts';
import { freePort } from '../postgres/cluster.ts';
import { longTest } from '../sample.ts';
import { openTestService } from '../service.ts';

longTest(
  'the page of a partner completes, draws and lists with tokens that allow little',
  async t => {
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const service = await openTestService({ origins: [origin], requireToken: 'all' });
    const urlOf = async (server: typeof service.api) => {
      await server.listen({ port: 0, host: '127.0.0.1' });
      t.after(() => server.close());
      return `http://127.0.0.1:${portOf(server)}`;
    };
    const [api, auth] = [await urlOf(service.api), await urlOf(service.auth)];
    const scopes = 'places,open,report';
    const { id, secret } = await service.clients.add({ name: 'widget', scopes });
    // Without an id it stops, and says which are missing.
    const start = (credentials: object) =>
      spawn(process.execPath, ['examples/widget/server.js'], {
        env: { API: api, AUTH: auth, PORT: `${port}`, ...credentials },
      });
    const [ended] = await once(start({}), 'exit');
    assert.equal(ended, 1);
    const widget = start({ KTIMA_CLIENT_ID: id, KTIMA_CLIENT_SECRET: secret });
    t.after(() => widget.kill());
    const [printed] = await once(widget.stdout, 'data');
    assert.equal(String(printed), `${origin}/\n`);

    const browser = await startChromium({ hasWebGl: true });
    const { page, complaints } = await openPage(browser, 'about:blank', smallWindow);
    t.after(() => browser.close());
    const sent: string[] = [];
    page.on('response', async response => {
      const { authorization = '' } = await response.request().allHeaders();
      const path = response.url().replace(api, '');
      if (path.startsWith('/'))
        sent.push(`${response.status()} ${path} ${authorization.slice(0, 6)}`);
    });
    const tile = page.waitForResponse(response => response.url().endsWith('.mvt'));
    await page.goto(origin);
    assert.equal((await tile).status(), 200);
    const field = page.getByRole('combobox', { name: 'Address in Greece' });
    await field.fill('Μεγάλης');
    await page.getByRole('option', { name: 'Μεγάλης Οδού' }).first().waitFor();
    await field.press('ArrowDown');
    await field.press('Enter');
    const places = page.getByRole('listitem');
    await places.first().waitFor();
    assert.deepEqual(await places.allInnerTexts(), [
      'bank\n111 m\nbank',
      'metro\n1,665 m\nmetro station',
      'airport\n8,880 m\nairport',
    ]);
    assert.equal(await page.locator('.maplibregl-marker').count(), 4);
    for (const one of sent) assert.match(one, /^20\d .* Bearer$/);
    assert.ok(sent.some(one => one.includes('/tiles/base.json')));
    await assertAccessible(page, 'the page of a partner');
    assert.deepEqual(complaints, []);

    const answer = await (await fetch(`${origin}/token`)).text();
    const { token, seconds } = JSON.parse(answer);
    const { scope, iat, exp } = decodeJwt(token);
    assert.deepEqual([scope, exp! - iat!], ['places open', 300]);
    assert.ok(seconds <= 300);
    const files = ['index.html', 'widget.js'].map(name => readFileSync(`examples/widget/${name}`));
    assert.ok(![answer, ...files].join().includes(secret!), 'the page never sees the secret');
    const headers = { authorization: `Bearer ${token}` };
    const report = await fetch(`${api}/api/property-report/?kaek_code=050681726003`, { headers });
    assert.equal(report.status, 403);
  },
);
