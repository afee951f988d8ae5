import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { asServer } from './cluster.ts';

/**
 * Starts a program that listens on loopback, and returns how to stop it. It ends with this process,
 * in whatever way that ends, for its pipe breaks.
 */
export async function startChildServer(command: readonly string[], port: number) {
  const script = '"$@" & cat >/dev/null; kill $!; wait';
  const shell = spawn('sh', ['-c', script, 'sh', ...asServer(...command)], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries === 1_500) throw new Error(`${command[0]} does not listen`);
    await sleep(20);
  }
  return async (): Promise<void> => {
    const ended = once(shell, 'exit');
    shell.stdin.end();
    await ended;
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  const answers = await promise;
  socket.destroy();
  return answers;
}
