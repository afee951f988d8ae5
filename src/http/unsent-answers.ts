import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The answers of each connection that may not be sent yet, oldest first: pipelining makes several. */
const answersOf = new WeakMap<Socket, readonly ServerResponse[]>();

/** Remembers that an answer is due on its connection. */
export function expectAnswer(answer: ServerResponse): void {
  const { socket } = answer.req;
  answersOf.set(socket, [...unsentAnswers(socket), answer]);
}

/** The answers of a connection that are not sent to the end, oldest first. */
export function unsentAnswers(socket: Socket): readonly ServerResponse[] {
  return answersOf.get(socket)?.filter(answer => !answer.writableFinished) ?? [];
}

/** The answer to the last request that a connection sent, whether it is sent or not. */
export function lastAnswer(socket: Socket): ServerResponse | undefined {
  return answersOf.get(socket)?.at(-1);
}
