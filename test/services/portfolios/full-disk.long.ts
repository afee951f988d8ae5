import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { header, openPortfolioService, rows } from '../../api/portfolio-service.ts';
import { smallDisk } from '../../commands/small-disk.ts';
import { waitFor } from '../../store/changes.ts';

const soonMs = 120_000;

/** A service whose portfolios have a disk of their own. */
async function openOnSmallDisk(t: test.TestContext) {
  const disk = smallDisk(t, 8);
  const folder = join(disk.folder, 'portfolios');
  const service = await openPortfolioService(undefined, {
    KTIMA_PORTFOLIO_FOLDER: folder,
    KTIMA_PORTFOLIO_ROWS: '20000',
  });
  t.after(service.close);
  /** Fills the disk until about these bytes are free. */
  const leave = (bytes: number) => {
    writeFileSync(join(disk.folder, 'room'), Buffer.alloc(bytes));
    disk.fill();
    rmSync(join(disk.folder, 'room'));
  };
  const runs = () => readdirSync(folder).filter(name => name !== 'running.lock');
  const isServing = async () => {
    const cost = 'postal_code=10563&property_type=apartment&build_area=80&construction_year=1990';
    for (const path of ['/healthz', `/api/reconstruction-cost/?${cost}`]) {
      assert.equal((await fetch(service.url() + path)).status, 200, path);
    }
  };
  return { ...service, disk, folder, leave, runs, isServing };
}

test('an upload onto a full disk is 503, leaves nothing, and works when there is room', async t => {
  const { disk, folder, ask, send, until, one, leave, runs, isServing } = await openOnSmallDisk(t);
  const { id } = await send(header + rows(2));
  await until(id);
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  for (const room of [0, 100_000]) {
    leave(room);
    const refused = await ask('', one, 'POST', header + rows(9_000));
    assert.deepEqual(await refused.json(), {
      error: 503,
      message: 'no room left for portfolios; delete a run, or try again later',
    });
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '600']);
    assert.deepEqual(runs(), []);
    await isServing();
    disk.free();
  }
  const again = await send(header + rows(2));
  assert.equal((await until(again.id)).state, 'done');
  assert.deepEqual(readdirSync(join(folder, again.id)).sort(), [
    'input',
    'result.csv',
    'rows.db',
    'run.json',
    'summary.html',
    'summary.json',
    'summary.xlsx',
  ]);
});

test('a run that fills the disk fails with the reason and gives its room back', async t => {
  const { disk, folder, ask, send, until, one, isServing, url } = await openOnSmallDisk(t);
  const { id } = await send(header + rows(9_000));
  const part = join(folder, id, 'result.csv.part');
  await waitFor(() => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) > 0, soonMs);
  disk.fill();
  const failed = await until(id);
  assert.equal(failed.state, 'failed');
  assert.equal(failed.error, 'no room left for portfolios; delete a run, or try again later');
  assert.ok(failed.expires_at);
  // Its record says so before its files are removed.
  await waitFor(() => readdirSync(join(folder, id)).join() === 'run.json', soonMs);
  await isServing();
  assert.equal((await ask(`${id}/result`)).status, 404);
  assert.equal((await fetch(`${url()}/readyz`)).status, 200);
  disk.free();
  assert.equal((await ask(id, one, 'DELETE')).status, 204);
  const again = await send(header + rows(20));
  assert.equal((await until(again.id)).state, 'done');
});

test('a disk that is full when the summary is written leaves nothing half', async t => {
  const { disk, folder, ask, send, until, one, isServing } = await openOnSmallDisk(t);
  const file = header + rows(400);
  const first = await send(file);
  await until(first.id);
  const whole = await (await ask(`${first.id}/result`)).text();
  const summary = await (await ask(`${first.id}/summary?format=html`)).text();
  assert.equal((await ask(first.id, one, 'DELETE')).status, 204);

  const { id } = await send(file);
  await waitFor(() => existsSync(join(folder, id, 'result.csv')), soonMs);
  disk.fill();
  await isServing();
  // It has failed, or waits, or the summary was complete already.
  const { state } = await until(id, status => status.state !== 'running');
  disk.free();
  if (state === 'failed') {
    await waitFor(() => readdirSync(join(folder, id)).join() === 'run.json', soonMs);
    return;
  }
  assert.equal((await until(id)).state, 'done');
  assert.equal(await (await ask(`${id}/result`)).text(), whole);
  const page = await (await ask(`${id}/summary?format=html`)).text();
  assert.equal(withoutSeconds(page), withoutSeconds(summary));
});

function withoutSeconds(page: string): string {
  return page.replaceAll(/\d+[.,]\d+ (s|δ)/g, '');
}
