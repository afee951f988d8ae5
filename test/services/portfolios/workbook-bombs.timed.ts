import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { book, portfolioClient } from '../../api/portfolio-service.ts';
import { newHome, startKtima } from '../../commands/ktima.ts';
import { workbook } from '../../xlsx/workbook.ts';

/** Resident memory of a process and of all that it has started, in MB. */
function memoryMB(root: number): number {
  const parents = new Map<number, number>();
  const memory = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(status)![1]));
      memory.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_000);
    } catch {
      // It has ended meanwhile.
    }
  }
  const isOurs = (pid: number): boolean =>
    pid === root || (pid > 1 && isOurs(parents.get(pid) ?? 0));
  return [...memory].filter(([pid]) => isOurs(pid)).reduce((sum, [, mb]) => sum + mb, 0);
}

/** Cells of a row that refer to shared texts. */
function sharedRow(row: number, first: number, others: number, count: number): string {
  const cells = [first, ...Array<number>(count).fill(others)];
  return `<row r="${row}">${cells.map(text => `<c t="s"><v>${text}</v></c>`).join('')}</row>`;
}

const long = `<si><t>${'A'.repeat(1_000_000)}</t></si>`;
const strings = `<si><t>address</t></si><si><t>Ermou 1 Athina</t></si><si><t>h</t></si>${long}`;
const names = Array.from({ length: 1_000 }, (_, i) => `s${i}`);

/** Small workbooks that would cost gigabytes or hours to read as they are. */
const bombs = {
  header: () =>
    workbook({ sheets: { s: sharedRow(1, 0, 3, 128) + sharedRow(2, 1, 2, 128) }, strings }),
  wide: () => {
    const rows = [2, 3, 4, 5].map(row => sharedRow(row, 1, 3, 400));
    return workbook({ sheets: { s: sharedRow(1, 0, 2, 400) + rows.join('') }, strings });
  },
  sheets: () => {
    const content = '<row><c/></row>'.repeat(13_000_000);
    const sheets = Object.fromEntries(names.map((name, i) => [name, i === 0 ? content : '']));
    return workbook({ sheets, partOf: () => 1 });
  },
};

test('hostile workbooks end within a minute, and the service answers meanwhile', async t => {
  const made = Object.entries(bombs).map(([name, make]) => [name, new Uint8Array(make())] as const);
  const service = await startKtima(newHome(t).env, '--demo');
  t.after(service.stop);
  const login = new URLSearchParams({ username: 'demo', password: 'ktima-demo' });
  const answer = await fetch(`${service.auth}/auth/otp/login`, { method: 'POST', body: login });
  const { access_token } = (await answer.json()) as { access_token: string };
  const { send, until } = portfolioClient(() => service.api, access_token);
  const worst = { lateMs: 0, memoryMB: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const asked = performance.now();
      assert.equal((await fetch(`${service.api}/healthz`)).status, 200);
      worst.lateMs = Math.max(worst.lateMs, performance.now() - asked);
      worst.memoryMB = Math.max(worst.memoryMB, memoryMB(service.child.pid!));
      await setTimeout(50);
    }
  })();
  const started = performance.now();
  const sent = await Promise.all(made.map(async ([name, bytes]) => send(bytes, `name=${name}`)));
  for (const { id } of sent) {
    const { name, state, error } = await until(id);
    assert.equal(state, 'failed', `${name}: ${error}`);
    t.diagnostic(`${error}`);
    assert.match(error!, /^\w+.*: .*(more than|of one part|share|unpack|same part)/, name);
  }
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await watching;
  t.diagnostic(
    `${seconds.toFixed(1)} s, health ${worst.lateMs.toFixed(0)} ms, ${worst.memoryMB.toFixed(0)} MB`,
  );
  assert.ok(seconds < 60, `${seconds} s`);
  assert.ok(worst.lateMs < 500, `the health check took ${worst.lateMs} ms`);
  assert.ok(worst.memoryMB < 1_200, `all processes used ${worst.memoryMB} MB`);
  assert.equal((await until((await send(book)).id)).state, 'done');
});
