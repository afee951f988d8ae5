// A load that does not wait for responses: requests are sent at a fixed rate, as from many
// independent users. Times count from when a request was due, so that delays at the client are
// included.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { lasting, median } from './measure.ts';

/**
 * The result of one request. Status 0: the connection ended without a response. `tookMs` is from
 * when it was due, `sinceSentMs` from when a connection was free for it.
 */
export type OnAnswer = (status: number, tookMs: number, sinceSentMs: number) => void;

export interface OpenLoop {
  /**
   * Sends so many a second (Infinity: whenever a connection is free) and waits for the answers;
   * or leaves them to the next run (`thenGoOn`).
   */
  run(perSecond: number, seconds: number, onAnswer: OnAnswer, thenGoOn?: boolean): Promise<void>;
  close(): void;
}

/** One connection: what it waits for, and what it has of the answer. */
interface Line {
  readonly socket: Socket;
  dueAt: number;
  sentAt: number;
  status: number;
  head: string;
  bodyLeft: number;
}

/** Opens the connections; they are used in turn, and one that is closed is opened again. */
export async function openLoop(
  port: number,
  makeRequest: () => string,
  connections: number,
): Promise<OpenLoop> {
  const idle: Line[] = [];
  const waiting: number[] = [];
  let underWay = 0;
  let isClosing = false;
  let tell: OnAnswer = () => {};

  async function openLine(): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    const line: Line = { socket, dueAt: -1, sentAt: 0, status: 0, head: '', bodyLeft: 0 };
    socket.on('error', () => {});
    socket.on('data', chunk => {
      // A connection that waits too long for its first request gets 408.
      if (line.dueAt >= 0 && readAnswer(line, chunk)) ended(line);
    });
    socket.on('close', () => {
      const at = idle.indexOf(line);
      if (at >= 0) idle.splice(at, 1);
      else if (line.dueAt >= 0) answered(0, line);
      if (!isClosing) openLine();
    });
    await once(socket, 'connect');
    free(line);
  }
  function ask(dueAt: number): void {
    underWay++;
    const line = idle.shift();
    if (line) send(line, dueAt);
    else waiting.push(dueAt);
  }
  function send(line: Line, dueAt: number): void {
    line.dueAt = dueAt;
    line.sentAt = performance.now();
    line.socket.write(makeRequest());
  }
  function answered(status: number, line: Line): void {
    underWay--;
    const now = performance.now();
    tell(status, now - line.dueAt, now - line.sentAt);
    line.dueAt = -1;
  }
  function ended(line: Line): void {
    answered(line.status, line);
    free(line);
  }
  function free(line: Line): void {
    const next = waiting.shift();
    if (next === undefined) idle.push(line);
    else send(line, next);
  }

  for (let i = 0; i < connections; i += 100) {
    await Promise.all(Array.from({ length: Math.min(100, connections - i) }, openLine));
  }
  return {
    async run(perSecond, seconds, onAnswer, thenGoOn = false) {
      tell = onAnswer;
      const start = performance.now();
      let sent = 0;
      await every(1, () => {
        const now = performance.now() - start;
        if (now > seconds * 1_000) return thenGoOn || underWay === 0;
        const due = perSecond === Infinity ? sent + idle.length : (now * perSecond) / 1_000;
        for (; sent < due; sent++) {
          ask(perSecond === Infinity ? performance.now() : start + (sent * 1_000) / perSecond);
        }
        return false;
      });
    },
    close() {
      isClosing = true;
      for (const { socket } of idle) socket.destroy();
    },
  };
}

/** Whether a request got its answer; not all generated codes and prefixes are there. */
export const isServed = (status: number) => [200, 404, 422].includes(status);

/** Requests a second that 64 connections can have answered, after a warm-up. */
export async function capacity(port: number, makeRequest: () => string): Promise<number> {
  const loop = await openLoop(port, makeRequest, 64);
  const rates: number[] = [];
  for (let round = 0; round < 4; round++) {
    let served = 0;
    await loop.run(Infinity, lasting(3), status => {
      if (isServed(status)) served++;
    });
    rates.push(served / lasting(3));
  }
  loop.close();
  return median(rates.slice(1));
}

/** Reads a chunk of a response; returns true at its end. Only the length of the body matters. */
function readAnswer(line: Line, chunk: Buffer): boolean {
  if (line.bodyLeft > 0) {
    line.bodyLeft -= chunk.length;
    return line.bodyLeft === 0;
  }
  line.head += chunk.toString('latin1', 0, 1_024);
  const end = line.head.indexOf('\r\n\r\n');
  if (end < 0) return false;
  line.status = Number(line.head.slice(9, 12));
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(line.head)![1]);
  const before = line.head.length - Math.min(chunk.length, 1_024);
  line.bodyLeft = length - (chunk.length - (end + 4 - before));
  line.head = '';
  return line.bodyLeft === 0;
}

function every(ms: number, work: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const timer = setInterval(() => {
      if (!work()) return;
      clearInterval(timer);
      resolve();
    }, ms);
  });
}
