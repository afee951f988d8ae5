import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { KtimaError } from '../errors.ts';
import type { Terminal } from './terminal.ts';

/** Reads a new password: on a terminal twice without echo, else the first line of standard input. */
export async function readNewPassword(terminal: Terminal): Promise<string> {
  if (!terminal.stdin.isTTY) return firstLine(terminal);
  const password = await askSilently(terminal, 'New password: ');
  if ((await askSilently(terminal, 'Once more: ')) !== password) {
    throw new KtimaError('USAGE', 'the two passwords differ; nothing was changed');
  }
  return password;
}

async function askSilently({ stdin, stderr }: Terminal, question: string): Promise<string> {
  stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const prompt = createInterface({ input: stdin, output: silent, terminal: true });
  try {
    return await prompt.question('');
  } finally {
    prompt.close();
    stderr.write('\n');
  }
}

async function firstLine({ stdin }: Terminal): Promise<string> {
  const lines = createInterface({ input: stdin });
  for await (const line of lines) return line;
  throw new KtimaError('USAGE', 'password: expected it on standard input');
}
