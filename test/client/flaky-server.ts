import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server does with one request. */
export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** A server that answers its requests by a list, the last again and again. */
export async function startFlakyServer(...answers: [Answer, ...Answer[]]) {
  const seen: { readonly method: string; readonly url: string }[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]!;
    seen.push({ method: request.method!, url: request.url! });
    answer(response, request);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${port}`, seen, close };
}

/** Answers with JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Cuts the connection without a word. */
export const hangUp: Answer = response => response.destroy();

/** Begins an answer and cuts it. */
export const breakOff: Answer = response => {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"status"');
  setTimeout(() => response.destroy(), 10);
};

/** Never answers. */
export const silence: Answer = () => {};
