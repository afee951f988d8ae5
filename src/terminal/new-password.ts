import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { KtimaError } from '../errors.ts';

/** Reads a new password: on a terminal twice without echo, else the first line of standard input. */
export async function readNewPassword(): Promise<string> {
  if (!process.stdin.isTTY) return firstLine();
  const password = await askSilently('New password: ');
  if ((await askSilently('Once more: ')) !== password) {
    throw new KtimaError('USAGE', 'the two passwords differ; nothing was changed');
  }
  return password;
}

async function askSilently(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    process.stderr.write('\n');
  }
}

async function firstLine(): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  for await (const line of lines) return line;
  throw new KtimaError('USAGE', 'password: expected it on standard input');
}
