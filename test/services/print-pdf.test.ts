import assert from 'node:assert/strict';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { openImageDrawer, openPdfPrinter } from '#app/services/report-pages/print-pdf.ts';
import { executablePath } from '../chromium.ts';
import { readPdf } from '../console/pdf.ts';
import { testWith } from '../environment.ts';
import { startLocalServer } from '../local-server.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const outside = temporaryFolder();
const folderOfBrowsers = temporaryFolder().path;
const test = testWith({ TMPDIR: folderOfBrowsers });
const leftovers = () => readdirSync(folderOfBrowsers);

test('a page is printed without scripts, files and requests', async t => {
  const asked: (string | undefined)[] = [];
  const { url } = await startLocalServer(t, (request, response) => {
    asked.push(request.url);
    response.end();
  });
  const secret = outside.put('secret.html', 'a secret of this machine');
  const html = `<!doctype html><title>x</title><link rel="stylesheet" href="${url}/style">
    <style>@import "${url}/import"; @page { size: A4 }</style>
    <p>printed</p><img src="${url}/image"><iframe src="file://${secret}"></iframe>
    <iframe src="${url}/frame"></iframe><script>document.body.append('ran')</script>`;
  const print = openPdfPrinter(executablePath);
  const { signal } = new AbortController();
  const { text, pages } = readPdf(await print(Buffer.from(html), signal));
  assert.equal(pages, 1);
  assert.match(text, /printed/);
  assert.doesNotMatch(text, /secret|ran/);
  assert.deepEqual(asked, []);
  assert.deepEqual(leftovers(), []);
});

test('a browser that hangs, ends early or is no longer wanted is ended, and leaves nothing', async () => {
  const folder = outside;
  const program = (name: string, script: string) => {
    const path = folder.put(name, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const { signal } = new AbortController();
  await assert.rejects(openPdfPrinter(program('ends', 'exit 3'))(Buffer.from('x'), signal), {
    code: 'UNAVAILABLE',
    message: 'the browser that prints PDF documents ended early; try again',
  });
  const started = `${folder.path}/started`;
  const hanging = openPdfPrinter(program('hangs', `touch ${started}; sleep 600`));
  const controller = new AbortController();
  const printing = hanging(Buffer.from('x'), controller.signal);
  while (!existsSync(started)) await new Promise(resolve => setImmediate(resolve));
  controller.abort(new Error('the client left'));
  await assert.rejects(printing, /the client left/);
  const limited: [Parameters<typeof openPdfPrinter>[1], RegExp][] = [
    [{ seconds: 600, megabytes: 0 }, /used too much memory; try again/],
    [{ seconds: 0.001, megabytes: 1_500 }, /took longer than 0\.001 s; try again/],
  ];
  for (const [most, message] of limited) {
    const print = openPdfPrinter(program('sleeps', 'sleep 600'), most);
    await assert.rejects(print(Buffer.from('x'), signal), { code: 'UNAVAILABLE', message });
    const draw = openImageDrawer(program('draws', 'sleep 600'), most);
    await assert.rejects(draw([], signal), { code: 'UNAVAILABLE', message });
  }
  // A process outside of the group, which keeps the pipes: the PDF ends at its limit all the same.
  const pid = `${folder.path}/pid`;
  const escaping = `setsid sh -c 'echo $$ > ${pid}; exec sleep 60' & sleep 600`;
  const print = openPdfPrinter(program('escapes', escaping), { seconds: 1, megabytes: 1_500 });
  await assert.rejects(print(Buffer.from('x'), signal), /took longer than 1 s/);
  // This throws if it has ended.
  process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
  assert.deepEqual(leftovers(), []);
  assert.throws(() => openPdfPrinter('/nowhere/chromium'), {
    code: 'BAD_SETTING',
    message: 'KTIMA_CHROMIUM: expected the path of a program, got "/nowhere/chromium"',
  });
});
