import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { KtimaError } from '../../../src/errors.ts';
import { type DownloadOptions, download } from '../../../src/import/download/download.ts';
import { seeded } from '../../seeded.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

export const { path: root } = temporaryFolder();
export const newFolder = () => mkdtempSync(join(root, 'f-'));

export const bytes = (seed: number, length = 300_000) => {
  const random = seeded(seed);
  return Buffer.from(Uint8Array.from({ length }, () => 256 * random()));
};
export const hash = (algorithm: string, body: Buffer) =>
  createHash(algorithm).update(body).digest('hex');
export const body = bytes(1);
export const newer = bytes(2);
export const etag = '"v1"';
export const lastModified = 'Tue, 01 Jul 2025 10:00:00 GMT';
export const name = 'area.osm.pbf';
export const kept = [`${name}.part`, `${name}.part.json`];
export const finished = [name, `${name}.origin.json`];

const noWait = async () => {};
export const fetchTo = (url: string, folder: string, options: DownloadOptions = {}) =>
  download(url, folder, undefined, { wait: noWait, idleMilliseconds: 5000, ...options });
export const failure = (code: string, message: RegExp) => (error: unknown) => {
  assert.ok(error instanceof KtimaError, String(error));
  assert.match(error.message, message);
  assert.doesNotMatch(error.message, /\n/);
  assert.equal(error.code, code);
  return true;
};
export const holds = (path: string, expected: Buffer) =>
  assert.ok(readFileSync(path).equals(expected), `${path} differs from what was published`);

export function leavePart(folder: string, part: Buffer, note: unknown): void {
  writeFileSync(join(folder, kept[0]!), part);
  const text = typeof note === 'string' ? note : JSON.stringify(note);
  writeFileSync(join(folder, kept[1]!), text);
}

export function isRecord(note: unknown): note is object {
  return typeof note === 'object' && note !== null;
}

/** A port of loopback that answers everything but `.md5` with the same bytes, until the test ends. */
export async function rawSite(t: TestContext, answer: string): Promise<number> {
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.once('data', asked => {
      socket.end(String(asked).includes('.md5 ') ? 'HTTP/1.1 404 -\r\n\r\n' : answer);
    });
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  t.after(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port without a listener. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise(resolve => server.close(resolve));
  return port;
}
