import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A throwaway Redis on a socket in a folder of its own. */
export interface Redis {
  /** Sends a command; how many elements its answer has (or the number it is). */
  send(...words: (string | number)[]): Promise<number>;
  close(): void;
}

export async function startRedis(): Promise<Redis> {
  const folder = mkdtempSync(join(tmpdir(), 'ktima-redis-'));
  const path = join(folder, 'redis.sock');
  const options = ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder];
  const child = spawn('redis-server', options, { stdio: 'ignore' });
  const socket = await connected(path);
  const close = () => {
    socket.destroy();
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  let received = Buffer.alloc(0);
  let answered: (count: number) => void = () => {};
  socket.on('data', chunk => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const end = endOfReply(received, 0);
    if (end !== received.length) return;
    const count = Number(received.subarray(1, received.indexOf('\r')));
    received = Buffer.alloc(0);
    answered(count);
  });
  const send = (...words: (string | number)[]) =>
    new Promise<number>(resolve => {
      answered = resolve;
      const parts = words.map(word => `$${Buffer.byteLength(`${word}`)}\r\n${word}\r\n`);
      socket.write(`*${words.length}\r\n${parts.join('')}`);
    });
  return { send, close };
}

async function connected(path: string) {
  for (let tries = 0; ; tries++) {
    const socket = connect(path);
    try {
      await once(socket, 'connect');
      return socket;
    } catch (error) {
      if (tries > 100) throw error;
      await sleep(50);
    }
  }
}

/** Where a reply of Redis' protocol ends; -1 while a part of it is missing. */
function endOfReply(bytes: Buffer, start: number): number {
  const line = bytes.indexOf('\r\n', start);
  if (line < 0) return -1;
  const type = String.fromCharCode(bytes[start]!);
  const size = Number(bytes.subarray(start + 1, line));
  if (type === '-') throw new Error(String(bytes.subarray(start, line)));
  if (type === '$') return size < 0 ? line + 2 : line + 2 + size + 2;
  let end = line + 2;
  for (let i = 0; type === '*' && i < size && end >= 0; i++) {
    end = end < bytes.length ? endOfReply(bytes, end) : -1;
  }
  return end > bytes.length ? -1 : end;
}
