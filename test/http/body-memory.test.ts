import assert from 'node:assert/strict';
import { connect } from 'node:net';
import test from 'node:test';
import { openBodyMemory } from '#http/server/send-json.ts';
import { startLocalServer } from '../local-server.ts';
import { randomNumbers, seed } from '../store/random.ts';

const size = 200_000;

/** A server that answers each request with that many times the letter in its path. */
async function serveLetters(t: { after(work: () => void): void }) {
  const bodyMemory = openBodyMemory(4);
  const used = new Set<ArrayBufferLike>();
  const { port } = await startLocalServer(t, (request, response) => {
    const body = bodyMemory(response, size).fill(request.url![1]!);
    used.add(body.buffer);
    response.end(body);
  });
  return { used, port };
}

test('sequential responses reuse the same memory', async t => {
  const { used, port } = await serveLetters(t);
  for (const letter of 'abcdefgh') {
    const response = await fetch(`http://127.0.0.1:${port}/${letter}`);
    assert.equal(await response.text(), letter.repeat(size));
  }
  assert.equal(used.size, 1);
});

test('parallel responses, to slow readers and to clients that disconnect, do not mix', async t => {
  const { port } = await serveLetters(t);
  const random = randomNumbers(seed);
  const ask = async (letter: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /${letter} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    // Not read for a while: the system holds what it can, the rest waits in our buffer.
    await new Promise(resolve => setTimeout(resolve, random(20)));
    if (letter === 'z') return void socket.destroy();
    let text = '';
    for await (const chunk of socket) text += chunk;
    assert.ok(text.endsWith(`\r\n\r\n${letter.repeat(size)}`), letter);
  };
  const letters = Array.from({ length: 400 }, (_, i) => (i % 5 === 0 ? 'z' : 'abcdefg'[i % 7]!));
  for (let i = 0; i < letters.length; i += 40) {
    await Promise.all(letters.slice(i, i + 40).map(ask));
  }
});
