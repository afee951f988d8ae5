import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import type { Page } from 'playwright-core';
import { portOf } from '#http/server/lifecycle.ts';
import { readStaticFiles } from '#http/server/static-files.ts';
import type * as ClientModule from '../../client/src/client.ts';
import { closePagesAfterEach, serveToBrowser } from '../console/pages.ts';
import { openTestService } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();
const outDir = join(folder, 'assets');
execFileSync('node_modules/.bin/tsc', ['-p', 'client/tsconfig.json', '--outDir', outDir]);
writeFileSync(
  join(folder, 'index.html'),
  '<!doctype html><title>client</title><link rel=icon href=data:,>',
);

// The page comes from the API as the console does, with its headers; the login is elsewhere.
const service = await openTestService({
  console: {
    files: readStaticFiles(folder),
    authUrl: hostname => new URL(`http://${hostname}:${portOf(service.auth)}`),
    map: {},
  },
  isConsoleOrigin: origin => origin === `http://127.0.0.1:${portOf(service.api)}`,
});
await service.users.add('maria', 'a long enough password');
const browser = await serveToBrowser(service.api, service.auth);
closePagesAfterEach(browser);

async function openPage(hostname: string): Promise<{ page: Page; complaints: string[] }> {
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('console', message => complaints.push(message.text()));
  await page.goto(`http://${hostname}:${portOf(service.api)}/`);
  return { page, complaints };
}

/** Runs in the page. */
async function useClient(modulePath: string) {
  const { createClient } = (await import(modulePath)) as typeof ClientModule;
  const apiUrl = new URL('/', modulePath).origin;
  const settings = await createClient({ apiUrl, authUrl: apiUrl }).consoleSettings();
  const ends: string[] = [];
  const client = createClient({
    apiUrl,
    authUrl: settings.auth_url!,
    onSessionEnd: why => ends.push(why),
  });
  // An error's own fields would not come out of the page.
  const failure = ({ name, reason, status, requestId }: ClientModule.KtimaApiError) => ({
    failed: { name, reason, status, requestId },
  });
  const here = { latitude: 38, longitude: 23 };

  const cost = await client.reconstructionCost({
    postal_code: '10563',
    property_type: 'apartment',
    build_area: 85,
  });
  const early = await client.pointsOfInterest(here).catch(failure);
  const wrong = await client.login({ username: 'maria', password: 'no' }).catch(failure);
  const right = await client
    .login({ username: 'maria', password: 'a long enough password' })
    .catch(failure);
  const places = await client.pointsOfInterest(here).catch(failure);
  const report = await client.propertyReport({ address: 'Μεγάλης Οδού 5' }).catch(failure);
  const aborted = await client.health({ signal: AbortSignal.abort() }).catch(failure);
  await client.logout();
  return { cost, early, wrong, right, places, report, aborted, ends };
}

/** What a call failed with, if it did. */
function failureOf(outcome: unknown) {
  const { failed } = (outcome ?? {}) as { failed?: Partial<ClientModule.KtimaApiError> };
  return failed;
}

test('in Chromium the client logs in on the other host, sends a request and logs out', async () => {
  const { page, complaints } = await openPage('127.0.0.1');
  const seen = await page.evaluate(useClient, `${new URL(page.url()).origin}/assets/client.js`);
  assert.equal(seen.cost.reconstruction_cost.as_new, 127_500);
  assert.equal(failureOf(seen.early)?.status, 401);
  assert.equal(failureOf(seen.wrong)?.status, 401);
  assert.match(failureOf(seen.wrong)?.requestId ?? '', /^[\da-f-]{36}$/);
  assert.equal(seen.right, undefined);
  assert.ok(Array.isArray(seen.places) && seen.places.length === 3);
  assert.ok('year' in seen.report && seen.report.year === 2026);
  assert.equal(failureOf(seen.aborted)?.name, 'AbortError');
  assert.deepEqual(seen.ends, ['logged out']);
  const unexpected = complaints.filter(text => !/status of 401/.test(text));
  assert.deepEqual(unexpected, [], 'neither the policy nor CORS stands in the way');
});

test('in Chromium a page of another origin cannot log in', async () => {
  const { page } = await openPage('localhost');
  const seen = await page.evaluate(useClient, `${new URL(page.url()).origin}/assets/client.js`);
  assert.equal(failureOf(seen.right)?.reason, 'network');
  assert.equal(failureOf(seen.places)?.status, 401);
});
