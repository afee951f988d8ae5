// A load that does not wait for responses: requests are sent at a fixed rate, as from many
// independent users.
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from './requests.ts';

/** The result of one request. Status 0: the connection ended without a response. */
export type OnResponse = (status: number, tookMs: number) => void;

/** Sends requests over a number of connections; `token` is for requests with a body. */
export function openLoop(
  url: string,
  make: () => Request,
  token: () => string,
  connections: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, scheduling: 'fifo' });
  let underWay = 0;
  function send(onResponse: OnResponse): void {
    const { method, path, body } = make();
    const json = { 'content-type': 'application/json', authorization: `Bearer ${token()}` };
    const start = performance.now();
    const end = (status: number) => {
      underWay--;
      onResponse(status, performance.now() - start);
    };
    underWay++;
    const headers = method === 'POST' ? { ...json, 'content-length': body.length } : {};
    request(url + path, { agent, method, headers })
      .on('response', response => response.resume().on('close', () => end(response.statusCode!)))
      .on('error', () => end(0))
      .end(body);
  }
  return {
    /** Sends requests at this rate a second, then waits for the responses. */
    async run(perSecond: number, seconds: number, onResponse: OnResponse): Promise<void> {
      const start = performance.now();
      for (let sent = 0; performance.now() < start + seconds * 1_000; await sleep(1)) {
        const due = ((performance.now() - start) * perSecond) / 1_000;
        for (; sent < due; sent++) send(onResponse);
      }
      while (underWay > 0) await sleep(1);
    },
    close: () => agent.destroy(),
  };
}
